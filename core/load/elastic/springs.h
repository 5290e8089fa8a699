// A task as a spring (MODEL 3). Here, and nowhere else, stands how far a task gives way under lambda, and
// which period follows from it. Every solver and every index computes with these.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/load/elastic/double_pair.h"
#include "core/load/queue/compression.h"

namespace drover::load {

// Past the end of every spring, yet finite: times an elasticity of zero it is zero.
inline constexpr double kBeyondAll = 1e300;
inline double usableLambda(const CompressionResult& result) {
    return result.status == Compression::kSaturated ? kBeyondAll : result.lambda;
}

// (3.a) U = max(U0 - lambda E, Umin)
template <class Number>
Number useUnder(Number lambda, Number nominal_use, Number minimum_use, Number elasticity) {
    return larger(nominal_use - lambda * elasticity, minimum_use);
}

// (3.b) T / T0 = U0 / U, as C cancels in T = C / U. A task without cost is not stretched.
template <class Number>
Number stretchFor(Number use, Number nominal_use) {
    return choose(nominal_use > inAllLanes<Number>(0), nominal_use / use, inAllLanes<Number>(1));
}

// T, rounded to the nanosecond. The least U gives Tmax to within a thousandth of one, so rounding ends on it
// exactly; a rigid task ends on T0.
inline std::int64_t periodOf(std::int64_t nominal_ns, double stretch) {
    return static_cast<std::int64_t>(static_cast<double>(nominal_ns) * stretch + 0.5);
}

// T as a real number, exact at both ends: for answers that are shown, not run.
inline double realPeriod(double cost, double nominal, double maximum, double elasticity,
                         const CompressionResult& result) {
    const double nominal_use = cost / nominal, minimum_use = cost / maximum;
    const double use = useUnder(usableLambda(result), nominal_use, minimum_use, elasticity);
    if (use >= nominal_use) return nominal;
    if (use <= minimum_use) return maximum;
    return std::clamp(cost / use, nominal, maximum);
}

}  // namespace drover::load
