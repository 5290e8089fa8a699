#include "core/load/elastic/due_groups.h"

#include <algorithm>
#include <bit>
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

}  // namespace

// The more, the sooner its tasks run.
std::uint32_t DueGroups::groupOf(std::uint64_t rank) {
    if (rank > kLongestRanked) return kGroups - 1;
    if (rank <= kLongestRanked / 2) return stepOf(rank);
    return 2 * kOnASide - 1 - stepOf(kLongestRanked - rank);
}

std::uint32_t DueGroups::countOf(std::size_t first, std::size_t end) const {
    std::uint32_t count = 0;
    for (std::size_t i = first; i < end; ++i) count += groups_[i].count;
    return count;
}

void DueGroups::keep(std::span<const DueTask> others) {
    const std::vector<Group> is_new(groups_.begin() + static_cast<std::ptrdiff_t>(new_from_), groups_.end());
    groups_.resize(new_from_);
    sweep();
    if (!groups_.empty()) groups_.push_back({.first = kept_.size(), .has_waited = true});
    for (const DueTask& due : others) append(due);
    for (const Group& group : is_new)
        for (const DueTask& due : tasksOf(group)) append(due);
    std::erase_if(groups_, [](const Group& group) { return group.count == 0; });
    new_from_ = next_ = groups_.size();
}

void DueGroups::append(const DueTask& due) {
    if (groups_.empty() || groups_.back().count == kKeptInGroup)
        groups_.push_back({.first = kept_.size(), .has_waited = true});
    kept_.push_back(due);
    ++groups_.back().count;
    groups_.back().costs.note(due);
}

// Drops groups that are empty. Closes the gaps where there are many, and then merges small groups.
void DueGroups::sweep() {
    std::erase_if(groups_, [](const Group& group) { return group.count == 0; });
    std::size_t live = 0;
    for (const Group& group : groups_) live += group.count;
    constexpr std::size_t kMostGaps = 65'536;
    if (kept_.size() < 2 * live + kMostGaps) return;
    std::size_t end = 0, kept = 0;
    for (const Group& group : groups_) {
        const Group moved = {end, group.count, true, group.costs};
        std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(group.first), group.count,
                    kept_.begin() + static_cast<std::ptrdiff_t>(end));
        end += group.count;
        if (kept > 0 && groups_[kept - 1].count + moved.count <= kKeptInGroup) {
            groups_[kept - 1].count += moved.count;
            groups_[kept - 1].costs.add(moved.costs);
        } else {
            groups_[kept++] = moved;
        }
    }
    groups_.resize(kept), kept_.resize(end);
}

void DueGroups::refresh(const TaskTable& tasks) {
    std::vector<DueTask> all;
    takeAll([&](DueTask due) {
        if (!tasks.contains(due.task)) return;
        due.expected_ns = costIfKnown(tasks, due.task.row);
        all.push_back(due);
    });
    keep(all);
}

void DueGroups::sort(const DueParts& due, cores::Team* team) {
    const std::uint32_t parts = due.parts();
    if (tasks_.size() < std::size_t{parts} * DueParts::kRows)
        tasks_.resize(std::size_t{parts} * DueParts::kRows);
    parts_.resize(parts);
    cores::each(team, parts, [&](std::uint32_t part, unsigned) { sortPart(due, part); });
    groups_.resize(new_from_), next_ = 0;
    for (std::uint32_t group = kGroups; group-- > 0;)
        for (const Part& part : parts_)
            if (group >= part.first && group < part.end && part.groups[group].count > 0)
                groups_.push_back(part.groups[group]);
}

void DueGroups::sortPart(const DueParts& due, std::uint32_t number) {
    Part& part = parts_[number];
    for (; part.first < part.end; ++part.first) part.groups[part.first] = {};
    part.first = kGroups, part.end = 0;
    const std::span<const DueTask> tasks = due.part(number);
    for (const DueTask& task : tasks) {
        const std::uint32_t group = groupOf(task.rank);
        part.first = std::min(part.first, group), part.end = std::max(part.end, group + 1);
        ++part.groups[group].count;
        part.groups[group].costs.note(task);
    }
    std::array<std::size_t, kGroups> next;
    std::size_t at = std::size_t{number} * DueParts::kRows;
    for (std::uint32_t group = part.first; group < part.end; ++group) {
        part.groups[group].first = next[group] = at;
        at += part.groups[group].count;
    }
    for (const DueTask& task : tasks) tasks_[next[groupOf(task.rank)]++] = task;
}

DueGroups::Next DueGroups::thoseThatFit(Group& group, const Allowance& allowance, const Wish& wish) {
    DueParts::Costs& costs = group.costs;
    if (costs.unknown > 0 && (costs.unknown > allowance.unknown_left || allowance.left_ns <= 0)) return {};
    const std::int64_t sum_ns = costs.sum_ns + costs.unknown * wish.unknown_ns;
    Next front{.fit = true, .has_waited = group.has_waited};
    if (sum_ns <= std::min(allowance.left_ns, wish.enough_ns)) {
        front.expected_ns = sum_ns, front.unknown = costs.unknown;
        front.tasks = take(group, group.count);
        return front;
    }
    const std::span<const DueTask> tasks = tasksOf(group);
    std::uint32_t count = 0;
    for (; count < group.count && front.expected_ns < wish.enough_ns; ++count) {
        const bool is_unknown = tasks[count].isCostUnknown();
        const std::int64_t expected_ns = is_unknown ? wish.unknown_ns : tasks[count].expected_ns;
        if (front.expected_ns + expected_ns > allowance.left_ns) break;
        front.expected_ns += expected_ns;
        front.unknown += is_unknown;
        costs.sum_ns -= is_unknown ? 0 : expected_ns;
    }
    costs.unknown -= front.unknown;
    front.tasks = take(group, count);
    return front;
}

}  // namespace drover::load
