// Osborne & Dickinson's experiments (2010, section 4): their herds in their world, updated without a load
// manager. osborne_figure3.cpp and osborne_figure4.cpp run them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/reproduce/experiment.h"
#include "core/flock/kernels.h"
#include "core/world/pool.h"
#include "core/world/scenario.h"

namespace drover::lab {

struct HerdsResult {
    double update_ms = 0;  // mean of an update of all flocks; under the model clock what its cost model says
    double shared_ms = 0;  // the same on all cores; 0 unless asked for
    double leaves = 0, nodes = 0;
    double bytes = 0;    // of the columns of all flocks
    double refused = 0;  // expansions for which there was no room
};

// `updates` updates of the scenario's herds, `flocks` of them, in the vectors that `kernels` are for; with a
// pool as many again on all of its cores.
HerdsResult runHerds(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                     std::uint32_t updates, const flock::Kernels& kernels = flock::bestKernels(),
                     world::Pool* pool = nullptr);

// More flocks than a frame has time for, a slice of them in each: how a manager would keep its budget.
struct HerdsInTurns {
    std::uint32_t frames_a_round = 0;
    std::vector<double> frame_ms;  // of every frame measured
};

// Slices that take about `slice_ms` on all cores, as far as the frames before tell, two rounds through all
// flocks after a first one; each flock is brought on by the time since its last turn, of frames that take
// `frame_ms`.
HerdsInTurns runHerdsInTurns(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                             double slice_ms, double frame_ms, world::Pool& pool);

}  // namespace drover::lab
