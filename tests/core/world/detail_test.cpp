// A world whose load manager chooses the levels of detail: the budget folds and unfolds herds, near ones stay
// on time, and levels do not change in turn.
#include "core/world/frame/detail.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world::detail_test {
namespace {

using record::Band;

Scenario herdsUnder(const char* manager, std::int64_t budget_ns) {
    Scenario s = crowded();
    s.load.manager = manager;
    s.load.budget.fixed_ns = budget_ns;
    s.player.tour.clear();
    return s;
}

// What a band was like in the frames that were run.
struct Seen {
    double leaves = 0, tasks = 0, late_ns = 0, frames = 0, changes = 0, over = 0;
    double leavesOfAHerd() const { return leaves / tasks; }
    double late_ms() const { return late_ns / frames * 1e-6; }
};
Seen see(World& world, Band band, int frames, double frame_time = 1.0 / 60) {
    Seen seen;
    for (int i = 0; i < frames; ++i) {
        const record::FrameRecord& record = world.step(frame_time);
        const record::BandRecord& of = record.bands[record::row(band)];
        seen.leaves += static_cast<double>(of.leaves), seen.tasks += static_cast<double>(of.tasks);
        seen.late_ns += static_cast<double>(of.d_assigned_ns);
        seen.changes += static_cast<double>(of.expansions + of.collapses);
        seen.over += record.ai_ns * 5 > record.budget_ns * 6;
        ++seen.frames;
    }
    return seen;
}
Seen seeUnder(const char* manager, std::int64_t budget_ns, Band band, double frame_time = 1.0 / 60) {
    World world(herdsUnder(manager, budget_ns));
    see(world, band, 200, frame_time);
    return see(world, band, 100, frame_time);
}

// As wide as its animals are placed when it unfolds: anywhere in a disc, so half the square of its radius.
TEST(Detail, AHerdThatWasNotMeasuredMissesAShareOfItsDisc) {
    Scenario s = crowded();
    s.species[0].kind.depth = 4;
    s.species[0].kind.manner = {};
    s.lod.reinit_radius = 8;
    EXPECT_NEAR(herdDetail(s, 0, 0).missing_m, std::sqrt(32.0), 1e-9);
    EXPECT_NEAR(herdDetail(s, 0, 2).missing_m, std::sqrt(16.0), 1e-9);
    EXPECT_EQ(herdDetail(s, 0, 4).missing_m, 0);
}

TEST(Detail, WithTimeToSpareFarHerdsUnfold) {
    EXPECT_NEAR(seeUnder("elastic", 200'000'000, Band::kFar).leavesOfAHerd(), 1, 0.01);
    EXPECT_GT(seeUnder("modes", 200'000'000, Band::kFar).leavesOfAHerd(), 20);
}

TEST(Detail, WhereTimeIsShortNearHerdsFold) {
    const double much = seeUnder("modes", 20'000'000, Band::kNear).leavesOfAHerd();
    const double less = seeUnder("modes", 3'000'000, Band::kNear).leavesOfAHerd();
    const double little = seeUnder("modes", 1'500'000, Band::kNear).leavesOfAHerd();
    EXPECT_GT(much, 1.5 * less);
    EXPECT_GT(less, little);
}

TEST(Detail, NearHerdsAreOnTimeOnASlowMachine) {
    const std::int64_t budget_ns = 3'000'000;
    const Seen modes = seeUnder("modes", budget_ns, Band::kNear, 0.075);
    EXPECT_LT(modes.late_ms(), 10);
    EXPECT_EQ(modes.over, 0);
    EXPECT_GT(seeUnder("elastic", budget_ns, Band::kNear, 0.075).late_ms(), 100);
}

TEST(Detail, LevelsRestInSteadyState) {
    for (const std::int64_t budget_ns : {500'000, 2'000'000, 10'000'000}) {
        World world(herdsUnder("modes", budget_ns));
        see(world, Band::kFar, 200);
        double changes = 0;
        auto levels = world.tasks().columns.level;
        for (int i = 0; i < 90; ++i) {
            world.step(1.0 / 60);
            for (std::size_t row = 0; row < levels.size(); ++row)
                changes += levels[row] != world.tasks().columns.level[row];
            levels = world.tasks().columns.level;
        }
        EXPECT_LE(changes, static_cast<double>(levels.size()) * 90 / 30 / 4) << budget_ns;
    }
}

TEST(Detail, ZonesDecideAgainUnderAnotherManager) {
    World world(herdsUnder("modes", 200'000'000));
    EXPECT_TRUE(world.flocks().doesOwnerDecide());
    see(world, Band::kFar, 200);
    const std::vector<Command> other = {SetManager{"elastic", {}}};
    world.step(1.0 / 60, other);
    EXPECT_FALSE(world.flocks().doesOwnerDecide());
    see(world, Band::kFar, 100);
    EXPECT_NEAR(see(world, Band::kFar, 20).leavesOfAHerd(), 1, 0.01);
    const std::vector<Command> back = {SetManager{"budget_allocator", {}}};
    world.step(1.0 / 60, back);
    EXPECT_TRUE(world.flocks().doesOwnerDecide());
}

TEST(Detail, SwitchedOffItStaysFull) {
    Scenario s = herdsUnder("modes", 1'000'000);
    s.lod.enabled = false;
    s.species.resize(1);
    World world(s);
    see(world, Band::kFar, 300);
    EXPECT_FALSE(world.flocks().doesOwnerDecide());
    for (std::uint32_t i = 0; i < world.flocks().size(); ++i) EXPECT_TRUE(world.flocks().isFull(FlockId{i}));
}

TEST(Detail, HerdsComeGoAndGetOtherTrees) {
    World world(herdsUnder("modes", 50'000'000));
    see(world, Band::kFar, 60);
    const std::vector<std::vector<Command>> changes = {
        {SetTree{.species = 0, .branching = 2, .depth = 3}},
        {SetAnimals{.species = 0, .count = 500}},
        {SetAnimals{.species = 0, .count = 100}, SetTree{.species = 1, .branching = 2, .depth = 6}}};
    for (const std::vector<Command>& commands : changes) {
        world.step(1.0 / 60, commands);
        see(world, Band::kFar, 60);
        for (std::uint32_t i = 0; i < world.flocks().size(); ++i) {
            const std::uint32_t depth = world.flocks().treeOf(FlockId{i}).depth;
            ASSERT_LE(*world.flocks().depthOf(FlockId{i}), depth) << i;
            ASSERT_LT(world.tasks().columns.level[i], world.tasks().detailOf(i).count) << i;
            ASSERT_EQ(world.tasks().detailOf(i).count, depth + 1) << i;
        }
    }
}

}  // namespace
}  // namespace drover::world::detail_test
