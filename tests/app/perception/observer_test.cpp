// The ideal observer takes the test: it is always right at the worst budget, and guesses where all are whole.
#include "tests/app/perception/observer.h"

#include <gtest/gtest.h>

#include "app/perception/statistics.h"

#include "core/world/animals/population.h"

namespace drover::perception {
namespace {

constexpr std::uint32_t kShort = 60;  // frames: an ideal observer needs no more

Panes panesOf(const world::Scenario& scenario, const Trial& trial) {
    return *makePanes(scenario, {.frames = kShort}, trial, [](double) { return true; });
}

TEST(IdealObserver, FindsTheWorstBudgetAlways) {
    const world::Scenario scenario = world::measured(meadow());
    std::vector<Trial> trials = trialsOf({.trials_each = 8, .catch_each = 0, .budgets = {{0.25}}});
    std::uint32_t right = 0;
    for (const Trial& trial : trials) right += observed(panesOf(scenario, trial)) == trial.place;
    EXPECT_EQ(right, trials.size());
}

// Each answer is compared with a place that nothing in the panes tells.
TEST(IdealObserver, GuessesWhereAllAreWhole) {
    const world::Scenario scenario = world::measured(meadow());
    constexpr std::uint32_t kTrials = 16;
    std::uint32_t right = 0, place = 0;
    for (const Trial& trial : trialsOf({.trials_each = 1, .catch_each = kTrials, .budgets = {{4}}}))
        if (trial.kind == TrialKind::kAllWhole)
            right += observed(panesOf(scenario, trial)) == place++ % kPanes + 1;
    ASSERT_EQ(place, kTrials);
    const Interval interval = wilson(right, kTrials);
    EXPECT_LE(interval.low, kGuessing) << right;
    EXPECT_GE(interval.high, kGuessing) << right;
}

}  // namespace
}  // namespace drover::perception
