// Steps a world along a tape, to any frame of it. What it is given must outlive it.
#pragma once

#include <cstdint>
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
    // The world is as it was after `frame` frames of the tape. Without keyframes there is only a way on.
    Replayer(const Tape& tape, world::World& world, Keyframes* keyframes = nullptr, std::uint64_t frame = 0);

    std::uint64_t frame() const { return frame_; }  // frames stepped since the beginning
    bool isAtEnd() const { return frame_ >= tape_->frames() || obstacle_; }
    // One frame on: what it was, until the next call. Null at the end and before an obstacle.
    const CheckedFrame* step();
    // To the keyframe from which `frame` is the fewest steps away, if that is not where the world is.
    void goNear(std::uint64_t frame);
    // To the state after `frame` frames. False: there is an obstacle before it.
    bool seek(std::uint64_t frame);

    const std::optional<Difference>& difference() const { return difference_; }
    // Why the next frame cannot be stepped: it has a flaw, or its commands need more memory than this world
    // may take. The world is then as it was after the frame before.
    const Flaw& obstacle() const { return obstacle_; }

  private:
    const Tape* tape_;
    world::World* world_;
    TapeReader reader_;
    Keyframes* keyframes_;
    std::uint64_t frame_;
    std::optional<Difference> difference_;
    Flaw obstacle_;
};

}  // namespace drover::replay
