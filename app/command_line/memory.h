// How much memory this process may still take, worlds that would not fit in it, and memory that is given
// back.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/world/scenario/scenario.h"

namespace drover::command_line {

// In bytes, for worlds alone: the least of what the machine has, what the control groups of this process
// leave, and what its limits (ulimit -v, -d) leave, less what the program takes beside. A test gives another
// root, with files of its own in proc and sys.
std::uint64_t availableMemory(const std::filesystem::path& root = "/");

// Throws Exit if a world of this scenario could need more memory than there is. The message begins with
// `what`.
void requireMemory(const std::string& what, const world::Scenario& scenario);

// Before a program allocates much. Each block of a quarter MiB or more gets pages of its own, which go back
// to the system with it. In the heap, what lives long would keep the holes between them.
void giveLargeBlocksTheirOwnPages();

// Before a program has threads. Each further heap of the C library takes 64 MiB of addresses; where these are
// limited, it could take the room of a thread that was found to be there.
void leaveAddressesToThreads();

// Gives the free parts of the heap back to the system. The C library keeps what an old world took, in case
// the program wants it again.
void giveBackFreeMemory();

}  // namespace drover::command_line
