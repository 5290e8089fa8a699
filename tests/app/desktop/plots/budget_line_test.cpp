// The budget's line in the plot of AI time, dragged by a simulated mouse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/app/desktop/plots/plot_screen.h"

namespace drover::desktop::budget_line_test {
namespace {

double aiValueAt(const PlotScreen& screen, float y) {
    const PlotState& plot = screen.desk.plots[0];
    return PlotScale{plot.layout.area, screen.desk.time, screen.history, plot.axis}.valueAt(y);
}

TEST(BudgetLine, GoesWhereTheMouseDragsIt) {
    PlotScreen screen(2'000);
    screen.draw(3);
    const ImVec2 line = screen.find("plot.ai_time.budget_line").middle();
    screen.moveMouse(line);
    EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_ResizeNS);
    EXPECT_FALSE(screen.press().budget) << "a click changes nothing";

    ImGui::GetIO().MousePos = {line.x, line.y - 20};
    const PlotAnswer answer = screen.draw();
    ASSERT_TRUE(answer.budget);
    const double wanted = aiValueAt(screen, line.y - 20);
    EXPECT_NEAR(answer.budget->budget_ms, wanted, wanted * 0.006) << "three digits";
    EXPECT_GT(answer.budget->budget_ms, 4);
    EXPECT_FALSE(screen.draw().budget) << "a mouse that rests changes nothing";

    ImGui::GetIO().MousePos = {line.x, line.y + 10};
    const PlotAnswer back = screen.draw();
    ASSERT_TRUE(back.budget);
    EXPECT_LT(back.budget->budget_ms, 4);
    EXPECT_EQ(back.budget->gesture, answer.budget->gesture) << "one drag is one step to undo";
    EXPECT_NE(back.budget->gesture, 0U);
    screen.release();
    EXPECT_TRUE(screen.desk.time.isLive()) << "the drag did not pan";
}

TEST(BudgetLine, TheAxisDoesNotRunAwayFromTheMouse) {
    PlotScreen screen(2'000);
    screen.draw(3);
    const ImVec2 line = screen.find("plot.ai_time.budget_line").middle();
    screen.moveMouse(line);
    screen.press();
    const ValueRange before = screen.desk.plots[0].axis.shown();
    ImGui::GetIO().MousePos = {line.x, -500};
    std::optional<BudgetDrag> last;
    for (int draw = 0; draw < 200; ++draw) {
        if (const PlotAnswer answer = screen.draw(); answer.budget) last = answer.budget;
        pushFrames(screen.history, screen.history.frames().end, screen.history.frames().end + 1);
    }
    EXPECT_EQ(screen.desk.plots[0].axis.shown().high, before.high);
    ASSERT_TRUE(last);
    EXPECT_NEAR(last->budget_ms, std::min(before.high, kBudgetRange_ms.high), 0.1) << "the edge";
    screen.release();
    screen.draw(2);
    EXPECT_GT(screen.desk.plots[0].axis.shown().high, before.high)
        << "the axis grows so that the drag can go on";
    EXPECT_NE(screen.find("plot.ai_time.budget_line").middle().y, screen.find("plot.ai_time").min.y);
}

TEST(BudgetLine, EachDragIsAGestureOfItsOwn) {
    PlotScreen screen(2'000);
    screen.draw(3);
    std::uint32_t gestures[2] = {};
    for (std::uint32_t& gesture : gestures) {
        screen.waitLongerThanADoubleClick();
        const ImVec2 line = screen.find("plot.ai_time.budget_line").middle();
        screen.moveMouse(line);
        screen.press();
        ImGui::GetIO().MousePos.y -= 7;
        const PlotAnswer answer = screen.draw();
        ASSERT_TRUE(answer.budget);
        gesture = answer.budget->gesture;
        screen.release();
    }
    EXPECT_NE(gestures[0], gestures[1]);
}

}  // namespace
}  // namespace drover::desktop::budget_line_test
