// The figures that the experiment `people` prints beside its own: the literature's, and those of a prototype
// of this model.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "app/lab/reproduce/people_runs.h"

namespace drover::lab {

// Weidmann 1993: the speed in metres per second at a density, people per square metre.
inline double weidmann(double density) { return 1.34 * (1 - std::exp(-1.913 * (1 / density - 1 / 5.4))); }

// An experiment with a corridor, whose trajectories PedPy comes with: metres a second at kMeasuredDensities.
inline constexpr std::array<double, kMeasuredDensities.size()> kMeasuredSpeeds = {1.20, 0.99, 0.95, 0.64,
                                                                                  0.30};
// 1.9 people a second and metre of width in many experiments; one with half a metre has 1.147.
inline constexpr std::array<double, kMeasuredDoors_m.size()> kMeasuredFlows = {1.147, 1.52, 1.90, 2.28,
                                                                               3.04,  3.80, 4.75};

struct PeoplePrototype {
    std::array<double, kDensities.size()> speed_off_percent;  // of Weidmann's, at 17 ms
    std::array<std::array<double, kDoors_m.size()>, kGoodPeriods> flow;
    double flow_off_percent_at_500;
    double rimea1_s, rimea6_s, four_exits_s, two_exits_s, rimea12_s, density_before, density_after;
    // Off the full ones, in percent, by scene.
    std::array<double, kFoldedScenes.size()> folded_percent, to_and_fro_percent;
};

inline constexpr PeoplePrototype kPeoplePrototype{.speed_off_percent = {3, -5, 11, -4, -6, 7},
                                                  .flow = {{{1.127, 1.498, 1.934, 2.767, 3.346, 4.384},
                                                            {1.143, 1.479, 1.982, 2.645, 3.337, 4.292},
                                                            {1.134, 1.398, 1.906, 2.597, 3.297, 4.131}}},
                                                  .flow_off_percent_at_500 = -23,
                                                  .rimea1_s = 29.9,
                                                  .rimea6_s = 22.3,
                                                  .four_exits_s = 172.7,
                                                  .two_exits_s = 341.5,
                                                  .rimea12_s = 142.7,
                                                  .density_before = 4.3,
                                                  .density_after = 0.3,
                                                  .folded_percent = {1.0, 0.6, -1.9, 4.1, -1.2},
                                                  .to_and_fro_percent = {1.0, 5.7, -2.6, 4.5, -0.5}};

}  // namespace drover::lab
