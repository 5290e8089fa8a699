// The pursuit testbed as agents of the process manager: one perception set, the behaviour sets follow and
// avoid, one action set, each at a period of its own. The experiments with the three versions of the testbed
// start here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/load/process_manager.h"
#include "core/minds/pursuit.h"

namespace drover::minds {

// In frames. Acting is what is seen, so it comes every frame; the rest is thought. A period of 1 for all is
// the naive version.
struct PursuitPeriods {
    std::int64_t perceive = 2, follow = 4, avoid = 2, act = 1;
};

// Adds every agent of `pursuit` to the manager, at first with one priority and with activation delays that
// the manager chooses. The manager must be empty, so that its rows are the testbed's. `frame_time_ns` is read
// when an agent acts: it moves by as many frames as have passed since it last did. All three arguments must
// outlive the manager's frames. Returns an error of the manager (a period out of range), or nothing.
std::string addPursuit(load::ProcessManager& manager, Pursuit& pursuit, const PursuitPeriods& periods,
                       const std::int64_t& frame_time_ns);

}  // namespace drover::minds
