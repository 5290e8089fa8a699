// What a manager did in one frame. The world, the panels and the tests read it; what tasks have lived
// through, and why each did not run, stands in the task table.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/load/task.h"

namespace drover::load {

enum class Compression : std::uint8_t {
    kNominal,     // every task has its nominal period
    kCompressed,  // elastic tasks give way until the sum fits
    kSaturated,   // every elastic task is at its maximum period, and the sum still does not fit
};
std::string_view text(Compression status);

struct FrameReport {
    std::int64_t frame_time_ns = 0;  // Tf
    std::int64_t budget_ns = 0;      // Td
    double desired_use = 0;          // Ud
    Compression compression = Compression::kNominal;

    std::int64_t total_cost_ns = 0;  // Ctotal, measured
    std::int64_t overhead_ns = 0;    // the manager's own work: planning, choosing, bookkeeping

    std::uint32_t tasks = 0;
    std::uint32_t due = 0;
    std::uint32_t run = 0;
    std::uint32_t delayed = 0;  // due, but not run
    std::uint32_t threw = 0;    // ran and ended with an exception
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
