// The springs against exact answers, and what must hold for any set of tasks.
#include "core/load/elastic/compress.h"
#include "core/load/budget.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/core/load/scripted.h"

namespace drover::load::compress_test {
namespace {

struct Springy {
    double cost, nominal, maximum, elasticity;
};

struct Answer {
    CompressionResult result;
    std::vector<double> periods;
    double use = 0;
};

Answer solve(const std::vector<Springy>& set, double desired) {
    std::vector<double> u0, umin, e;
    for (const Springy& t : set) {
        u0.push_back(t.cost / t.nominal);
        umin.push_back(t.cost / t.maximum);
        e.push_back(t.elasticity);
    }
    CompressionScratch scratch;
    Answer answer;
    answer.result = compress({u0, umin, e}, desired, scratch);
    for (const Springy& t : set) {
        const double period = realPeriod(t.cost, t.nominal, t.maximum, t.elasticity, answer.result);
        answer.periods.push_back(period);
        answer.use += t.cost / period;
    }
    return answer;
}

double rational(const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return std::stod(text);
    return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

TEST(Compress, ReproducesTheExactAnswers) {
    for (const auto& example : goldenCases("elastic.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        std::vector<Springy> set;
        for (const auto& t : example["tasks"])
            set.push_back({rational(t["C"]), rational(t["T0"]), rational(t["Tmax"]), rational(t["E"])});
        const Answer answer = solve(set, rational(example["U_d_exact"]));
        EXPECT_EQ(text(answer.result.status), std::string(example["status"]));
        for (std::size_t i = 0; i < set.size(); ++i) {
            const double exact = rational(example["periods_exact"][i]);
            EXPECT_NEAR(answer.periods[i], exact, exact * 1e-12);
        }
    }
}

std::vector<Springy> randomSet(Dice& dice, std::size_t count) {
    std::vector<Springy> set(count);
    for (Springy& t : set) {
        t.cost = dice.chance(0.1) ? 0 : dice.between(0.001, 5);
        t.nominal = dice.between(1, 100);
        t.maximum = dice.chance(0.1) ? t.nominal : t.nominal * dice.between(1, 20);
        t.elasticity = dice.chance(0.1) ? 0 : dice.chance(0.5) ? 1 : dice.between(1, 500);
    }
    if (dice.chance(0.2)) std::fill(set.begin(), set.end(), set.front());  // all equal
    return set;
}

struct Bounds {
    double nominal = 0, least = 0;
};
Bounds boundsOf(const std::vector<Springy>& set) {
    Bounds b;
    for (const Springy& t : set) {
        b.nominal += t.cost / t.nominal;
        b.least += t.cost / (t.elasticity > 0 ? t.maximum : t.nominal);
    }
    return b;
}

// Every T inside its bounds, the sum right, and the optimum's conditions: who could give more gives exactly
// lambda * E, who gave all it has would have had to give at least that much.
void expectOptimal(const std::vector<Springy>& set, double desired, const Answer& a) {
    const Bounds bounds = boundsOf(set);
    for (std::size_t i = 0; i < set.size(); ++i) {
        ASSERT_GE(a.periods[i], set[i].nominal);
        ASSERT_LE(a.periods[i], set[i].maximum);
        if (set[i].cost == 0) {
            ASSERT_EQ(a.periods[i], set[i].nominal);
        }
    }
    if (a.result.status == Compression::kNominal) {
        ASSERT_LE(bounds.nominal, desired * (1 + 1e-9));
        for (std::size_t i = 0; i < set.size(); ++i) ASSERT_EQ(a.periods[i], set[i].nominal);
    } else if (a.result.status == Compression::kSaturated) {
        ASSERT_GT(bounds.least, desired);
        for (std::size_t i = 0; i < set.size(); ++i) {
            const bool gives = set[i].elasticity > 0 && set[i].cost > 0;
            ASSERT_EQ(a.periods[i], gives ? set[i].maximum : set[i].nominal);
        }
    } else {
        ASSERT_NEAR(a.use, desired, 1e-9);
        ASSERT_GE(a.result.lambda, 0);
        for (std::size_t i = 0; i < set.size(); ++i) {
            const Springy& t = set[i];
            if (t.cost == 0 || t.elasticity == 0) continue;
            const double given = t.cost / t.nominal - t.cost / a.periods[i];
            const double asked = a.result.lambda * t.elasticity;
            if (a.periods[i] < t.maximum) {
                ASSERT_NEAR(given, asked, 1e-9);
            } else {
                ASSERT_LE(given, asked + 1e-9);
            }
        }
    }
}

TEST(Compress, IsOptimalForRandomSets) {
    Dice dice(2);
    std::array<int, 3> seen = {};
    for (int round = 0; round < 100'000; ++round) {
        const auto set = randomSet(dice, static_cast<std::size_t>(dice.whole(1, 24)));
        const Bounds bounds = boundsOf(set);
        const double desired = bounds.least + (bounds.nominal - bounds.least) * dice.between(-0.3, 1.2);
        const Answer answer = solve(set, desired);
        ++seen[static_cast<std::size_t>(answer.result.status)];
        expectOptimal(set, std::max(desired, 0.0), answer);
        if (HasFatalFailure()) FAIL() << "round " << round;
    }
    for (const int n : seen) EXPECT_GT(n, 5000);
}

// Past a thousand tasks the answer is looked for near a sample's: the same conditions, and sets that mislead
// a sample.
TEST(Compress, IsOptimalForLargeSets) {
    Dice dice(3);
    for (int round = 0; round < 300; ++round) {
        auto set = randomSet(dice, static_cast<std::size_t>(dice.whole(1025, 5000)));
        if (round % 3 == 0) {  // a few dear tasks that no sample finds
            for (int k = 0; k < 3; ++k)
                set[static_cast<std::size_t>(dice.whole(0, 1024))] = {1000 * dice.between(1, 5), 10, 200, 7};
        }
        if (round % 3 == 1)  // the sampled stride sees one kind only
            for (std::size_t i = 0; i < set.size(); ++i) set[i].elasticity = i % 2 ? 1 : 1000;
        const Bounds bounds = boundsOf(set);
        const double desired = bounds.least + (bounds.nominal - bounds.least) * dice.between(0.0001, 0.9999);
        expectOptimal(set, desired, solve(set, desired));
        if (HasFatalFailure()) FAIL() << "round " << round;
    }
}

TEST(Compress, LessBudgetNeverShortensAPeriod) {
    Dice dice(4);
    for (int round = 0; round < 5000; ++round) {
        const auto set = randomSet(dice, static_cast<std::size_t>(dice.whole(1, 20)));
        double desired = boundsOf(set).nominal * 1.1;
        std::vector<double> before(set.size(), 0);
        for (int step = 0; step < 20; ++step, desired *= 0.8) {
            const Answer answer = solve(set, desired);
            for (std::size_t i = 0; i < set.size(); ++i)
                ASSERT_GE(answer.periods[i], before[i] * (1 - 1e-12));
            before = answer.periods;
        }
    }
}

TEST(Compress, OrderAndEqualTasksDoNotMatter) {
    Dice dice(5);
    for (int round = 0; round < 5000; ++round) {
        auto set = randomSet(dice, static_cast<std::size_t>(dice.whole(2, round % 100 == 0 ? 3000 : 20)));
        set[1] = set[0];
        const Bounds bounds = boundsOf(set);
        const double desired = bounds.least + (bounds.nominal - bounds.least) * dice.unit();
        const Answer answer = solve(set, desired);
        EXPECT_EQ(answer.periods[0], answer.periods[1]);
        std::vector<std::size_t> order(set.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1],
                      order[static_cast<std::size_t>(dice.whole(0, static_cast<std::int64_t>(i) - 1))]);
        std::vector<Springy> shuffled;
        for (const std::size_t i : order) shuffled.push_back(set[i]);
        const Answer other = solve(shuffled, desired);
        ASSERT_EQ(other.result.status, answer.result.status);
        for (std::size_t k = 0; k < order.size(); ++k)
            ASSERT_NEAR(other.periods[k], answer.periods[order[k]], answer.periods[order[k]] * 1e-10);
    }
}

TEST(Compress, TheEdgesAreAsWritten) {
    const std::vector<Springy> two = {{1, 10, 20, 1}, {1, 10, 40, 2}};
    EXPECT_EQ(solve({}, 0.5).result.status, Compression::kNominal);
    EXPECT_EQ(solve(two, 0).result.status, Compression::kSaturated);
    EXPECT_EQ(solve(two, -1).periods, (std::vector<double>{20, 40}));
    EXPECT_EQ(solve(two, std::nan("")).periods, (std::vector<double>{20, 40}));
    EXPECT_EQ(solve(two, HUGE_VAL).periods, (std::vector<double>{10, 10}));
    // Just fits: nominal at the one end, compressed (and not saturated) at the other.
    EXPECT_EQ(solve(two, 0.2).result.status, Compression::kNominal);
    EXPECT_EQ(solve(two, 1.0 / 20 + 1.0 / 40).result.status, Compression::kCompressed);
    EXPECT_EQ(solve(two, 1.0 / 20 + 1.0 / 40).periods, (std::vector<double>{20, 40}));
    // No costs at all: nothing to compress, whatever may be used.
    EXPECT_EQ(solve({{0, 10, 20, 1}}, 0).result.status, Compression::kNominal);
    // The most elastic task gives way before all others.
    EXPECT_NEAR(solve({{1, 10, 20, kMostElasticity}, {1, 10, 20, 1}}, 0.16).periods[1], 10, 1e-9);
}

TEST(Compress, DesiredUseOfFramesWithoutTimeOrBudget) {
    EXPECT_EQ(desiredUse(10, 20), 0.5);
    EXPECT_EQ(desiredUse(0, 20), 0);
    EXPECT_EQ(desiredUse(-5, 20), 0);
    EXPECT_EQ(desiredUse(0, 0), 0);
    EXPECT_EQ(desiredUse(10, 0), HUGE_VAL);
}

}  // namespace
}  // namespace drover::load::compress_test
