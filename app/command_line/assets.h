// The files that ship with the program: where they lie, and a scenario by its name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/world/scenario.h"

namespace drover::command_line {

constexpr const char* kDefaultScenario = "plains";

// Beside the installed program, else in the folder that it was built from.
std::filesystem::path assetsFolder();

// The names of the shipped scenarios, sorted.
std::vector<std::string> scenarioNames();

// A shipped name or a file. Throws Exit when it is neither, when it is wrong, or when it would not fit in
// memory.
world::Scenario loadScenario(const std::string& name_or_file);

// Memory that can be had without driving others out, in bytes.
std::uint64_t availableMemory();

}  // namespace drover::command_line
