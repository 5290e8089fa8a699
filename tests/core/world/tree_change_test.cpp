// Species that get another tree while a world runs, and task rules for every kind of animal.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/core/world/mixed_world.h"

#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/animals/population.h"

namespace drover::world::tree_change_test {
namespace {

TEST(SetTree, AnotherTreeFoldsTheHerdsOfThatSpeciesAlone) {
    Scenario scenario = mixed();
    scenario.lod.zone_width = 120;
    scenario.load.think_us = 1;
    World world(scenario);
    runFrames(world, 100);
    stepWith(world, SetPause{true});
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t row = 0; row < 170; ++row) leaves.push_back(world.flocks().count(FlockId{row}));
    ASSERT_GT(*std::max_element(leaves.begin(), leaves.begin() + 120), 1u);
    stepWith(world, SetTree{0, 4, 2});
    EXPECT_EQ(world.scenario().species[0].kind.agents(), 16u);
    for (std::uint32_t row = 0; row < 170; ++row)
        EXPECT_EQ(world.flocks().count(FlockId{row}), row < 120 ? 1 : leaves[row]);
    expectConsistent(world);
    const Plane& plane = world.flocks().plane();
    const Place herd = world.flocks().roots().get(0).place;
    stepWith(world, MovePlayer{plane.xMetres(herd), plane.yMetres(herd)});
    stepWith(world, SetPause{false});
    runFrames(world, 200);
    std::uint32_t most = 0;
    for (std::uint32_t row = 0; row < 120; ++row) most = std::max(most, world.flocks().count(FlockId{row}));
    EXPECT_EQ(most, 16u) << "near the player they unfold to the new tree";
    stepWith(world, SetTree{0, 2, 0});
    runFrames(world, 50);
    EXPECT_EQ(world.flocks().liveLeaves() - 120, [&] {
        std::uint64_t others = 0;
        for (std::uint32_t row = 120; row < 170; ++row) others += world.flocks().count(FlockId{row});
        return others;
    }());
}

TEST(SetTree, WhatIsRetainedOfThoseThatGoIsGivenBack) {
    Scenario scenario = mixed();
    scenario.lod.reinit = flock::Reinit::kRetained;
    scenario.lod.zone_width = 100;
    World world(scenario);
    runFrames(world, 400);
    const auto retained = [&] {
        std::size_t rows = 0;
        for (std::uint32_t row = 0; row < world.flocks().size(); ++row)
            if (world.flocks().retainedFirst(FlockId{row}))
                rows += world.flocks().treeOf(FlockId{row}).nodes() - 1;
        return rows;
    };
    ASSERT_GT(retained(), 0u);
    EXPECT_EQ(world.flocks().retained().size(), retained());
    stepWith(world, SetPause{true});
    stepWith(world, SetAnimals{0, 1});
    EXPECT_EQ(world.flocks().retained().size(), retained());
    stepWith(world, SetTree{1, 2, 2});
    EXPECT_EQ(world.flocks().retained().size(), retained());
    EXPECT_LE(retained(), 62u) << "at most one flock of 32 agents";
}

TEST(SetTask, AWildlifeSpeciesCanHaveRulesOfItsOwn) {
    Scenario scenario = mixed();
    scenario.wildlife.species = {{minds::Wild::kBobcat, {.nominal_ms = 7, .maximum_ms = 70}}};
    ASSERT_EQ(rulesNames(scenario).back(), "bobcat");
    const std::uint32_t bobcats = rulesCount(scenario) - 1;
    EXPECT_EQ(kindOfRules(scenario, bobcats), kWildlife);
    World world(scenario);
    const auto nominals = [&] {  // of the first of each species
        std::vector<std::int64_t> out(minds::kWildSpecies);
        for (std::uint32_t i = world.population().find<minds::Wildlife>()->size(); i-- > 0;)
            out[static_cast<std::size_t>(world.population().find<minds::Wildlife>()->species[i])] =
                world.tasks().columns.state[170 + i].nominal_ns / 1'000'000;
        return out;
    };
    using Nominals = std::vector<std::int64_t>;
    EXPECT_EQ(nominals()[3], 7);
    EXPECT_NE(nominals()[0], 7);
    stepWith(world, SetTask{kWildlife, {.nominal_ms = 11, .maximum_ms = 22}});
    EXPECT_EQ(nominals(), (Nominals{11, 11, 11, 7})) << "it does not heed those of the wildlife";
    stepWith(world, SetTask{bobcats, {.nominal_ms = 13, .maximum_ms = 26}});
    EXPECT_EQ(nominals(), (Nominals{11, 11, 11, 13}));
    EXPECT_EQ(world.scenario().wildlife.species[0].task.maximum_ms, 26);
    stepWith(world, SetTask{bobcats + 1, {.nominal_ms = 1, .maximum_ms = 2}});
    EXPECT_EQ(nominals(), (Nominals{11, 11, 11, 13})) << "there are no such rules";
}

TEST(SetTask, MindsHaveTaskRulesToo) {
    World world(mixed());
    world.step(1.0 / 60, std::vector<Command>{SetTask{kWildlife, {.nominal_ms = 11, .maximum_ms = 22}},
                                              SetTask{kPursuit, {.nominal_ms = 33, .maximum_ms = 44}},
                                              SetTask{4, {.nominal_ms = 1, .maximum_ms = 2}}});
    const auto nominalMs = [&](std::uint32_t row) {
        return world.tasks().columns.state[row].nominal_ns / 1'000'000;
    };
    EXPECT_EQ(nominalMs(169), 33);
    EXPECT_EQ(nominalMs(170), 11);
    EXPECT_EQ(nominalMs(193), 11);
    EXPECT_EQ(nominalMs(194), 33);
    EXPECT_EQ(nominalMs(169 + 24 + 20), 33);
    EXPECT_EQ(world.scenario().wildlife.task.maximum_ms, 22);
    EXPECT_EQ(world.scenario().pursuit.task.maximum_ms, 44);
}

}  // namespace
}  // namespace drover::world::tree_change_test
