// The due tasks of a frame in the order in which they run (MODEL 4, (4.c)): first those that wait since an
// earlier frame, then those that have just become due. A manager adds to it in plan() and takes from it in
// run(): one task after the other in exact order, or many at a time. Tasks that cannot run within what is
// left are passed over, many at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/elastic/due_groups.h"
#include "core/load/elastic/due_index.h"
#include "core/load/elastic/due_order.h"
#include "core/load/elastic/due_parts.h"
#include "core/load/elastic/run_rules.h"
#include "core/load/elastic/wait_queue.h"
#include "core/load/frame_report.h"

namespace drover::load {

// Which goes first among tasks that have waited as often.
enum class FirstToRun : std::uint8_t { kLongestElapsed, kShortestPeriod };

class RunQueue {
  public:
    void setFirstToRun(FirstToRun first) { first_to_run_ = first; }

    // What is due is kept up to four times, by row and in order, while it is sorted.
    static constexpr std::size_t kBytesPerTask = 4 * sizeof(DueTask) + sizeof(WaitQueue::Entry);

    void prepare(std::size_t tasks);

    // Starts a frame: what became due in the last one and did not run joins those that wait. `is_own`: no
    // other manager planned in between.
    void beginFrame(TaskTable& tasks, bool is_own, cores::Team* team);
    // Adds a task that is due since `next_ns`; it counts as delayed in this frame unless it runs. Tasks of
    // different parts of the rows (DueParts) on different cores at once.
    void add(TaskTable& tasks, std::uint32_t row, std::int64_t next_ns) {
        due_.add({rankOf(tasks, row, next_ns), next_ns, tasks.idOf(row), costIfKnown(tasks, row)});
        tasks.delayRow(row);
        tasks.columns.reason[row] = WaitReason::kBudget;
    }
    void endPlan(TaskTable& tasks);
    // When all that were due have run: others may be added, which are not due. Those that have not run by
    // endEarly() are forgotten, as if they had not been added. Returns how many did.
    void beginEarly(const TaskTable& tasks) { due_.clear(tasks.rows()); }
    std::uint32_t endEarly(TaskTable& tasks);
    std::uint32_t added() const { return due_.size(); }
    std::uint32_t due() const { return due_.size() + waiting_.size() + groups_.waiting(); }
    std::size_t ranLast() const { return ran_last_; }  // tasks that ran in the last frame

    // What was added is to run: one task after the other, or many at a time, which all cores put in order.
    enum class Run : std::uint8_t { kOneByOne, kMany };
    void beginRun(TaskTable& tasks, Run run, cores::Team* team);
    // The next tasks that may run, in order; none at the end of the frame. Valid until the next call. Those
    // that fit are to run. Of each of the others the caller says that it ran or that it must wait.
    using Next = DueGroups::Next;
    Next next(TaskTable& tasks, const Allowance& allowance, const FrameReport& report,
              const DueGroups::Wish& wish = {});
    void ran(std::size_t count) { ran_ += count; }
    void mustWait(TaskTable& tasks, const DueTask& due, WaitReason reason);

    // The tasks that waited in this frame, by reason.
    const std::array<std::uint32_t, kWaitReasons>& waits() const { return waits_; }

    std::uint32_t waited() const { return std::accumulate(waits_.begin(), waits_.end(), 0u); }

  private:
    static constexpr std::size_t kDone = ~std::size_t{0};

    // How far the frame has come in the queue of those that wait.
    struct Place {
        std::size_t block = 0, entry = 0;
    };

    std::uint64_t rankOf(const TaskTable& tasks, std::uint32_t row, std::int64_t until_ns) const {
        const TaskState& task = tasks.columns.state[row];
        const std::uint32_t delays = tasks.delays(row);
        return first_to_run_ == FirstToRun::kShortestPeriod ? rankOfShorter(delays, task.period_ns)
                                                            : rankOfLonger(delays, until_ns - task.last_ns);
    }
    void keepLeft(TaskTable& tasks);
    void join(TaskTable& tasks);
    std::span<const DueTask> nextWaiting(TaskTable& tasks, const Allowance& allowance);
    void fillBatch(TaskTable& tasks, WaitQueue::Block& block, const Allowance& allowance);
    void takeOutBatch(const TaskTable& tasks, WaitQueue::Block& block);
    bool mayRunAny(const WaitQueue::Block& block, const Allowance& allowance) const;
    void passOver(TaskTable& tasks, WaitQueue::Block& block, const Allowance& allowance);
    void passOver(TaskTable& tasks, WaitQueue::Block& block, const WaitQueue::Entry& entry,
                  const Allowance& allowance);
    void dropHopeless(TaskTable& tasks, const Allowance& allowance);
    std::size_t guessHowManyFit(const Allowance& allowance, const FrameReport& report) const;

    FirstToRun first_to_run_ = FirstToRun::kLongestElapsed;
    WaitQueue waiting_;
    DueParts due_;
    DueOrder order_;             // one by one,
    DueGroups groups_;           // or many at a time
    LargeVector<DueTask> left_;  // taken in this frame, and must wait
    std::size_t ran_ = 0, ran_last_ = 0;
    std::array<std::uint32_t, kWaitReasons> waits_{};
    DueParts::Costs costs_;    // of tasks in order_,
    std::size_t counted_ = 0;  // which were this many then
    std::uint64_t planned_version_ = 0;

    // Of the frame that runs.
    Run run_ = Run::kOneByOne;
    bool has_begun_ = false;
    Place place_;
    std::vector<DueTask> batch_;
    std::vector<std::uint32_t> batch_entries_;  // their places in the block
    bool looks_closer_ =
        false;  // what the queue knows of its tasks is not enough: caps, or the table has changed
};

}  // namespace drover::load
