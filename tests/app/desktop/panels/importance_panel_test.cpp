// Tests of the Importance panel: its curve is dragged with the mouse, and it says what the running manager
// looks at.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/app/desktop/panels/panel_frames.h"

namespace drover::desktop::importance_panel_test {
namespace {

// Where a distance stands on the curve's axis, from 10 m to 4 km.
float shareOf(double metres) { return static_cast<float>(std::log(metres / 10) / std::log(400.0)); }

// `plains` begins with a manager that looks at the distance alone.
void lookAtPriority(PanelFrames& frames) {
    EXPECT_FALSE(frames.find("importance.curve")) << "elastic looks at the distance alone";
    frames.session.change(world::SetManager{"process", {}});
    frames.step();
    frames.frame();
}

TEST(ImportancePanel, TheMarksOfTheCurveAreDragged) {
    PanelFrames frames("plains", drawImportancePanel);
    lookAtPriority(frames);
    const auto curve = [&] { return frames.session.scenario().load.importance; };
    ASSERT_EQ(curve().near_m, 350);
    ASSERT_EQ(curve().slow_m, 250);
    ASSERT_TRUE(frames.drag("importance.curve", shareOf(360), shareOf(800)));
    EXPECT_NEAR(curve().near_m, 800, 60);
    EXPECT_EQ(curve().slow_m, 250);
    ASSERT_TRUE(frames.drag("importance.curve", shareOf(230), shareOf(100)));
    EXPECT_NEAR(curve().slow_m, 100, 10);
    EXPECT_NEAR(curve().near_m, 800, 60);
    // Each drag is one step of undo.
    undo(frames.session);
    frames.step();
    EXPECT_EQ(curve().slow_m, 250);
    undo(frames.session);
    frames.step();
    EXPECT_EQ(curve().near_m, 350);
    EXPECT_EQ(frames.session.world().manager().info().name, "process");
}

TEST(ImportancePanel, AClickMovesNothing) {
    PanelFrames frames("plains", drawImportancePanel);
    lookAtPriority(frames);
    ASSERT_TRUE(frames.click("importance.curve", 0, 0.2f));
    undo(frames.session);
    frames.step();
    EXPECT_EQ(frames.session.world().manager().info().name, "elastic") << "the last change was the manager";
}

TEST(ImportancePanel, ItsFieldsAreThoseOfTheScenario) {
    PanelFrames frames("plains", drawImportancePanel);
    lookAtPriority(frames);
    ASSERT_TRUE(frames.drag("importance.falloff", 0.9f, 0.1f));
    EXPECT_LT(frames.session.scenario().load.importance.falloff, 3u);
    ASSERT_TRUE(frames.click("importance.falloff", 1));
    EXPECT_EQ(frames.session.scenario().load.importance.falloff, 4u);
    EXPECT_LE(frames.overflow_px, 0);
}

TEST(PeriodsPanel, SaysWhatTheManagerDoesNotLookAt) {
    PanelFrames frames("plains", drawPeriodsPanel);
    const auto said = [&](const char* manager) {
        frames.session.change(world::SetManager{manager, {}});
        frames.step();
        frames.frame();
        return frames.value("periods.unseen");
    };
    EXPECT_EQ(said("elastic"), "Not looked at by Elastic tasks: priority, frequency.");
    EXPECT_EQ(said("process"), "Not looked at by Process manager: T0 and Tmax.");
    EXPECT_EQ(said("load_balancing"), "Not looked at by Load balancing: T0 and Tmax, priority.");
    EXPECT_EQ(said("priority"), "Not looked at by Priorities: T0 and Tmax.");
    EXPECT_EQ(said("unmanaged"),
              "Not looked at by Everything every frame: T0 and Tmax, priority, frequency, the factors.");
}

}  // namespace
}  // namespace drover::desktop::importance_panel_test
