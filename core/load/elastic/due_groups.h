// The due tasks of a frame for a manager that runs many at a time. They are sorted by rank roughly: tasks of
// one group differ by less than an eighth in the time that has passed, and each part of the rows has groups
// of its own, so that all cores sort at once. The groups then run in order, whole or from the front.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/cores/team.h"
#include "core/load/elastic/due_parts.h"
#include "core/load/elastic/run_rules.h"

namespace drover::load {

class DueGroups {
  public:
    void prepare(std::size_t rows) { takePages(tasks_, rows); }
    void clear() { groups_.clear(), kept_.clear(), next_ = new_from_ = 0; }

    // What is left of the last frame waits: the groups, then `others`.
    void keep(std::span<const DueTask> others);
    // After the table has changed: drops removed tasks, reads costs again.
    void refresh(const TaskTable& tasks);
    std::uint32_t waiting() const { return countOf(0, new_from_); }
    TaskId first() const { return groups_.empty() ? kNoTask : tasksOf(groups_[0])[0].task; }
    // Calls visit(task) for all that wait, in order, and forgets them.
    template <class Visit>
    void takeAll(Visit visit) {
        for (std::size_t i = 0; i < new_from_; ++i)
            for (const DueTask& due : tasksOf(groups_[i])) visit(due);
        clear();
    }

    // The new ones go behind those that wait.
    void sort(const DueParts& due, cores::Team* team);

    // New ones that have not run; and to forget them.
    std::uint32_t left() const { return countOf(new_from_, groups_.size()); }
    template <class Visit>
    void dropLeft(Visit visit) {
        for (std::size_t i = new_from_; i < groups_.size(); ++i)
            for (const DueTask& due : tasksOf(groups_[i])) visit(due);
        groups_.resize(new_from_);
    }

    // The next tasks in order. If they fit what is left, all run; if not, each must be asked. Empty: no more.
    struct Next {
        std::span<const DueTask> tasks;
        bool fit = false;
        bool has_waited = false;  // since an earlier frame
        std::int64_t expected_ns = 0;
        std::uint32_t unknown = 0;  // of unknown cost
    };
    struct Wish {
        std::int64_t enough_ns = 0;   // tasks of that cost are enough
        std::int64_t unknown_ns = 0;  // what one of unknown cost counts for
    };
    // A group in which no task fits is passed over. Then wait(tasks, unknown) is called; `unknown` counts
    // those of unknown cost.
    template <class Wait>
    Next next(const Allowance& allowance, const Wish& wish, Wait wait) {
        for (; next_ < groups_.size(); ++next_) {
            Group& group = groups_[next_];
            if (group.count == 0) continue;
            if (const Next front = thoseThatFit(group, allowance, wish); !front.tasks.empty()) return front;
            const bool may_be_new = group.costs.unknown > 0 && allowance.unknown_left > 0;
            const std::int64_t least_ns = may_be_new ? 1 : group.costs.least_ns;
            if (!allowance.has_run || least_ns <= allowance.left_ns)
                return {.tasks = take(group, group.count), .has_waited = group.has_waited};
            wait(tasksOf(group), group.costs.unknown);
        }
        return {};
    }

  private:
    // Near both ends of the 44 bits of a rank's time there are eight groups an octave, because some ranks
    // count down from the longest time. One more group is for all tasks that have been delayed.
    static constexpr std::uint32_t kOnASide = 21 * 8 + 8, kGroups = 2 * kOnASide + 1;
    static constexpr std::uint32_t kKeptInGroup = 512;

    struct Group {
        std::size_t first = 0;  // in tasks_, or in kept_
        std::uint32_t count = 0;
        bool has_waited = false;
        DueParts::Costs costs;
    };
    struct alignas(128) Part {
        std::array<Group, kGroups> groups{};
        std::uint32_t first = kGroups, end = 0;  // outside of which there is none
    };

    std::uint32_t countOf(std::size_t first, std::size_t end) const;
    static std::uint32_t groupOf(std::uint64_t rank);
    void sortPart(const DueParts& due, std::uint32_t part);
    void sweep();
    void append(const DueTask& due);
    Next thoseThatFit(Group& group, const Allowance& allowance, const Wish& wish);
    std::span<const DueTask> tasksOf(const Group& group) const {
        return {(group.has_waited ? kept_ : tasks_).data() + group.first, group.count};
    }
    std::span<const DueTask> take(Group& group, std::uint32_t count) {
        const std::span<const DueTask> tasks = tasksOf(group).first(count);
        group.first += count, group.count -= count;
        return tasks;
    }

    LargeVector<DueTask> tasks_;  // that are new
    LargeVector<DueTask> kept_;   // that wait, with gaps
    std::vector<Part> parts_;
    std::vector<Group> groups_;  // in order
    std::size_t new_from_ = 0, next_ = 0;
};

}  // namespace drover::load
