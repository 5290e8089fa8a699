// The pursuit testbed as agents of the process manager: one perception set, the behaviour sets follow and
// avoid, and one action set, each with its own period. The experiments with the three versions of the testbed
// call it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/load/process/process_manager.h"
#include "core/minds/pursuit.h"

namespace drover::minds {

// In frames. Actions are visible, so they run every frame; the rest runs less often. A period of 1 for all is
// the article's naive version.
struct PursuitPeriods {
    std::int64_t perceive = 2, follow = 4, avoid = 2, act = 1;
};

// Adds every agent of `pursuit` to the manager, all with the same priority and with activation delays that
// the manager chooses. The manager must be empty, so that its rows are the testbed's rows. When an agent
// acts, it moves by the frames since its last action times `frame_time_ns`. The manager, `pursuit` and
// `frame_time_ns` must outlive the manager's frames. Returns an error of the manager (a period out of range),
// or an empty text.
std::string addPursuit(load::ProcessManager& manager, Pursuit& pursuit, const PursuitPeriods& periods,
                       const std::int64_t& frame_time_ns);

}  // namespace drover::minds
