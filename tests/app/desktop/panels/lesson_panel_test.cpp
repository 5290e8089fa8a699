// The Lessons panel without a window: a whole lesson by clicks, and what is not possible when.
#include <gtest/gtest.h>

#include "app/desktop/panels/lesson_course.h"
#include "panel_frames.h"

namespace drover::desktop::lesson_panel_test {
namespace {

void followAndDraw(Desk& desk) {
    followLesson(desk.session, desk.panels.lesson);
    drawLessonPanel(desk);
}

class LessonPanel : public testing::Test {
  protected:
    void begin() {
        const std::filesystem::path file = std::filesystem::path(DROVER_SOURCE_DIR) / "tests/ui/lesson.json";
        beginLesson(frames.session, frames.state.lesson, lessons::loadLesson(file.string()));
        stepUntil([&] { return isAtStart(frames.session); });
        frames.frame();
    }
    template <class Condition>
    void stepUntil(Condition holds) {
        for (int i = 0; i < 1000 && !holds(); ++i) frames.step();
        frames.frame();
        ASSERT_TRUE(holds());
    }
    void awaitVerdict() {
        stepUntil([&] { return frames.value("lesson.verdict") != "(not there)"; });
    }
    void awaitStart() {
        stepUntil([&] { return isAtStart(frames.session); });
    }

    PanelFrames frames{"membrane", followAndDraw};
};

TEST_F(LessonPanel, ListsTheLessonsAndBeginsOne) {
    ASSERT_GE(lessons::shippedLessons().size(), 8u);
    for (const lessons::LoadedLesson& one : lessons::shippedLessons())
        EXPECT_EQ(frames.value("lesson.list." + one.name), one.lesson.title);
    ASSERT_TRUE(frames.click("lesson.list.herd"));
    EXPECT_EQ(frames.value("lesson.step"), "1 of 3");
    EXPECT_EQ(frames.session.origin().source, "membrane");
    ASSERT_TRUE(frames.click("lesson.leave"));
    EXPECT_NE(frames.value("lesson.list.herd"), "(not there)");
    EXPECT_FALSE(frames.session.script());
}

// A prediction begins where the measure is; the line that is drawn begins with the step.
TEST_F(LessonPanel, ShowsTheCurveSoFar) {
    begin();
    EXPECT_EQ(frames.value("lesson.before"), "8 frames");
    ASSERT_TRUE(frames.drag("lesson.plot", 0.02f, 0.15f)) << "before the step there is nothing to draw";
    for (const lessons::CurvePoint& point : curveOf(frames.state.lesson)) EXPECT_LE(point.frame, 22u);
    ASSERT_TRUE(frames.drag("lesson.plot", 0.3f, 0.9f));
    frames.click("lesson.run");
    awaitVerdict();
    EXPECT_EQ(frames.value("lesson.before"), "8 frames");
}

TEST_F(LessonPanel, RunsOnlyAfterAPrediction) {
    begin();
    EXPECT_EQ(frames.value("lesson.run"), "disabled");
    frames.click("lesson.run");
    EXPECT_EQ(frames.session.world().frame(), 20u);
    ASSERT_TRUE(frames.drag("lesson.plot", 0.3f, 0.9f));
    EXPECT_EQ(frames.value("lesson.run"), "");
    ASSERT_TRUE(frames.click("lesson.run"));
    EXPECT_EQ(frames.value("lesson.run"), "(not there)") << "it runs";
    awaitVerdict();
    EXPECT_EQ(frames.session.world().frame(), 44u);
    EXPECT_EQ(frames.value("lesson.plot"), "24 frames");
    EXPECT_EQ(frames.value("lesson.explain"), "The lesson gave a command.");
    EXPECT_EQ(frames.value("lesson.said"), "the curve as drawn");
}

TEST_F(LessonPanel, AgainKeepsThePredictionAndNextDropsIt) {
    begin();
    frames.click("lesson.next");
    awaitStart();
    ASSERT_TRUE(frames.click("lesson.number", 0, 0.26f));
    frames.click("lesson.run");
    awaitVerdict();
    EXPECT_EQ(frames.value("lesson.verdict"), "As you said.") << frames.value("lesson.said");
    const std::string said = frames.value("lesson.said"), hash = frames.value("lesson.hash");
    frames.click("lesson.again");
    awaitStart();
    EXPECT_EQ(frames.value("lesson.verdict"), "(not there)");
    frames.click("lesson.run");
    awaitVerdict();
    EXPECT_EQ(frames.value("lesson.said"), said);
    EXPECT_EQ(frames.value("lesson.hash"), hash);
    frames.click("lesson.next");
    awaitStart();
    EXPECT_EQ(frames.value("lesson.run"), "disabled");
    EXPECT_EQ(frames.value("lesson.next"), "disabled");
}

TEST_F(LessonPanel, AChallengeIsMetByAnyCommand) {
    begin();
    frames.click("lesson.next");
    frames.click("lesson.next");
    awaitStart();
    frames.click("lesson.choice.1");
    frames.click("lesson.run");
    awaitVerdict();
    EXPECT_TRUE(frames.value("lesson.goal.0").starts_with("broken")) << frames.value("lesson.goal.0");
    frames.click("lesson.again");
    awaitStart();
    frames.session.change(world::SetBudget{{.fixed_ns = 2'000'000}});
    frames.click("lesson.run");
    awaitVerdict();
    EXPECT_TRUE(frames.value("lesson.goal.0").starts_with("held")) << frames.value("lesson.goal.0");
    EXPECT_EQ(frames.value("lesson.verdict"), "As you said.");
}

TEST_F(LessonPanel, GoingBackInTimeTakesBackWhatWasSeen) {
    begin();
    frames.click("lesson.next");
    awaitStart();
    frames.click("lesson.commit");
    frames.click("lesson.run");
    for (int i = 0; i < 15; ++i) frames.step();
    ASSERT_GT(frames.session.world().frame(), 30u);
    frames.session.goTo(frames.session.now().moment - 12);
    stepUntil([&] { return !frames.session.now().way_to; });
    EXPECT_EQ(frames.value("lesson.plot"), std::to_string(frames.session.world().frame() - 20) + " frames");
    frames.session.change(world::SetBudget{{.fixed_ns = 3'000'000}});
    frames.step();
    pause(frames.session, false);
    awaitVerdict();
    EXPECT_EQ(frames.value("lesson.plot"), "24 frames");
    EXPECT_EQ(frames.value("lesson.happened"), "2 ms") << "the lesson's command comes again after a fork";
}

TEST_F(LessonPanel, SaysThatOneIsElsewhereAndComesBack) {
    begin();
    frames.session.load("plains");
    for (int i = 0; i < 3; ++i) frames.step();
    EXPECT_TRUE(frames.value("lesson.place").starts_with("You are elsewhere"))
        << frames.value("lesson.place");
    frames.drag("lesson.plot", 0.3f, 0.9f);
    ASSERT_TRUE(frames.click("lesson.run"));
    awaitVerdict();
    EXPECT_EQ(frames.session.origin().source, "seam");
}

TEST_F(LessonPanel, FitsItsColumn) {
    begin();
    EXPECT_LE(frames.overflow_px, 0);
    frames.drag("lesson.plot", 0.3f, 0.9f);
    frames.click("lesson.run");
    awaitVerdict();
    EXPECT_LE(frames.overflow_px, 0);
}

}  // namespace
}  // namespace drover::desktop::lesson_panel_test
