// What a manager is graded by: the measures of a workload, and the one table of what each is worth. The
// report and the page print the table.
#pragma once

#include <algorithm>
#include <array>

#include "app/lab/world_run.h"

namespace drover::lab {

struct GradedMeasures {
    double budget = 0;  // p99 of a frame's AI time over its budget
    double near_late_ms =
        0;  // by how much whole thoughts of near herds come later than they like, in the mean
    double near_nominal_ms = 33;  // how often they like to think
    // How far near herds are shown from where they would be, in the mean, and beyond what unlimited time
    // would leave.
    double off_m = 0;
    double longest_wait = 0;  // of any task, over its maximum
    double fps = 0, possible_fps = 0;
};

// `longest_wait` as FaultWatch has it.
GradedMeasures measuresOf(const RunResult& result, const world::Scenario& scenario, double longest_wait);

struct ScorePart {
    const char* name;
    const char* unit;
    int decimals;
    double points;  // at most; all together are 100
    const char* formula;
    double (*value)(const GradedMeasures&);
    double (*share)(const GradedMeasures&);  // of the points: 0 to 1
};

inline constexpr std::array<ScorePart, 5> kScoreParts = {{
    {"budget kept", "p99 / budget", 2, 25, "all up to 1.05 times the budget, then less, none from 2 times on",
     [](const GradedMeasures& m) { return m.budget; },
     [](const GradedMeasures& m) { return std::clamp((2 - m.budget) / (2 - 1.05), 0.0, 1.0); }},
    {"near on time", "ms late", 1, 30,
     "nominal period / (nominal period + lateness): half if near herds think half as often as they like",
     [](const GradedMeasures& m) { return m.near_late_ms; },
     [](const GradedMeasures& m) {
         return m.near_nominal_ms / (m.near_nominal_ms + std::max(m.near_late_ms, 0.0));
     }},
    {"error seen", "m off", 2, 20,
     "0.5 m / (0.5 m + distance): half if near herds are shown half a metre farther off than if all thought "
     "in every frame",
     [](const GradedMeasures& m) { return m.off_m; },
     [](const GradedMeasures& m) { return 0.5 / (0.5 + m.off_m); }},
    {"starvation", "longest / maximum", 2, 15,
     "maximum / longest wait: all if no herd waits longer than its maximum",
     [](const GradedMeasures& m) { return m.longest_wait; },
     [](const GradedMeasures& m) { return m.longest_wait > 1 ? 1 / m.longest_wait : 1; }},
    {"frames", "a second", 1, 10, "frames a second / those that the machine could make within the budget",
     [](const GradedMeasures& m) { return m.fps; },
     [](const GradedMeasures& m) { return std::clamp(m.fps / m.possible_fps, 0.0, 1.0); }},
}};

double scoreOf(const GradedMeasures& measures);  // 0 to 100

}  // namespace drover::lab
