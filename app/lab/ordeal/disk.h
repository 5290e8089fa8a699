// Recordings on a disk that fills, or that is torn from a running program.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/replay/tape.h"
#include "core/world/world.h"

namespace drover::lab::ordeal {

// Writes a recording, spoils the file in a way that `number` says, and reads it again: up to where it was
// spoilt it must have the frames that were lived, with these hashes. `first`: the world before them. Returns
// what is wrong; empty: nothing.
std::string flawOfCutRecording(const world::Scenario& scenario, const replay::Tape& tape,
                               std::span<const std::uint64_t> hashes, const world::World& first,
                               std::uint32_t number);

}  // namespace drover::lab::ordeal
