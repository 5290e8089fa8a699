#include "app/chart/axis.h"

#include <gtest/gtest.h>

#include <vector>

namespace drover::chart::axis_test {
namespace {

std::vector<std::string> textsOf(const Ticks& ticks) {
    std::vector<std::string> out;
    for (const Tick& tick : ticks) out.emplace_back(tick.text.view());
    return out;
}

ValueAxis aimed(double low, double high, AxisKind kind = AxisKind::kLinear) {
    ValueAxis axis;
    axis.setKind(kind);
    axis.aim({low, high});
    return axis;
}

TEST(Axis, StepsAreOneTwoFive) {
    EXPECT_DOUBLE_EQ(niceStep(0.03), 0.05);
    EXPECT_DOUBLE_EQ(niceStep(1), 1);
    EXPECT_DOUBLE_EQ(niceStep(1.1), 2);
    EXPECT_DOUBLE_EQ(niceStep(21), 50);
    EXPECT_DOUBLE_EQ(niceStep(60), 100);
}

TEST(Axis, TicksOfALinearAxisStandOnNiceValues) {
    EXPECT_EQ(textsOf(aimed(0, 0.27).ticks(4)), (std::vector<std::string>{"0.0", "0.1", "0.2", "0.3"}));
    EXPECT_EQ(textsOf(aimed(0, 17).ticks(5)), (std::vector<std::string>{"0", "5", "10", "15", "20"}));
    EXPECT_EQ(textsOf(aimed(0, 23'000).ticks(3)), (std::vector<std::string>{"0", "20k"}));
}

TEST(Axis, ALowPlotHasTwoTicksYet) {
    for (const double high : {0.3, 1.0, 4.0, 17.0, 62.0, 75.0, 900.0}) {
        EXPECT_GE(aimed(0, high).ticks(2).count, 2U) << high;
        EXPECT_GE(aimed(-high, high / 7).ticks(2).count, 2U) << high;
    }
}

TEST(Axis, TicksOfALogarithmicAxisAreDecadesAndWhatFitsBetween) {
    const ValueAxis axis = aimed(1, 90, AxisKind::kLogarithmic);
    EXPECT_EQ(textsOf(axis.ticks(3)), (std::vector<std::string>{"1", "10", "100"}));
    EXPECT_EQ(textsOf(axis.ticks(9)), (std::vector<std::string>{"1", "2", "5", "10", "20", "50", "100"}));
}

TEST(Axis, DecadesAreCountedFromTheFirstThatIsShown) {
    const ValueAxis axis = aimed(0.25, 180, AxisKind::kLogarithmic);
    EXPECT_EQ(textsOf(axis.ticks(3)), (std::vector<std::string>{"1", "10", "100"}));
    EXPECT_EQ(textsOf(axis.ticks(2)), (std::vector<std::string>{"1", "100"}));
    EXPECT_EQ(textsOf(aimed(2.5, 7, AxisKind::kLogarithmic).ticks(2)),
              (std::vector<std::string>{"2", "5", "10"}))
        << "one decade alone would not tell the scale";
}

TEST(Axis, PositionsAndValuesAreEachOthersInverse) {
    for (const AxisKind kind : {AxisKind::kLinear, AxisKind::kLogarithmic}) {
        const ValueAxis axis = aimed(0.5, 40, kind);
        for (const double position : {0.0, 0.2, 0.77, 1.0}) {
            EXPECT_NEAR(axis.position(axis.value(position)), position, 1e-12);
        }
    }
}

TEST(Axis, GrowsAtOnceAndShrinksOnlyAfterAWhile) {
    ValueAxis axis = aimed(0, 9);
    EXPECT_DOUBLE_EQ(axis.shown().high, 10);
    axis.aim({0, 50});
    EXPECT_GE(axis.shown().high, 50);
    const double high = axis.shown().high;
    for (int draw = 1; draw < ValueAxis::kCalmDraws; ++draw) {
        axis.aim({0, 9});
        ASSERT_DOUBLE_EQ(axis.shown().high, high) << draw;
    }
    axis.aim({0, 9});
    EXPECT_DOUBLE_EQ(axis.shown().high, 10);
}

TEST(Axis, StaysWhereValuesTremble) {
    ValueAxis axis = aimed(0, 9.3);
    const double high = axis.shown().high;
    for (int draw = 0; draw < 500; ++draw) axis.aim({0, draw % 2 == 0 ? 9.3 : 8.1});
    EXPECT_DOUBLE_EQ(axis.shown().high, high);
}

TEST(Axis, FewValuesThatStandOutDoNotPressTheRestFlat) {
    std::vector<double> highs(100, 4);
    highs[17] = 15;
    highs[50] = 2'000;
    EXPECT_DOUBLE_EQ(robustHigh(highs), 15);
    std::vector<double> half(100, 4);
    for (std::size_t i = 0; i < 50; ++i) half[i] = 2'000;
    EXPECT_DOUBLE_EQ(robustHigh(half), 2'000);
    std::vector<double> with_zeros = {0, 0, 0, 3, 4, 5};
    EXPECT_DOUBLE_EQ(usualLow(with_zeros), 3);
}

}  // namespace
}  // namespace drover::chart::axis_test
