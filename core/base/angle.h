// Angles as 32-bit fractions of a full circle, with their sine and cosine. Flocks, wildlife and pursuit use
// them. The polynomials are our own: the C library's sine and cosine differ in the last bit from one machine
// to the next, and the state depends on them.
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/vec2.h"

namespace drover {

// An angle of value / 2^32 of a full circle, counter-clockwise from the x axis. Sums wrap around.
struct Angle {
    std::uint32_t value = 0;
};

// (cosine, sine) of the angle, each within 1.5e-7 of the exact value. Exact on the four axes.
inline Vec2 direction(Angle turn) {
    // Subtract the nearest axis, exactly, in integers. What is left is at most an eighth of a circle to
    // either side.
    const std::uint32_t quarter = (turn.value + 0x20000000u) >> 30;
    const auto rest = static_cast<std::int32_t>(turn.value - (quarter << 30));
    const float a = static_cast<float>(rest) * 0x1.921fb6p-30f;  // 2 pi / 2^32
    const float s = a * a;
    // Taylor series. The first term left out is below 2e-9 (sine) and 3e-8 (cosine) at an eighth of a circle.
    const float sine = a + a * s * (-1.0f / 6 + s * (1.0f / 120 + s * (-1.0f / 5040 + s * (1.0f / 362880))));
    const float cosine = 1 + s * (-0.5f + s * (1.0f / 24 + s * (-1.0f / 720 + s * (1.0f / 40320))));
    // Quarters 0 to 3 are (c, s), (-s, c), (-c, -s), (s, -c). Selected with bit masks, because a branch would
    // be mispredicted most of the time.
    const auto c = std::bit_cast<std::uint32_t>(cosine);
    const auto n = std::bit_cast<std::uint32_t>(sine);
    const std::uint32_t swapped = 0u - (quarter & 1u);
    const std::uint32_t sign_x = ((quarter + 1) & 2u) << 30;
    const std::uint32_t sign_y = (quarter & 2u) << 30;
    return {std::bit_cast<float>(((c & ~swapped) | (n & swapped)) ^ sign_x),
            std::bit_cast<float>(((n & ~swapped) | (c & swapped)) ^ sign_y)};
}

}  // namespace drover
