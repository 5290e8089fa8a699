#include "core/load/elastic/due_order.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace drover::load {
namespace {

constexpr std::size_t kBuckets = 1024;
constexpr std::size_t kFew = 64;  // fewer than this are sorted as they are

// An object, so that the sort inlines it.
constexpr auto kGoesBefore = [](const DueTask& a, const DueTask& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.task.row < b.task.row;
};

}  // namespace

// Smallest key first, those with equal ones as they stood, by 11 bits of the key at a time from the lowest
// on: each round keeps what the round before has ordered.
template <class Key>
void DueOrder::sortBy(LargeVector<DueTask>& tasks, Key key, std::uint64_t largest) {
    constexpr int kBits = 11;
    sorted_.resize(tasks.size());
    for (int shift = 0; shift < static_cast<int>(std::bit_width(largest)); shift += kBits) {
        const auto digit = [&](const DueTask& due) { return key(due) >> shift & ((1u << kBits) - 1); };
        counts_.assign(std::size_t{1} << kBits, 0);
        for (const DueTask& due : tasks) ++counts_[digit(due)];
        if (counts_[digit(tasks.front())] == tasks.size()) continue;  // these bits are the same in all
        std::uint32_t before = 0;
        for (std::uint32_t& count : counts_) before += std::exchange(count, before);
        for (const DueTask& due : tasks) sorted_[counts_[digit(due)]++] = due;
        tasks.swap(sorted_);
    }
}

void DueOrder::sortByRow() {
    const auto is_before = [](const DueTask& a, const DueTask& b) { return a.task.row < b.task.row; };
    if (std::is_sorted(pool_.begin(), pool_.end(), is_before)) return;
    if (pool_.size() < kBuckets) {
        std::sort(pool_.begin(), pool_.end(), is_before);
        return;
    }
    std::uint32_t last = 0;
    for (const DueTask& due : pool_) last = std::max(last, due.task.row);
    sortBy(pool_, [](const DueTask& due) { return std::uint64_t{due.task.row}; }, last);
}

// Moves those ranked above `least_rank`, and the first `most_equal` of those ranked equal, from the pool to
// the front. Both keep their rows in order.
void DueOrder::splitOff(std::uint64_t least_rank, std::size_t most_equal) {
    front_.clear();
    std::size_t kept = 0;
    for (const DueTask& due : pool_) {
        const bool is_equal = due.rank == least_rank;
        if (due.rank > least_rank || (is_equal && most_equal > 0)) {
            most_equal -= is_equal;
            front_.push_back(due);
        } else {
            pool_[kept++] = due;
        }
    }
    pool_.resize(kept);
    putInOrder();
}

// Largest rank first; they come by row, and equal ones stay so.
void DueOrder::putInOrder() {
    if (std::is_sorted(front_.begin(), front_.end(),
                       [](const DueTask& a, const DueTask& b) { return a.rank > b.rank; }))
        return;
    if (front_.size() < kBuckets) {
        std::sort(front_.begin(), front_.end(), kGoesBefore);
        return;
    }
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (const DueTask& due : front_) {
        low = std::min(low, due.rank);
        high = std::max(high, due.rank);
    }
    sortBy(front_, [high](const DueTask& due) { return high - due.rank; }, high - low);
}

std::span<const DueTask> DueOrder::take(std::size_t count) {
    if (count + kFew >= pool_.size()) {
        front_.swap(pool_);
        pool_.clear();
        putInOrder();
        return front_;
    }
    // Bucket the ranks between the smallest and the largest, find the bucket that the last wanted task falls
    // into, and look into that one alone, until taking all of it is not much too many or all in it are equal.
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (const DueTask& due : pool_) {
        low = std::min(low, due.rank);
        high = std::max(high, due.rank);
    }
    std::size_t wanted = count;  // of those in [low, high]; all above are taken
    while (low < high) {
        const int shift = std::max(
            0, static_cast<int>(std::bit_width(high - low)) - static_cast<int>(std::bit_width(kBuckets - 1)));
        counts_.assign(kBuckets, 0);
        for (const DueTask& due : pool_)
            if (due.rank >= low && due.rank <= high) ++counts_[(due.rank - low) >> shift];
        std::size_t bucket = kBuckets - 1;
        while (counts_[bucket] < wanted) wanted -= counts_[bucket--];
        high = std::min(high, low + (std::uint64_t{bucket + 1} << shift) - 1);
        low += std::uint64_t{bucket} << shift;
        if (counts_[bucket] <= wanted + count / 4 + kFew) {
            splitOff(low, pool_.size());
            return front_;
        }
    }
    splitOff(low, wanted);
    return front_;
}

}  // namespace drover::load
