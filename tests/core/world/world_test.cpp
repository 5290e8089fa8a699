#include "core/world/world.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "tests/worlds.h"

#include <gtest/gtest.h>

namespace drover::world::world_test {
namespace {

Scenario smallScenario() {
    Scenario s = worldOf(600, {{"a", 20}, {"b", 5, {300, 300, 50}, kOf27}});
    s.player = {300, 300, 20, {{350, 300}, {300, 300}}};
    return s;
}

TEST(World, IsAFunctionOfItsScenarioAndItsCommands) {
    const Scenario scenario = smallScenario();
    World a(scenario), b(scenario);
    EXPECT_EQ(a.stateHash(), b.stateHash());
    for (int i = 0; i < 50; ++i) a.step(0.05);
    const std::uint64_t alone = a.stateHash();
    // Two worlds side by side do not disturb each other.
    World c(scenario);
    for (int i = 0; i < 50; ++i) b.step(0.05), c.step(0.03);
    EXPECT_EQ(b.stateHash(), alone);
    EXPECT_NE(c.stateHash(), alone);
}

TEST(World, AnotherSeedIsAnotherWorld) {
    Scenario scenario = smallScenario();
    World a(scenario);
    scenario.seed += 1;
    World b(scenario);
    EXPECT_NE(a.stateHash(), b.stateHash());
}

TEST(World, TheHashSeesOneBitOfOneFloat) {
    const Scenario scenario = smallScenario();
    World a(scenario), b(scenario);
    for (int i = 0; i < 3; ++i) a.step(0.05), b.step(0.05);
    a.step(0.05);
    b.step(static_cast<double>(std::nextafter(0.05f, 1.0f)));
    EXPECT_NE(a.stateHash(), b.stateHash());
}

TEST(World, FlocksAreBornInTheirRegion) {
    const World world(smallScenario());
    const Plane& plane = world.flocks().plane();
    const Place centre = plane.place(300, 300);
    for (std::size_t i = 0; i < world.flocks().size(); ++i) {
        const Place place = world.flocks().roots().get(i).place;
        if (i >= 20) {
            EXPECT_LE(length(plane.offset(centre, place)), 50.01f);
        }
        EXPECT_LT(length(world.flocks().roots().get(i).velocity), 20.0f);
    }
}

TEST(World, ThePlayerWalksItsTourUntilItIsMoved) {
    World world(smallScenario());
    const Plane& plane = world.flocks().plane();
    for (int i = 0; i < 20; ++i) world.step(0.1);  // 40 m of 50
    EXPECT_NEAR(plane.xMetres(world.player()), 340, 1e-3);
    for (int i = 0; i < 10; ++i) world.step(0.1);  // 10 m on, 10 m back
    EXPECT_NEAR(plane.xMetres(world.player()), 340, 1e-3);
    const Command move = MovePlayer{10, 20};
    world.step(0.1, {&move, 1});
    for (int i = 0; i < 10; ++i) world.step(0.1);
    EXPECT_NEAR(plane.xMetres(world.player()), 10, 1e-3);
    EXPECT_NEAR(plane.yMetres(world.player()), 20, 1e-3);
}

TEST(World, ATourOfOnePointEnds) {
    Scenario scenario = smallScenario();
    scenario.player = {10, 10, 1e4, {{10, 10}, {10, 10}}};
    World world(scenario);
    world.step(10);
    EXPECT_EQ(world.player(), world.flocks().plane().place(10, 10));
}

TEST(World, MeasuresItsSpeciesWhenItBeginsAndSomeFramesAfterTheyChange) {
    World world(smallScenario());
    const flock::Species before = world.scenario().species[0].kind;
    EXPECT_EQ(before.manner, flock::measureManner(before));
    EXPECT_GT(before.manner.pace, 0);
    const auto changeAndStep = [&](float max_speed, int frames) {
        const Command faster = SetSpecies{0, {.max_speed = max_speed, .alignment = {1, 400}}};
        world.step(0.02, {&faster, 1});
        for (int i = 1; i < frames; ++i) world.step(0.02);
        return world.scenario().species[0].kind.manner;
    };
    for (const float speed : {26.0f, 28.0f, 30.0f}) {  // a control that is dragged
        const flock::Manner manner = changeAndStep(speed, 14);
        EXPECT_TRUE(manner.is_old);
        EXPECT_EQ(manner.pace, before.manner.pace);
    }
    world.step(0.02);
    const flock::Species after = world.scenario().species[0].kind;
    EXPECT_EQ(after.manner, flock::measureManner(after));
    EXPECT_GT(after.manner.pace, before.manner.pace);
    EXPECT_EQ(world.flocks().speciesOf(FlockId{0}).manner, after.manner);
    EXPECT_FALSE(changeAndStep(30, 1).is_old);  // nothing has changed
    const std::vector<std::string> warnings = warningsOf(World(smallScenario()).scenario());
    ASSERT_FALSE(warnings.empty());  // the paper's parameters
    EXPECT_TRUE(warnings[0].starts_with("a: they scatter"));
}

TEST(World, ASpeciesThatWaitsToBeMeasuredIsMeasuredInANewWorld) {
    World world(smallScenario());
    const Command faster = SetSpecies{0, {.max_speed = 30, .alignment = {1, 400}}};
    const Command restart = Restart{5}, tree = SetTree{0, 2, 3};
    world.step(0.02, {&faster, 1});
    World copy = world, restarted = world, grown = world;
    restarted.step(0.02, {&restart, 1});
    grown.step(0.02, {&tree, 1});
    for (const World* now : {&restarted, &grown}) {
        const flock::Species kind = now->scenario().species[0].kind;
        EXPECT_EQ(kind.manner, flock::measureManner(kind));
    }
    const World opened(world.scenario());
    EXPECT_FALSE(opened.scenario().species[0].kind.manner.is_old);
    for (int i = 0; i < 20; ++i) world.step(0.02), copy.step(0.02);
    EXPECT_FALSE(copy.scenario().species[0].kind.manner.is_old);
    EXPECT_EQ(copy.stateHash(), world.stateHash());
}

// Only where an update is divided into steps does a late one cost more.
TEST(World, TellsItsManagerWhichCostsGrow) {
    Scenario scenario = smallScenario();
    scenario.load.manager = "elastic";
    for (const bool has_steps : {false, true}) {
        if (has_steps) scenario.species[0].kind.max_step = 0.033f, scenario.species[0].kind.max_substeps = 20;
        World world(scenario);
        for (int i = 0; i < 60; ++i) world.step(0.02);
        EXPECT_EQ(world.tasks().standingUse() > 0, has_steps);
    }
}

TEST(World, AMillionCollapsedFlocksOf32TakeUnder160Megabytes) {
    Scenario scenario = worldOf({{"herds", 1'048'576}});
    scenario.world.world_size = 100'000;
    scenario.lod.zone_width = 0;
    World world(scenario);
    world.step(0.1);
    EXPECT_EQ(world.flocks().liveLeaves(), 1'048'576u);
    EXPECT_EQ(world.flocks().agents(), 33'554'432u);
    EXPECT_LT(world.flocks().bytes(), 160u << 20);
    RecordProperty("bytes", std::to_string(world.flocks().bytes()));
}

}  // namespace
}  // namespace drover::world::world_test
