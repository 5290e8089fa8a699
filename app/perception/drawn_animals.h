// Where each animal of a world is drawn, also those that a folded herd only stands for: in every pane a herd
// has all its animals, so that what is told apart is how they move, not how they are drawn. An animal that is
// not simulated has a fixed place about its point; when its herd folds or unfolds, it glides from the one
// place to the other. track.cpp asks for them in each frame.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flock/store.h"
#include "core/world/world_view.h"

namespace drover::perception {

struct DrawnAnimal {
    Place place;
    float heading = 0;  // radians from east, counter-clockwise
};

class DrawnAnimals {
  public:
    // The next frame of the same world, `passed_s` later. With is_smooth animals are carried on between their
    // herd's thoughts, as in the window.
    void look(const world::WorldView& view, float passed_s, bool is_smooth);
    // In the order of the herds, and in each in the order of its tree's deepest level.
    const std::vector<DrawnAnimal>& animals() const { return animals_; }

  private:
    // On its way from where it was drawn to where it belongs.
    struct Glide {
        Vec2 offset_m;
        float turn = 0;
        float left_s = 0;
        std::uint8_t level = 0;  // of the leaf that it belongs to
    };

    void addHerd(const world::WorldView& view, FlockId flock, bool is_smooth);
    void addUnder(const flock::FlockStore& flocks, FlockId flock, flock::Node node, const flock::Agent& agent,
                  std::uint32_t level);
    void glide(const Plane& plane, float passed_s);

    std::vector<DrawnAnimal> animals_, before_;
    std::vector<std::uint8_t> levels_;
    std::vector<Glide> glides_;
};

}  // namespace drover::perception
