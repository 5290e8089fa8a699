// A small world that wants far more than its budget. Tests of managed worlds begin with it.
#pragma once

#include "core/world/scenario/scenario.h"

namespace drover::world {

// About five times as much thought wanted as the budget allows.
inline Scenario crowded() {
    Scenario s;
    s.world.world_size = 3000;
    s.player = {1500, 1500, 12, {{1900, 1500}, {1500, 1500}}};
    s.species.resize(2);
    s.species[0].name = "a";
    s.species[0].flocks = 300;
    s.species[1].name = "b";
    s.species[1].flocks = 100;
    s.species[1].kind.branching = 3;
    s.species[1].kind.depth = 3;
    s.species[1].task.maximum_ms = 800;
    s.species[0].task.factors.visibility = 3;
    s.load.manager = "elastic";
    s.load.think_us = 25;
    s.load.budget.fixed_ns = 1'000'000;
    s.load.base_load_ms = 6;
    return s;
}

}  // namespace drover::world
