// Angles as a fraction of a turn in 32 bits, and their sine and cosine from our own polynomials: the C
// library's differ from one machine to the next in the last bit, and state depends on these.
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/vec2.h"

namespace drover {

// An angle: value / 2^32 of a turn, counter-clockwise from the x axis. Sums wrap as angles do.
struct Turn {
    std::uint32_t value = 0;
};

// (cosine, sine) of the angle, each within 1.5e-7 of the exact value. Exact on the four axes.
inline Vec2 direction(Turn turn) {
    // The nearest axis is taken off exactly in integers; what is left is at most an eighth of a turn to
    // either side.
    const std::uint32_t quarter = (turn.value + 0x20000000u) >> 30;
    const auto rest = static_cast<std::int32_t>(turn.value - (quarter << 30));
    const float a = static_cast<float>(rest) * 0x1.921fb6p-30f;  // 2 pi / 2^32
    const float s = a * a;
    // Taylor series: the first term left out is below 2e-9 (sine) and 3e-8 (cosine) at an eighth of a turn.
    const float sine = a + a * s * (-1.0f / 6 + s * (1.0f / 120 + s * (-1.0f / 5040 + s * (1.0f / 362880))));
    const float cosine = 1 + s * (-0.5f + s * (1.0f / 24 + s * (-1.0f / 720 + s * (1.0f / 40320))));
    // Quarters 0 to 3: (c, s), (-s, c), (-c, -s), (s, -c). In bits, because no processor could foresee the
    // branch.
    const auto c = std::bit_cast<std::uint32_t>(cosine);
    const auto n = std::bit_cast<std::uint32_t>(sine);
    const std::uint32_t swapped = 0u - (quarter & 1u);
    const std::uint32_t sign_x = ((quarter + 1) & 2u) << 30;
    const std::uint32_t sign_y = (quarter & 2u) << 30;
    return {std::bit_cast<float>(((c & ~swapped) | (n & swapped)) ^ sign_x),
            std::bit_cast<float>(((n & ~swapped) | (c & swapped)) ^ sign_y)};
}

}  // namespace drover
