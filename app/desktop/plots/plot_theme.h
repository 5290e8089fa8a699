// The look of the plots and the callback that lists what is on screen. The shell fills in both, so that plots
// do not depend on the shell.
#pragma once

#include <imgui.h>

#include <array>
#include <functional>
#include <string_view>

namespace drover::desktop {

// A font and its height in pixels; without a font, ImGui's present one.
struct PlotFont {
    ImFont* face = nullptr;
    float height_px = 13;
};

struct PlotTheme {
    ImU32 background = IM_COL32(16, 18, 22, 255);  // of a plot's area
    ImU32 panel = IM_COL32(30, 33, 39, 255);       // of boxes over it, of buttons
    ImU32 pressed = IM_COL32(58, 66, 80, 255);     // a button under the mouse, or one that is on
    ImU32 grid = IM_COL32(46, 50, 58, 255);
    ImU32 text = IM_COL32(232, 234, 238, 255);
    ImU32 muted = IM_COL32(152, 158, 168, 255);
    ImU32 warning = IM_COL32(240, 228, 66, 255);  // gaps, values beyond the axis
    ImU32 spike = IM_COL32(230, 159, 0, 46);      // shades the frames of a spike
    // Colours of Okabe and Ito, which colour-blind people can tell apart. Lines also differ in their dashes.
    std::array<ImU32, 4> series = {IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),
                                   IM_COL32(0, 158, 115, 255), IM_COL32(204, 121, 167, 255)};
    PlotFont title, label{nullptr, 11};
    float scale = 1;   // of everything but text: lines, gaps, sizes of mouse targets
    float stroke = 1;  // factor on the lines of the series
};

// Called for everything that can be seen or clicked: its name, such as plot.ai_time.legend.ai, its kind, its
// rectangle and the value it shows.
using PlotNote = std::function<void(std::string_view name, std::string_view kind, ImVec2 min, ImVec2 max,
                                    std::string_view value)>;

inline ImU32 withAlpha(ImU32 colour, unsigned alpha) {
    return (colour & ~IM_COL32_A_MASK) | (ImU32{alpha} << IM_COL32_A_SHIFT);
}

}  // namespace drover::desktop
