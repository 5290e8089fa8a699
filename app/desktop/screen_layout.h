// Where everything lies that is over the world, at any size and scale of the window. The world fills
// what panels leave of the window. desktop.cpp calls it in every frame.
#pragma once

#include <imgui.h>

namespace drover::desktop {

struct ScreenRect {
    ImVec2 at, size;

    ImVec2 end() const { return {at.x + size.x, at.y + size.y}; }
    bool isEmpty() const { return size.x < 1 || size.y < 1; }
};

// What is unfolded.
struct ScreenWishes {
    float scale = 1;
    float menu_width = 0, legend_width = 0;  // pixels, as they were in the last frame
    bool has_drawer = false, has_plots = false, has_frame = false, has_corner = false, has_inspector = false;
    float drawer_width = 0;      // at scale 1, as the user dragged it; 0: as the window suggests
    bool has_code = false;       // the drawer has lines of code in it, which are long
    bool is_lesson = false;      // the drawer has a lesson's step in it, which wants more room
    bool is_frame_wide = false;  // the strip of tasks is under the mouse
    bool is_presented = false;   // to a class: no buttons, and plots that can be read from the last row
    int other_lines = 0;         // courses of events below the time line
};

// Empty: it is not shown, or has no room.
struct ScreenLayout {
    ScreenRect world;  // what panels leave; cards lie over it
    ScreenRect menu, readings, legend, corner, controls, time, plots, frame, bars, drawer, inspector;
    ScreenRect free;  // where a line of text covers nothing else
};

ScreenLayout layOutScreen(ImVec2 window, const ScreenWishes& wishes);

}  // namespace drover::desktop
