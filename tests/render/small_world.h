// Small worlds with animals in known places, for tests of the picture.
#pragma once

#include <cstdint>

#include "core/world/world.h"

namespace drover::render {

// One flock of 2^depth agents at (x, y) on a torus of 1000 m. The player is at (500, 500), and zones are 50 m
// wide.
inline world::Scenario oneFlock(double x, double y, std::uint32_t depth = 3) {
    world::Scenario s;
    s.world.world_size = 1000;
    s.player = {500, 500, 0, {}};
    s.species.resize(1);
    s.species[0].name = "gnus";
    s.species[0].flocks = 1;
    s.species[0].region = {x, y, 0.001};
    s.species[0].kind.depth = depth;
    s.species[0].kind.max_speed = 10;
    s.load.manager = "unmanaged";
    return s;
}

}  // namespace drover::render
