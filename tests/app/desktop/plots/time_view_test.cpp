#include "app/desktop/plots/time_view.h"

#include <gtest/gtest.h>

namespace drover::desktop {
namespace {

constexpr record::FrameRange kHeld = {1'000, 37'000};

TimeView viewOf(record::FrameRange held) {
    TimeView view;
    view.update(held);
    return view;
}

TEST(TimeView, FollowsTheNewestFrame) {
    TimeView view = viewOf(kHeld);
    EXPECT_DOUBLE_EQ(view.end(), 37'000);
    view.update({1'010, 37'010});
    EXPECT_DOUBLE_EQ(view.end(), 37'010);
    EXPECT_DOUBLE_EQ(view.span(), TimeView::kFirstSpan);
    EXPECT_TRUE(view.isLive());
}

TEST(TimeView, AZoomKeepsTheFrameThatItIsAbout) {
    TimeView view = viewOf(kHeld);
    const double frame = view.frameAt(0.3);
    for (const double factor : {0.8, 0.5, 1.7, 0.9}) {
        view.zoom(0.3, factor);
        EXPECT_NEAR(view.frameAt(0.3), frame, 1e-6);
    }
    EXPECT_FALSE(view.isLive());
    view.update({2'000, 38'000});
    EXPECT_NEAR(view.frameAt(0.3), frame, 1e-6) << "the view stays while the world runs";
}

TEST(TimeView, AZoomAboutTheNewestFrameStaysLive) {
    TimeView view = viewOf(kHeld);
    view.zoom(1, 0.5);
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.span(), TimeView::kFirstSpan / 2);
}

TEST(TimeView, ZoomsHaveEnds) {
    TimeView view = viewOf(kHeld);
    for (int notch = 0; notch < 100; ++notch) view.zoom(0.5, 0.8);
    EXPECT_DOUBLE_EQ(view.span(), TimeView::kLeastSpan);
    for (int notch = 0; notch < 100; ++notch) view.zoom(0.5, 1.25);
    EXPECT_DOUBLE_EQ(view.span(), 36'000);
    EXPECT_EQ(view.visible().first, kHeld.first);
    EXPECT_EQ(view.visible().end, kHeld.end);
}

TEST(TimeView, PansUntilTheEndAndIsLiveThereAgain) {
    TimeView view = viewOf(kHeld);
    view.place(36'000, 0.9);
    EXPECT_NEAR(view.frameAt(0.9), 36'000, 1e-6);
    EXPECT_FALSE(view.isLive());
    view.place(36'000, 0.0);
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.end(), 37'000);
    view.place(5, 1);
    EXPECT_EQ(view.visible().first, kHeld.first);
}

TEST(TimeView, PausedItStaysWhateverComes) {
    TimeView view = viewOf(kHeld);
    view.pause();
    view.update({1'500, 37'500});
    EXPECT_DOUBLE_EQ(view.end(), 37'000);
    view.place(30'000, 0.5);
    view.place(37'400, 0.9);
    EXPECT_TRUE(view.isPaused()) << "a pan to the end is no reason to go on";
    view.goLive();
    view.update({1'501, 37'501});
    EXPECT_DOUBLE_EQ(view.end(), 37'501);
}

TEST(TimeView, FitsAllAndThenTheFirstSpanAgain) {
    TimeView view = viewOf(kHeld);
    view.pause();
    view.fit();
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.span(), 36'000);
    view.fit();
    EXPECT_DOUBLE_EQ(view.span(), TimeView::kFirstSpan);
    view.fit();
    view = viewOf({1, 101});
    view.fit();
    view.update({1, 5'001});
    EXPECT_DOUBLE_EQ(view.span(), 5'000) << "all of them, as they become more";
}

TEST(TimeView, AYoungHistoryFillsItSoon) {
    TimeView view = viewOf({1, 31});
    EXPECT_DOUBLE_EQ(view.span(), TimeView::kStartSpan);
    view.update({1, 701});
    EXPECT_DOUBLE_EQ(view.span(), 700);
    view.update({1, 9'001});
    EXPECT_DOUBLE_EQ(view.span(), TimeView::kFirstSpan);
}

TEST(TimeView, AHistoryThatBeginsAnewIsShownLive) {
    TimeView view = viewOf(kHeld);
    view.pause();
    view.update({1, 3});
    EXPECT_TRUE(view.isLive());
    EXPECT_DOUBLE_EQ(view.end(), 3);
}

}  // namespace
}  // namespace drover::desktop
