// The due tasks of a frame in the order in which they run (MODEL 4, (4.c)): first those that wait since an
// earlier frame, then those that have just become due. A manager adds to it in plan() and takes from it in
// run(). Tasks that cannot run within what is left are passed over, many at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/elastic/due_index.h"
#include "core/load/elastic/due_order.h"
#include "core/load/elastic/run_rules.h"
#include "core/load/elastic/wait_queue.h"
#include "core/load/frame_report.h"

namespace drover::load {

// Which goes first among tasks that have waited as often.
enum class FirstToRun : std::uint8_t { kLongestElapsed, kShortestPeriod };

class RunQueue {
  public:
    void setFirstToRun(FirstToRun first) { first_to_run_ = first; }

    // The order is kept in up to three lists while it is sorted.
    static constexpr std::size_t kBytesPerTask =
        3 * sizeof(DueTask) + sizeof(WaitQueue::Entry) + 2 * sizeof(TaskId) + sizeof(std::uint32_t);

    void prepare(std::size_t tasks);

    // Starts a frame: what became due in the last one and did not run joins those that wait. `is_own`: no
    // other manager planned in between.
    void beginFrame(TaskTable& tasks, DueIndex& index, bool is_own);
    // Adds a task that is due since `next_ns`; it counts as delayed in this frame unless it runs.
    void add(TaskTable& tasks, std::uint32_t row, std::int64_t next_ns) {
        const TaskState& task = tasks.columns.state[row];
        const std::uint32_t delays = tasks.delays(row);
        order_.add({rankOf(tasks, row, next_ns), next_ns, tasks.idOf(row)});
        noteCost(tasks.expectedCost(row), isCostUnknown(task));
        largest_delays_ = std::max(largest_delays_, delays);
        tasks.delay(row);
        tasks.columns.reason[row] = WaitReason::kBudget;
    }
    void endPlan(const TaskTable& tasks);
    // The same for one that is not due, in ascending order of rows, when all others have run. At the end
    // dropEarly() forgets those that did not run, as if they had not been added, and returns how many.
    void addEarly(TaskTable& tasks, std::uint32_t row) {
        add(tasks, row, tasks.simul_ns);
        early_.push_back(tasks.idOf(row));
    }
    std::uint32_t dropEarly(TaskTable& tasks);
    std::size_t added() const { return order_.size(); }
    std::uint32_t due() const { return static_cast<std::uint32_t>(order_.size()) + waiting_.size(); }
    std::uint32_t largestDelays() const { return largest_delays_; }
    std::size_t ranLast() const { return ran_last_; }  // tasks that ran in the last frame

    // The next tasks that may run, in order; empty at the end of the frame. Valid until the next call. Of
    // each the caller says that it ran or that it must wait.
    std::span<const DueTask> next(TaskTable& tasks, const Allowance& allowance, const FrameReport& report);
    void ran(const DueTask& due) { ran_rows_.push_back(due.task.row); }
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
    void noteCost(std::int64_t cost_ns, bool is_unknown) {
        order_cost_ns_ += cost_ns;
        order_unknown_ += is_unknown;
        ++order_counted_;
        order_least_ns_ = std::min(order_least_ns_, cost_ns);
        order_most_ns_ = std::max(order_most_ns_, cost_ns);
    }
    void forgetCosts() {
        order_cost_ns_ = order_most_ns_ = 0;
        order_unknown_ = order_counted_ = 0;
        order_least_ns_ = std::numeric_limits<std::int64_t>::max();
    }
    void join(TaskTable& tasks, DueIndex& index);
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
    DueOrder order_;
    LargeVector<TaskId> just_due_;         // in this frame
    LargeVector<TaskId> early_;            // the same, that were not due
    std::vector<std::uint32_t> ran_rows_;  // in this frame
    std::size_t ran_last_ = 0;
    std::uint32_t largest_delays_ = 0;
    std::array<std::uint32_t, kWaitReasons> waits_{};
    std::int64_t order_cost_ns_ = 0;  // expected, of so many tasks in order_
    std::size_t order_counted_ = 0;
    std::int64_t order_least_ns_ = 0, order_most_ns_ = 0;  // expected, of one: no less, no more
    std::size_t order_unknown_ = 0;                        // tasks in order_ whose cost is not known
    std::uint64_t planned_version_ = 0;

    // Of the frame that runs.
    Place place_;
    std::vector<DueTask> batch_;
    std::vector<std::uint32_t> batch_entries_;  // their places in the block
    bool looks_closer_ =
        false;  // what the queue knows of its tasks is not enough: caps, or the table has changed
};

}  // namespace drover::load
