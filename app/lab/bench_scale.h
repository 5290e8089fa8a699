// The same work on several numbers of cores, in turn. bench.cpp calls it for `bench scale`, by way of
// benchScale().
#pragma once

#include <vector>

#include "app/lab/bench.h"

namespace drover::lab {

// 1, 2, 4 ... up to all, and all.
std::vector<unsigned> coreCounts(unsigned all);

// `rounds` of each work on each number of cores, from the least to the most, beginning with 1; worlds run
// `warm_frames` before. What the system gives no threads for is left out.
BenchReport benchScaleOn(const std::vector<unsigned>& counts, int rounds, int warm_frames);

}  // namespace drover::lab
