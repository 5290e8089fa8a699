// What each set did in a frame, spelled out from the report of the process manager: for traces and panels.
// The world has it listed where a caller looks at its events.
#pragma once

#include <span>
#include <vector>

#include "core/load/process/process.h"
#include "core/record/trace.h"
#include "core/world/frame/mind_sets.h"

namespace drover::world {

const char* text(load::Begun begun);
const char* text(load::Outcome outcome);

// `tasks` are the tasks that ran, in order, with their starts and costs.
void listSetEvents(const MindSets& sets, const Population& population,
                   std::span<const record::TaskEvent> tasks, std::vector<record::SetEvent>& events);

}  // namespace drover::world
