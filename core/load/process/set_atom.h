// A part of a task's mind: the manager `process` runs the tasks whose minds have sets atom by atom, and says
// in TaskCall::atom which atom it is. The world carries it out.
#pragma once

#include <cstdint>

#include "core/load/process/process_report.h"

namespace drover::load {

struct SetAtom {
    ExecutionPart part = ExecutionPart::kBehaviour;  // kAgent: nothing is to be done, the run is over
    std::uint32_t set = 0;                           // index within its part
    std::uint32_t atom = 0;
    bool begins = false;                  // the first atom of the task's run in this frame
    std::uint32_t due = 0, finished = 0;  // kAgent: behaviour sets in this run
    bool ends_set = false;                // the task's answer: nothing is left for further atoms of the set
};

}  // namespace drover::load
