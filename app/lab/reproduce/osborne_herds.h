// Osborne & Dickinson's experiments (2010, section 4): their herds in their world, updated without a load
// manager. osborne_figure3.cpp and osborne_figure4.cpp run them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/reproduce/experiment.h"
#include "core/cores/team.h"
#include "core/flock/kernels.h"
#include "core/world/scenario.h"

namespace drover::lab {

struct HerdsResult {
    double update_ms = 0;  // mean for an update of all flocks; measured, or by the cost model
    double shared_ms = 0;  // the same on all cores; 0 unless asked for
    double leaves = 0, nodes = 0;
    double bytes = 0;    // of all flocks' columns
    double refused = 0;  // expansions refused for lack of memory
};

// Makes `flocks` of the scenario's herds and updates them `updates` times with `kernels`. With a team it then
// makes as many updates again on all of its cores.
HerdsResult runHerds(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                     std::uint32_t updates, const flock::Kernels& kernels = flock::bestKernels(),
                     cores::Team* team = nullptr);

// The frames when each frame updates only a slice of the flocks, as a manager does to keep its budget.
struct HerdsInTurns {
    std::uint32_t frames_a_round = 0;
    std::vector<double> frame_ms;  // of every measured frame
};

// Each frame updates a slice of the flocks that takes about `slice_ms` on all cores, by the speed of earlier
// frames. Measures two rounds through all flocks after a first one. A frame lasts `frame_ms`, and each flock
// moves on by the time since its last update.
HerdsInTurns runHerdsInTurns(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                             double slice_ms, double frame_ms, cores::Team& team);

}  // namespace drover::lab
