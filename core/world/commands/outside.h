// What a world reads from outside while it runs a frame: everything in which two runs with the same commands
// can differ. A world keeps it for each frame. Handed back to a world that began alike, it gives the same
// frame again, bit for bit: without a clock, on any number of threads, and without the thought that the
// scenario pretends.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/world/commands/command.h"

namespace drover::world {

// A reading of the real clock.
struct Reading {
    enum class Kind : std::uint8_t {
        kPassed,  // between the stages of a frame
        kRound,   // when a round was full, and when the frame's tasks began and ended
    };

    // A hundred days. A longer time is cut when it is read from a clock.
    static constexpr std::int64_t kLongest_ns = std::int64_t{1} << 53;
    static constexpr std::uint32_t kMostTasks = 65'536;  // of a round

    Kind kind = Kind::kPassed;
    std::uint32_t tasks = 0;                   // kRound: that were chosen
    std::int64_t passed_ns = 0;                // since the last reading
    std::int64_t moving_ns = 0;                // kRound: of it, moving flocks and waiting for them
    std::int64_t levels_ns = 0;                // kRound: of that, with those that changed their level
    std::array<std::int64_t, 3> busy_ns = {};  // kRound: of all cores with the others, by WorkKind

    bool operator==(const Reading&) const = default;
};

struct Outside {
    std::vector<Reading> readings;                   // in their order; none under the model clock
    unsigned cores = 1;                              // that did the work
    std::uint64_t memory_bytes = ~std::uint64_t{0};  // that animals may come to need

    bool operator==(const Outside&) const = default;
};

// All that makes a frame: World::step() with it, or again with World::stepAgain().
struct RecordedFrame {
    double frame_time = 0;  // second
    std::vector<Command> commands;
    Outside outside;
};

}  // namespace drover::world
