// The step response of `feedback`: how far it overshoots, how soon it has settled, and that it then is still.
#include "core/load/taught/feedback.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/core/load/taught/herds.h"

namespace drover::load::feedback_test {
namespace {

constexpr double kFrame_ms = 1000.0 / 60, kBudget_ms = 4;

// 300 herds that ask for nine tenths of the budget at their nominal periods.
Herds threeHundred() {
    Herds herds("feedback");
    Dice dice(3);
    const double mean_cost = 0.9 * kBudget_ms / (300 * kFrame_ms / 33.333);
    for (int i = 0; i < 300; ++i)
        herds.add({.nominal_ms = 33.333,
                   .maximum_ms = 480,
                   .cost_ms = mean_cost * dice.between(0.6, 1.4),
                   .elasticity = dice.between(1, 300)});
    return herds;
}

// What the periods ask for, as a share of the budget, at what thoughts really cost.
double askedUse(const Herds& herds) {
    double use = 0;
    for (std::uint32_t row = 0; row < herds.cost_ms.size(); ++row)
        use += herds.cost_ms[row] * herds.load / herds.period_ms(row);
    return use * kFrame_ms / kBudget_ms;
}

std::vector<double> response(Herds& herds, int frames) {
    std::vector<double> uses;
    for (int i = 0; i < frames; ++i) {
        herds.frame(kFrame_ms, kBudget_ms);
        uses.push_back(askedUse(herds));
    }
    return uses;
}

// After a step the use is `frames` later, and from then on, near the set point of 0.9.
void expectSettled(const std::vector<double>& uses, std::size_t frames) {
    for (std::size_t i = frames; i < uses.size(); ++i) EXPECT_NEAR(uses[i], 0.9, 0.09) << i;
}

TEST(Feedback, SettlesIn30FramesAndDoesNotOvershoot) {
    Herds herds = threeHundred();
    herds.frames(300, kFrame_ms, kBudget_ms);
    herds.load = 3;
    const std::vector<double> up = response(herds, 300);
    EXPECT_GT(up[0], 2);
    expectSettled(up, 30);
    EXPECT_GT(std::ranges::min(up), 0.9 * 0.9);
    herds.load = 1.5;
    const std::vector<double> down = response(herds, 300);
    EXPECT_LT(down[0], 0.6);
    expectSettled(down, 30);
    EXPECT_LT(std::ranges::max(down), 0.9 * 1.1);
}

// The rhythm of herds whose costs do not change does not change either.
TEST(Feedback, AddsNoJitter) {
    Herds herds = threeHundred();
    herds.load = 3;
    herds.frames(400, kFrame_ms, kBudget_ms);
    std::vector<std::set<double>> periods(300);
    for (int i = 0; i < 300; ++i) {
        herds.frame(kFrame_ms, kBudget_ms);
        for (std::uint32_t row = 0; row < 300; ++row) periods[row].insert(herds.period_ms(row));
    }
    for (const std::set<double>& of_row : periods)
        EXPECT_LE(*of_row.rbegin(), 1.05 * *of_row.begin()) << of_row.size();
}

// Ten minutes in which all periods are at their maximum and it is still too much: the sum of errors must not
// have grown so far that it has to be run down first.
TEST(Feedback, DoesNotWindUp) {
    int frames_to_settle[2];
    for (int i = 0; i < 2; ++i) {
        Herds herds = threeHundred();
        herds.load = 100;
        herds.frames(i == 0 ? 300 : 36'000, kFrame_ms, kBudget_ms);
        EXPECT_EQ(herds.period_ms(0), 480);
        herds.load = 1.5;
        const std::vector<double> uses = response(herds, 200);
        frames_to_settle[i] = static_cast<int>(
            std::ranges::find_if(uses, [](double use) { return use > 0.83; }) - uses.begin());
        EXPECT_LT(frames_to_settle[i], 150);
    }
    EXPECT_LE(frames_to_settle[1], frames_to_settle[0] + 2);
}

}  // namespace
}  // namespace drover::load::feedback_test
