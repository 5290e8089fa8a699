// What a world shows of itself: the columns themselves, and no more work than pointing at them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/allocations.h"
#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/worlds.h"

namespace drover::world::world_view_test {
namespace {

Scenario mixed() {
    Scenario s = worldOf(1000, {{"gnus", 20}});
    s.wildlife.count = 3;
    s.pursuit.count = 5;
    s.load.manager = "elastic";
    s.load.budget.fixed_ns = 20'000;
    return s;
}

TEST(WorldView, ShowsTheColumnsThemselvesInTheOrderOfTheTasks) {
    World world(mixed());
    for (int i = 0; i < 10; ++i) world.step(0.02);
    const WorldView view = world.view();
    EXPECT_EQ(&view.flocks, &world.flocks());
    EXPECT_EQ(view.tasks.data(), world.tasks().columns.state.data());
    EXPECT_EQ(view.tasks.size(), 20u + 12u + 5u);
    EXPECT_EQ(view.firstOther(), 20u);
    EXPECT_EQ(view.population.firstRow(1), 32u);
    EXPECT_EQ(&view.at(31).animals, world.population().find<minds::Wildlife>());
    EXPECT_EQ(&view.at(32).animals, world.population().find<minds::Pursuit>());
    EXPECT_EQ(view.at(33).i, 1u);
    EXPECT_EQ(view.species[0].name, "gnus");
    EXPECT_EQ(view.frame, 10u);
    EXPECT_EQ(view.player, world.player());
}

TEST(WorldView, TellsHowLongAgoATaskWasUpdated) {
    World world(mixed());
    EXPECT_TRUE(std::isinf(world.view().sinceUpdate(0)));
    for (int i = 0; i < 50; ++i) world.step(0.02);
    const WorldView view = world.view();
    bool was_one_late = false;
    for (std::size_t task = 0; task < view.tasks.size(); ++task) {
        EXPECT_GE(view.staleness(task), 0) << task;
        EXPECT_LE(view.sinceUpdate(task), view.staleness(task) + 1e-6f) << task;
        was_one_late = was_one_late || view.staleness(task) > 0.03f;
    }
    EXPECT_TRUE(was_one_late);
}

TEST(WorldView, CostsNoMemory) {
    World world(mixed());
    world.step(0.02);
    const std::size_t before = allocationsSoFar();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(world.view().frame, 1u);
    EXPECT_EQ(allocationsSoFar(), before);
}

}  // namespace
}  // namespace drover::world::world_view_test
