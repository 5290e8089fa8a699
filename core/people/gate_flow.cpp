#include "core/people/gate_flow.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/people/step.h"

namespace drover::people {
namespace {

constexpr double kWidths_m[] = {0.5, 0.8, 1.0, 1.2, 1.6, 2.0, 2.5};
constexpr std::size_t kCount = std::size(kWidths_m);
constexpr double kDoor_m = 0.4, kLong_m = 2;  // how deep the two are; deeper ones pass as many

// Of people who are all as fast as the gait has it on average, and of people who differ as much as it has it: the
// slow ones hold up those behind them, in a passage for longer.
struct Flows {
    double door[kCount], passage[kCount], mixed_door[kCount], mixed_passage[kCount];
};
constexpr Flows kFlowsOfWeidmann = {{0.946, 1.147, 1.533, 1.970, 2.716, 3.415, 4.294},
                                    {0.946, 1.114, 1.200, 1.879, 2.401, 3.204, 4.142},
                                    {0.902, 1.086, 1.476, 1.884, 2.597, 3.222, 4.035},
                                    {0.883, 0.993, 1.194, 1.766, 2.255, 2.945, 3.750}};
constexpr Flows kFlowsOfMeasured = {{1.152, 1.518, 2.065, 2.426, 3.311, 3.993, 5.039},
                                    {1.150, 1.368, 1.885, 2.187, 2.937, 3.498, 4.663},
                                    {1.095, 1.496, 2.031, 2.264, 3.205, 3.867, 4.794},
                                    {1.099, 1.368, 1.786, 2.007, 2.755, 3.302, 4.300}};

// Straight lines between; beyond the ends in proportion to the width.
double between(const double (&flows)[kCount], double width_m) {
    if (width_m <= kWidths_m[0]) return flows[0] * width_m / kWidths_m[0];
    for (std::size_t i = 1; i < kCount; ++i) {
        const double share = (width_m - kWidths_m[i - 1]) / (kWidths_m[i] - kWidths_m[i - 1]);
        if (share <= 1) return flows[i - 1] + (flows[i] - flows[i - 1]) * share;
    }
    return flows[kCount - 1] * width_m / kWidths_m[kCount - 1];
}

// The flow grows with this power of their speed: 3/8. Roots have the same bits everywhere.
double powerOf(double speed) {
    const double root = std::sqrt(std::sqrt(speed));
    return root * std::sqrt(root);
}

}  // namespace

double flowOf(const Gate& gate, const Gait& gait, const QueueSpeeds& speeds) {
    const double width_m = gate.width_m();
    if (width_m < static_cast<double>(2 * kBody_m)) return 0;
    const Flows& flows = gait.walk == Walk::kMeasured ? kFlowsOfMeasured : kFlowsOfWeidmann;
    const double depth = std::clamp((gate.passage_m - kDoor_m) / (kLong_m - kDoor_m), 0.0, 1.0);
    const auto through = [&](const double (&door)[kCount], const double (&passage)[kCount]) {
        return between(door, width_m) * (1 - depth) + between(passage, width_m) * depth;
    };
    const double alike = through(flows.door, flows.passage);
    const double mixed = through(flows.mixed_door, flows.mixed_passage);
    const double share = std::min(speeds.variation * gait.speed / gait.spread, 2.0);
    return (alike + (mixed - alike) * share) * powerOf(speeds.mean / gait.speed);
}

}  // namespace drover::people
