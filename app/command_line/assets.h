// Finds the shipped files and loads scenarios by name or path. Both programs use it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/world/scenario.h"

namespace drover::command_line {

constexpr const char* kDefaultScenario = "plains";

// Next to the installed program, else in the source folder that it was built from.
std::filesystem::path assetsFolder();

// The names of the shipped scenarios, sorted.
std::vector<std::string> scenarioNames();

// Loads a shipped name or a file. Throws Exit if there is neither, if the scenario is invalid, or if it would
// not fit in memory.
world::Scenario loadScenario(const std::string& name_or_file);

}  // namespace drover::command_line
