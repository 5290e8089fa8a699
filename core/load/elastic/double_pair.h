// Two doubles at a time, for passes over all tasks: what every 64-bit machine has. Each function gives
// exactly what the one-row form in its comment gives, so the bits do not depend on the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace drover::load {

using DoublePair = double __attribute__((vector_size(16)));
using LongPair = std::int64_t __attribute__((vector_size(16)));
using PairMask = LongPair;  // all bits of a lane set, or none

inline DoublePair loadPair(const double* from) {
    DoublePair pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
}
inline LongPair loadPair(const std::int64_t* from) {
    LongPair pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
}
inline void storePair(double* to, DoublePair pair) { std::memcpy(to, &pair, sizeof pair); }

// The same number in every lane.
template <class Number>
Number inAllLanes(double value) {
    return static_cast<Number>(value);
}
template <>
inline DoublePair inAllLanes<DoublePair>(double value) {
    return DoublePair{value, value};
}

// a < b ? a : b
inline DoublePair smaller(DoublePair a, DoublePair b) {
#ifdef __SSE2__
    return _mm_min_pd(a, b);
#else
    return DoublePair{a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}
// a > b ? a : b
inline DoublePair larger(DoublePair a, DoublePair b) {
#ifdef __SSE2__
    return _mm_max_pd(a, b);
#else
    return DoublePair{a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}
inline double larger(double a, double b) { return a > b ? a : b; }
inline float larger(float a, float b) { return a > b ? a : b; }

// As many bits as lanes, the first one lowest: whether the mask is set.
inline unsigned bitsOf(PairMask mask) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<DoublePair>(mask)));
#else
    return (mask[0] != 0 ? 1u : 0u) | (mask[1] != 0 ? 2u : 0u);
#endif
}

// std::floor(a), for 0 <= a < 2^52: past 2^52 no double has a fraction, so adding that much rounds it away.
inline DoublePair roundedDown(DoublePair a) {
    constexpr DoublePair kNoFraction = {0x1p52, 0x1p52}, kOne = {1, 1};
    const DoublePair rounded = (a + kNoFraction) - kNoFraction;
    return rounded - reinterpret_cast<DoublePair>((rounded > a) & reinterpret_cast<PairMask>(kOne));
}

// static_cast<double>(a), for |a| < 2^51: put into the last bits of 1.5 * 2^52, a is what that grows by. A
// larger one gives a large number of its sign, as long as a > -2^62.
inline DoublePair toDoubles(LongPair a) {
    constexpr DoublePair kBase = {0x1.8p52, 0x1.8p52};
    return reinterpret_cast<DoublePair>(a + reinterpret_cast<LongPair>(kBase)) - kBase;
}

// mask ? value : 0
inline DoublePair where(PairMask mask, DoublePair value) {
    return reinterpret_cast<DoublePair>(mask & reinterpret_cast<PairMask>(value));
}
// mask ? 0 : value
inline DoublePair unless(PairMask mask, DoublePair value) {
    return reinterpret_cast<DoublePair>(~mask & reinterpret_cast<PairMask>(value));
}
// mask ? a : b
inline DoublePair choose(PairMask mask, DoublePair a, DoublePair b) {
    return where(mask, a) + unless(mask, b);
}
inline double choose(bool mask, double a, double b) { return mask ? a : b; }

// A sum over rows in four lanes, always in the same order.
struct PairSum {
    DoublePair even = {0, 0}, odd = {0, 0};
    double value() const { return (even[0] + even[1]) + (odd[0] + odd[1]); }
};
inline constexpr std::size_t kPairSumStep = 4;  // rows: two for `even`, the next two for `odd`

}  // namespace drover::load
