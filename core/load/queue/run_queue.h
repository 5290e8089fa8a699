// The due tasks of a frame in the order in which they run (MODEL 4, (4.c)): first those that wait since an
// earlier frame, then those that have just become due. A manager adds to it in plan() and takes from it in
// run(): one task after the other in exact order, or many at a time. Tasks that cannot run within what is
// left are passed over, many at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/load/queue/due_groups.h"
#include "core/load/queue/due_parts.h"
#include "core/load/queue/run_rules.h"

namespace drover::load {

// Which goes first among tasks that have waited as often.
enum class FirstToRun : std::uint8_t { kLongestElapsed, kShortestPeriod };

class RunQueue {
  public:
    using Order = DueGroups::Order;
    using Next = DueGroups::Next;
    using Wish = DueGroups::Wish;

    void setFirstToRun(FirstToRun first) { first_to_run_ = first; }

    // What is due is kept by row and in order, what waits may have as many gaps as tasks, and a group is
    // sorted.
    static constexpr std::size_t kBytesPerTask = 5 * sizeof(DueTask);

    void prepare(std::size_t tasks);

    // Starts a frame: what became due in the last one and did not run joins those that wait. `is_own`: no
    // other manager planned in between.
    void beginFrame(const TaskTable& tasks, bool is_own, cores::Team* team);
    // Adds a task that is due since `next_ns`; it counts as delayed in this frame unless it runs. Tasks of
    // different parts of the rows (DueParts) on different cores at once.
    void add(TaskTable& tasks, std::uint32_t row, std::int64_t next_ns) {
        due_.add({rankOf(tasks, row, next_ns), next_ns, tasks.idOf(row), costIfKnown(tasks, row)});
        tasks.delay(row);
        tasks.columns.reason[row] = WaitReason::kBudget;
    }
    void endPlan(std::uint64_t version) { planned_version_ = version, has_begun_ = false; }
    // When all that were due have run: others may be added, which are not due. Those that have not run by
    // endEarly() are forgotten, as if they had not been added. Returns how many did.
    void beginEarly(const TaskTable& tasks) { due_.clear(tasks.rows()); }
    std::uint32_t endEarly(TaskTable& tasks);
    std::uint32_t added() const { return due_.size(); }
    std::uint32_t due() const { return due_.size() + groups_.waiting(); }
    std::size_t ranLast() const { return ran_last_; }  // tasks that ran in the last frame

    // What was added is to run.
    void beginRun(Order order, cores::Team* team);
    // The next tasks that may run, in order; none at the end of the frame. Valid until the next call. Those
    // that fit are to run. Of each of the others the caller says that it ran or that it must wait.
    Next next(TaskTable& tasks, const Allowance& allowance, const Wish& wish);
    void ran(std::size_t count) { ran_ += count; }
    void mustWait(TaskTable& tasks, const DueTask& due, WaitReason reason) {
        tasks.columns.reason[due.task.row] = reason;
        ++waited_;
        groups_.putBack(due);
    }
    std::uint32_t waited() const { return waited_; }  // tasks that could not run in this frame

    // Whether each task must be looked at to know if it may run: some have caps, or the table has changed.
    bool mustLookCloser(const TaskTable& tasks, const Allowance& allowance) const {
        return allowance.delay_cap_frames > 0 || tasks.hasCaps() || tasks.version() != planned_version_;
    }

  private:
    std::uint64_t rankOf(const TaskTable& tasks, std::uint32_t row, std::int64_t until_ns) const {
        const TaskState& task = tasks.columns.state[row];
        const std::uint32_t delays = tasks.delays(row);
        return first_to_run_ == FirstToRun::kShortestPeriod ? rankOfShorter(delays, task.period_ns)
                                                            : rankOfLonger(delays, until_ns - task.last_ns);
    }
    void keepLeft(const TaskTable& tasks, cores::Team* team);

    FirstToRun first_to_run_ = FirstToRun::kLongestElapsed;
    DueParts due_;
    DueGroups groups_;
    Order order_ = Order::kExact;
    std::size_t ran_ = 0, ran_last_ = 0;
    std::uint32_t waited_ = 0;
    bool has_begun_ = false;  // to run what was added
    std::uint64_t planned_version_ = 0;
};

}  // namespace drover::load
