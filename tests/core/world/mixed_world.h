// A running world of mixed(), whose numbers and trees tests change: steps, and what holds in each frame.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world {

inline constexpr std::uint32_t kWildlife = 2, kPursuit = 3;  // as kinds of mixed()

inline void stepWith(World& world, const Command& command) { world.step(1.0 / 60, {&command, 1}); }

inline void runFrames(World& world, int frames) {
    for (int i = 0; i < frames; ++i) world.step(1.0 / 60);
}

inline std::uint64_t serialOf(const World& world, std::uint32_t row) {
    return world.tasks().columns.serial[row];
}

inline std::uint32_t flocksOf(const World& world, std::uint32_t species) {
    const std::span<const SpeciesId> column = world.flocks().speciesColumn();
    return static_cast<std::uint32_t>(
        std::count(column.begin(), column.end(), SpeciesId{static_cast<std::uint16_t>(species)}));
}

inline void expectConsistent(const World& world) {
    const Scenario& s = world.scenario();
    std::uint64_t agents = 0;
    for (std::uint32_t kind = 0; kind < s.species.size(); ++kind) {
        EXPECT_EQ(flocksOf(world, kind), s.species[kind].flocks);
        agents += s.species[kind].flocks * s.species[kind].kind.agents();
    }
    EXPECT_EQ(world.flocks().agents(), agents);
    const std::uint32_t animats =
        world.population().find<minds::Wildlife>() ? world.population().find<minds::Wildlife>()->size() : 0;
    const std::uint32_t pursuers =
        world.population().find<minds::Pursuit>() ? world.population().find<minds::Pursuit>()->size() : 0;
    EXPECT_EQ(animats, 4 * s.wildlife.count);
    EXPECT_EQ(pursuers, s.pursuit.count);
    EXPECT_EQ(world.tasks().rows(), s.flocks() + animats + pursuers);
    for (std::uint32_t i = 0; i < pursuers; ++i) {
        EXPECT_LT(world.population().find<minds::Pursuit>()->target[i], pursuers);
        EXPECT_EQ(world.population().find<minds::Pursuit>()->target[i] == i, pursuers == 1);
    }
    std::set<std::uint64_t> serials;
    for (std::uint32_t row = 0; row < world.tasks().rows(); ++row) serials.insert(serialOf(world, row));
    EXPECT_EQ(serials.size(), world.tasks().rows()) << "no two tasks have the same serial";
}

}  // namespace drover::world
