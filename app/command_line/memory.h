// How much memory this process may still take, and worlds that would not fit in it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/world/scenario.h"

namespace drover::command_line {

// In bytes, for worlds alone: the least of what the machine has, what the control groups of this process
// leave, and what its limits (ulimit -v, -d) leave, less what the program takes beside. A test gives another
// root, with files of its own in proc and sys.
std::uint64_t availableMemory(const std::filesystem::path& root = "/");

// Throws Exit if a world of this scenario could need more memory than there is. The message begins with
// `what`.
void requireMemory(const std::string& what, const world::Scenario& scenario);

}  // namespace drover::command_line
