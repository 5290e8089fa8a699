// Angles as 32-bit fractions of a full circle, with their sine and cosine. Flocks, wildlife and pursuit use
// them. The polynomials are our own: the C library's sine and cosine differ in the last bit from one machine
// to the next, and the state depends on them.
#pragma once

#include <cstdint>

#include "core/base/vec2.h"

namespace drover {

// An angle of value / 2^32 of a full circle, counter-clockwise from the x axis. Sums wrap around.
struct Angle {
    std::uint32_t value = 0;
};

// (cosine, sine) of the angle.
inline Vec2 direction(Angle turn) { return one_lane::directionOf(turn.value); }

}  // namespace drover
