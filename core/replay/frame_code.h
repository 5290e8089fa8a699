// Recorded frames as bytes, in chunks: each chunk can be read by itself. A tape is made of them, in memory as
// in a file. Numbers are written in as many bytes as they need, the least first, so that a frame of a few
// hundred readings takes about a kilobyte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "core/world/commands/outside.h"
#include "core/world/world.h"

namespace drover::replay {

// A frame, and what its world was like after it: World::partHash().
struct CheckedFrame {
    world::RecordedFrame frame;
    std::uint64_t check = 0;
};

// Which part of the world is checked after a frame: in at most this many frames, all of it.
std::uint32_t checkParts(const world::World& world);
std::uint64_t checkOf(const world::World& world, std::uint64_t frame);

// What a frame may have, so that a reader knows how much memory it takes: far more than any frame of ours
// has.
inline constexpr std::uint64_t kMostReadings = std::uint64_t{1} << 22;
inline constexpr double kLongestFrame_s = 10;

struct Chunk {
    std::uint64_t first = 0;  // frames of the recording before it
    std::uint32_t frames = 0;
    std::pmr::string bytes;
};

class ChunkWriter {
  public:
    // A chunk is full when it reaches one of these. A program that is killed loses at most one chunk.
    static constexpr std::uint32_t kMostFrames = 60;
    static constexpr double kMostSeconds = 0.5;
    static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

    explicit ChunkWriter(std::uint64_t first = 0) { chunk_.first = first; }

    // The world has stepped. False: it is paused, so this was no frame; the commands go with the next one.
    bool add(double frame_time, std::span<const world::Command> commands, const world::World& world);
    void add(const CheckedFrame& frame);
    std::uint64_t frames() const { return chunk_.first + chunk_.frames; }  // of the recording
    void wait(std::span<const world::Command> commands);
    std::span<const world::Command> waiting() const { return waiting_; }
    // Whether the next frame would have more commands than a reader takes.
    bool hasTooManyWaiting() const { return waiting_.size() > world::kMostCommands; }
    bool isFull() const {
        return chunk_.frames >= kMostFrames || seconds_ >= kMostSeconds || chunk_.bytes.size() >= kMostBytes;
    }
    const Chunk& present() const { return chunk_; }
    // The present chunk; the next begins behind it.
    Chunk take();

  private:
    void add(double frame_time, std::span<const world::Command> commands, const world::Outside& outside,
             std::uint64_t check);

    Chunk chunk_;
    std::vector<world::Command> waiting_;
    double seconds_ = 0;
    // What the frame before it in this chunk had.
    std::optional<std::uint64_t> memory_bytes_;
    unsigned cores_ = 0;
};

class ChunkReader {
  public:
    // The chunk must outlive the reader. More may be added to it meanwhile, at its end.
    explicit ChunkReader(const Chunk& chunk) : chunk_(&chunk) {}
    // False: there is no further frame, or it has a flaw.
    bool next(CheckedFrame& frame);
    // What is wrong with the next frame, and where: no later one can be read.
    const Flaw& flaw() const { return flaw_; }
    std::uint32_t read() const { return read_; }

  private:
    const Chunk* chunk_;
    std::size_t at_ = 0;
    std::uint32_t read_ = 0;
    std::uint64_t memory_bytes_ = 0;
    unsigned cores_ = 1;
    Flaw flaw_;
};

}  // namespace drover::replay
