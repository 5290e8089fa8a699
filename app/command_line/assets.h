// Finds the shipped files and loads scenarios by name or path. Both programs use it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/world/scenario/scenario.h"

namespace drover::command_line {

constexpr const char* kDefaultScenario = "plains";

// Next to the installed program, else in the source folder that it was built from.
std::filesystem::path assetsFolder();

// The names of what ships in one of its folders, sorted.
std::vector<std::string> shippedNames(const std::string& folder_name);
inline std::vector<std::string> scenarioNames() { return shippedNames("scenarios"); }
// The file that a shipped name means, or a file of that name. Throws Exit if there is neither.
std::filesystem::path shippedOrFile(const std::string& folder_name, const char* one_of_them,
                                    const std::string& name_or_file);

// Loads a shipped name or a file. Throws Exit if there is neither, if the scenario is invalid, or if it would
// not fit in memory.
world::Scenario loadScenario(const std::string& name_or_file);

}  // namespace drover::command_line
