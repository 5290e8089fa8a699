#include "core/load/queue/due_groups.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace drover::load {
namespace {

constexpr int kDropped = 20;  // bits of a time: what is left counts milliseconds

// Eight an octave.
std::uint32_t stepOf(std::uint64_t time_ns) {
    const auto ms = static_cast<std::uint32_t>(time_ns >> kDropped);
    if (ms < 8) return ms;
    const auto octave = static_cast<std::uint32_t>(std::bit_width(ms)) - 3;
    return octave * 8 + (ms >> (octave - 1) & 7);
}

// An object, so that the sort inlines it.
constexpr auto kGoesBefore = [](const DueTask& a, const DueTask& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.task.row < b.task.row;
};

}  // namespace

// The more, the sooner its tasks run.
std::uint32_t DueGroups::groupOf(std::uint64_t rank) {
    if (rank > kLongestRanked) return kGroups - 1;
    if (rank <= kLongestRanked / 2) return stepOf(rank);
    return 2 * kOnASide - 1 - stepOf(kLongestRanked - rank);
}

std::uint32_t DueGroups::waiting() const {
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < new_from_; ++i) count += groups_[i].count;
    return count;
}

void DueGroups::add(const DueParts& due, Order order, cores::Team* team) {
    order_ = order;
    groups_.resize(new_from_), at_ = 0, is_asked_ = false;
    divide(due, false, team);
}

void DueGroups::keep(const DueParts& due, Order order, cores::Team* team) {
    order_ = order;
    sweep();
    divide(due, true, team);
    new_from_ = groups_.size();
}

void DueGroups::count(std::span<const DueTask> tasks, Part& part) {
    for (; part.first < part.end; ++part.first) part.groups[part.first] = {};
    part.first = kGroups, part.end = 0;
    for (const DueTask& task : tasks) {
        const std::uint32_t group = groupOf(task.rank);
        part.first = std::min(part.first, group), part.end = std::max(part.end, group + 1);
        ++part.groups[group].count;
        part.groups[group].costs.note(task);
    }
}

// Each part of the rows is counted, gets its places in each group, and is then brought there. Where the exact
// order is wanted, the tasks of all parts are one group.
void DueGroups::divide(const DueParts& due, bool has_waited, cores::Team* team) {
    const std::uint32_t parts = due.parts();
    parts_.resize(parts);
    cores::each(team, parts, [&](std::uint32_t i, unsigned) { count(due.part(i), parts_[i]); });
    LargeVector<DueTask>& home = has_waited ? waiting_ : new_;
    std::size_t end = has_waited ? home.size() : 0;
    const std::size_t before = groups_.size();
    std::uint32_t least = kGroups, above = 0, last = kGroups;
    for (const Part& part : parts_) least = std::min(least, part.first), above = std::max(above, part.end);
    for (std::uint32_t group = above; group-- > least;) {
        for (Part& part : parts_) {
            if (group < part.first || group >= part.end || part.groups[group].count == 0) continue;
            Group& its = part.groups[group];
            its.first = end, its.has_waited = has_waited;
            end += its.count;
            if (groups_.size() > before &&
                (groups_.back().count + its.count <= kFew || (order_ == Order::kExact && group == last))) {
                groups_.back().count += its.count;
                groups_.back().costs.add(its.costs);
            } else {
                groups_.push_back(its);
            }
            last = group;
        }
    }
    if (has_waited || home.size() < end) home.resize(end);
    assert(
        std::ranges::all_of(groups_, [](const Group& group) { return group.costs.unknown <= group.count; }));
    cores::each(team, parts, [&](std::uint32_t i, unsigned) {
        for (const DueTask& task : due.part(i)) home[parts_[i].groups[groupOf(task.rank)].first++] = task;
    });
}

// Drops groups that are empty, and closes the gaps where there are as many as tasks.
void DueGroups::sweep() {
    std::erase_if(groups_, [](const Group& group) { return group.count == 0; });
    std::size_t live = 0;
    for (const Group& group : groups_) live += group.count;
    if (waiting_.size() < 2 * live + kFew) return;
    std::size_t end = 0;
    for (Group& group : groups_) {
        const std::span<const DueTask> tasks = tasksOf(group);
        std::copy(tasks.begin(), tasks.end(), waiting_.begin() + static_cast<std::ptrdiff_t>(end));
        group.first = end;
        end += group.count;
    }
    assert(end == live);
    waiting_.resize(end);
}

void DueGroups::refresh(const TaskTable& tasks) {
    for (Group& group : groups_) {
        const std::span<const DueTask> before = tasksOf(group);
        group.count = 0, group.costs = {};
        for (DueTask due : before) {
            if (!tasks.contains(due.task)) continue;
            due.expected_ns = costIfKnown(tasks, due.task.row);
            putBack(group, due);
        }
    }
}

