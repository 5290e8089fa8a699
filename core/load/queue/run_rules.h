// The rules of MODEL 4 for one task: since when it is due, and whether it runs on what is left of the frame.
// The manager and its run queue ask them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/planted.h"
#include "core/load/chosen.h"
#include "core/load/task_table.h"

namespace drover::load {

inline bool isCostUnknown(const TaskState& task) { return task.cost_ns == 0 && task.ran_at_ns < 0; }

// What the task is expected to cost, or DueTask::kUnknownCost.
inline std::int64_t costIfKnown(const TaskTable& tasks, std::uint32_t row) {
    return isCostUnknown(tasks.columns.state[row]) ? DueTask::kUnknownCost : tasks.expectedCost(row);
}

// Tnext of a task that is due. One that another manager left waiting is to be updated up to the last frame.
// For any other it is Tlast + T; whole periods that were missed are folded in (4.b).
inline std::int64_t dueSince(const TaskTable& tasks, std::uint32_t row) {
    const TaskState& task = tasks.columns.state[row];
    if (task.isWaiting()) return tasks.last_simul_ns;
    const std::int64_t since_ns = tasks.simul_ns - task.last_ns, period_ns = task.period_ns;
    return task.last_ns + (since_ns < 2 * period_ns ? period_ns : since_ns / period_ns * period_ns);
}

// What is left of a frame for the tasks that are due (4.d).
struct Allowance {
    std::int64_t left_ns = 0;            // of Td
    std::int64_t unknown_left = 0;       // tasks of unknown cost that may still run
    std::uint32_t delay_cap_frames = 0;  // for tasks without a cap of their own; 0: none
    bool has_run = false;                // some task ran in this frame

    // Whether a task of that expected cost fits. One of unknown cost needs something left, and there is a
    // limit to their number, so that many new tasks are spread over the first frames.
    WaitReason reasonToWait(std::int64_t cost_ns, bool is_unknown) const {
        if (is_unknown && unknown_left <= 0) return WaitReason::kUnknownCost;
        const std::int64_t least_ns = std::max<std::int64_t>(cost_ns, is_unknown);
        return least_ns <= left_ns + (isPlanted(Fault::kLeakyBudget) ? 1'000'000 : 0) ? WaitReason::kRan
                                                                                      : WaitReason::kBudget;
    }
    WaitReason reasonToWait(const DueTask& due) const {
        return reasonToWait(due.isCostUnknown() ? 0 : due.expected_ns, due.isCostUnknown());
    }
    WaitReason reasonOfUnknown() const {
        return unknown_left > 0 ? WaitReason::kBudget : WaitReason::kUnknownCost;
    }
    // The rule for a due task. The first one always runs: otherwise a task that costs more than the whole
    // budget would never run. One that is at its cap of delays always runs, too.
    WaitReason reasonToWait(const TaskTable& tasks, std::uint32_t row) const {
        if (!has_run) return WaitReason::kRan;
        const std::uint32_t own_cap = tasks.delayCap(row);
        const std::uint32_t cap = own_cap > 0 ? own_cap : delay_cap_frames;
        if (cap > 0 && tasks.delays(row) > cap) return WaitReason::kRan;  // M counts this frame already
        return reasonToWait(tasks.expectedCost(row), isCostUnknown(tasks.columns.state[row]));
    }
};

}  // namespace drover::load
