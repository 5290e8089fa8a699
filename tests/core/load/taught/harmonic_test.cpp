// `harmonic` against the golden answers, against every row of multiples of small sets, and how even its
// frames are.
#include "core/load/taught/harmonic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/core/load/taught/herds.h"

namespace drover::load::harmonic_test {
namespace {

double number(const nlohmann::json& text) { return std::stod(text.get<std::string>()); }

double useOf(const std::vector<ChainTask>& tasks, const Chain& chain) {
    double use = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        use += tasks[i].cost / (chain.first_period * chain.multiples[i]);
    return use;
}

TEST(HarmonicChain, IsTheGoldenOne) {
    int answers = 0, none = 0;
    for (const nlohmann::json& example : goldenCases("harmonic.json")) {
        std::vector<ChainTask> tasks;
        for (const nlohmann::json& task : example["tasks"])
            tasks.push_back(
                {number(task["Tmin"]), number(task["Tmax"]), number(task["C"]), number(task["E"])});
        const std::optional<Chain> chain = bestChain(tasks, number(example["Ud"]));
        const nlohmann::json& expected = example["expect"];
        ASSERT_EQ(chain.has_value(), !expected.is_null()) << example["name"];
        (chain ? answers : none) += 1;
        if (!chain) continue;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            EXPECT_EQ(chain->multiples[i], expected["multiples"][i].get<std::uint32_t>()) << example;
            EXPECT_NEAR(chain->first_period * chain->multiples[i], expected["T"][i], 1e-6) << example;
        }
        EXPECT_NEAR(useOf(tasks, *chain), expected["U"], 1e-8);
        EXPECT_NEAR(chain->loss, expected["loss"], 1e-9 * expected["loss"].get<double>());
    }
    EXPECT_GT(answers, 15);
    EXPECT_GT(none, 0);
}

// Every row of multiples up to 12, and for each a thousand first periods.
double leastLossByTrying(const std::vector<ChainTask>& tasks, double desired) {
    double least = 1e300;
    for (int b = 1; b <= 12; ++b) {
        for (int c = b; c <= 12; c += b) {
            const std::array<double, 3> multiples = {1, static_cast<double>(b), static_cast<double>(c)};
            for (int step = 0; step <= 1000; ++step) {
                const double first = tasks[0].shortest + (tasks[0].longest - tasks[0].shortest) * step / 1000;
                double use = 0, loss = 0;
                bool is_allowed = true;
                for (std::size_t i = 0; i < 3; ++i) {
                    const double period = first * multiples[i], given = 1 / tasks[i].shortest - 1 / period;
                    is_allowed &= period >= tasks[i].shortest && period <= tasks[i].longest;
                    use += tasks[i].cost / period;
                    loss += tasks[i].cost * tasks[i].cost * given * given / tasks[i].elasticity;
                }
                if (is_allowed && use <= desired) least = std::min(least, loss);
            }
        }
    }
    return least;
}

TEST(HarmonicChain, IsNoWorseThanAnyOther) {
    Dice dice(21);
    int answers = 0;
    for (int n = 0; n < 100; ++n) {
        std::vector<ChainTask> tasks;
        double use = 0, shortest = 10;
        for (int i = 0; i < 3; ++i) {
            shortest *= dice.between(1, 2);
            tasks.push_back(
                {shortest, shortest * dice.between(1.05, 2.5), dice.between(0.1, 2), dice.between(0.5, 5)});
            use += tasks.back().cost / shortest;
        }
        const double desired = use * dice.between(0.4, 1);
        const std::optional<Chain> chain = bestChain(tasks, desired);
        const double tried = leastLossByTrying(tasks, desired);
        if (chain) {
            ++answers;
            EXPECT_LE(chain->loss, tried * (1 + 1e-9)) << n;
            EXPECT_LE(useOf(tasks, *chain), desired * (1 + 1e-9)) << n;
        } else {
            EXPECT_EQ(tried, 1e300) << n;
        }
    }
    EXPECT_GT(answers, 40);
}

// 400 herds in all distances, at four times the budget.
Herds farAndNear() {
    Herds herds("harmonic");
    Dice dice(4);
    for (int i = 0; i < 400; ++i)
        herds.add(
            {.nominal_ms = 20, .maximum_ms = 400, .cost_ms = 0.05, .elasticity = dice.between(1, 2000)});
    herds.frames(200, 10, 2.5);
    return herds;
}

TEST(Harmonic, PeriodsAreWholeFramesAndDivideEachOther) {
    Herds herds = farAndNear();
    std::map<std::int64_t, int> count;
    double use = 0;
    for (std::uint32_t row = 0; row < 400; ++row) {
        const double frames = herds.period_ms(row) / 10;
        EXPECT_EQ(frames, std::floor(frames));
        ++count[static_cast<std::int64_t>(frames)];
        use += 0.05 / frames;
    }
    EXPECT_GE(count.size(), 3u);
    EXPECT_LE(use, 2.5);
    EXPECT_GT(use, 2);
    std::int64_t before = 1;
    for (const auto& [frames, herds_of_it] : count) {
        EXPECT_EQ(frames % before, 0) << frames;
        before = frames;
    }
}

// A herd thinks at its period exactly, but for a frame of delay now and then, and no frame has much more to
// do than another.
TEST(Harmonic, EachFrameHasTheSameWork) {
    Herds herds = farAndNear();
    herds.forgetWaits();
    double least = 1e9, most = 0;
    for (int i = 0; i < 400; ++i) {
        int thoughts = 0;
        herds.frame(10, 2.5, [&](std::uint32_t) { ++thoughts; });
        least = std::min(least, thoughts * 0.05), most = std::max(most, thoughts * 0.05);
    }
    EXPECT_LE(most - least, 0.3 * 2.5);
    std::size_t exact = 0, all = 0;
    for (std::uint32_t row = 0; row < 400; ++row)
        for (std::size_t i = 1; i < herds.waits_ms[row].size(); ++i, ++all)
            exact += std::abs(herds.waits_ms[row][i] - herds.period_ms(row)) < 1e-6;
    EXPECT_GT(static_cast<double>(exact), 0.9 * static_cast<double>(all));
}

}  // namespace
}  // namespace drover::load::harmonic_test
