// The design of a blind test is balanced whatever its seed.
#include "app/perception/design.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace drover::perception::design_test {
namespace {

TEST(PerceptionDesign, HasEachBudgetEquallyOftenAtEachPlace) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        std::map<double, std::array<int, kPanes + 1>> places;
        std::map<TrialKind, int> kinds;
        for (const Trial& trial : trialsOf({.seed = seed})) {
            ++kinds[trial.kind];
            if (trial.kind == TrialKind::kStep) ++places[trial.step_ms][trial.place];
            EXPECT_EQ(trial.place == 0, trial.kind == TrialKind::kAllAlike);
        }
        EXPECT_EQ(kinds[TrialKind::kStep], 40);
        EXPECT_EQ(kinds[TrialKind::kAllAlike], 2);
        EXPECT_EQ(kinds[TrialKind::kGrosslyBad], 2);
        EXPECT_EQ(places.size(), 5u);
        for (const auto& [budget, counts] : places)
            EXPECT_EQ(counts, (std::array<int, kPanes + 1>{0, 2, 2, 2, 2})) << budget << " ms, seed " << seed;
    }
}

TEST(PerceptionDesign, IsAsNearlyBalancedAsItCanBe) {
    std::array<int, kPanes + 1> places{};
    for (const Trial& trial : trialsOf({.trials_each = 6, .catch_each = 0})) ++places[trial.place];
    EXPECT_EQ(places[0], 0);
    for (std::uint32_t place = 1; place <= kPanes; ++place) EXPECT_NEAR(places[place], 30 / 4.0, 1);
}

TEST(PerceptionDesign, PlainlyBadIsWorseThanEachStep) {
    const auto badIn = [](Part part) {
        for (const Trial& trial : trialsOf({.part = part, .steps = stepsOf(part)}))
            if (trial.kind == TrialKind::kGrosslyBad) return trial.step_ms;
        return 0.0;
    };
    EXPECT_LT(badIn(Part::kThoughts), 0.25);
    EXPECT_GT(badIn(Part::kFrames), 50);
}

TEST(PerceptionDesign, FollowsFromItsSeedAlone) {
    const auto order = [](std::uint64_t seed) {
        std::vector<double> budgets;
        for (const Trial& trial : trialsOf({.seed = seed})) budgets.push_back(trial.step_ms);
        return budgets;
    };
    EXPECT_EQ(order(1), order(1));
    EXPECT_NE(order(1), order(2));
    EXPECT_EQ(trialsOf({.seed = 7})[3].seeds, trialsOf({.seed = 7})[3].seeds);
}

TEST(PerceptionDesign, ShowsNoWorldTwice) {
    std::set<std::uint64_t> seeds;
    const std::vector<Trial> trials = trialsOf({});
    for (const Trial& trial : trials) seeds.insert(trial.seeds.begin(), trial.seeds.end());
    EXPECT_EQ(seeds.size(), trials.size() * kPanes);
}

}  // namespace
}  // namespace drover::perception::design_test
