// What a viewer sees wrong in a managed world. A twin begins as the world is at a moment, and goes on with
// every animal, updated in every frame. A little later each animal's place in the twin is compared with the
// place where the world shows it: that of the leaf that stands for it. The experiment `one-loop` uses it.
// Over long times the twin of fidelity.h tells more of where herds end up, and less of this: two herds part
// by chance alone.
#pragma once

#include <cstdint>
#include <span>

#include "core/world/world.h"

namespace drover::lab {

// Means over herds, each weighted with its importance to the player (load::priorityAt), from 1 far away to
// 100 near.
struct ViewerError {
    double herd_m = 0;        // distance between a herd's centre and where the world shows it
    double polarisation = 0;  // difference from the twin's
    double animal_m = 0;      // mean distance between an animal and the leaf that stands for it
    double weight = 0;        // sum of the weights

    void add(const ViewerError& other);
    ViewerError mean() const;
};

class ShortTwin {
  public:
    explicit ShortTwin(const world::World& world);

    // The same time and the same way of the player.
    void step(double frame_time, std::span<const world::Command> commands);
    // Sums: divide by the weight.
    ViewerError compare(const world::World& world) const;

  private:
    world::World twin_;
    bool is_new_ = true;
};

}  // namespace drover::lab
