// Flocks that benchmarks of single updates move.
#pragma once

#include <cstdint>

#include "core/flock/kernels.h"
#include "core/flock/update.h"

namespace drover::lab {

// A heading and a place in a square with this corner, drawn by `what`.
flock::Agent agentAnywhere(const Plane& plane, std::uint32_t what, Place corner, double width_m);

// Flocks at full detail, with their leaves spread at random over a square.
flock::FlockStore fullFlocks(const flock::Kernels& target, const flock::Species& species,
                             std::uint32_t flocks, double world_m, double width_m);

// Side of the square in which each of the species' agents has 24 neighbours on average.
double widthFor(const flock::Species& species);

}  // namespace drover::lab
