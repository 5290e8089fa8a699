// The periods of Tan & Wong's springs (MODEL 3), for a plan: tasks:compress() in Lua, and taught managers.
#pragma once

#include "core/load/plan/plan.h"

namespace drover::load {

// Writes the periods at which all tasks together use that part of all time, or the longest ones if they
// cannot.
void compressPeriods(PlanTasks& tasks, double desired_use);

}  // namespace drover::load
