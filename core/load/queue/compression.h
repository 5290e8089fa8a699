// How far periods must be stretched so that all tasks fit Ud. An index finds it in each frame.
#pragma once

#include <limits>

#include "core/load/frame_report.h"

namespace drover::load {

struct CompressionResult {
    Compression status = Compression::kNominal;
    double lambda = 0;  // how far the springs give; infinite when saturated
};
inline constexpr CompressionResult kNothingGiven = {Compression::kNominal, 0};
inline constexpr CompressionResult kAllGiven = {Compression::kSaturated,
                                                std::numeric_limits<double>::infinity()};

// Whether a sum of utilisations fits Ud. Rounding must not decide: a sum that would be equal fits.
inline bool fits(double use, double desired) {
    constexpr double kTolerance = 1e-12;
    return use <= desired * (1 + kTolerance);
}

}  // namespace drover::load
