// Scenarios in files: assets/scenarios/*.json and users' own. The programs read them, and the window writes
// them back.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/input_error.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

// Reads a scenario. Refuses one that could need more than `memory_bytes`, before any of it is allocated.
Result<Scenario> readScenario(const std::string& path, std::uint64_t memory_bytes);
Result<Scenario> parseScenario(std::string file, std::string source, std::uint64_t memory_bytes);

std::string writeScenario(const Scenario& scenario);

// The JSON Schema of scenario files.
std::string scenarioSchema();

}  // namespace drover::world
