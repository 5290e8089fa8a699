// Divides the window into rectangles without overlap, at any size and scale. desktop.cpp calls it in every
// frame.
#pragma once

#include <imgui.h>

namespace drover::desktop {

struct ScreenRect {
    ImVec2 at, size;

    ImVec2 end() const { return {at.x + size.x, at.y + size.y}; }
    bool isEmpty() const { return size.x < 1 || size.y < 1; }
};

struct ScreenWishes {
    float bar_height = 24, status_height = 24;  // as the fonts need
    float scale = 1;
    bool has_left = true, has_right = false;
    // Of the strips under the world, at scale 1: as they are best, and the least that can be read.
    float strips_height = 0, least_strips_height = 0;
    float left_width = 0,
          bottom_height = 0;  // as the user dragged them, at scale 1; 0: as the window suggests
    bool has_plots = true;
};

struct ScreenLayout {
    ScreenRect bar, left, right, world, bottom, status;
    float strips_height = 0;  // of the bottom; the plots have the rest
};

ScreenLayout layOutScreen(ImVec2 window, const ScreenWishes& wishes);

}  // namespace drover::desktop
