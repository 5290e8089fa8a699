// The plots as a user sees them, tested with a simulated mouse in the rectangles that the plots report.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/allocations.h"
#include "tests/app/desktop/plots/plot_screen.h"

namespace drover::desktop::plot_desk_test {
namespace {

constexpr const char* kTimePlots[] = {"plot.ai_time", "plot.deviation", "plot.detail", "plot.utilisation",
                                      "plot.fps"};

std::size_t indexOf(std::string_view name) {
    return static_cast<std::size_t>(
        std::ranges::find(kPlots, name, [](const PlotSpec& plot) { return std::string_view(plot.name); }) -
        std::begin(kPlots));
}

TEST(Plots, HoverIsAtTheSameFrameInAll) {
    PlotScreen screen(2'000);
    screen.draw(2);
    const Noted plot = screen.find("plot.utilisation");
    screen.moveMouse(plot.at(0.25F, 0.5F));
    const double share =
        static_cast<double>((ImGui::GetIO().MousePos.x - plot.min.x) / (plot.max.x - plot.min.x));
    const std::uint64_t frame = frameAtTime(screen.history, screen.desk.time.timeAtShare(share));
    ASSERT_EQ(screen.desk.hovered, frame);
    EXPECT_NEAR(static_cast<double>(frame), 750 + 0.25 * 1'250, 4) << "a pixel or so";
    for (const char* name : kTimePlots)
        EXPECT_EQ(screen.find(name).value, "frame " + std::to_string(frame)) << name;
    screen.moveMouse({-100, -100});
    for (const char* name : kTimePlots) EXPECT_EQ(screen.find(name).value, "live") << name;
}

TEST(Plots, ATitleSaysTheNewestFrameOrTheOneUnderTheMouse) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 1'000, [](record::FrameRecord& record) {
        record.ai_ns = static_cast<std::int64_t>(record.frame) * 10'000;
    });
    for (std::uint64_t frame = 1'000; frame < 1'003; ++frame) {
        pushFrames(screen.history, frame, frame + 1, [&](record::FrameRecord& record) {
            record.ai_ns = static_cast<std::int64_t>(frame) * 10'000 + 4'000;
        });
        screen.draw();
        EXPECT_EQ(screen.find("plot.ai_time.title").value,
                  fmt::format("{:.2f} of 4.00 ms", static_cast<double>(frame) / 100 + 0.004));
    }
    screen.moveMouse(screen.find("plot.fps").at(0.5F, 0.5F));
    ASSERT_TRUE(screen.desk.hovered);
    EXPECT_EQ(screen.find("plot.ai_time.title").value,
              fmt::format("{:.2f} of 4.00 ms", static_cast<double>(*screen.desk.hovered) / 100));
}

TEST(Plots, TheDetailIsTheLeavesBesideTheAnimals) {
    PlotScreen screen;
    screen.animals = 65'536;
    pushFrames(screen.history, 1, 1'000, [](record::FrameRecord& record) {
        record.whole.leaves = 1'171 + record.frame;
        record.whole.tasks = 64;
    });
    screen.draw(2);
    EXPECT_EQ(screen.find("plot.detail.title").value, "2,170 points for 65,536 animals");
    const PlotState& plot = screen.desk.plots[indexOf("detail")];
    EXPECT_GE(plot.axis.shown().high, 65'536) << "the line of the animals is in it";
    EXPECT_LE(plot.axis.shown().low, 64);
    screen.moveMouse(screen.find("plot.ai_time").at(0.5F, 0.5F));
    ASSERT_TRUE(screen.desk.hovered);
    EXPECT_EQ(screen.find("plot.detail.title").value, fmt::format("1,{} points", 171 + *screen.desk.hovered))
        << "the record has no animals";
}

// The area under the world in a window of 1280x720, with the strips of time and of the schedule.
TEST(Plots, InASmallWindowTheMostImportantStandSideBySide) {
    PlotScreen screen({960, 190});
    pushFrames(screen.history, 1, 1'000);
    screen.draw(2);
    const Noted &first = screen.find("plot.ai_time"), &second = screen.find("plot.deviation"),
                &third = screen.find("plot.fps");
    EXPECT_EQ(first.min.y, second.min.y);
    EXPECT_LT(first.max.x, second.min.x);
    EXPECT_EQ(first.min.y, third.min.y);
    EXPECT_GE(first.max.x - first.min.x, 200);
    for (const char* name : {"plot.ai_time.title", "plot.deviation.title", "plot.fps.title"})
        EXPECT_GT(screen.find(name).max.x - screen.find(name).min.x, 100) << name << " has its value";
}

TEST(Plots, AColumnKeepsItsFramesWhileTheirNumberTrembles) {
    PlotScreen screen(3'000);
    screen.draw();
    const std::uint64_t each = screen.desk.plots[0].frames_each;
    EXPECT_GT(each, 1U);
    for (std::uint64_t frame = 3'000; frame < 3'200; ++frame) {
        pushFrames(screen.history, frame, frame + 1, [](record::FrameRecord& record) {
            record.t_ns -= static_cast<std::int64_t>(record.frame - 3'000) * kFrame_ns / 10;
        });
        screen.draw();
        ASSERT_EQ(screen.desk.plots[0].frames_each, each) << frame;
    }
}

TEST(Plots, TheWheelZoomsAboutTheMouse) {
    PlotScreen screen(5'000);
    screen.draw(2);
    screen.moveMouse(screen.find("plot.fps").at(0.4F, 0.5F));
    const auto frame = screen.desk.hovered;
    ASSERT_TRUE(frame);
    screen.turnWheel(3);
    EXPECT_LT(screen.desk.time.span_ms(), 11'000);
    EXPECT_EQ(screen.desk.hovered, frame);
    screen.turnWheel(-2);
    EXPECT_EQ(screen.desk.hovered, frame);
    pushFrames(screen.history, 5'000, 5'100);
    screen.draw(1);
    EXPECT_EQ(screen.desk.hovered, frame) << "it has left the newest frame and stays";
}

TEST(Plots, ADragPansAndADoubleClickIsLiveAgain) {
    PlotScreen screen(5'000);
    screen.draw(2);
    const Noted plot = screen.find("plot.detail");
    screen.moveMouse(plot.at(0.3F, 0.5F));
    const auto frame = screen.desk.hovered;
    screen.press();
    ImGui::GetIO().MousePos = plot.at(0.7F, 0.5F);
    screen.draw(2);
    EXPECT_EQ(screen.desk.hovered, frame) << "the frame moved with the mouse";
    screen.release();
    EXPECT_FALSE(screen.desk.time.isLive());
    EXPECT_EQ(screen.find("plot.ai_time").value.substr(0, 5), "frame");

    screen.waitLongerThanADoubleClick();
    screen.press();
    screen.release();
    screen.press();
    screen.release();
    EXPECT_TRUE(screen.desk.time.isLive());
    EXPECT_TRUE(screen.desk.time.showsAll());
    EXPECT_DOUBLE_EQ(screen.desk.time.end_ms(), 4'999 * 16);
}

TEST(Plots, PausedTheyStayWhileTheWorldRuns) {
    PlotScreen screen(3'000);
    screen.draw(2);
    screen.click("plot.pause");
    screen.draw();
    EXPECT_EQ(screen.find("plot.pause").value, "on");
    const double end = screen.desk.time.end_ms();
    const ValueRange axis = screen.desk.plots[indexOf("utilisation")].axis.shown();
    pushFrames(screen.history, 3'000, 4'000, [](record::FrameRecord& record) { record.whole.u_total = 7; });
    screen.draw(100);
    EXPECT_EQ(screen.desk.time.end_ms(), end);
    EXPECT_EQ(screen.desk.plots[indexOf("utilisation")].axis.shown().high, axis.high);
    EXPECT_EQ(screen.find("plot.fps").value, "paused");
    screen.click("plot.live");
    screen.draw();
    EXPECT_DOUBLE_EQ(screen.desk.time.end_ms(), 3'999 * 16);
    EXPECT_GT(screen.desk.plots[indexOf("utilisation")].axis.shown().high, 7);
}

TEST(Plots, AnEntryOfTheLegendTakesItsLineAway) {
    PlotScreen screen(3'000);
    screen.draw(2);
    const auto vertices = [] { return ImGui::GetDrawData()->TotalVtxCount; };
    screen.moveMouse({-100, -100});
    const int before = vertices();
    screen.click("plot.ai_time.legend.budget");
    screen.moveMouse({-100, -100});
    EXPECT_EQ(screen.find("plot.ai_time.legend.budget").value, "off");
    EXPECT_EQ(screen.find("plot.ai_time.legend.ai").value, "on");
    EXPECT_LT(vertices(), before - 200) << "hundreds of strokes fewer";
    screen.click("plot.ai_time.legend.budget");
    screen.moveMouse({-100, -100});
    EXPECT_EQ(screen.find("plot.ai_time.legend.budget").value, "on");
    EXPECT_EQ(vertices(), before);
}

TEST(Plots, TheMenuExportsTheVisibleFrames) {
    PlotScreen screen(3'000);
    screen.desk.time.update(timeOf(screen.history));
    screen.desk.time.showLast(320);
    screen.draw(2);
    screen.openExports("utilisation");
    const PlotAnswer csv = screen.click("plot.utilisation.menu.csv");
    ASSERT_TRUE(csv.wanted);
    EXPECT_EQ(csv.wanted->kind, ExportKind::kCsv);
    EXPECT_EQ(csv.wanted->file_name, "utilisation_2980-2999.csv");
    EXPECT_EQ(csv.wanted->text.substr(0, 56), "frame,t_ms,u_total,ud\n2980,47680,0.25,0.25\n2981,47696,0.");
    EXPECT_EQ(std::count(csv.wanted->text.begin(), csv.wanted->text.end(), '\n'), 21);
    EXPECT_FALSE(screen.draw().wanted);
}

TEST(Plots, APictureIsTakenWithoutMenuAndMouse) {
    PlotScreen screen(3'000);
    screen.draw(2);
    screen.openExports("fps");
    EXPECT_FALSE(screen.click("plot.fps.menu.png").wanted) << "the menu is still drawn";
    const PlotAnswer picture = screen.draw();
    ASSERT_TRUE(picture.wanted);
    EXPECT_EQ(picture.wanted->kind, ExportKind::kPng);
    EXPECT_FALSE(screen.notes.contains("plot.fps.menu.png"));
    EXPECT_FALSE(screen.desk.hovered);
    const Noted& plot = screen.find("plot.fps");
    EXPECT_LE(picture.wanted->rect.min.x, plot.min.x);
    EXPECT_GE(picture.wanted->rect.max.y, plot.max.y);
    EXPECT_FALSE(screen.draw().wanted) << "once";
}

TEST(Plots, OnePlotCanHaveAllTheRoom) {
    PlotScreen screen(3'000);
    screen.draw(2);
    screen.open("plot.deviation.menu");
    screen.open("plot.deviation.menu.alone");
    EXPECT_TRUE(screen.notes.contains("plot.deviation"));
    EXPECT_FALSE(screen.notes.contains("plot.ai_time"));
    screen.open("plot.choose");
    EXPECT_TRUE(screen.notes.contains("plot.ai_time"));
}

// The right world begins in frame 500; its AI takes 1 ms less, and its near tasks are seen in odd frames
// alone.
struct TwoWorlds {
    PlotScreen screen;
    record::History right;

    TwoWorlds() {
        const auto values = [](std::int64_t ai_ns, bool is_right) {
            return [=](record::FrameRecord& record) {
                record.ai_ns = ai_ns;
                record.bands[0].observed = is_right && record.frame % 2 == 0 ? 0 : 1;
                record.bands[0].d_observed_ns = is_right ? 5'000'000 : 2'000'000;
            };
        };
        pushFrames(screen.history, 1, 1'000, values(4'000'000, false));
        pushFrames(right, 500, 1'000, values(3'000'000, true));
        screen.beside = &right;
        screen.draw(2);
    }
    void choose(const std::string& item) {
        screen.click(screen.find(item.substr(0, item.rfind('.'))).middle());
        screen.draw(2);
        screen.click(item);
        screen.moveMouse({-100, -100});
        screen.draw(2);
    }
};

TEST(Plots, TheDifferenceIsRightMinusLeft) {
    TwoWorlds worlds;
    PlotScreen& screen = worlds.screen;
    EXPECT_EQ(screen.find("plot.ai_time.title").value, "4.00 of 4.00 ms");
    worlds.choose("plot.ai_time.menu.difference");
    EXPECT_EQ(screen.find("plot.ai_time.title").value, "AI -1.00 ms");
    EXPECT_FALSE(screen.notes.contains("plot.ai_time.budget_line"));
    const PlotState& plot = screen.desk.plots[0];
    EXPECT_EQ(plot.shownAxis().kind(), AxisKind::kLinear);
    EXPECT_LE(plot.shownAxis().shown().low, -1);
    EXPECT_GE(plot.shownAxis().shown().high, 0) << "zero is in it";
    const Noted area = screen.find("plot.ai_time");
    screen.moveMouse(area.at(static_cast<float>(screen.desk.time.shareOf(200.5 * 16)), 0.5F));
    ASSERT_TRUE(screen.desk.hovered);
    EXPECT_LT(*screen.desk.hovered, 500U);
    EXPECT_EQ(screen.find("plot.ai_time.title").value, "AI: no value") << "there was no right world yet";

    screen.beside = nullptr;
    screen.moveMouse({-100, -100});
    EXPECT_EQ(screen.find("plot.ai_time.title").value, "4.00 of 4.00 ms") << "one world has no difference";
    EXPECT_TRUE(screen.notes.contains("plot.ai_time.budget_line"));
}

TEST(Plots, ADifferenceHasHolesWhereAWorldHasNoValue) {
    TwoWorlds worlds;
    PlotScreen& screen = worlds.screen;
    worlds.choose("plot.deviation.menu.difference");
    const SeriesColumns& seen = screen.desk.plots[indexOf("deviation")].series[1];
    screen.desk.time.showLast(480);
    screen.draw(2);
    ASSERT_EQ(seen.framesEach(), 1U);
    for (std::size_t i = 0; i < seen.columns().size(); ++i) {
        const std::uint64_t frame = seen.firstColumn() + i;
        ASSERT_EQ(seen.columns()[i].isEmpty(), frame % 2 == 0) << frame;
        if (!seen.columns()[i].isEmpty()) {
            ASSERT_DOUBLE_EQ(seen.columns()[i].max, 3) << frame;
        }
    }
}

TEST(Plots, TheMenuOffersNoDifferenceToOneWorld) {
    PlotScreen screen(1'000);
    screen.draw(2);
    screen.open("plot.fps.menu");
    screen.open("plot.fps.menu.difference");
    EXPECT_FALSE(screen.desk.plots[indexOf("fps")].wants_difference);
}

TEST(Plots, TheHistogramCountsThePresentPeriods) {
    PlotScreen screen(100);
    int calls = 0;
    screen.count_periods = [&](PeriodCounts& counts) {
        ++calls;
        for (int i = 0; i < 30; ++i) counts.add(record::Band::kFar, 40'000'000);
    };
    screen.draw(12);
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(screen.desk.periods.at(record::Band::kFar, PeriodCounts::stepOf(40'000'000)), 30U);
    EXPECT_GE(screen.desk.plots[indexOf("periods")].axis.shown().high, 30);
    EXPECT_LT(screen.desk.period_axis.shown().low, 40);
    EXPECT_GT(screen.desk.period_axis.shown().high, 40);
}

TEST(Plots, AHistoryWithoutFramesAndOneThatBeginsAnewAreShown) {
    PlotScreen screen;
    screen.draw(3);
    EXPECT_TRUE(screen.notes.contains("plot.ai_time"));
    pushFrames(screen.history, 1, 3'000);
    screen.draw(3);
    screen.history.clear();
    screen.draw(3);
    pushFrames(screen.history, 1, 5,
               [](record::FrameRecord& record) { record.frame_time_ns = 900'000'000, record.fps = 900; });
    screen.draw(3);
    EXPECT_DOUBLE_EQ(screen.desk.time.end_ms(), 4 * 16);
    EXPECT_GT(screen.desk.plots[indexOf("fps")].axis.shown().high, 900) << "numbers of the new one";
    EXPECT_TRUE(screen.desk.marks.gaps().empty());
}

TEST(Plots, ASteadyFrameAllocatesNothing) {
    PlotScreen screen(37'000);
    screen.desk.time.update(timeOf(screen.history));
    screen.desk.time.fit();
    screen.count_periods = [](PeriodCounts& counts) { counts.add(record::Band::kNear, 20'000'000); };
    screen.draw(20);
    screen.keeps_notes = false;
    std::uint64_t frame = screen.history.frames().end;
    const auto drawTwenty = [&] {
        for (int i = 0; i < 20; ++i, ++frame) {
            pushFrames(screen.history, frame, frame + 1);
            screen.draw();
        }
    };
    drawTwenty();
    const std::size_t before = allocationsSoFar();
    drawTwenty();
    EXPECT_EQ(allocationsSoFar(), before);
}

}  // namespace
}  // namespace drover::desktop::plot_desk_test
