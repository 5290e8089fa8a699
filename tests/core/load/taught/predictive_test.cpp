// `predictive` against the best choice, found by dynamic programming.
#include "core/load/taught/predictive.h"

#include <gtest/gtest.h>

#include "tests/core/load/taught/herds.h"

namespace drover::load::predictive_test {
namespace {

// Costs are whole numbers, so that a table over all budgets gives the best.
double mostBenefit(std::span<const MayThink> herds, int budget) {
    std::vector<double> best(static_cast<std::size_t>(budget) + 1, 0);
    for (const MayThink& herd : herds) {
        for (int left = budget; left >= 0; --left) {
            double& here = best[static_cast<std::size_t>(left)];
            const double without = here;
            for (std::uint8_t choice = 1; choice < herd.choices(); ++choice) {
                const MayThink::Option option = herd.option(choice);
                const auto rest = left - static_cast<int>(option.cost);
                if (rest < 0) continue;
                // Smaller budgets come later in this loop: they do not have this herd yet.
                here = std::max(
                    here, (rest == left ? without : best[static_cast<std::size_t>(rest)]) + option.benefit);
            }
        }
    }
    return best.back();
}

double benefitOf(std::span<const MayThink> herds, double* cost) {
    double benefit = *cost = 0;
    for (const MayThink& herd : herds) {
        benefit += herd.option(herd.choice).benefit;
        *cost += herd.option(herd.choice).cost;
    }
    return benefit;
}

struct Sets {
    explicit Sets(std::uint64_t seed) : dice(seed), kinds(20) {
        for (DetailKind& kind : kinds) {
            kind.count = static_cast<std::uint8_t>(dice.whole(1, 6));
            double work = 0, missing = dice.between(5, 200);
            for (std::uint8_t level = 0; level < kind.count; ++level) {
                work += static_cast<double>(dice.whole(1, 1 + 3 * level));
                kind.levels[level] = {work, level + 1 == kind.count ? 0 : missing};
                missing *= dice.between(0.2, 0.9);
            }
        }
    }
    std::vector<MayThink> draw(int count) {
        std::vector<MayThink> herds;
        for (int i = 0; i < count; ++i) {
            const DetailKind& kind = kinds[static_cast<std::size_t>(dice.whole(0, 19))];
            herds.push_back({.weight = dice.between(0.1, 20),
                             .cost_of_work = static_cast<double>(dice.whole(1, 4)),
                             .off_per_m = dice.between(0, 0.5),
                             .detail = &kind,
                             .choice = static_cast<std::uint8_t>(dice.whole(0, kind.count))});
        }
        return herds;
    }
    Dice dice;
    std::vector<DetailKind> kinds;
};

TEST(Knapsack, IsAlwaysHalfOfTheBestAndNearlyAlways95Percent) {
    Sets sets(31);
    Knapsack knapsack;
    int good = 0;
    constexpr int kRuns = 1000;
    for (int n = 0; n < kRuns; ++n) {
        std::vector<MayThink> herds = sets.draw(static_cast<int>(sets.dice.whole(2, 60)));
        const auto budget = static_cast<int>(sets.dice.whole(20, 400));
        const double best = mostBenefit(herds, budget);
        knapsack.choose(herds, budget);
        double cost = 0;
        const double benefit = benefitOf(herds, &cost);
        ASSERT_LE(cost, budget) << n;
        ASSERT_GE(benefit, 0.5 * best) << n;
        ASSERT_LE(benefit, best * (1 + 1e-9)) << n;
        good += benefit >= 0.95 * best;
    }
    EXPECT_GE(good, kRuns * 96 / 100);
}

// One dear herd is worth more than the cheap one that has more benefit over cost.
TEST(Knapsack, TakesADearHerdThatIsWorthMoreThanTheRest) {
    DetailKind kind;
    std::vector<MayThink> herds = {{.weight = 2, .cost_of_work = 1, .detail = &kind},
                                   {.weight = 50, .cost_of_work = 100, .detail = &kind}};
    Knapsack().choose(herds, 100);
    EXPECT_EQ(herds[0].choice, 0);
    EXPECT_EQ(herds[1].choice, 1);
}

// From the last choice: where nothing has changed, nothing changes.
TEST(Knapsack, StaysWithWhatItChose) {
    Sets sets(32);
    Knapsack knapsack;
    for (int n = 0; n < 100; ++n) {
        std::vector<MayThink> herds = sets.draw(30);
        knapsack.choose(herds, 60);
        std::vector<MayThink> again = herds;
        knapsack.choose(again, 60);
        double cost = 0;
        EXPECT_EQ(benefitOf(again, &cost), benefitOf(herds, &cost));
    }
}

TEST(Predictive, NearHerdsThinkMoreOftenAndFarOnesAreNotForgotten) {
    Herds herds("predictive");
    DetailKind kind;
    kind.count = 3;
    kind.levels = {DetailLevel{1, 8}, DetailLevel{2, 4}, DetailLevel{4, 0}};
    herds.tasks.setDetailKinds(std::array{DetailKind{}, kind});
    for (int i = 0; i < 100; ++i) {
        const bool is_near = i < 20;
        herds.add({.nominal_ms = 20,
                   .maximum_ms = 400,
                   .cost_ms = 0.1,
                   .priority = is_near ? 100.0 : 1.0,
                   .distance_m = is_near ? 20.0 : 800.0,
                   .detail_kind = 1});
    }
    herds.frames(200, 10, 2);
    herds.forgetWaits();
    herds.frames(2000, 10, 2);
    for (std::uint32_t row = 0; row < 100; ++row) {
        EXPECT_LE(herds.meanWait_ms(row), row < 20 ? 25 : 500) << row;
        EXPECT_LE(herds.longestWait_ms(row), 4000) << row;
    }
    EXPECT_GT(herds.tasks.columns.level[0], herds.tasks.columns.level[99]);
}

}  // namespace
}  // namespace drover::load::predictive_test
