#include "core/load/unmanaged.h"

namespace drover::load {

void UnmanagedManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    TaskColumns& c = tasks.columns;
    rows_.clear();
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        c.reason[row] = WaitReason::kNotDue;
        if (c.kind[row] != TaskKind::kTask) continue;
        rows_.push_back(row);
        c.state[row].period_ns = frame.frame_time_ns;
    }
    report_.due = static_cast<std::uint32_t>(rows_.size());
}

void UnmanagedManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    runAll(tasks, run_task, clock, rows_);
}

}  // namespace drover::load
