// The schedulers of a scenario (MODEL 6): whether their tree holds together, and how they become tasks.
// Readers of scenarios and of commands ask for flaws; addTasks() puts the schedulers into the task table.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "core/load/task_table.h"
#include "core/world/scenario/load_rules.h"

namespace drover::world {

// The first flaw that takes more than one field to see. `kinds`: the names that members may have.
Flaw flawOf(std::span<const SchedulerEntry> schedulers, std::span<const std::string> kinds);

// Adds a task for each scheduler, one row after the other, and puts them below each other. What flawOf()
// refuses changes nothing here: a name that is not there stands for the manager itself.
std::vector<load::TaskId> addSchedulers(std::span<const SchedulerEntry> schedulers, load::TaskTable& tasks);

// For each kind the scheduler that has it as a member; kNoTask: the manager itself.
std::vector<load::TaskId> schedulersOfKinds(std::span<const SchedulerEntry> schedulers,
                                            std::span<const load::TaskId> ids,
                                            std::span<const std::string> kinds);

}  // namespace drover::world
