#include "core/people/gate_flow.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/people/step.h"

namespace drover::people {
namespace {

constexpr double kWidths_m[] = {0.5, 0.8, 1.0, 1.2, 1.6, 2.0, 2.5};
constexpr std::size_t kCount = std::size(kWidths_m);
// How much of what a passage of four metres takes away a shorter one does, by its depth.
constexpr double kDepths_m[] = {0.4, 1, 2, 4}, kShares[] = {0, 0.4, 0.87, 1};

// Of people who are all as fast as the gait has it on average, and of people who differ as much as it has it:
// the slow ones hold up those behind them, in a passage for longer.
struct Flows {
    double door[kCount], passage[kCount], mixed_door[kCount], mixed_passage[kCount];
};
constexpr Flows kFlowsOfWeidmann = {{0.946, 1.147, 1.533, 1.970, 2.716, 3.415, 4.294},
                                    {0.936, 1.113, 1.180, 1.864, 2.386, 3.190, 4.102},
                                    {0.902, 1.086, 1.476, 1.884, 2.597, 3.222, 4.035},
                                    {0.890, 0.981, 1.166, 1.762, 2.215, 2.909, 3.706}};
constexpr Flows kFlowsOfMeasured = {{1.152, 1.518, 2.065, 2.426, 3.311, 3.993, 5.039},
                                    {1.148, 1.358, 1.882, 2.174, 2.919, 3.422, 4.598},
                                    {1.095, 1.496, 2.031, 2.264, 3.205, 3.867, 4.794},
                                    {1.095, 1.365, 1.793, 1.981, 2.708, 3.245, 4.181}};

// Straight lines from point to point.
double between(std::span<const double> at, std::span<const double> values, double where) {
    for (std::size_t i = 1; i < at.size(); ++i)
        if (where <= at[i])
            return values[i - 1] +
                   (values[i] - values[i - 1]) * std::max(where - at[i - 1], 0.0) / (at[i] - at[i - 1]);
    return values.back();
}

// Beyond the ends in proportion to the width.
double through(std::span<const double> flows, double width_m) {
    const double known_m = std::clamp(width_m, kWidths_m[0], kWidths_m[kCount - 1]);
    return between(kWidths_m, flows, known_m) * width_m / known_m;
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
    const double depth = between(kDepths_m, kShares, gate.passage_m);
    const auto mean = [&](std::span<const double> door, std::span<const double> passage) {
        return through(door, width_m) * (1 - depth) + through(passage, width_m) * depth;
    };
    const double alike = mean(flows.door, flows.passage);
    const double mixed = mean(flows.mixed_door, flows.mixed_passage);
    const double share = std::min(speeds.variation * gait.speed / gait.spread, 2.0);
    return (alike + (mixed - alike) * share) * powerOf(speeds.mean / gait.speed);
}

}  // namespace drover::people
