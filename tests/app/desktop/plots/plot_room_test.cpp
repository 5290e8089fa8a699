// The plots in rooms of any size, also of none: nothing lies on something else or is out of reach.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/app/desktop/plots/plot_screen.h"

namespace drover::desktop::plot_room_test {
namespace {

TEST(Plots, NothingLeavesItsRoomOrLiesOnAnotherAtAnySize) {
    for (const ImVec2 size :
         {ImVec2{300, 90}, {640, 90}, {900, 180}, {1'200, 400}, {3'840, 700}, {200, 900}}) {
        for (const float scale : {1.F, 2.F, 3.F}) {
            PlotScreen screen({size.x * scale, size.y * scale}, scale);
            pushFrames(screen.history, 1, 3'000);
            screen.draw(3);
            ASSERT_TRUE(screen.notes.contains("plot.ai_time")) << size.x << 'x' << size.y;
            const auto isPopup = [](const std::string& name) {
                return name.find(".menu.") != std::string::npos;
            };
            for (const auto& [name, a] : screen.notes) {
                EXPECT_GE(a.min.x, 0) << name;
                EXPECT_GE(a.min.y, 0) << name;
                EXPECT_LE(a.max.x, size.x * scale)
                    << name << " at " << size.x << 'x' << size.y << " x " << scale;
                EXPECT_LE(a.max.y, size.y * scale)
                    << name << " at " << size.x << 'x' << size.y << " x " << scale;
                EXPECT_GT(a.max.x, a.min.x) << name;
                for (const auto& [other, b] : screen.notes) {
                    const bool is_inside = name == "plot.ai_time" && other == "plot.ai_time.budget_line";
                    if (name >= other || is_inside || isPopup(name)) continue;
                    const bool overlaps = a.min.x < b.max.x - 0.01F && b.min.x < a.max.x - 0.01F &&
                                          a.min.y < b.max.y - 0.01F && b.min.y < a.max.y - 0.01F;
                    EXPECT_FALSE(overlaps) << name << " and " << other << " at " << size.x << 'x' << size.y;
                }
            }
        }
    }
}

// The area under the world in windows of 1920x1080 and 1280x720, both at scale 2.
const ImVec2 kRoomOf1080 = {1'320, 336}, kRoomOf720 = {676, 166};

TEST(Plots, ALegendGivesItsTextsAndThenTheTitleItsLengthBeforeItGoes) {
    PlotScreen screen(kRoomOf1080, 2);
    pushFrames(screen.history, 1, 3'000);
    screen.draw(2);
    int shown = 0;
    for (const PlotSpec& spec : kPlots) {
        if (!screen.notes.contains(std::string("plot.") + spec.name)) continue;
        ++shown;
        for (std::size_t i = 0; i < spec.series.size() && spec.series.size() > 1; ++i) {
            const std::string entry = std::string("plot.") + spec.name + ".legend." + spec.series[i].name;
            EXPECT_TRUE(screen.notes.contains(entry)) << entry;
        }
    }
    EXPECT_EQ(shown, 4) << "as many as can be read";
}

TEST(Plots, InALowNarrowRoomThereAreTwoAndNothingIsOutOfReach) {
    PlotScreen screen(kRoomOf720, 2);
    pushFrames(screen.history, 1, 3'000);
    screen.draw(2);
    EXPECT_TRUE(screen.notes.contains("plot.ai_time"));
    EXPECT_TRUE(screen.notes.contains("plot.deviation"));
    EXPECT_FALSE(screen.notes.contains("plot.all")) << "no space for that button";
    screen.open("plot.choose");
    for (const char* name : {"plot.last_20s", "plot.last_2min", "plot.all", "plot.choose.fps"}) {
        EXPECT_TRUE(screen.notes.contains(name)) << name;
    }
    screen.open("plot.all");
    EXPECT_TRUE(screen.desk.time.showsAll());
    screen.open("plot.ai_time.menu");
    EXPECT_EQ(screen.find("plot.ai_time.menu.budget").value, "on");
    screen.click("plot.ai_time.menu.budget");
    EXPECT_TRUE(screen.desk.plots[0].is_off[1]);
    EXPECT_FALSE(screen.desk.plots[0].is_off[0]);
}

TEST(Plots, NoRoomIsNoReasonToStop) {
    for (const ImVec2 size : {ImVec2{40, 40}, {20'000, 30}, {30, 4'000}, {1, 1}}) {
        PlotScreen screen(size, 3);
        pushFrames(screen.history, 1, 3'000);
        screen.moveMouse({size.x / 2, size.y / 2});
        screen.press();
        screen.turnWheel(1);
        screen.release();
        EXPECT_TRUE(screen.desk.time.span_ms() > 0);
    }
}

}  // namespace
}  // namespace drover::desktop::plot_room_test
