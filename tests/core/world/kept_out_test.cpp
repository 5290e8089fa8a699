// Herds among lakes, walls and rocks: nobody is ever inside of anything, folded or not.
#include <gtest/gtest.h>

#include "core/flock/store.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/worlds.h"

namespace drover::world::kept_out_test {
namespace {

// Of all leaves and single animals; a herd that is folded is one.
float leastDistance(const World& world) {
    const WorldView view = world.view();
    float least = ground::Ground::kFar;
    for (std::size_t row = view.firstOther(); row < view.tasks.size(); ++row)
        least = std::min(least, view.ground.distance(view.placeOf(row)));
    for (std::uint32_t i = 0; i < view.flocks.size(); ++i) {
        const FlockId flock{i};
        if (view.flocks.isAlone(flock)) {
            least = std::min(least, view.ground.distance(view.placeOf(i)));
            continue;
        }
        for (std::size_t leaf = view.flocks.first(flock);
             leaf < view.flocks.first(flock) + view.flocks.count(flock); ++leaf)
            least = std::min(least, view.ground.distance(view.flocks.leaves().get(leaf).place));
    }
    return least;
}

TEST(KeptOut, NoAnimalOfTheWaterholeIsEverInTheWater) {
    World world(shipped("waterhole"));
    ASSERT_GE(leastDistance(world), 0);
    for (int frame = 0; frame < 400; ++frame) {
        world.step(1.0 / 60);
        ASSERT_GE(leastDistance(world), 0) << "in frame " << frame;
    }
}

// Those that hunt, chase and follow each other, in steps of any length, and those who come later.
TEST(KeptOut, SingleAnimalsGoRoundWhatStandsInTheirWay) {
    Scenario scenario = shipped("waterhole");
    for (SpeciesEntry& entry : scenario.species) entry.flocks = 5;
    scenario.wildlife.count = 40, scenario.pursuit.count = 60, scenario.hunters.count = 20;
    World world(scenario);
    ASSERT_GE(leastDistance(world), 0);
    std::vector<Place> before;
    for (std::size_t row = world.view().firstOther(); row < world.view().tasks.size(); ++row)
        before.push_back(world.view().placeOf(row));
    const Region lake{750, 750, 100};
    for (int frame = 0; frame < 300; ++frame) {
        std::vector<Command> commands;
        if (frame == 100)
            for (std::uint32_t kind = 3; kind < 6; ++kind) commands.push_back(SetAnimals{kind, 70, lake});
        world.step(frame % 50 == 0 ? 2.5 : 1.0 / 60, commands);
        ASSERT_GE(leastDistance(world), 0) << "in frame " << frame;
    }
    EXPECT_EQ(world.view().tasks.size(), 15 + 4 * 70 + 70 + 70);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < 40; ++i) moved += !(world.view().placeOf(15 + i) == before[i]);
    EXPECT_GT(moved, 20u);
}

// Long frames make long steps, which end at the shore too.
TEST(KeptOut, LongStepsEndAtTheShore) {
    Scenario scenario = shipped("waterhole");
    scenario.lod.enabled = false;
    for (SpeciesEntry& entry : scenario.species) entry.flocks = 15;
    World world(scenario);
    for (int frame = 0; frame < 60; ++frame) {
        world.step(frame % 3 == 0 ? 2.5 : 0.4);
        ASSERT_GE(leastDistance(world), 0) << "in frame " << frame;
    }
}

// What stands where a shape is drawn leaves it with its next update.
TEST(KeptOut, ALakeThatIsDrawnOverHerdsIsLeftAtOnce) {
    World world(shipped("waterhole"));
    world.step(1.0 / 60);
    const Command lake = AddShape{0, {ground::Surface::kWater, {{300, 1250}}, 150}};
    world.step(1.0 / 60, {&lake, 1});
    for (int frame = 0; frame < 60; ++frame) world.step(1.0 / 60);
    EXPECT_GE(leastDistance(world), 0);
}

// Herds near water meet it; those of a world without any move as if there were no such thing.
TEST(KeptOut, ShapesFarFromEverybodyMoveNoBit) {
    Scenario bare = shipped("waterhole");
    bare.world.shapes.clear();
    Scenario far = bare;
    for (Scenario* scenario : {&bare, &far}) {
        for (SpeciesEntry& entry : scenario->species) entry.flocks = 3, entry.region = {300, 300, 50};
        scenario->relations = {{"gazelles", "zebras", {meeting::Deed::kAvoid, 25, 1}},
                               {"zebras", "gazelles", {meeting::Deed::kAvoid, 25, 1}},
                               {"wildebeest", "zebras", {meeting::Deed::kAvoid, 25, 1}}};
    }
    far.world.shapes = {{ground::Surface::kRock, {{1050, 1050}}, 20}};
    World with(far), without(bare);
    for (int frame = 0; frame < 120; ++frame) with.step(1.0 / 60), without.step(1.0 / 60);
    EXPECT_EQ(with.flocks().roots().x, without.flocks().roots().x);
    EXPECT_EQ(with.flocks().leaves().y, without.flocks().leaves().y);
}

}  // namespace
}  // namespace drover::world::kept_out_test
