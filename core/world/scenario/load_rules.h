// How a world's tasks are managed: manager, clock, budget and cost model. This is the part of a scenario that
// the load papers are about. scenario_fields.h has the ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/load/budget.h"
#include "core/load/importance.h"
#include "core/load/task.h"

namespace drover::world {

// The clock for costs. `real` is the time that passes; `model` charges each task by the cost model, so that
// runs agree bit for bit.
enum class ClockKind { kModel, kReal };

// The cost of an update under the model clock. Under the real clock it weights the tasks when the time of
// several is measured together.
struct CostModel {
    double fixed_us = 0.04;  // per flock
    double leaf_us = 0.03;   // per leaf
    double pair_us = 0.003;  // per pair of leaves that is looked at
    double noise = 0.1;      // up to this share more or less, drawn for each update
};

struct ParameterValue {
    std::string name;
    double value = 0;
};

struct LoadRules {
    std::string manager = "unmanaged";
    std::vector<ParameterValue> parameters;
    std::string script;  // the text of the manager `own`; empty: the one to begin with
    ClockKind clock = ClockKind::kModel;
    load::BudgetSettings budget{.fixed_ns = 4'000'000};
    // Extra cost per updated leaf, which stands for more complex AI than a flock's. Under the real clock this
    // time is spent in a loop.
    double think_us = 0;
    double base_load_ms = 0;  // the rest of the frame outside the AI, without spikes
    CostModel cost_model;
    load::ImportanceCurve importance;
};

// How a kind of task should be scheduled.
struct TaskRules {
    double nominal_ms = 1000.0 / 30;  // T0
    double maximum_ms = 500;          // Tmax
    float priority = 1;
    std::uint32_t frequency = 2;  // frames; for managers that count frames
    load::ElasticityFactors factors;
};

// A scheduler: a task that runs tasks of its own (MODEL 6). The managers that count frames look at it.
struct SchedulerEntry {
    std::string name;
    std::string under;  // the name of the scheduler that runs it; empty: the manager itself
    load::SchedulerSettings settings;
    std::uint32_t frequency = 1;  // frames; of a scheduler inside another one, runs of that
    std::int32_t phase = -1;      // -1: a dry run finds it
    float priority = 1;
    std::vector<std::string> members;  // species and other minds
};
inline constexpr std::size_t kMostSchedulers = 64;

}  // namespace drover::world
