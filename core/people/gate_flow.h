// What passes a gate when people queue before it: found with full crowds, and used for folded ones.
#pragma once

#include "core/people/building.h"

namespace drover::people {

// Whole queues stand this close, people per square metre.
inline constexpr double kQueueDensity = 4.2;

// How fast those who queue would like to walk, and how far they differ: the standard deviation beside the
// mean.
struct QueueSpeeds {
    double mean, variation;
};

// People a second through a gate: a short one like a door, or a passage of some metres.
double flowOf(const Gate& gate, const Gait& gait, const QueueSpeeds& speeds);

}  // namespace drover::people
