#include "app/desktop/screen_layout.h"

#include <algorithm>

namespace drover::desktop {
namespace {

// `wanted` is at scale 1; 0: as the window suggests.
float columnWidth(float window, float wanted, float scale) {
    // A column takes at most half of the window. One too narrow to read is left out.
    const float suggested = std::clamp(window * 0.24f, 300 * scale, 440 * scale);
    const float width = std::min(wanted > 0 ? std::max(wanted, 220.0f) * scale : suggested, window * 0.5f);
    return width < 180 * scale ? 0 : width;
}

constexpr float kLeastPlots = 90;  // in which a plot can be read, at scale 1

// Where the window is low, strips and plots are as low as they can be before the plots are given up.
float bottomHeight(float room, const ScreenWishes& wishes) {
    const float strips = wishes.strips_height * wishes.scale;
    const float plots =
        wishes.has_plots ? std::clamp(room * 0.29f, 130 * wishes.scale, 460 * wishes.scale) : 0;
    const float least = (wishes.least_strips_height + (wishes.has_plots ? kLeastPlots : 0)) * wishes.scale;
    const float most = least < room * 0.62f ? std::max(room * 0.42f, least) : room * 0.42f;
    const float wanted = wishes.bottom_height > 0 ? std::max(wishes.bottom_height * wishes.scale, strips)
                                                  : std::min(strips + plots, most);
    const float height = std::min(wanted, room * 0.8f);
    return height < 60 * wishes.scale ? 0 : height;
}

float stripsWithin(float bottom, const ScreenWishes& wishes) {
    const float best = wishes.strips_height * wishes.scale, least = wishes.least_strips_height * wishes.scale;
    const float beside_plots = bottom - kLeastPlots * wishes.scale;
    if (!wishes.has_plots || beside_plots < least) return std::min(best, bottom);
    return std::min(best, beside_plots);
}

}  // namespace

ScreenLayout layOutScreen(ImVec2 window, const ScreenWishes& wishes) {
    ScreenLayout out;
    const float bar = std::min(wishes.bar_height, window.y),
                status = std::min(wishes.status_height, window.y - bar);
    const float room = window.y - bar - status;
    const float left = wishes.has_left ? columnWidth(window.x, wishes.left_width, wishes.scale) : 0;
    const float right =
        wishes.has_right && window.x - 2 * left > left ? columnWidth(window.x, 0, wishes.scale) : 0;
    const float bottom = bottomHeight(room, wishes);
    out.bar = {{0, 0}, {window.x, bar}};
    out.left = {{0, bar}, {left, room}};
    out.right = {{window.x - right, bar}, {right, room}};
    out.world = {{left, bar}, {window.x - left - right, room - bottom}};
    out.bottom = {{left, bar + room - bottom}, {window.x - left - right, bottom}};
    out.status = {{0, window.y - status}, {window.x, status}};
    out.strips_height = stripsWithin(bottom, wishes);
    return out;
}

}  // namespace drover::desktop
