// The scenario `pursuit` says that twice as many agents are too many: each manager gives way in its own
// manner.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/world/animals/population.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world::pursuit_load_test {
namespace {

// Of some frames in a row.
struct Load {
    double most_budgets = 0;  // AI time of the dearest frame, in budgets
    double quality = 0, late_ms = 0;
};

Load watch(World& world, int frames) {
    Load load;
    for (int i = 0; i < frames; ++i) {
        const record::FrameRecord& frame = world.step(world.scenario().frame_time);
        const double budgets = static_cast<double>(frame.ai_ns) / static_cast<double>(frame.budget_ns);
        load.most_budgets = std::max(load.most_budgets, budgets);
        load.quality += static_cast<double>(frame.whole.quality) / frames;
        load.late_ms += static_cast<double>(frame.whole.d_observed_ns) * 1e-6 / frames;
    }
    return load;
}

struct Loads {
    Load before, after;
};

// As the scenario has them, and with twice as many agents; without its spike.
Loads doubled(const char* manager) {
    Scenario scenario = shipped("pursuit");
    scenario.spikes.clear();
    scenario.load.manager = manager;
    World world(scenario);
    watch(world, 60);
    const Load before = watch(world, 240);
    const std::vector<std::string> names = kindNames(scenario);
    const auto kind = static_cast<std::uint32_t>(std::ranges::find(names, "pursuit") - names.begin());
    const Command twice = SetAnimals{kind, 2 * scenario.pursuit.count, {}, false};
    world.step(scenario.frame_time, {&twice, 1});
    EXPECT_EQ(world.population().find<minds::Pursuit>()->size(), 2 * scenario.pursuit.count);
    watch(world, 60);
    return {before, watch(world, 240)};
}

TEST(PursuitLoad, TheProcessManagerLetsHalfOfTwiceAsManyThink) {
    const Loads load = doubled("process");
    EXPECT_NEAR(load.before.quality, 1, 1e-9);
    EXPECT_NEAR(load.after.quality, 0.5, 0.1);
    EXPECT_LT(load.after.most_budgets, 1.05);
    EXPECT_NEAR(load.after.late_ms, 0, 1);
}

TEST(PursuitLoad, ElasticPeriodsStretchUnderTwiceAsMany) {
    const Loads load = doubled("elastic");
    EXPECT_LT(load.before.late_ms, 1);
    EXPECT_GT(load.after.late_ms, 10);
    EXPECT_NEAR(load.after.quality, 1, 1e-9);
    EXPECT_LT(load.after.most_budgets, 1.05);
}

TEST(PursuitLoad, TwiceAsManyBreakTheBudgetOfAManagerThatSavesNothing) {
    const Loads load = doubled("fixed");
    EXPECT_LT(load.before.most_budgets, 1);
    EXPECT_GT(load.after.most_budgets, 1.2);
}

}  // namespace
}  // namespace drover::world::pursuit_load_test
