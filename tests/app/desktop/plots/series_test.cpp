// What the plots read from the history: pixel columns, marks, periods, CSV files.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/desktop/plots/marks.h"
#include "app/desktop/plots/periods.h"
#include "app/desktop/plots/series_columns.h"
#include "tests/app/desktop/plots/history_of.h"

namespace drover::desktop::series_test {
namespace {

constexpr std::size_t kOverhead = record::columnOf("overhead_ms");

void jagged(record::FrameRecord& record) {
    record.overhead_ns = static_cast<std::int64_t>(record.frame * 7'919 % 1'009) * 1'000;
}

void expectAllFramesIn(const SeriesColumns& series, const record::History& history,
                       record::FrameRange visible) {
    ASSERT_LE(series.firstColumn() * series.framesEach(), visible.first);
    ASSERT_GE((series.firstColumn() + series.columns().size()) * series.framesEach(), visible.end);
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        record::MinMax wanted;
        const std::uint64_t first = (series.firstColumn() + i) * series.framesEach();
        for (std::uint64_t frame = first; frame < first + series.framesEach(); ++frame) {
            if (!history.frames().has(frame)) continue;
            wanted.min = std::min(wanted.min, history.value(kOverhead, frame));
            wanted.max = std::max(wanted.max, history.value(kOverhead, frame));
        }
        ASSERT_EQ(series.columns()[i].min, wanted.min) << i;
        ASSERT_EQ(series.columns()[i].max, wanted.max) << i;
    }
}

TEST(SeriesColumns, AreThoseOfAllFramesHoweverTheViewMoves) {
    record::History history(2'000);
    pushFrames(history, 1, 500, jagged);
    SeriesColumns series;
    for (std::uint64_t frame = 500; frame < 1'900; ++frame) {
        pushFrames(history, frame, frame + 1, jagged);
        const record::FrameRange visible{frame - 499, frame + 1};
        series.update({history, kOverhead}, visible, 7);
        expectAllFramesIn(series, history, visible);
    }
    for (const record::FrameRange visible :
         {record::FrameRange{300, 900}, {200, 700}, {900, 1'000}, {10, 40}, {1, 1'900}}) {
        for (const std::uint64_t each : {7U, 3U, 1U, 50U}) {
            series.update({history, kOverhead}, visible, each);
            expectAllFramesIn(series, history, visible);
        }
    }
}

TEST(SeriesColumns, AMeanOfNothingIsNoValue) {
    record::History history(2'000);
    pushFrames(history, 1, 101, [](record::FrameRecord& record) {
        record.bands[0].observed = record.frame % 10 == 0 ? 1 : 0;
        record.bands[0].d_observed_ns =
            record.frame % 10 == 0 ? static_cast<std::int64_t>(record.frame) * 1'000'000 : 0;
    });
    constexpr std::size_t kMean = record::columnOf("near_d_observed_ms"),
                          kCount = record::columnOf("near_observed");
    SeriesColumns series;
    series.update({history, kMean, kCount}, {1, 101}, 20);
    ASSERT_EQ(series.columns().size(), 6U);
    EXPECT_EQ(series.columns()[1].min, 20);
    EXPECT_EQ(series.columns()[1].max, 30);
    EXPECT_EQ(series.columns()[5].max, 100);
    series.update({history, kMean, kCount}, {41, 61}, 1);
    EXPECT_TRUE(series.columns()[8].isEmpty());
    EXPECT_EQ(series.columns()[9].max, 50);
}

TEST(SeriesColumns, ForgetAnotherHistory) {
    record::History history(2'000);
    pushFrames(history, 1, 500, jagged);
    SeriesColumns series;
    series.update({history, kOverhead}, {1, 500}, 7);
    history.clear();
    pushFrames(history, 1, 500);
    series.forget();
    series.update({history, kOverhead}, {1, 500}, 7);
    expectAllFramesIn(series, history, {1, 500});
}

// Overhead of the right world: 1 ms more than on the left, from frame 50 on, with no intervals in every
// third.
TEST(SeriesColumns, ADifferenceIsRightMinusLeftWhereBothHaveAValue) {
    const auto overhead = [](std::int64_t more_ns) {
        return [more_ns](record::FrameRecord& record) {
            record.overhead_ns = static_cast<std::int64_t>(record.frame) * 10'000 + more_ns;
            record.whole.observed = more_ns > 0 && record.frame % 3 == 0 ? 0 : 1;
        };
    };
    record::History left(200), right(200);
    pushFrames(left, 1, 101, overhead(0));
    pushFrames(right, 50, 101, overhead(1'000'000));
    const SeriesValues values{right, kOverhead, record::columnOf("observed"), &left};
    EXPECT_FALSE(values.at(49)) << "before the right world";
    EXPECT_FALSE(values.at(51)) << "no interval on the right";
    ASSERT_TRUE(values.at(52));
    EXPECT_NEAR(*values.at(52), 1, 1e-9);
    EXPECT_FALSE(values.at(101)) << "has not been";
    SeriesColumns series;
    series.update(values, {40, 101}, 1);
    ASSERT_EQ(series.columns().size(), 61U);
    EXPECT_TRUE(series.columns()[9].isEmpty());
    EXPECT_NEAR(series.columns()[10].max, 1, 1e-9);
    EXPECT_TRUE(series.columns()[11].isEmpty());
    series.update(values, {40, 101}, 20);
    EXPECT_NEAR(series.columns()[0].min, 1, 1e-9);
    EXPECT_NEAR(series.columns()[3].max, 1, 1e-9);
}

// In every plot: a mean is not drawn where there was nothing to measure, and all else is.
TEST(SeriesColumns, AMeanOverNobodyHasNoValue) {
    record::History history(4);
    history.push({.frame = 1});
    for (const PlotSpec& plot : kPlots)
        for (const SeriesSpec& series : plot.series) {
            const bool is_mean = record::weightOf(series.column).has_value();
            EXPECT_EQ((SeriesValues{history, series.column, series.counted_by}.at(1).has_value()), !is_mean)
                << plot.name << " " << series.name;
        }
}

TEST(Marks, SpikesAreRangesOfTheirKind) {
    record::History history(1'000);
    pushFrames(history, 1, 100, [](record::FrameRecord& record) {
        if (record.frame >= 20 && record.frame < 30) record.spike_outside_ns = 1;
        if (record.frame >= 25 && record.frame < 40) record.spike_inside_ns = 1;
        if (record.frame == 60) record.spike_outside_ns = 1;
    });
    Marks marks;
    marks.scan(history, {});
    ASSERT_EQ(marks.spikes().size(), 3U);
    const auto expectSpike = [&](std::size_t i, std::uint64_t first, std::uint64_t end, bool is_inside) {
        EXPECT_EQ(marks.spikes()[i].frames.first, first);
        EXPECT_EQ(marks.spikes()[i].frames.end, end);
        EXPECT_EQ(marks.spikes()[i].is_inside, is_inside);
    };
    expectSpike(0, 20, 30, false);
    expectSpike(1, 25, 40, true);
    expectSpike(2, 60, 61, false);
    EXPECT_TRUE(marks.gaps().empty());
}

TEST(Marks, ASpikeGrowsFrameByFrameAndLeavesWithItsFrames) {
    record::History history(50);
    Marks marks;
    for (std::uint64_t frame = 1; frame <= 40; ++frame) {
        pushFrames(history, frame, frame + 1,
                   [](record::FrameRecord& record) { record.spike_outside_ns = record.frame > 10; });
        marks.scan(history, {});
    }
    ASSERT_EQ(marks.spikes().size(), 1U);
    EXPECT_EQ(marks.spikes()[0].frames.first, 11U);
    EXPECT_EQ(marks.spikes()[0].frames.end, 41U);
    pushFrames(history, 41, 100);
    marks.scan(history, {});
    EXPECT_TRUE(marks.spikes().empty());
}

TEST(Marks, GapsAreJumpsOfTimeAndWhatTheSessionKnowsOf) {
    record::History history(1'000);
    pushFrames(history, 1, 100, [](record::FrameRecord& record) {
        if (record.frame >= 30) record.t_ns += 5'000'000'000;
        if (record.frame >= 70) record.t_ns -= 4'000'000'000;
        if (record.frame >= 80) record.t_ns += 9 * kFrame_ns;  // one frame at ten times the speed
    });
    const std::uint64_t lost[] = {12, 90};
    Marks marks;
    marks.scan(history, lost);
    std::vector<std::uint64_t> frames;
    for (const Gap& gap : marks.gaps()) frames.push_back(gap.frame);
    EXPECT_EQ(frames, (std::vector<std::uint64_t>{12, 30, 70, 90}));
    EXPECT_DOUBLE_EQ(marks.gaps()[1].missing_ms, 5'016);
    EXPECT_DOUBLE_EQ(marks.gaps()[0].missing_ms, 0);
}

TEST(Periods, EveryPeriodLiesInItsStep) {
    for (std::int64_t period_ns = 300'000; period_ns < 60'000'000'000; period_ns += period_ns / 13) {
        const std::size_t step = PeriodCounts::stepOf(period_ns);
        const double period_ms = static_cast<double>(period_ns) / 1e6;
        ASSERT_LE(PeriodCounts::fromMs(step), period_ms);
        ASSERT_GT(PeriodCounts::fromMs(step + 1), period_ms);
    }
    EXPECT_EQ(PeriodCounts::stepOf(0), 0U);
    EXPECT_EQ(PeriodCounts::stepOf(-5), 0U);
    EXPECT_EQ(PeriodCounts::stepOf(std::numeric_limits<std::int64_t>::max()), PeriodCounts::kSteps - 1);
}

TEST(PlotCsv, HasARowAFrameUnderTheColumnsNames) {
    record::History history(1'000);
    pushFrames(history, 1, 50, [](record::FrameRecord& record) {
        record.whole.u_total = static_cast<double>(record.frame) / 4;
    });
    std::string text;
    appendPlotCsv(text, kPlots[4], history, {7, 9});
    EXPECT_EQ(text, "frame,t_ms,u_total,ud\n7,112,1.75,0.25\n8,128,2,0.25\n");
    std::string beyond;
    appendPlotCsv(beyond, kPlots[4], history, {48, 900});
    EXPECT_EQ(beyond, "frame,t_ms,u_total,ud\n48,768,12,0.25\n49,784,12.25,0.25\n");
}

TEST(PlotCsv, ADifferenceIsEmptyWhereAWorldHasNoValue) {
    record::History left(100), right(100);
    pushFrames(left, 1, 10);
    pushFrames(right, 8, 10, [](record::FrameRecord& record) { record.whole.u_total = 1.25; });
    std::string text;
    appendPlotCsv(text, kPlots[4], left, {7, 9}, &right);
    EXPECT_EQ(text, "frame,t_ms,u_total_difference,ud_difference\n7,112,,\n8,128,1,0\n");
}

TEST(PlotCsv, HasARowAStepOfPeriodsThatIsNotEmpty) {
    PeriodCounts periods;
    periods.add(record::Band::kNear, 17'000'000);
    periods.add(record::Band::kNear, 17'500'000);
    periods.add(record::Band::kFar, 66'000'000);
    std::string text;
    appendPeriodsCsv(text, periods);
    EXPECT_EQ(
        text,
        "period_from_ms,period_to_ms,near,middle,far\n16.777216,20.97152,2,0,0\n58.720256,67.108864,0,0,1\n");
}

}  // namespace
}  // namespace drover::desktop::series_test
