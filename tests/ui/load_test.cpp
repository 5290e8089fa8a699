// The budget and the managers: what a person drags, types and chooses is what the frames then keep.
#include <cmath>

#include "window_test.h"

namespace drover::desktop {
namespace {

using Window = WindowTest;

// The slider is logarithmic, 0.05 to 50: 4 ms is at 0.634 of its width, 1 ms at 0.434, 16 ms at 0.835.
TEST_F(Window, ADraggedBudgetIsKeptByTheFrames) {
    open({"plains", "--csv", (folder() / "frames.csv").string()});
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.01);
    frames(10);
    drag("load.budget_ms", 0.634f, 0.434f);
    const double budget = number("load.budget_ms");
    EXPECT_NEAR(budget, 1, 0.25);
    frames(60);
    const std::string status = value("status");
    const double ai_ms = std::strtod(status.c_str() + status.find("AI ") + 3, nullptr);
    EXPECT_GT(ai_ms, 0);
    EXPECT_LT(ai_ms, budget * 1.1);
    press("Ctrl+Z");
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << "one undo takes the whole drag back";
    press("Ctrl+Shift+Z");
    EXPECT_EQ(number("load.budget_ms"), budget);
    close();

    const std::vector<double> td = column(folder() / "frames.csv", "td_ms");
    const std::vector<double> total = column(folder() / "frames.csv", "c_total_ms");
    ASSERT_EQ(td.size(), total.size());
    int before = 0, after = 0;
    double sum = 0;
    for (std::size_t i = 0; i < td.size(); ++i) {
        before += td[i] >= 3.99;
        if (td[i] < budget * 1.01) ++after, sum += total[i];
    }
    EXPECT_GT(before, 5);
    EXPECT_GT(after, 50);
    EXPECT_LT(sum / after, budget * 1.1);
}

TEST_F(Window, TheBudgetsLineInThePlotIsDragged) {
    open({"plains"});
    frames(30);
    const Place line = placeIn("plot.ai_time.budget_line");
    drag(line, {line.x, placeIn("plot.ai_time", 0.5f, 0.05f).y});
    EXPECT_GT(number("load.budget_ms"), 4.2);
    press("Ctrl+Z");
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001);
}

TEST_F(Window, TextThatIsNoNumberChangesNothing) {
    open({"plains"});
    for (const char* const text : {"nan", "inf", "-inf", "1e999", "-1", "51000", "12x", ""}) {
        typeInto("load.budget_ms", text);
        EXPECT_TRUE(has("load.budget_ms.error")) << text;
        EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << text;
        typeInto("load.budget_ms", "4");
        EXPECT_FALSE(has("load.budget_ms.error")) << text;
    }
    typeInto("load.budget_ms", "2.5");
    EXPECT_NEAR(number("load.budget_ms"), 2.5, 0.001);
    clickRight("load.budget_ms");
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << "a right click brings the scenario's number back";
}

// Under `modes` a ring shows up to where herds are unfolded.
TEST_F(Window, ModesShowUpToWhereHerdsAreUnfolded) {
    open({"plains", "--size", "1400x1200"});
    EXPECT_EQ(value("load.manager"), "Elastic tasks");
    press("M");
    EXPECT_EQ(value("load.manager"), "Modes");
    const auto front = [&] {
        double metres = 0;
        EXPECT_EQ(std::sscanf(value("world.front").c_str(), "unfolded up to %lf m", &metres), 1)
            << value("world.front");
        return metres;
    };
    frames(220);  // it settles from 1,900 m to 130 m
    const double before = front();
    for (const char* const panel : {"spikes", "scenario"}) {
        const std::string tab = std::string("panel.") + panel + ".tab";
        if (value(tab) == "open") click(tab, 0.3f);
    }
    unfold("lod");
    EXPECT_TRUE(has("lod.unseen")) << "the zones are not looked at";
    drag("load.budget_ms", 0.634f, 0.835f);
    frames(220);
    EXPECT_GT(front(), 2 * before);

    click("frame.strip", 0.02f);
    EXPECT_TRUE(matches("inspect.mode", "level * of 5, every * ms")) << value("inspect.mode");
    press("M");
    EXPECT_EQ(value("load.manager"), "Process manager");
    EXPECT_FALSE(has("world.front"));
    EXPECT_FALSE(has("lod.unseen"));
    EXPECT_FALSE(has("inspect.mode"));
    close();
}

}  // namespace
}  // namespace drover::desktop
