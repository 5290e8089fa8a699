// How a world's tasks are managed: which manager, under which clock, with what budget, and what updates are
// supposed to cost. The part of a scenario that the load papers are about; scenario_fields.h has the ranges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/load/budget.h"
#include "core/load/elasticity.h"

namespace drover::world {

// Where costs are read from. `real` is the time that passes; `model` charges each task by the cost model, so
// that every run is bit for bit the same.
enum class ClockKind { kModel, kReal };

// What an update costs under the model clock. Also the weights by which a metered run of tasks is shared out.
struct CostModel {
    double fixed_us = 0.04;  // of a flock
    double leaf_us = 0.03;   // of each of its leaves
    double pair_us = 0.003;  // of each pair that is looked at
    double noise = 0.1;      // up to this share more or less, drawn anew in each update
};

struct ParameterValue {
    std::string name;
    double value = 0;
};

struct LoadRules {
    std::string manager = "unmanaged";
    std::vector<ParameterValue> parameters;
    ClockKind clock = ClockKind::kModel;
    load::BudgetSettings budget{.fixed_ns = 4'000'000};
    // Charged for every leaf that is updated, on top of what the update itself costs: it stands for richer
    // minds than a flock's. Burnt for real under the real clock.
    double think_us = 0;
    double base_load_ms = 0;  // the rest of the frame, outside the AI, without spikes
    CostModel cost_model;
};

// How a kind of task would like to be scheduled.
struct TaskRules {
    double nominal_ms = 1000.0 / 30;  // T0
    double maximum_ms = 500;          // Tmax
    float priority = 1;
    std::uint32_t frequency = 2;  // frames, for the managers that count frames
    load::ElasticityFactors factors;
};

}  // namespace drover::world
