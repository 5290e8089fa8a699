// Small worlds with animals in known places, for tests of the picture.
#pragma once

#include <cstdint>

#include "core/world/world.h"
#include "render/camera.h"
#include "tests/worlds.h"

namespace drover::render {

// One flock of 2^depth agents at (x, y) on a torus of 1000 m. The player is at (500, 500), and zones are 50 m
// wide.
inline world::Scenario oneFlock(double x, double y, std::uint32_t depth = 3) {
    world::Scenario s = world::worldOf(1000, {{"gnus", 1, {x, y, 0.001}, {.depth = depth, .max_speed = 10}}});
    s.load.manager = "unmanaged";
    return s;
}

// A camera that looks straight down.
inline Camera above(double x, double y, double metres_per_pixel, int height = 360) {
    const double seen_m = metres_per_pixel * height;
    return {.centre_m = {x, y}, .seen_m = seen_m, .whole_m = seen_m};
}

// Flocks of 2^depth agents anywhere in that world.
inline world::Scenario manyFlocks(std::uint32_t flocks, std::uint32_t depth) {
    world::Scenario s = oneFlock(500, 500, depth);
    s.species[0].flocks = flocks;
    s.species[0].region = {};
    return s;
}

}  // namespace drover::render
