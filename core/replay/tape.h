// The frames of a run from its beginning, to be stepped again. A session adds each frame to its tape; a
// recording that was opened has one. What happened while the world was paused goes with the next frame.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "core/replay/frame_code.h"

namespace drover::replay {

class Tape {
  public:
    Tape() = default;
    Tape(Tape&&) = default;
    Tape& operator=(Tape&&) = default;

    // The world has stepped. False: it is paused, so this was no frame.
    bool add(double frame_time, std::span<const world::Command> commands, const world::World& world);
    // A chunk as files have it. It must begin where the tape ends.
    void add(const Chunk& chunk);

    std::uint64_t frames() const { return open_.frames(); }
    std::size_t bytes() const { return bytes_ + open_.present().bytes.size(); }  // recorded
    // What it takes in memory.
    std::size_t memoryBytes() const {
        return bytes() + chunks_.size() * (sizeof(Chunk) + sizeof(chunks_[0]));
    }
    // What was asked of a paused world after the last frame.
    void wait(std::span<const world::Command> commands) { open_.wait(commands); }
    // Ends the chunk that is being filled, if there is a frame in it.
    void endChunk() {
        if (open_.present().frames > 0) keep(open_.take());
    }
    // What a paused world was asked for since the last frame.
    std::span<const world::Command> waiting() const { return open_.waiting(); }
    bool hasTooManyWaiting() const { return open_.hasTooManyWaiting(); }

    // The part of this tape before `frame`, without what waits. Chunks are shared: a fork costs no more than
    // the last chunk.
    Tape before(std::uint64_t frame) const;

    // Full chunks, and the one that is being filled.
    std::span<const std::shared_ptr<const Chunk>> chunks() const { return chunks_; }
    const Chunk& open() const { return open_.present(); }

  private:
    // Full chunks one behind the other. They stay for as long as anyone has one of them: each in memory of
    // its own, between things that come and go, would leave holes.
    class Reel {
      public:
        explicit Reel(std::size_t bytes) : left_(bytes), memory_(bytes) {}
        static std::size_t needOf(const Chunk& chunk) {
            return sizeof(Chunk) + chunk.bytes.size() + kPadding;
        }
        bool hasRoomFor(const Chunk& chunk) const { return needOf(chunk) <= left_; }
        const Chunk* put(const Chunk& chunk);

      private:
        static constexpr std::size_t kPadding = 32;  // the string's end, and alignment
        std::size_t left_;
        std::pmr::monotonic_buffer_resource memory_;
    };
    static constexpr std::size_t kReelBytes = std::size_t{64} << 10;

    void keep(const Chunk& chunk);

    std::vector<std::shared_ptr<const Chunk>> chunks_;  // each keeps its reel
    std::shared_ptr<Reel> reel_;                        // that is being filled, by this tape alone
    ChunkWriter open_;
    std::size_t bytes_ = 0;  // of the full chunks
};

// Reads a tape frame by frame, from any frame on. The tape must outlive it, and may grow meanwhile.
class TapeReader {
  public:
    explicit TapeReader(const Tape& tape) : tape_(&tape) {}
    // The next frame to be read: 0 is the first.
    void goTo(std::uint64_t frame);
    std::uint64_t at() const { return at_; }
    // Null at the end, and at a frame with a flaw. Good until the next call.
    const CheckedFrame* next();
    // What is wrong with the frame that next() did not read; nothing at the end.
    const Flaw& flaw() const { return flaw_; }

  private:
    const Tape* tape_;
    std::uint64_t at_ = 0;
    const Chunk* chunk_ = nullptr;
    std::optional<ChunkReader> reader_;
    CheckedFrame frame_;
    Flaw flaw_;
};

}  // namespace drover::replay
