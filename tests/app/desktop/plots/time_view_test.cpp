#include "app/desktop/plots/time_view.h"

#include <gtest/gtest.h>

#include "app/chart/short_text.h"
#include "tests/app/desktop/plots/history_of.h"

namespace drover::desktop::time_view_test {
namespace {

using chart::countText, chart::timeText, chart::valueText;

constexpr TimeRange kHeld = {10'000, 610'000};

TimeView viewOf(TimeRange held) {
    TimeView view;
    view.update(held);
    return view;
}

TEST(TimeView, FollowsTheNewestFrame) {
    TimeView view = viewOf(kHeld);
    EXPECT_DOUBLE_EQ(view.end_ms(), 610'000);
    view.update({10'016, 610'016});
    EXPECT_DOUBLE_EQ(view.end_ms(), 610'016);
    EXPECT_DOUBLE_EQ(view.span_ms(), TimeView::kFirstSpan_ms);
    EXPECT_TRUE(view.isLive());
}

TEST(TimeView, AZoomKeepsTheTimeThatItIsAbout) {
    TimeView view = viewOf(kHeld);
    const double t_ms = view.timeAtShare(0.3);
    for (const double factor : {0.8, 0.5, 1.7, 0.9}) {
        view.zoom(0.3, factor);
        EXPECT_NEAR(view.timeAtShare(0.3), t_ms, 1e-6);
    }
    EXPECT_FALSE(view.isLive());
    view.update({20'000, 620'000});
    EXPECT_NEAR(view.timeAtShare(0.3), t_ms, 1e-6) << "the view stays while the world runs";
}

TEST(TimeView, AZoomAboutTheNewestFrameStaysLive) {
    TimeView view = viewOf(kHeld);
    view.zoom(1, 0.5);
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.span_ms(), TimeView::kFirstSpan_ms / 2);
    view.zoom(0.99, 0.9);
    EXPECT_TRUE(view.isLive()) << "almost about the newest one";
    view.zoom(0.9, 0.5);
    EXPECT_FALSE(view.isLive());
}

TEST(TimeView, ZoomsHaveEnds) {
    TimeView view = viewOf(kHeld);
    for (int notch = 0; notch < 100; ++notch) view.zoom(0.5, 0.8);
    EXPECT_DOUBLE_EQ(view.span_ms(), TimeView::kLeastSpan_ms);
    for (int notch = 0; notch < 100; ++notch) view.zoom(0.5, 1.25);
    EXPECT_DOUBLE_EQ(view.span_ms(), 600'000);
    EXPECT_DOUBLE_EQ(view.first_ms(), kHeld.first_ms);
    EXPECT_DOUBLE_EQ(view.end_ms(), kHeld.end_ms);
}

TEST(TimeView, PansUntilTheEndAndIsLiveThereAgain) {
    TimeView view = viewOf(kHeld);
    view.place(590'000, 0.9);
    EXPECT_NEAR(view.timeAtShare(0.9), 590'000, 1e-6);
    EXPECT_FALSE(view.isLive());
    view.place(600'000, 0.0);
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.end_ms(), 610'000);
    view.place(5, 1);
    EXPECT_DOUBLE_EQ(view.first_ms(), kHeld.first_ms);
}

TEST(TimeView, PausedItStaysWhateverComes) {
    TimeView view = viewOf(kHeld);
    view.pause();
    view.update({20'000, 620'000});
    EXPECT_DOUBLE_EQ(view.end_ms(), 610'000);
    view.place(500'000, 0.5);
    view.place(619'000, 0.9);
    EXPECT_TRUE(view.isPaused()) << "a pan to the end is no reason to go on";
    view.goLive();
    view.update({20'016, 620'016});
    EXPECT_DOUBLE_EQ(view.end_ms(), 620'016);
}

TEST(TimeView, FitsAllAndThenTheFirstSpanAgain) {
    TimeView view = viewOf(kHeld);
    view.pause();
    view.fit();
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.span_ms(), 600'000);
    view.fit();
    EXPECT_DOUBLE_EQ(view.span_ms(), TimeView::kFirstSpan_ms);
    view.fit();
    view = viewOf({0, 1'600});
    view.fit();
    view.update({0, 80'000});
    EXPECT_DOUBLE_EQ(view.span_ms(), 80'000) << "all of them, as they become more";
}

TEST(TimeView, AYoungHistoryFillsItSoon) {
    TimeView view = viewOf({0, 500});
    EXPECT_DOUBLE_EQ(view.span_ms(), TimeView::kStartSpan_ms);
    view.update({0, 11'000});
    EXPECT_DOUBLE_EQ(view.span_ms(), 11'000);
    view.update({0, 150'000});
    EXPECT_DOUBLE_EQ(view.span_ms(), TimeView::kFirstSpan_ms);
}

TEST(TimeView, AHistoryThatBeginsAnewIsShownLive) {
    TimeView view = viewOf(kHeld);
    view.pause();
    view.update({0, 50});
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.end_ms(), 50);
}

// Frames of 16 ms, and from frame 100 on of 48 ms.
record::History slowsDown() {
    record::History history(500);
    pushFrames(history, 1, 201, [](record::FrameRecord& record) {
        if (record.frame < 100) return;
        record.frame_time_ns = 3 * kFrame_ns;
        record.t_ns += static_cast<std::int64_t>(record.frame - 99) * 2 * kFrame_ns;
    });
    return history;
}

TEST(TimeView, AFrameTakesTheRoomOfItsTime) {
    const record::History history = slowsDown();
    EXPECT_DOUBLE_EQ(timeAt(history, 1), 0);
    EXPECT_DOUBLE_EQ(timeAt(history, 99.5), 99 * 16 - 8);
    EXPECT_DOUBLE_EQ(timeAt(history, 100.5), 99 * 16 + 24);
    EXPECT_DOUBLE_EQ(timeAt(history, 201), 99 * 16 + 101 * 48);
    EXPECT_DOUBLE_EQ(timeAt(history, 900), timeOf(history).end_ms);
    for (const std::uint64_t frame : {1U, 50U, 99U, 100U, 101U, 200U}) {
        const double begin = static_cast<double>(frame);
        EXPECT_EQ(frameAtTime(history, timeAt(history, begin)), frame);
        EXPECT_EQ(frameAtTime(history, timeAt(history, begin + 0.99)), frame);
    }
    EXPECT_EQ(frameAtTime(history, -5), 1U);
    EXPECT_EQ(frameAtTime(history, 1e9), 200U);
}

TEST(TimeView, TheVisibleFramesAreThoseOfItsTime) {
    const record::History history = slowsDown();
    TimeView view = viewOf(timeOf(history));
    view.showLast(480);
    EXPECT_EQ(view.visible(history).first, 191U) << "ten slow frames";
    EXPECT_EQ(view.visible(history).end, 201U);
    view.place(160, 0);
    EXPECT_EQ(view.visible(history).first, 11U) << "thirty fast ones in the same span";
    EXPECT_EQ(view.visible(history).end, 41U);
    EXPECT_EQ(view.visible(record::History(10)).size(), 0U);
}

TEST(TimeText, IsMinutesAndSeconds) {
    EXPECT_EQ(timeText(0, 5'000).view(), "0:00");
    EXPECT_EQ(timeText(12'000, 2'000).view(), "0:12");
    EXPECT_EQ(timeText(12'400, 200).view(), "0:12.4");
    EXPECT_EQ(timeText(59'996, 10).view(), "1:00.00") << "rounded as a whole";
    EXPECT_EQ(timeText(754'000, 30'000).view(), "12:34");
}

TEST(CountText, GroupsDigits) {
    EXPECT_EQ(countText(0).view(), "0");
    EXPECT_EQ(countText(999).view(), "999");
    EXPECT_EQ(countText(2'171).view(), "2,171");
    EXPECT_EQ(countText(-65'536).view(), "-65,536");
    EXPECT_EQ(countText(1'000'000).view(), "1,000,000");
    EXPECT_EQ(valueText(1'204.4).view(), "1,204");
    EXPECT_EQ(valueText(999.4).view(), "999");
}

}  // namespace
}  // namespace drover::desktop::time_view_test
