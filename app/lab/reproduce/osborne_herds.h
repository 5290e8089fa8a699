// Osborne & Dickinson's experiments (2010, section 4): their herds in their world, updated without a load manager.
// osborne_figure3.cpp and osborne_figure4.cpp run them.
#pragma once

#include <cstdint>

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

// `updates` updates of the scenario's herds, `flocks` of them, in the vectors that `kernels` are for; with a pool as many
// again on all of its cores.
HerdsResult runHerds(const Session& session, const Scenario& scenario, std::uint32_t flocks, std::uint32_t updates,
                     const Kernels& kernels = bestKernels(), Pool* pool = nullptr);

}  // namespace drover::lab
