// What passes a gate when people queue before it: found with full crowds, and used for folded ones.
#pragma once

#include "core/people/building.h"

namespace drover::people {

// Whole queues stand this close, people per square metre.
inline constexpr double kQueueDensity = 4.2;

// People a second through a gate of this width: a short one like a door, or a passage of some metres.
double flowOf(double width_m, double passage_m);

inline double flowOf(const Gate& gate) { return flowOf(gate.width_m(), gate.passage_m); }

}  // namespace drover::people
