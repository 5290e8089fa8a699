// Steps a world along a tape, to any frame of it. The tape and the clock must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/replay/keyframes.h"
#include "core/replay/tape.h"

namespace drover::replay {

// The first frame after which the world was not as its recording says. The frames after it are stepped all
// the same.
struct Difference {
    std::uint64_t frame = 0;  // from 1
    std::string what;
};

class Replayer {
  public:
    // `world` is at its beginning, before the tape's first frame.
    Replayer(const Tape& tape, world::World& world, std::size_t keyframe_bytes);

    std::uint64_t frame() const { return frame_; }  // frames stepped since the beginning
    bool isAtEnd() const { return frame_ >= tape_->frames() || is_damaged_; }
    // One frame on. False at the end.
    bool step();
    // To the state after `frame` frames; `is_stopped` may be empty. False: stopped on the way, or damaged.
    bool seek(std::uint64_t frame, const std::function<bool()>& is_stopped = {});

    const std::optional<Difference>& difference() const { return difference_; }
    const Keyframes& keyframes() const { return keyframes_; }

  private:
    const Tape* tape_;
    world::World* world_;
    TapeReader reader_;
    Keyframes keyframes_;
    std::uint64_t frame_ = 0;
    std::optional<Difference> difference_;
    bool is_damaged_ = false;
};

}  // namespace drover::replay
