// The order in which due tasks run (MODEL 4): times delayed descending, then elapsed descending or the period
// ascending, then row. When the budget lets a thousand of thirty thousand run, only those thousand are put in
// order. RunQueue fills it in every frame and takes from it until the budget is spent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/task_table.h"

namespace drover::load {

struct DueTask {
    std::uint64_t rank;  // larger goes first
    std::int64_t next_ns;
    TaskId task;

    // Since an earlier frame; its place in the order is settled.
    bool hasWaited() const { return rank == 0; }
};

// M in the upper 20 bits, a time in the lower 44. Beyond a million delays, or five hours, tasks count as
// equal and go by row.
inline constexpr std::uint64_t kLongestRanked = (std::uint64_t{1} << 44) - 1;
inline std::uint64_t rankOfLonger(std::uint32_t delays, std::int64_t time_ns) {
    constexpr std::uint64_t kMostDelays = (1u << 20) - 1;
    const std::uint64_t m = std::min<std::uint64_t>(delays, kMostDelays);
    return m << 44 | std::min(static_cast<std::uint64_t>(time_ns), kLongestRanked);
}
inline std::uint64_t rankOfShorter(std::uint32_t delays, std::int64_t time_ns) {
    return rankOfLonger(delays, 0) |
           (kLongestRanked - std::min(static_cast<std::uint64_t>(time_ns), kLongestRanked));
}

class DueOrder {
  public:
    void clear() { pool_.clear(); }
    void prepare(std::size_t tasks) {
        takePages(pool_, tasks), takePages(front_, tasks), takePages(sorted_, tasks);
    }
    void add(const DueTask& due) { pool_.push_back(due); }
    // Rows must come ascending; after adding others this puts them right.
    void sortByRow();
    std::span<const DueTask> waiting() const { return pool_; }  // ascending
    std::size_t size() const { return pool_.size(); }
    bool empty() const { return pool_.empty(); }

    // The next tasks in order: at least `count`, and no more than a few times that, or all that are left.
    // Valid until the next call.
    std::span<const DueTask> take(std::size_t count);

    // Drops those still waiting for which `is_hopeless` says so; it may write down why. ask_for(task) comes a
    // little before.
    template <class Predicate, class AskFor>
    void drop(Predicate is_hopeless, AskFor ask_for) {
        constexpr std::size_t kAhead = 16;
        std::size_t kept = 0;
        for (std::size_t k = 0; k < pool_.size(); ++k) {
            if (k + kAhead < pool_.size()) ask_for(pool_[k + kAhead].task);
            if (const DueTask due = pool_[k]; !is_hopeless(due)) pool_[kept++] = due;
        }
        pool_.resize(kept);
    }

  private:
    void splitOff(std::uint64_t least_rank, std::size_t most_equal);
    void putInOrder();
    template <class Key>
    void sortBy(LargeVector<DueTask>& tasks, Key key, std::uint64_t largest);

    LargeVector<DueTask> pool_;   // still waiting, by row
    LargeVector<DueTask> front_;  // taken out and put in order
    LargeVector<DueTask> sorted_;
    std::vector<std::uint32_t> counts_;
};

}  // namespace drover::load
