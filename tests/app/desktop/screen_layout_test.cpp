// Tests screen_layout.h: no overlaps and no holes at any size and scale.
#include "app/desktop/screen_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace drover::desktop {
namespace {

void expectShared(ImVec2 window, const ScreenWishes& wishes) {
    const ScreenLayout s = layOutScreen(window, wishes);
    float area = 0;
    const std::vector<ScreenRect> all = {s.bar, s.left, s.right, s.world, s.bottom, s.status};
    for (const ScreenRect& rect : all) {
        EXPECT_TRUE(rect.at.x >= 0 && rect.at.y >= 0 && rect.size.x >= 0 && rect.size.y >= 0);
        EXPECT_TRUE(rect.end().x <= window.x + 0.01f && rect.end().y <= window.y + 0.01f);
        area += rect.size.x * rect.size.y;
    }
    EXPECT_NEAR(area, window.x * window.y, 1e-4f * window.x * window.y + 1);
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            const bool is_apart =
                all[i].isEmpty() || all[j].isEmpty() || all[i].end().x <= all[j].at.x + 0.01f ||
                all[j].end().x <= all[i].at.x + 0.01f || all[i].end().y <= all[j].at.y + 0.01f ||
                all[j].end().y <= all[i].at.y + 0.01f;
            EXPECT_TRUE(is_apart) << i << " and " << j << " at " << window.x << "x" << window.y;
        }
    }
}

TEST(ScreenLayout, SharesOutAnySizeAtAnyScale) {
    for (const ImVec2 window :
         {ImVec2{1280, 720}, {320, 200}, {3840, 2160}, {20000, 10}, {10, 20000}, {0, 0}, {400, 900}}) {
        for (const float scale : {0.75f, 1.0f, 2.0f, 4.0f}) {
            for (const bool has_right : {false, true}) {
                expectShared(window, {.bar_height = 24 * scale,
                                      .status_height = 24 * scale,
                                      .scale = scale,
                                      .has_right = has_right,
                                      .strips_height = 148,
                                      .least_strips_height = 100});
            }
        }
    }
}

TEST(ScreenLayout, GivesTheWorldTheMost) {
    for (const ImVec2 window : {ImVec2{1280, 720}, {1920, 1080}, {3840, 2160}}) {
        const ScreenLayout s = layOutScreen(window, {.strips_height = 76});
        const float world = s.world.size.x * s.world.size.y;
        EXPECT_GT(world, s.left.size.x * s.left.size.y);
        EXPECT_GT(world, s.bottom.size.x * s.bottom.size.y);
        EXPECT_GT(world, 0.4f * window.x * window.y);
    }
}

// A plot needs some 90 pixels at scale 1. In a low window the strips give way first, then the world.
TEST(ScreenLayout, PlotsHaveRoomInALowWindow) {
    struct Window {
        ImVec2 size;
        float scale;
        bool has_plots;
    };
    for (const Window& window : {Window{{640, 480}, 1, true},
                                 {{1280, 720}, 2, true},
                                 {{1366, 768}, 1.5f, true},
                                 {{1920, 1080}, 1, true},
                                 {{1024, 640}, 2, false}}) {
        const ScreenLayout s = layOutScreen(window.size, {.bar_height = 21 * window.scale,
                                                          .status_height = 24 * window.scale,
                                                          .scale = window.scale,
                                                          .strips_height = 148,
                                                          .least_strips_height = 100});
        const float plots = (s.bottom.size.y - s.strips_height) / window.scale;
        EXPECT_EQ(plots >= 90, window.has_plots) << window.size.x << "x" << window.size.y << ": " << plots;
        EXPECT_GE(s.strips_height, 100 * window.scale);
        EXPECT_LE(s.strips_height, 148 * window.scale);
        EXPECT_GE(s.world.size.y, 0.37f * s.left.size.y);
    }
}

// Without room for plots the strips have all of it.
TEST(ScreenLayout, StripsTakeTheRoomOfPlotsThatAreHiddenOrDoNotFit) {
    const ScreenWishes wishes{
        .scale = 2, .strips_height = 148, .least_strips_height = 100, .has_plots = false};
    const ScreenLayout hidden = layOutScreen({1280, 720}, wishes);
    EXPECT_EQ(hidden.strips_height, hidden.bottom.size.y);
    ScreenWishes shown = wishes;
    shown.has_plots = true;
    const ScreenLayout low = layOutScreen({1024, 600}, shown);
    EXPECT_EQ(low.strips_height, low.bottom.size.y);
}

}  // namespace
}  // namespace drover::desktop
