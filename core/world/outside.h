// What a world reads from outside while it runs a frame: everything in which two runs with the same commands
// can differ. A world keeps it for each frame. Handed back to a world that began alike, it gives the same
// frame again, bit for bit: without a clock, on any number of threads, and without the thought that the
// scenario pretends.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/world/command.h"

namespace drover::world {

// A reading of the real clock, and what the flock jobs had done by then.
struct Reading {
    enum class Kind : std::uint8_t {
        kPassed,  // between the stages of a frame
        kBatch,   // when a batch of work had gone out
        kPause,   // when the manager asked and no task had run
        kEnd,     // when all work of the frame was done
    };

    // Ranges. Of time a hundred days: what is longer is cut when it is read from a clock.
    static constexpr std::int64_t kLongest_ns = std::int64_t{1} << 53;
    static constexpr std::uint32_t kMostTasks = 512;  // with work too little to fill a batch

    Kind kind = Kind::kPassed;
    std::uint32_t tasks = 0;     // kBatch: that were charged since the last reading
    std::int64_t passed_ns = 0;  // since the last reading
    std::int64_t away_ns = 0;    // all but kPassed: of the caller's thread, that went into work in this frame
    std::int64_t pending_ns = 0;               // kBatch, kPause: of work that was still under way
    std::array<std::int64_t, 2> busy_ns = {};  // kEnd: of the work, by WorkKind
    std::int64_t longest_ns = 0;               // kEnd: the longest batch of work, as expected

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
