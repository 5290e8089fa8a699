// Tan & Wong's Figures 2 and 3. Each frame: find the periods, find who is due, put them in order, run while
// it fits the budget. How that is done fast for many tasks stands behind DueIndex and RunQueue.
#include "core/load/elastic/queue_manager.h"

#include <algorithm>

#include "core/base/ask_ahead.h"

namespace drover::load {

// Tasks came, went or changed since the last plan.
void QueueManager::follow(TaskTable& tasks) {
    if (rules().is_start_staggered) first_updates_.welcome(tasks);
}

void QueueManager::prepare(TaskTable& tasks) {
    first_updates_.prepare(tasks.rows());  // before it is told of those that are new
    Manager::prepare(tasks);
    DueIndex& index = firstIndex(tasks);
    index.prepare(tasks);
    queue_.prepare(tasks.taskRows());
    first_updates_.prepare(tasks.taskRows());
    first_updates_.leaveOut(tasks, index);
}

void QueueManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    const Rules rules = this->rules();
    tasks.cost_estimate = rules.cost_estimate;
    tasks.knows_growth = rules.knows_growth;
    report_.budget_ns = std::max<std::int64_t>(frame.budget_ns, 0);
    DueIndex& index = chooseIndex(tasks);
    queue_.setFirstToRun(rules.first_to_run);
    queue_.beginFrame(tasks, index, hasPlannedLast());

    // Figure 2: lambda, and so every period.
    const double standing_use = tasks.standingUse();
    report_.compression = index.solve(tasks, std::max(report_.desired_use - standing_use, 0.0)).status;
    if (index.hasStartedAnew()) first_updates_.leaveOut(tasks, index);

    // Figure 3, first half: who is due, and in which order.
    const DueIndex::Sums sums = index.findDue(
        tasks, rules.hysteresis, [&](std::uint32_t row) { queue_.add(tasks, row, dueSince(tasks, row)); });
    first_updates_.addDue(tasks, index, queue_);
    queue_.endPlan(tasks);
    reportPlan(tasks, sums);
}

void QueueManager::reportPlan(const TaskTable& tasks, const DueIndex::Sums& sums) {
    report_.due = queue_.due();
    report_.largest_delays = queue_.largestDelays();
    report_.total_use = sums.total_use + tasks.standingUse();
    if (tasks.tasks() == 0) return;
    report_.assigned_deviation_ns = static_cast<double>(sums.stretched_ns) / tasks.tasks();
    report_.oldest = tasks.idOf(sums.oldest_row);
    report_.oldest_ns = tasks.simul_ns - sums.oldest_last_ns;
    report_.waiting[static_cast<std::size_t>(WaitReason::kNotDue)] = tasks.tasks() - report_.due;
}

// Figure 3, second half.
void QueueManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    const Rules rules = this->rules();
    const std::int64_t frames = rules.first_update_frames;
    Allowance allowance{.left_ns = report_.budget_ns,
                        .unknown_left = (std::int64_t{tasks.tasks()} + frames - 1) / frames,
                        .delay_cap_frames = rules.delay_cap_frames};
    for (;;) {
        const std::span<const DueTask> batch = queue_.next(tasks, allowance, report_);
        if (batch.empty()) break;
        runBatch(tasks, run_task, clock, batch, allowance);
    }
    for (std::size_t reason = 0; reason < kWaitReasons; ++reason) {
        report_.waiting[reason] += queue_.waits()[reason];
        report_.delayed += queue_.waits()[reason];
    }
}

void QueueManager::runBatch(TaskTable& tasks, RunTask run_task, Clock& clock, std::span<const DueTask> batch,
                            Allowance& allowance) {
    DueIndex& index = *chosenIndex();
    std::int64_t now_ns = clock.now();
    const auto ask = [&](const DueTask& due) {
        tasks.prefetch(due.task.row);
        index.prefetch(due.task.row);
        run_task.soon(due.task);
    };
    askAhead<20>(batch, ask, [&](const DueTask& due) {
        const std::uint32_t row = due.task.row;
        if (!tasks.contains(due.task)) return;  // removed by a task that ran before it
        if (const WaitReason reason = allowance.reasonToWait(tasks, row); reason != WaitReason::kRan)
            return queue_.mustWait(tasks, due, reason);
        if (due.hasWaited()) index.assignPeriod(tasks, row);
        allowance.unknown_left -= tasks.columns.state[row].ran_at_ns < 0;
        callTask(tasks, run_task, due.task, due.next_ns, std::max<std::int64_t>(allowance.left_ns, 0),
                 now_ns);
        now_ns = clock.now();
        allowance.left_ns -= endOfTask(tasks, now_ns);
        allowance.has_run = true;
        index.ran(tasks, row);
        queue_.ran(due);
    });
}

std::int64_t QueueManager::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    const DueIndex* index = chosenIndex();
    return index ? index->periodOf(tasks, row) : Manager::periodOf(tasks, row);
}

}  // namespace drover::load
