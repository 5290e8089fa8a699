// The five workloads that managers.cpp runs every load manager on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/reproduce/experiment.h"
#include "core/world/commands/command.h"
#include "core/world/scenario/scenario.h"

namespace drover::lab {

struct Workload {
    std::string name;
    std::string text;  // what happens in it
    world::Scenario scenario;
    std::vector<world::LoggedCommand> commands = {};  // in the order of their frames
};

// All workloads, with their events placed for a run of `frames` frames.
std::vector<Workload> workloads(const Session& session, std::uint32_t frames);

}  // namespace drover::lab
