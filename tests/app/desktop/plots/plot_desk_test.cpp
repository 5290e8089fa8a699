// The plots as a user sees them, tested with a simulated mouse in the rectangles that the plots report.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/allocations.h"
#include "tests/app/desktop/plots/plot_screen.h"

namespace drover::desktop {
namespace {

constexpr const char* kTimePlots[] = {"plot.ai_time", "plot.deviation", "plot.detail", "plot.utilisation",
                                      "plot.fps"};

double aiValueAt(const PlotScreen& screen, float y) {
    const PlotState& plot = screen.desk.plots[0];
    return PlotScale{plot.layout.area, screen.desk.time, screen.history, plot.axis}.valueAt(y);
}

std::size_t indexOf(std::string_view name) {
    return static_cast<std::size_t>(
        std::ranges::find(kPlots, name, [](const PlotSpec& plot) { return std::string_view(plot.name); }) -
        std::begin(kPlots));
}

TEST(BudgetLine, GoesWhereTheMouseDragsIt) {
    for (const AxisKind kind : {AxisKind::kLinear, AxisKind::kLogarithmic}) {
        PlotScreen screen;
        screen.desk.plots[0].axis.setKind(kind);
        pushFrames(screen.history, 1, 2'000);
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
}

TEST(BudgetLine, TheAxisDoesNotRunAwayFromTheMouse) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 2'000);
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 2'000);
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

TEST(Plots, HoverIsAtTheSameFrameInAll) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 2'000);
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
    EXPECT_EQ(screen.find("plot.detail.title").value, "2,170 leaves for 65,536 animals");
    const PlotState& plot = screen.desk.plots[indexOf("detail")];
    EXPECT_GE(plot.axis.shown().high, 65'536) << "the line of the animals is in it";
    EXPECT_LE(plot.axis.shown().low, 64);
    screen.moveMouse(screen.find("plot.ai_time").at(0.5F, 0.5F));
    ASSERT_TRUE(screen.desk.hovered);
    EXPECT_EQ(screen.find("plot.detail.title").value, fmt::format("1,{} leaves", 171 + *screen.desk.hovered))
        << "the record has no animals";
}

// The area under the world in a window of 1280x720, with the strips of time and of the schedule.
TEST(Plots, InASmallWindowTheMostImportantStandSideBySide) {
    PlotScreen screen({960, 190});
    pushFrames(screen.history, 1, 1'000);
    screen.draw(2);
    const Noted &first = screen.find("plot.ai_time"), &second = screen.find("plot.deviation"),
                &third = screen.find("plot.detail");
    EXPECT_EQ(first.min.y, second.min.y);
    EXPECT_LT(first.max.x, second.min.x);
    EXPECT_EQ(first.min.y, third.min.y);
    EXPECT_GE(first.max.x - first.min.x, 200);
    for (const char* name : {"plot.ai_time.title", "plot.deviation.title", "plot.detail.title"})
        EXPECT_GT(screen.find(name).max.x - screen.find(name).min.x, 100) << name << " has its value";
}

TEST(Plots, AColumnKeepsItsFramesWhileTheirNumberTrembles) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 3'000);
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 5'000);
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 5'000);
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 3'000);
    screen.draw(2);
    screen.click(screen.find("plot.pause").middle());
    screen.draw();
    EXPECT_EQ(screen.find("plot.pause").value, "on");
    const double end = screen.desk.time.end_ms();
    const ValueRange axis = screen.desk.plots[indexOf("utilisation")].axis.shown();
    pushFrames(screen.history, 3'000, 4'000, [](record::FrameRecord& record) { record.whole.u_total = 7; });
    screen.draw(100);
    EXPECT_EQ(screen.desk.time.end_ms(), end);
    EXPECT_EQ(screen.desk.plots[indexOf("utilisation")].axis.shown().high, axis.high);
    EXPECT_EQ(screen.find("plot.fps").value, "paused");
    screen.click(screen.find("plot.live").middle());
    screen.draw();
    EXPECT_DOUBLE_EQ(screen.desk.time.end_ms(), 3'999 * 16);
    EXPECT_GT(screen.desk.plots[indexOf("utilisation")].axis.shown().high, 7);
}

TEST(Plots, AnEntryOfTheLegendTakesItsLineAway) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 3'000);
    screen.draw(2);
    const auto vertices = [] { return ImGui::GetDrawData()->TotalVtxCount; };
    screen.moveMouse({-100, -100});
    const int before = vertices();
    screen.click(screen.find("plot.ai_time.legend.frame").middle());
    screen.moveMouse({-100, -100});
    EXPECT_EQ(screen.find("plot.ai_time.legend.frame").value, "off");
    EXPECT_EQ(screen.find("plot.ai_time.legend.ai").value, "on");
    EXPECT_LT(vertices(), before - 200) << "hundreds of strokes fewer";
    screen.click(screen.find("plot.ai_time.legend.frame").middle());
    screen.moveMouse({-100, -100});
    EXPECT_EQ(screen.find("plot.ai_time.legend.frame").value, "on");
    EXPECT_EQ(vertices(), before);
}

TEST(Plots, TheMenuExportsTheVisibleFrames) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 3'000);
    screen.desk.time.update(timeOf(screen.history));
    screen.desk.time.showLast(320);
    screen.draw(2);
    screen.openExports("utilisation");
    const PlotAnswer csv = screen.click(screen.find("plot.utilisation.menu.csv").middle());
    ASSERT_TRUE(csv.wanted);
    EXPECT_EQ(csv.wanted->kind, ExportKind::kCsv);
    EXPECT_EQ(csv.wanted->file_name, "utilisation_2980-2999.csv");
    EXPECT_EQ(csv.wanted->text.substr(0, 56), "frame,t_ms,u_total,ud\n2980,47680,0.25,0.25\n2981,47696,0.");
    EXPECT_EQ(std::count(csv.wanted->text.begin(), csv.wanted->text.end(), '\n'), 21);
    EXPECT_FALSE(screen.draw().wanted);
}

TEST(Plots, APictureIsTakenWithoutMenuAndMouse) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 3'000);
    screen.draw(2);
    screen.openExports("fps");
    EXPECT_FALSE(screen.click(screen.find("plot.fps.menu.png").middle()).wanted) << "the menu is still drawn";
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 3'000);
    screen.draw(2);
    screen.click(screen.find("plot.deviation.menu").middle());
    screen.draw(2);
    screen.click(screen.find("plot.deviation.menu.alone").middle());
    screen.draw(2);
    EXPECT_TRUE(screen.notes.contains("plot.deviation"));
    EXPECT_FALSE(screen.notes.contains("plot.ai_time"));
    screen.click(screen.find("plot.choose").middle());
    screen.draw(2);
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
        screen.click(screen.find(item).middle());
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
    const SeriesColumns& seen = screen.desk.plots[indexOf("deviation")].difference[1];
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 1'000);
    screen.draw(2);
    screen.click(screen.find("plot.fps.menu").middle());
    screen.draw(2);
    screen.click(screen.find("plot.fps.menu.difference").middle());
    screen.draw(2);
    EXPECT_FALSE(screen.desk.plots[indexOf("fps")].wants_difference);
}

TEST(Plots, TheHistogramCountsThePresentPeriods) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 100);
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
    screen.click(screen.find("plot.choose").middle());
    screen.draw(2);
    for (const char* name : {"plot.last_20s", "plot.last_2min", "plot.all", "plot.choose.fps"}) {
        EXPECT_TRUE(screen.notes.contains(name)) << name;
    }
    screen.click(screen.find("plot.all").middle());
    screen.draw(2);
    EXPECT_TRUE(screen.desk.time.showsAll());
    screen.click(screen.find("plot.ai_time.menu").middle());
    screen.draw(2);
    EXPECT_EQ(screen.find("plot.ai_time.menu.budget").value, "on");
    screen.click(screen.find("plot.ai_time.menu.budget").middle());
    EXPECT_TRUE(screen.desk.plots[0].is_off[2]);
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
    PlotScreen screen;
    pushFrames(screen.history, 1, 37'000);
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
    const std::size_t before = tests::allocationsSoFar();
    drawTwenty();
    EXPECT_EQ(tests::allocationsSoFar(), before);
}

}  // namespace
}  // namespace drover::desktop
