// The due tasks of a frame, and those that wait since an earlier one, in the order in which they run (MODEL
// 4, (4.c)). They are kept in groups: the tasks of one group differ by less than an eighth in the time that
// has passed, and all cores divide them at once. A manager that runs many tasks at a time takes whole groups,
// or what fits of their front; within a group the order is then that of rows. For one that calls task after
// task a group is sorted when its turn comes, so no task is put in order that is not asked.
//
// The order never changes among tasks that wait: each frame makes all of them one delay older, and Tnext is
// the same for all. Later tasks have fewer delays and go behind them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/load/queue/due_parts.h"
#include "core/load/queue/run_rules.h"

namespace drover::load {

class DueGroups {
  public:
    enum class Order : std::uint8_t { kExact, kRough };

    void prepare(std::size_t rows) { takePages(new_, rows), takePages(waiting_, 2 * rows + kFew); }
    void clear() { groups_.clear(), waiting_.clear(), new_from_ = at_ = 0; }

    // The tasks of this frame go behind those that wait; then next() begins with the first of all.
    void add(const DueParts& due, Order order, cores::Team* team);
    // Calls visit(task) for those of this frame that have not run, and forgets them.
    template <class Visit>
    void takeLeft(Visit visit) {
        for (std::size_t i = new_from_; i < groups_.size(); ++i)
            for (const DueTask& due : tasksOf(groups_[i])) visit(due);
        groups_.resize(new_from_);
    }
    // These wait from now on, behind the others.
    void keep(const DueParts& due, Order order, cores::Team* team);
    // After the table has changed: drops removed tasks, reads costs again.
    void refresh(const TaskTable& tasks);
    std::uint32_t waiting() const;

    // The next tasks. Those that fit what is left all run. If they do not, each must be asked, in order, and
    // putBack() those that must wait. Empty: no more.
    struct Next {
        std::span<const DueTask> tasks;
        bool fit = false;
        bool has_waited = false;  // since an earlier frame
        std::int64_t expected_ns = 0;
        std::uint32_t unknown = 0;  // of unknown cost
    };
    struct Wish {
        const Rounds* rounds = nullptr;  // in which they run
        std::int64_t enough_ns = 0;      // tasks of that cost are enough
        std::int64_t unknown_ns = 0;     // what one of unknown cost counts for
        std::uint32_t most = 0;          // tasks that the round still takes
        std::uint32_t most_unknown = 0;  // of them, tasks of unknown cost
        bool asks_all = false;           // costs do not tell who may run
    };
    // A group in which no task fits is passed over. Then wait(tasks, unknown) is called; `unknown` counts
    // those of unknown cost.
    template <class Wait>
    Next next(const TaskTable& tasks, const Allowance& allowance, const Wish& wish, Wait wait) {
        for (at_ += is_asked_, is_asked_ = false; at_ < groups_.size(); ++at_) {
            Group& group = groups_[at_];
            if (group.count == 0) continue;
            if (order_ == Order::kRough)
                if (const Next front = thoseThatFit(tasks, group, allowance, wish); !front.tasks.empty())
                    return front;
            const bool may_run = wish.asks_all || mayRunAny(group.costs, allowance);
            if (may_run && (wish.asks_all || order_ == Order::kExact)) return ask(group);
            if (may_run) {
                const Next some = askSome(group);
                if (group.count > 0) wait(tasksOf(group), group.costs.unknown);
                return some;
            }
            wait(tasksOf(group), group.costs.unknown);
        }
        return {};
    }
    void putBack(const DueTask& due) {
        are_some_asked_ ? putBackInFront(groups_[at_], due) : putBack(groups_[at_], due);
    }

  private:
    // Near both ends of the 44 bits of a rank's time there are eight groups an octave, because some ranks
    // count down from the longest time. One more group is for all tasks that have been delayed.
    static constexpr std::uint32_t kOnASide = 21 * 8 + 8, kGroups = 2 * kOnASide + 1;
    static constexpr std::uint32_t kFew = 512;  // tasks of neighbours that become one group
    static constexpr std::uint32_t kSome =
        64;  // tasks that are asked of a group whose first one does not fit

    struct Group {
        std::size_t first = 0;  // in waiting_ or new_
        std::uint32_t count = 0;
        bool has_waited = false, is_sorted = false;
        DueParts::Costs costs;
    };
    struct alignas(128) Part {
        std::array<Group, kGroups> groups{};
        std::uint32_t first = kGroups, end = 0;  // outside of which there is none
    };

    static std::uint32_t groupOf(std::uint64_t rank);
    static bool mayRunAny(const DueParts::Costs& costs, const Allowance& allowance) {
        if (!allowance.has_run || costs.least_ns <= allowance.left_ns) return true;
        return costs.unknown > 0 && allowance.reasonToWait(0, true) == WaitReason::kRan;
    }
    void divide(const DueParts& due, bool has_waited, cores::Team* team);
    static void count(std::span<const DueTask> tasks, Part& part);
    void sweep();
    template <class Key>
    void sortBy(std::span<DueTask> tasks, Key key, std::uint64_t largest);
    void putInOrder(std::span<DueTask> tasks);
    Next ask(Group& group);
    Next askSome(Group& group);
    Next thoseThatFit(const TaskTable& tasks, Group& group, const Allowance& allowance, const Wish& wish);
    LargeVector<DueTask>& homeOf(const Group& group) { return group.has_waited ? waiting_ : new_; }
    std::span<DueTask> tasksOf(const Group& group) {
        return {homeOf(group).data() + group.first, group.count};
    }
    std::span<const DueTask> take(Group& group, std::uint32_t count) {
        const std::span<const DueTask> tasks = tasksOf(group).first(count);
        group.first += count, group.count -= count;
        return tasks;
    }
    void putBack(Group& group, const DueTask& due) {
        homeOf(group)[group.first + group.count++] = due;
        group.costs.note(due);
    }

    void putBackInFront(Group& group, const DueTask& due) {
        homeOf(group)[--group.first] = due;
        ++group.count;
        group.costs.note(due);
    }

    LargeVector<DueTask> waiting_;  // with gaps
    LargeVector<DueTask> new_;
    LargeVector<DueTask> sorted_;  // while a group is put in order
    std::vector<Part> parts_;
    std::vector<Group> groups_;  // in order
    std::size_t new_from_ = 0;   // the first group of this frame
    std::size_t at_ = 0;         // the group whose turn it is
    bool is_asked_ = false;      // it has been taken to be asked
    std::vector<DueTask> some_;  // the first of a group, which are asked
    bool are_some_asked_ = false;
    Order order_ = Order::kExact;
};

}  // namespace drover::load
