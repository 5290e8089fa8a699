// Numbers with a single lane. A formula in an .inl file is written once, in the words below: here they stand
// for one float, in core/flock/agent_lanes.inl for a vector of them. vec2.h and agent_step.h include such
// files; everything else calls what these offer.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

// How such a function is declared: in vectors it must be inlined.
#define DROVER_FORMULA inline

namespace drover::one_lane {

using Float = float;
using Word = std::uint32_t;
using Int = std::int32_t;

constexpr Float all(float value) { return value; }
constexpr Word all(std::uint32_t value) { return value; }
constexpr Int all(std::int32_t value) { return value; }

// A comparison of floats. It nearly always has the same outcome, so choosing by it may branch.
using Mask = bool;
constexpr bool every(Mask mask) { return mask; }
constexpr Mask both(Mask a, Mask b) { return a && b; }
constexpr Float choose(Mask mask, Float a, Float b) { return mask ? a : b; }
constexpr Float where(Mask mask, Float a) { return mask ? a : 0; }
constexpr Float unless(Mask mask, Float a) { return mask ? 0 : a; }

// A question about drawn bits. A branch on it would be mispredicted often.
struct BitMask {
    std::uint32_t bits;  // all or none
};
constexpr BitMask isOdd(Word a) { return {0u - (a & 1u)}; }
constexpr BitMask isLess(Int a, Int b) { return {0u - static_cast<std::uint32_t>(a < b)}; }
inline Float where(BitMask mask, Float a) {
    return std::bit_cast<float>(mask.bits & std::bit_cast<std::uint32_t>(a));
}
inline Float choose(BitMask mask, Float a, Float b) {
    return std::bit_cast<float>((mask.bits & std::bit_cast<std::uint32_t>(a)) |
                                (~mask.bits & std::bit_cast<std::uint32_t>(b)));
}

constexpr Float smaller(Float a, Float b) { return a < b ? a : b; }
inline Float root(Float a) { return std::sqrt(a); }
inline Float size(Float a) { return std::abs(a); }
constexpr Float negated(Float a) { return -a; }
constexpr Float toFloat(Int a) { return static_cast<float>(a); }
constexpr Int asSigned(Word a) { return static_cast<Int>(a); }
// `a` with these bits turned over.
constexpr Float flipped(Float a, Word bits) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) ^ bits);
}
template <int bits>
constexpr Word shiftedLeft(Word a) {
    return a << bits;
}
template <int bits>
constexpr Word shiftedRight(Word a) {
    return a >> bits;
}

}  // namespace drover::one_lane
