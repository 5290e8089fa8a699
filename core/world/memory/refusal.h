// Commands that a world refuses, because they need more memory than there is or name nothing that is there.
// The world asks before it carries a command out, and the window before it sends one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/world/commands/command.h"
#include "core/world/commands/outside.h"
#include "core/world/memory/memory_need.h"

namespace drover::world {

// Why a world of this scenario would not carry the command out. Only commands that can need more memory are
// ever refused.
Flaw refusalOf(const Command& command, const Scenario& scenario, std::uint64_t memory_bytes);

// What keeps a world with this memory from repeating a frame that one with more has stepped. The commands of
// a frame are weighed one after the other, each against what those before it leave.
Flaw lackOf(const RecordedFrame& frame, const Scenario& before, std::uint64_t memory_bytes);

}  // namespace drover::world
