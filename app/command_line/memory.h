// How much memory this process may still take, and worlds that would not fit in it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/world/scenario.h"

namespace drover::command_line {

// In bytes: the least of what the machine has, what the control groups of this process leave, and what its
// limits (ulimit -v, -d) leave. A test gives another root, with files of its own in proc and sys.
std::uint64_t availableMemory(const std::filesystem::path& root = "/");

// Throws Exit if so many worlds of this scenario at once could need more than there is. `what` is named in
// the message.
void requireMemory(const std::string& what, const world::Scenario& scenario, unsigned worlds = 1);

}  // namespace drover::command_line
