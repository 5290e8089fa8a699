// Tests screen_layout.h: cards lie over the world, never over each other, at any size and scale; and how much
// of the world they leave.
#include "app/desktop/screen_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace drover::desktop::screen_layout_test {
namespace {

std::vector<ScreenRect> cardsOf(const ScreenLayout& s) {
    return {s.menu,  s.readings, s.legend, s.corner, s.controls, s.time,
            s.plots, s.frame,    s.bars,   s.drawer, s.inspector};
}

// All that can be unfolded.
ScreenWishes everything(float scale) {
    return {.scale = scale,
            .menu_width = 270 * scale,
            .has_drawer = true,
            .has_plots = true,
            .has_frame = true,
            .has_corner = true,
            .has_inspector = true,
            .other_lines = 2};
}

double shareCovered(ImVec2 window, const ScreenWishes& wishes) {
    double area = 0;
    for (const ScreenRect& card : cardsOf(layOutScreen(window, wishes)))
        area += static_cast<double>(card.size.x) * static_cast<double>(card.size.y);
    return area / (static_cast<double>(window.x) * static_cast<double>(window.y));
}

void expectApart(ImVec2 window, const ScreenWishes& wishes) {
    const ScreenLayout s = layOutScreen(window, wishes);
    EXPECT_EQ(s.world.at.x, 0);
    EXPECT_EQ(s.world.at.y, 0);
    EXPECT_LE(s.world.size.x, window.x);
    EXPECT_LE(s.world.size.y, window.y);
    const std::vector<ScreenRect> all = cardsOf(s);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].isEmpty()) continue;
        EXPECT_TRUE(all[i].at.x >= 0 && all[i].at.y >= 0) << i;
        EXPECT_TRUE(all[i].end().x <= window.x + 0.01f && all[i].end().y <= window.y + 0.01f)
            << i << " at " << window.x << "x" << window.y;
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            const bool is_apart = all[j].isEmpty() || all[i].end().x <= all[j].at.x + 0.01f ||
                                  all[j].end().x <= all[i].at.x + 0.01f ||
                                  all[i].end().y <= all[j].at.y + 0.01f ||
                                  all[j].end().y <= all[i].at.y + 0.01f;
            EXPECT_TRUE(is_apart) << i << " and " << j << " at " << window.x << "x" << window.y << " * "
                                  << wishes.scale;
        }
    }
}

TEST(ScreenLayout, NoCardLiesOverAnother) {
    for (const ImVec2 window : {ImVec2{1280, 720},
                                {320, 200},
                                {3840, 2160},
                                {20000, 10},
                                {10, 20000},
                                {0, 0},
                                {400, 900},
                                {640, 480},
                                {1000, 1000}}) {
        for (const float scale : {0.75f, 1.0f, 1.25f, 2.0f, 4.0f}) {
            expectApart(window, {.scale = scale, .menu_width = 270 * scale});
            expectApart(window, everything(scale));
            ScreenWishes lesson = everything(scale);
            lesson.is_lesson = true, lesson.drawer_width = 900;
            expectApart(window, lesson);
        }
    }
}

// What unfolds makes the world smaller instead of lying over it; what is always there lies over it.
TEST(ScreenLayout, PanelsPushTheWorld) {
    const ImVec2 window{1280, 720};
    const ScreenLayout bare = layOutScreen(window, {.menu_width = 270, .has_corner = true});
    EXPECT_EQ(bare.world.size.x, 1280);
    EXPECT_EQ(bare.world.size.y, 720);
    const ScreenLayout s = layOutScreen(window, everything(1));
    for (const ScreenRect& panel : {s.drawer, s.inspector}) {
        ASSERT_FALSE(panel.isEmpty());
        EXPECT_LT(s.world.end().x, panel.at.x);
    }
    for (const ScreenRect& panel : {s.plots, s.frame, s.bars}) {
        ASSERT_FALSE(panel.isEmpty());
        EXPECT_LT(s.world.end().y, panel.at.y);
    }
    const ScreenLayout drawer = layOutScreen(window, {.menu_width = 270, .has_drawer = true});
    EXPECT_NEAR(drawer.readings.at.x + drawer.readings.size.x / 2, drawer.world.size.x / 2, 20)
        << "in the middle of what is left";
    const ScreenLayout narrow = layOutScreen({400, 300}, everything(1));
    EXPECT_EQ(narrow.world.size.x, 400) << "too little would be left";
}

TEST(ScreenLayout, LeavesMostOfTheWorldToBeSeen) {
    struct Window {
        ImVec2 size;
        float scale;
    };
    for (const Window& window : {Window{{1280, 720}, 1}, {{1920, 1080}, 1.25f}, {{3840, 2160}, 2.5f}}) {
        SCOPED_TRACE(window.size.x);
        const float menu = 270 * window.scale;
        EXPECT_LT(shareCovered(window.size, {.scale = window.scale, .menu_width = menu, .has_corner = true}),
                  0.12);
        // What has one key each; the drawer is for what a class does not need.
        ScreenWishes unfolded{.scale = window.scale,
                              .menu_width = menu,
                              .has_plots = true,
                              .has_frame = true,
                              .has_corner = true};
        EXPECT_LT(shareCovered(window.size, unfolded), 0.35);
    }
}

// In a narrow window the readings are below the menu, and nothing that is always there is missing.
TEST(ScreenLayout, KeepsReadingsAndControlsInANarrowWindow) {
    const ScreenLayout s = layOutScreen({640, 480}, {.menu_width = 270});
    EXPECT_GT(s.readings.at.y, s.menu.end().y);
    EXPECT_FALSE(s.controls.isEmpty());
    EXPECT_FALSE(s.time.isEmpty());
}

}  // namespace
}  // namespace drover::desktop::screen_layout_test
