#include "core/people/gate_flow.h"

#include <algorithm>
#include <cstddef>

#include "core/people/step.h"

namespace drover::people {
namespace {

constexpr double kWidths_m[] = {0.8, 1.0, 1.2, 1.6, 2.0, 2.5};
constexpr double kDoor[] = {1.15, 1.52, 1.97, 2.71, 3.40, 4.33};
constexpr double kPassage[] = {1.12, 1.16, 1.79, 2.41, 3.14, 4.24};
constexpr std::size_t kCount = std::size(kWidths_m);
constexpr double kDoor_m = 0.4, kLong_m = 5;  // how deep the two are

// Straight lines between; beyond the ends in proportion to the width.
double between(const double (&flows)[kCount], double width_m) {
    if (width_m <= kWidths_m[0]) return flows[0] * width_m / kWidths_m[0];
    for (std::size_t i = 1; i < kCount; ++i) {
        const double share = (width_m - kWidths_m[i - 1]) / (kWidths_m[i] - kWidths_m[i - 1]);
        if (share <= 1) return flows[i - 1] + (flows[i] - flows[i - 1]) * share;
    }
    return flows[kCount - 1] * width_m / kWidths_m[kCount - 1];
}

}  // namespace

double flowOf(double width_m, double passage_m) {
    if (width_m < static_cast<double>(2 * kBody_m)) return 0;
    const double share = std::clamp((passage_m - kDoor_m) / (kLong_m - kDoor_m), 0.0, 1.0);
    const double door = between(kDoor, width_m);
    return door + (between(kPassage, width_m) - door) * share;
}

}  // namespace drover::people
