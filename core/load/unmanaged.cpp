#include "core/load/unmanaged.h"

#include <algorithm>
#include <limits>

namespace drover::load {

void UnmanagedManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    TaskColumns& c = tasks.columns;
    rows_.clear();
    std::int64_t stretched_ns = 0, oldest_last_ns = std::numeric_limits<std::int64_t>::max(), cost_ns = 0;
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        c.reason[row] = WaitReason::kNotDue;
        if (c.kind[row] != TaskKind::kTask) continue;
        rows_.push_back(row);
        c.state[row].period_ns = frame.frame_time_ns;
        stretched_ns += frame.frame_time_ns - c.state[row].nominal_ns;
        cost_ns += c.state[row].cost_ns;
        report_.largest_delays = std::max(report_.largest_delays, tasks.delays(row));
        if (c.state[row].last_ns >= oldest_last_ns) continue;
        oldest_last_ns = c.state[row].last_ns;
        report_.oldest = tasks.idOf(row);
    }
    report_.due = tasks.tasks();
    if (tasks.tasks() == 0) return;
    report_.oldest_ns = tasks.simul_ns - oldest_last_ns;
    report_.assigned_deviation_ns = static_cast<double>(stretched_ns) / tasks.tasks();
    if (frame.frame_time_ns > 0)
        report_.total_use = static_cast<double>(cost_ns) / static_cast<double>(frame.frame_time_ns);
}

void UnmanagedManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    runAll(tasks, run_task, clock, rows_);
}

}  // namespace drover::load