// Smallest key first, those with equal ones as they stood, by 11 bits of the key at a time from the lowest
// on: each round keeps what the round before has ordered.
template <class Key>
void DueGroups::sortBy(std::span<DueTask> tasks, Key key, std::uint64_t largest) {
    constexpr int kBits = 11;
    if (sorted_.size() < tasks.size()) sorted_.resize(tasks.size());
    std::span<DueTask> from = tasks, to = std::span(sorted_).first(tasks.size());
    for (int shift = 0; shift < static_cast<int>(std::bit_width(largest)); shift += kBits) {
        const auto digit = [&](const DueTask& due) { return key(due) >> shift & ((1u << kBits) - 1); };
        std::array<std::uint32_t, std::size_t{1} << kBits> counts{};
        for (const DueTask& due : from) ++counts[digit(due)];
        if (counts[digit(from.front())] == from.size()) continue;  // these bits are the same in all
        std::uint32_t before = 0;
        for (std::uint32_t& count : counts) before += std::exchange(count, before);
        for (const DueTask& due : from) to[counts[digit(due)]++] = due;
        std::swap(from, to);
    }
    if (from.data() != tasks.data()) std::ranges::copy(from, tasks.begin());
}

void DueGroups::putInOrder(std::span<DueTask> tasks) {
    constexpr std::size_t kFewToSort = 256;
    if (std::ranges::is_sorted(tasks, kGoesBefore)) return;
    if (tasks.size() < kFewToSort) {
        std::ranges::sort(tasks, kGoesBefore);
        return;
    }
    const auto rowOf = [](const DueTask& due) { return std::uint64_t{due.task.row}; };
    if (!std::ranges::is_sorted(tasks, {}, rowOf))
        sortBy(tasks, rowOf, rowOf(*std::ranges::max_element(tasks, {}, rowOf)));
    const auto [low, high] = std::ranges::minmax_element(tasks, {}, &DueTask::rank);
    const std::uint64_t highest = high->rank;
    sortBy(tasks, [highest](const DueTask& due) { return highest - due.rank; }, highest - low->rank);
}

// Tasks that are put back stand where they stood, or before. So they are never written over a task that has
// not been asked yet.
DueGroups::Next DueGroups::ask(Group& group) {
    const std::span<DueTask> tasks = tasksOf(group);
    if (order_ == Order::kExact && !std::exchange(group.is_sorted, true)) putInOrder(tasks);
    group.count = 0, group.costs = {};
    is_asked_ = true, are_some_asked_ = false;
    return {.tasks = tasks, .has_waited = group.has_waited};
}

// Not all: there may be very many, and a frame that is nearly over asks in vain. Those that are put back
// stand in front of the others again.
DueGroups::Next DueGroups::askSome(Group& group) {
    const std::span<const DueTask> first = take(group, std::min(group.count, kSome));
    some_.assign(first.begin(), first.end());
    for (const DueTask& due : some_) group.costs.unknown -= due.isCostUnknown();
    is_asked_ = are_some_asked_ = true;
    return {.tasks = some_, .has_waited = group.has_waited};
}

// What a task costs grows while it waits, so that is looked up when its turn comes.
DueGroups::Next DueGroups::thoseThatFit(const TaskTable& tasks, Group& group, const Allowance& allowance,
                                        const Wish& wish) {
    constexpr std::uint32_t kAhead = 16;
    const auto most_unknown = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(allowance.left_ns > 0 ? allowance.unknown_left : 0, 0, wish.most_unknown));
    const std::span<const DueTask> due = tasksOf(group);
    Next front{.fit = true, .has_waited = group.has_waited};
    std::uint32_t count = 0;
    for (; count < std::min(group.count, wish.most) && front.expected_ns < wish.enough_ns; ++count) {
        if (count + kAhead < group.count) tasks.prefetch(due[count + kAhead].task.row);
        const bool is_unknown = due[count].isCostUnknown();
        const std::uint32_t row = due[count].task.row;
        const std::int64_t known_ns = is_unknown ? wish.unknown_ns : tasks.expectedCost(row);
        const std::int64_t expected_ns =
            wish.rounds != nullptr ? wish.rounds->expected_ns(row, known_ns) : known_ns;
        if (front.expected_ns + expected_ns > allowance.left_ns) break;
        if (is_unknown && front.unknown == most_unknown) break;
        front.expected_ns += expected_ns;
        front.unknown += is_unknown;
    }
    assert(front.unknown <= group.costs.unknown);
    group.costs.unknown -= front.unknown;
    front.tasks = take(group, count);
    return front;
}

}  // namespace drover::load
