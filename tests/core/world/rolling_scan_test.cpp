// The rolling scan in a world with more tasks than it looks at in a frame.
#include "core/world/frame/rolling_scan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world::rolling_scan_test {
namespace {

// With this many tasks a frame looks at a slice of them; the sums are over all of them all the same.
TEST(RollingScan, ItsSumsAreOverAllOfVeryManyTasks) {
    constexpr std::uint32_t kFlocks = RollingScan::kMostAtOnce + 5000;
    Scenario scenario = worldOf(20'000, {{"many", kFlocks}});
    scenario.load.manager = "elastic";
    World world(scenario);
    for (int i = 0; i < 12; ++i) {
        const record::FrameRecord& r = world.step(0.02);
        std::uint64_t tasks = 0;
        for (const record::BandRecord& band : r.bands) tasks += band.tasks;
        ASSERT_EQ(tasks, kFlocks) << i;
        ASSERT_EQ(r.whole.tasks, kFlocks) << i;
    }
    EXPECT_GT(world.flocks().liveLeaves(), kFlocks) << "some are near";
    EXPECT_EQ(world.record().whole.leaves, world.flocks().liveLeaves());
    EXPECT_EQ(world.record().whole.nodes, world.flocks().liveNodes());

    // The player is elsewhere, at the seam: who is near is known at once, of the others it is told in the
    // frames after.
    const std::vector<Command> jump = {MovePlayer{3, 19'998}};
    world.step(0.02, jump);
    const float reach = scenario.lod.zone_width * static_cast<float>(scenario.species[0].kind.depth);
    std::uint32_t near = 0;
    for (std::uint32_t row = 0; row < kFlocks; ++row) {
        const Place place{world.flocks().roots().x[row], world.flocks().roots().y[row]};
        const float distance = length(world.flocks().plane().offset(world.player(), place));
        if (distance > reach * 0.9f) continue;  // it has moved since
        EXPECT_EQ(world.bandOf(FlockId{row}), record::Band::kNear) << row;
        EXPECT_NEAR(world.tasks().elasticity(row),
                    load::elasticityAt(distance, scenario.species[0].task.factors, true), 10)
            << row;
        ++near;
    }
    EXPECT_GT(near, 3u);
    for (int i = 0; i < 6; ++i) world.step(0.02);
    EXPECT_EQ(world.record().whole.tasks, kFlocks);
    EXPECT_EQ(world.record().whole.leaves, world.flocks().liveLeaves());
}

}  // namespace
}  // namespace drover::world::rolling_scan_test
