// Worlds that tests begin with: small builders, with the few numbers that matter as arguments.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/world/files/scenario_file.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

// Of these herds, such as {{"a", 300}, {"b", 100}}: name and flocks.
inline Scenario worldOf(std::vector<SpeciesEntry> herds) {
    Scenario s;
    s.title = s.text = "small";
    s.species = std::move(herds);
    return s;
}

// The same in a world of this size; the player stands in its middle.
inline Scenario worldOf(double size_m, std::vector<SpeciesEntry> herds) {
    Scenario s = worldOf(std::move(herds));
    s.world.world_size = size_m;
    s.player.x = s.player.y = size_m / 2;
    return s;
}

// Herds of 27 animals.
inline const flock::Species kOf27{.branching = 3, .depth = 3};

// One species whose thoughts want more than the budget.
inline Scenario busyHerds(std::uint32_t flocks) {
    Scenario s = worldOf({{"animals", flocks}});
    s.load.manager = "elastic";
    s.load.think_us = 5;
    s.load.budget.fixed_ns = 300'000;
    return s;
}

// Two species, herds of 32 and herds of 27, under a budget of a millisecond.
inline Scenario twoHerds(double size_m, std::uint32_t first, std::uint32_t second) {
    Scenario s = worldOf(size_m, {{"a", first}, {"b", second, {}, kOf27}});
    s.load.manager = "elastic";
    s.load.budget.fixed_ns = 1'000'000;
    return s;
}

// About five times as much thought wanted as the budget allows.
inline Scenario crowded() {
    Scenario s = twoHerds(3000, 300, 100);
    s.player = {1500, 1500, 12, {{1900, 1500}, {1500, 1500}}};
    s.species[1].task.maximum_ms = 800;
    s.species[0].task.factors.visibility = 3;
    s.load.think_us = 25;
    s.load.base_load_ms = 6;
    return s;
}

// Two species, wildlife and pursuit agents, which want more than the budget.
inline Scenario mixed() {
    Scenario s = twoHerds(1200, 120, 50);
    s.player = {600, 600, 12, {{800, 600}, {600, 600}}};
    s.wildlife.count = 6;
    s.wildlife.cost_us = 20;
    s.pursuit.count = 20;
    s.load.think_us = 25;
    return s;
}

// A shipped scenario, such as "plains".
inline Scenario shipped(const std::string& name) {
    auto read = readScenario(DROVER_SOURCE_DIR "/assets/scenarios/" + name + ".json", std::uint64_t{8} << 30);
    if (!read) throw std::runtime_error(read.error.message());
    return *read;
}

}  // namespace drover::world
