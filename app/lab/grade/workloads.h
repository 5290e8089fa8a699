// The six workloads that `drover-lab grade` tries a manager with. grade_run.cpp runs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/world/commands/command.h"
#include "core/world/scenario/scenario.h"

namespace drover::lab {

struct GradedWorkload {
    std::string name, about;
    world::Scenario scenario;                    // without a manager
    std::vector<world::LoggedCommand> commands;  // in the order of their frames
};

inline constexpr std::uint64_t kGradedFrames = 300;  // of each

// Always the same ones, under the model clock.
std::vector<GradedWorkload> gradedWorkloads();

}  // namespace drover::lab
