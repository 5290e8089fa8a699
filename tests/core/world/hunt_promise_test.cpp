// What the scenario `hunt` promises, over five seeds, under each manager that is told which tasks matter: the
// hunt's load comes from the world alone, the budget is kept, hunted herds are on time, and far ones give
// way.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/record/frame_record.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/worlds.h"

namespace drover::world::hunt_promise_test {
namespace {

constexpr std::uint64_t kFrames = 600;
constexpr std::uint64_t kFirst = 60;  // before, all herds are new

struct Sum {
    double sum = 0, count = 0;

    void add(double value, double weight = 1) { sum += value * weight, count += weight; }
    double mean() const { return count > 0 ? sum / count : 0; }
};

struct Hunt {
    std::vector<double> ai_ms;
    double budget_ms = 0;
    std::uint64_t most_hunted = 0;
    Sum hunted_late_ms;  // T - T0 of each herd that is hunted or flees
    Sum far_late_ms, far_quality;

    double p99_ms() const {
        std::vector<double> sorted = ai_ms;
        std::ranges::sort(sorted);
        return sorted[sorted.size() * 99 / 100];
    }
    double shareAbove(double ms) const {
        const auto above = std::ranges::count_if(ai_ms, [&](double its) { return its > ms; });
        return static_cast<double>(above) / static_cast<double>(ai_ms.size());
    }
};

double lateness_ms(const WorldView& view, std::uint32_t herd) {
    return static_cast<double>(view.periodOf(herd) - view.tasks[herd].nominal_ns) * 1e-6;
}

Hunt huntUnder(const std::string& manager, std::uint64_t seed, std::uint64_t frames = kFrames,
               bool has_lions = true) {
    Scenario scenario = shipped("hunt");
    scenario.load.manager = manager, scenario.seed = seed;
    if (!has_lions) scenario.hunters.count = 0;
    World world(scenario);
    Hunt hunt{.budget_ms = static_cast<double>(scenario.load.budget.fixed_ns) * 1e-6};
    for (std::uint64_t frame = 1; frame <= frames; ++frame) {
        world.step(scenario.frame_time);
        if (frame < kFirst) continue;
        const record::FrameRecord& record = world.record();
        const record::BandRecord& far = record.bands[row(record::Band::kFar)];
        hunt.ai_ms.push_back(static_cast<double>(record.ai_ns) * 1e-6);
        hunt.most_hunted = std::max(hunt.most_hunted, record.hunted);
        hunt.far_late_ms.add(static_cast<double>(far.d_assigned_ns) * 1e-6);
        hunt.far_quality.add(far.quality, static_cast<double>(far.asked));
        const WorldView view = world.view();
        for (const std::uint32_t herd : view.hunted) hunt.hunted_late_ms.add(lateness_ms(view, herd));
    }
    return hunt;
}

using HuntPromise = testing::TestWithParam<const char*>;

TEST_P(HuntPromise, TheBudgetIsKeptAndTheHuntedAreOnTimeWhileTheFarGiveWay) {
    Sum far_late_ms, far_quality;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Hunt hunt = huntUnder(GetParam(), seed);
        EXPECT_LE(hunt.p99_ms(), 1.05 * hunt.budget_ms);
        EXPECT_LE(hunt.shareAbove(1.2 * hunt.budget_ms), 0.001);
        EXPECT_GE(hunt.most_hunted, 8u);
        EXPECT_LT(hunt.hunted_late_ms.mean(), 5);
        far_late_ms.add(hunt.far_late_ms.mean()), far_quality.add(hunt.far_quality.mean());
    }
    const Hunt calm = huntUnder(GetParam(), 1, kFrames, false);
    EXPECT_EQ(calm.most_hunted, 0u);
    EXPECT_TRUE(far_late_ms.mean() > 1.2 * calm.far_late_ms.mean() ||
                far_quality.mean() < calm.far_quality.mean() / 1.2);
}
INSTANTIATE_TEST_SUITE_P(Managers, HuntPromise, testing::Values("elastic", "process", "modes"),
                         [](const auto& manager) { return std::string(manager.param); });

TEST(HuntPromiseOfNobody, EveryFrameIsOverTheBudget) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Hunt hunt = huntUnder("unmanaged", seed, 150);
        EXPECT_EQ(hunt.shareAbove(1.2 * hunt.budget_ms), 1);
    }
}

}  // namespace
}  // namespace drover::world::hunt_promise_test
