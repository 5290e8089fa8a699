// Copies of a world at some of its frames, from which any other frame is a few steps away. They stay within a
// limit of memory: when the next one does not fit, every second one is dropped and the spacing doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/world/world.h"

namespace drover::replay {

class Keyframes {
  public:
    // Frames between two; of a large world more, because a copy of it takes time that a frame has not.
    static constexpr std::uint64_t kLeastSpacing = 32;
    static constexpr std::size_t kBytesEachFrame = std::size_t{64} << 10;

    explicit Keyframes(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    // The world is at this frame: keeps a copy if it lies on the grid and none is kept yet. The first one
    // kept stays, even if the limit is smaller.
    void offer(std::uint64_t frame, const world::World& world);
    // The last one at or before the frame. There must be one.
    struct Kept {
        std::uint64_t frame = 0;
        std::shared_ptr<const world::World> world;
        std::size_t bytes = 0;
    };
    const Kept& before(std::uint64_t frame) const;
    // Copies behind this frame are of no use any more.
    void dropAfter(std::uint64_t frame);
    void limit(std::size_t bytes);

    std::uint64_t spacing() const { return spacing_; }
    std::size_t bytes() const { return bytes_; }
    std::size_t limitBytes() const { return limit_bytes_; }
    std::span<const Kept> all() const { return kept_; }

  private:
    void thinOut();

    std::size_t limit_bytes_;
    std::size_t bytes_ = 0;
    std::uint64_t spacing_ = kLeastSpacing;
    std::vector<Kept> kept_;  // by frame
};

}  // namespace drover::replay
