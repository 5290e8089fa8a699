// One animal of a herd: whom it sees, and what each of Reynolds' four rules makes of that. Worked out from
// the present state of the herd, by the same code that moves it; nothing in the world changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/flock/around.h"
#include "core/flock/steering.h"
#include "core/flock/store.h"

namespace drover::desktop {

// The animals of a herd as nodes of its tree; the root alone where it is kept as one animal.
std::span<const flock::Node> nodesOf(const flock::FlockStore& store, FlockId flock);

// A rule's force on the animal.
struct Felt {
    Vec2 newton;       // weighted
    float chance = 1;  // of being drawn
    bool is_drawn = false;
};

struct Other {
    Vec2 from_animal;  // metre
    Vec2 heading;
    bool is_seen = false;  // within the neighbourhood
};

struct OneAnimal {
    flock::Node node = flock::kRoot;
    flock::Agent agent;
    float neighbourhood_m = 0, max_force = 0;
    std::array<Felt, flock::kForceKinds> felt;
    Vec2 total;                              // newton; of the drawn forces, cut to max_force
    std::optional<flock::PushParts> pushed;  // none: nothing can push its species
    std::vector<Other> others;
};

inline constexpr std::array<const char*, flock::kForceKinds> kForceNames = {"Alignment", "Cohesion",
                                                                            "Separation", "Wander"};

class AnimalView {
  public:
    // The leaf that `node` is, is part of, or has become; without a node the one nearest to the herd's
    // centre. None: the herd is too large to be worked out in every frame.
    // `around` is as of its last update.
    const OneAnimal* look(const flock::FlockStore& store, FlockId flock, std::optional<flock::Node> node,
                          const flock::Around& around = {});
    // What pushes that leaf, or each animal of a herd that is kept as one; none: nothing can.
    std::optional<flock::PushParts> pushed(const flock::FlockStore& store, FlockId flock,
                                           const flock::Around& around, std::uint32_t leaf = 0);

  private:
    static constexpr std::uint32_t kMostLeaves = 4096;

    flock::Steering steering_;
    flock::Pushes pushes_;
    OneAnimal animal_;
};

// The leaf of a herd that is nearest to this place.
flock::Node leafNearest(const flock::FlockStore& store, FlockId flock, Place place);

}  // namespace drover::desktop
