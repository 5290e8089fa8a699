// What a manager did in one frame (MODEL 7). The frame record, the panels and the tests read it. The task
// table's `reason` column says why each single task waited.
#pragma once

#include <array>
#include <cstdint>

#include "core/load/elastic/springs.h"
#include "core/load/task_table.h"

namespace drover::load {

struct FrameReport {
    std::int64_t frame_time_ns = 0;  // Tf
    std::int64_t budget_ns = 0;      // Td
    std::int64_t simul_ns = 0;       // Tsimul
    double desired_use = 0;          // Ud
    double total_use = 0;            // Utotal = sum C/T over the assigned periods
    Compression compression = Compression::kNominal;

    std::int64_t total_cost_ns = 0;    // Ctotal, measured
    std::int64_t dearest_cost_ns = 0;  // highest cost of a task that ran
    std::int64_t overhead_ns = 0;      // the manager's own work: planning, choosing, bookkeeping
    bool is_over_budget = false;       // Ctotal > Td

    std::uint32_t tasks = 0;
    std::uint32_t due = 0;
    std::uint32_t run = 0;
    std::uint32_t delayed = 0;  // due, but not run
    std::uint32_t threw = 0;    // ran and ended with an exception
    std::array<std::uint32_t, kWaitReasons> waiting = {};

    double assigned_deviation_ns = 0;  // D_period: mean over all tasks of assigned T - T0
    // mean over the tasks that ran, except first runs, of the real interval between two runs less T0
    double observed_deviation_ns = 0;
    std::uint32_t largest_delays = 0;  // M, before the run
    std::int64_t oldest_ns = 0;        // Tsimul - Tlast of the task that has waited longest, before the run
    TaskId oldest = kNoTask;
};

// What a scheduler did when it last ran (MODEL 6). Manager::schedulerReport() gives it.
struct SchedulerReport {
    TaskId scheduler = kNoTask;   // none: the manager itself
    bool has_run = false;         // in the last frame
    std::uint64_t runs = 0;       // since this manager took it up
    std::int64_t offered_ns = 0;  // its T; below 0 if those before it had used more than there was
    std::int64_t used_ns = 0;     // cost of the tasks that ran in it and in the schedulers below it
    std::uint32_t tasks = 0;      // its own, without those of the schedulers below it,
    std::uint32_t due = 0;        // how many of them were due,
    std::uint32_t run = 0;        // and how many ran: all but those that a task removed in that frame
};

}  // namespace drover::load
