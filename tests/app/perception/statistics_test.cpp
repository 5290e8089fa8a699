// Intervals against numbers worked out by hand from Wilson's formula, and what is counted where.
#include "app/perception/statistics.h"

#include <gtest/gtest.h>

#include "app/perception/curve_chart.h"

namespace drover::perception::statistics_test {
namespace {

// With z² = 3.8414588207: of 10 answers none right: high = z²/(10 + z²); of 8 all right: low = 8/(8 + z²).
TEST(Wilson, AgreesWithItsFormula) {
    EXPECT_DOUBLE_EQ(wilson(0, 10).low, 0);
    EXPECT_NEAR(wilson(0, 10).high, 3.8414588207 / 13.8414588207, 1e-10);
    EXPECT_NEAR(wilson(8, 8).low, 8 / 11.8414588207, 1e-10);
    EXPECT_DOUBLE_EQ(wilson(8, 8).high, 1);
    EXPECT_NEAR(wilson(5, 10).low, 0.236593090512, 1e-9);
    EXPECT_NEAR(wilson(5, 10).high, 0.763406909488, 1e-9);
    EXPECT_NEAR(wilson(2, 8).low, 0.071479212752, 1e-9);
    EXPECT_NEAR(wilson(2, 8).high, 0.590724569690, 1e-9);
    EXPECT_EQ(wilson(0, 0).low, 0);
    EXPECT_EQ(wilson(0, 0).high, 1);
}

Answers sessionOf(std::uint32_t right_of_eight) {
    Answers session;
    session.id = "0123456789abcdef", session.scenario = "The meadow", session.scenario_hash = "0";
    session.design.steps = {{2}, {0.5}};
    for (std::uint32_t i = 0; i < 8; ++i)
        session.trials.push_back({.step_ms = 0.5,
                                  .place = 2,
                                  .answered = i < right_of_eight ? 2u : 3u,
                                  .pictures_per_s = i < 2 ? 30.0 : 60.0,
                                  .looked = i == 0 ? Looked::kNear : Looked::kFar});
    session.trials.push_back({.step_ms = 2, .place = 1, .answered = 1});
    session.trials.push_back({.kind = TrialKind::kAllAlike, .answered = 4});
    session.trials.push_back({.kind = TrialKind::kGrosslyBad, .step_ms = 0.05, .place = 3, .answered = 3});
    return session;
}

TEST(Curve, CountsEachBudgetAndCatchTrialsApart) {
    const Answers sessions[] = {sessionOf(6)};
    const Curve curve = curveOf(sessions);
    ASSERT_EQ(curve.points.size(), 2u);
    EXPECT_EQ(curve.points[0].step_ms, 0.5) << "from the smallest budget";
    EXPECT_EQ(curve.points[0].answers, 8u);
    EXPECT_EQ(curve.points[0].right, 6u);
    EXPECT_EQ(curve.points[0].near, 1u);
    EXPECT_EQ(curve.points[0].far, 5u);
    EXPECT_TRUE(curve.points[0].hasEnough());
    EXPECT_EQ(curve.slow_answers, 5u) << "two of them, and three of which it is not known";
    EXPECT_EQ(curve.points[1].answers, 1u);
    EXPECT_FALSE(curve.points[1].hasEnough());
    EXPECT_EQ(curve.gross.right, 1u);
    EXPECT_EQ(curve.named_where_all_alike, (std::array<std::uint32_t, kPanes>{0, 0, 0, 1}));
    EXPECT_EQ(
        catchSentence(curve),
        "Catch trials: 1 of 1 plainly bad panes found; where all were alike, panes 1 to 4 were named 0, "
        "0, 0 and 1 times.");
}

TEST(Curve, PoolsSessions) {
    const Answers sessions[] = {sessionOf(8), sessionOf(4)};
    const Curve curve = curveOf(sessions);
    EXPECT_EQ(curve.sessions, 2u);
    EXPECT_EQ(curve.points[0].answers, 16u);
    EXPECT_EQ(curve.points[0].right, 12u);
    EXPECT_EQ(curve.points[1].answers, 2u);
}

TEST(Curve, DrawsOnlyPointsWithEnoughAnswers) {
    const Answers sessions[] = {sessionOf(6)};
    const std::string svg = curvesSvg(curvesOf(sessions));
    EXPECT_NE(svg.find("6 of 8"), std::string::npos);
    EXPECT_NE(svg.find("not enough"), std::string::npos);
    EXPECT_NE(svg.find("guessing"), std::string::npos);
    EXPECT_EQ(svg.find("1 of 1"), std::string::npos);
}

TEST(Curve, IsOnePerPartAndView) {
    Answers eyes = sessionOf(4), frames = sessionOf(5);
    eyes.design.view = ViewFrom::kEyes;
    frames.design.part = Part::kFrames;
    const Answers sessions[] = {sessionOf(8), eyes, frames, sessionOf(6)};
    const std::vector<Curve> curves = curvesOf(sessions);
    ASSERT_EQ(curves.size(), 3u);
    EXPECT_EQ(curves[0].sessions, 2u);
    EXPECT_EQ(curves[0].points[0].right, 14u);
    EXPECT_EQ(curves[1].view, ViewFrom::kEyes);
    EXPECT_EQ(curves[1].points[0].right, 4u);
    EXPECT_EQ(curves[2].part, Part::kFrames);
    EXPECT_EQ(curves[2].points[0].right, 5u);
    const std::string svg = curvesSvg(curves);
    EXPECT_NE(svg.find("How often the pane with late frames was found"), std::string::npos);
    EXPECT_NE(svg.find("seen by the player"), std::string::npos);
}

TEST(Pooling, SaysWhatDiffers) {
    const Answers first = sessionOf(6);
    Answers other = first;
    EXPECT_EQ(differenceOf(first, other)->field, "id") << "the same session again";
    other.id = "fedcba9876543210";
    EXPECT_FALSE(differenceOf(first, other));
    other.design.manager = "process";
    EXPECT_EQ(differenceOf(first, other)->message(), "design.manager: found process, allowed elastic");
    other = first;
    other.scenario = "Another";
    EXPECT_EQ(differenceOf(first, other)->field, "scenario");
    other = first;
    other.design.steps = {{2}, {0.25}};
    EXPECT_EQ(differenceOf(first, other)->message(), "design.steps: found 2 0.25 ms, allowed 2 0.5 ms");
    other.id = "fedcba9876543210";
    other.design.view = ViewFrom::kEyes;
    EXPECT_FALSE(differenceOf(first, other)) << "of another curve";
}

}  // namespace
}  // namespace drover::perception::statistics_test
