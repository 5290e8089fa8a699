// Two rows at a time, for the passes over all tasks: what every 64-bit machine has. The selecting functions
// give exactly what their one-row spelling in the comment gives, so that the bits do not depend on the
// machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace drover::load {

using Pair = double __attribute__((vector_size(16)));
using PairMask = std::int64_t __attribute__((vector_size(16)));  // all bits of a row set, or none

inline Pair load(const double* from) {
    Pair pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
}
inline Pair both(double value) { return Pair{value, value}; }

// a < b ? a : b
inline Pair smaller(Pair a, Pair b) {
#ifdef __SSE2__
    return _mm_min_pd(a, b);
#else
    return Pair{a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}
// a > b ? a : b
inline Pair larger(Pair a, Pair b) {
#ifdef __SSE2__
    return _mm_max_pd(a, b);
#else
    return Pair{a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}
// mask ? value : 0
inline Pair where(PairMask mask, Pair value) {
    return reinterpret_cast<Pair>(mask & reinterpret_cast<PairMask>(value));
}
// mask ? 0 : value
inline Pair unless(PairMask mask, Pair value) {
    return reinterpret_cast<Pair>(~mask & reinterpret_cast<PairMask>(value));
}

// A sum over rows in four lanes, in an order that is always the same.
struct PairSum {
    Pair even = {0, 0}, odd = {0, 0};
    double value() const { return (even[0] + even[1]) + (odd[0] + odd[1]); }
};
inline constexpr std::size_t kPairSumStep = 4;  // rows: two for `even`, the next two for `odd`

}  // namespace drover::load
