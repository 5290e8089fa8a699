// Lives many lives, some at the same time, and counts what they have seen.
#pragma once

#include <cstdint>

#include "app/lab/ordeal/coverage.h"

namespace drover::lab::ordeal {

struct Wanted {
    std::uint64_t first_seed = 1, seeds = 1;
    double seconds = 0;  // after which no further life begins; 0: however long it takes
    unsigned jobs = 1;
    bool stops_at_failure = false;
    bool prints_all = false;  // a line for each life
};

struct Lived {
    std::uint64_t lives = 0, failures = 0;
    Coverage coverage;
    double wall_s = 0, processor_s = 0;
};

// Prints a line for each failure.
Lived liveMany(const Wanted& wanted);

}  // namespace drover::lab::ordeal
