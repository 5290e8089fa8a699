// What is written at the marks of a plot: changes, spikes and gaps.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/desktop/plots/plot_screen.h"

namespace drover::desktop::mark_labels_test {
namespace {

std::map<std::string, Noted> marksOf(const PlotScreen& screen, const std::string& plot) {
    std::map<std::string, Noted> out;
    for (const auto& [name, noted] : screen.notes)
        if (name.starts_with("plot." + plot + ".mark.")) out[name] = noted;
    return out;
}

bool overlap(const Noted& a, const Noted& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

TEST(MarkLabels, SayWhatWasChangedWhereItWas) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 1'000, [](record::FrameRecord& record) {
        if (record.frame >= 700 && record.frame < 760) record.spike_outside_ns = 20'000'000;
    });
    screen.changes = {{200, "manager", "Elastic tasks"}, {450, "budget", "budget 3.00 ms"}};
    screen.draw(2);
    for (const char* plot : {"ai_time", "deviation", "fps"}) {
        const std::map<std::string, Noted> marks = marksOf(screen, plot);
        ASSERT_EQ(marks.size(), 3U) << plot;
        const std::string name = std::string("plot.") + plot;
        const Noted& area = screen.find(name);
        const auto expectAt = [&](std::uint64_t frame, const char* text) {
            const Noted& mark = marks.at(name + ".mark." + std::to_string(frame));
            const double share = screen.desk.time.shareOf(static_cast<double>(frame - 1) * 16);
            EXPECT_EQ(mark.value, text);
            EXPECT_NEAR(mark.min.x, area.at(static_cast<float>(share), 0).x, 0.6F) << text;
        };
        expectAt(200, "Elastic tasks");
        expectAt(450, "budget 3.00 ms");
        expectAt(700, "spike 20.0 ms outside");
    }
}

TEST(MarkLabels, NeverLieOnEachOtherAndLeaveTheUnitFree) {
    for (const ImVec2 size : {ImVec2{1'200, 400}, {560, 120}, {3'000, 900}}) {
        PlotScreen screen(size);
        pushFrames(screen.history, 1, 1'000, [](record::FrameRecord& record) {
            if (record.frame % 50 < 5) record.spike_inside_ns = 7'000'000;
        });
        for (std::uint64_t frame = 2; frame < 1'000; frame += frame < 400 ? 3 : 90)
            screen.changes.push_back({frame, "manager", "Proportional load balancing of all tasks"});
        screen.draw(2);
        const std::map<std::string, Noted> marks = marksOf(screen, "ai_time");
        ASSERT_GE(marks.size(), 2U) << size.x;
        const Noted& area = screen.find("plot.ai_time");
        for (const auto& [name, mark] : marks) {
            EXPECT_GE(mark.min.x, area.min.x);
            EXPECT_LE(mark.max.x, area.max.x);
            EXPECT_LE(mark.max.y, area.max.y);
            EXPECT_TRUE(mark.value == "manager" || mark.value == "spike" ||
                        mark.value == "spike 7.00 ms inside" ||
                        mark.value == "Proportional load balancing of all tasks")
                << mark.value;
            const bool is_on_unit = mark.min.y < area.min.y + screen.theme.label.height_px &&
                                    mark.min.x < area.min.x + textWidth(screen.theme.label, "ms");
            EXPECT_FALSE(is_on_unit) << name;
            for (const auto& [other_name, other] : marks) {
                EXPECT_FALSE(name < other_name && overlap(mark, other)) << name << ' ' << other_name;
            }
        }
    }
}

TEST(MarkLabels, AKindStandsWhereTheTextIsTooLong) {
    PlotScreen screen(1'000);
    const std::string text(90, 'x');
    screen.changes = {{500, "scenario", text}};
    screen.draw(2);
    EXPECT_EQ(screen.find("plot.ai_time.mark.500").value, "scenario");
    screen.changes = {{500, "scenario", "x"}};
    screen.draw();
    EXPECT_EQ(screen.find("plot.ai_time.mark.500").value, "x");
}

TEST(MarkLabels, TheBoxUnderTheMouseSaysAllOfIt) {
    PlotScreen screen(1'000);
    screen.changes = {{500, "scenario", "a scenario with a title that has no room in a plot"},
                      {501, "budget", "budget 3.00 ms"}};
    screen.draw(2);
    const Noted area = screen.find("plot.fps");
    const auto at = [&](std::uint64_t frame) {
        return area.at(static_cast<float>(screen.desk.time.shareOf(static_cast<double>(frame - 1) * 16)),
                       0.5F);
    };
    screen.moveMouse(at(500));
    EXPECT_EQ(screen.find("plot.fps.marks").value,
              "a scenario with a title that has no room in a plot, budget 3.00 ms");
    EXPECT_FALSE(screen.notes.contains("plot.ai_time.marks")) << "only where the mouse is";
    screen.moveMouse(at(600));
    EXPECT_FALSE(screen.notes.contains("plot.fps.marks"));
}

TEST(MarkLabels, ManyOfThemAreCheap) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 36'000, [](record::FrameRecord& record) {
        if (record.frame % 20 == 0) record.spike_outside_ns = 8'000'000;
    });
    screen.desk.time.update(timeOf(screen.history));
    screen.desk.time.fit();
    screen.draw(3);
    EXPECT_EQ(screen.desk.labels.size(), 1'799U);
    const std::size_t marks = marksOf(screen, "ai_time").size();
    EXPECT_GE(marks, 3U);
    EXPECT_LE(marks, 60U);
}

// A comb below the frames, an entry in the legend and a line in the box: not by colour alone.
TEST(MarkLabels, TellOfHunts) {
    PlotScreen screen;
    pushFrames(screen.history, 1, 1'000, [](record::FrameRecord& record) {
        if (record.frame >= 300 && record.frame < 500) record.hunted = 3;
        if (record.frame == 600) record.hunted = 1;
    });
    screen.draw(2);
    const std::span<const record::FrameRange> hunts = screen.desk.marks.hunts();
    ASSERT_EQ(hunts.size(), 2U);
    EXPECT_EQ(hunts[0].first, 300U);
    EXPECT_EQ(hunts[0].end, 500U);
    for (const char* plot : {"ai_time", "deviation"})
        EXPECT_TRUE(screen.notes.contains(std::string("plot.") + plot + ".legend.hunted")) << plot;
    EXPECT_FALSE(screen.notes.contains("plot.fps.legend.hunted"));
    const auto isAt = [&](std::uint64_t frame, const std::string& text) {
        const double share = screen.desk.time.shareOf(static_cast<double>(frame - 1) * 16);
        screen.moveMouse(screen.find("plot.ai_time").at(static_cast<float>(share), 0.5F));
        return screen.notes.contains("plot.ai_time.hunted") &&
               screen.find("plot.ai_time.hunted").value == text;
    };
    EXPECT_TRUE(isAt(400, "3 herds hunted"));
    EXPECT_FALSE(isAt(800, "3 herds hunted"));
}

}  // namespace
}  // namespace drover::desktop::mark_labels_test
