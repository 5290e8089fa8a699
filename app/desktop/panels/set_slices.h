// The sets of minds in the frame strip: a slice for each set that ran, with patterns for what became of it,
// and an empty box for each that was left out. frame_strip.cpp draws the tasks under them.
#pragma once

#include <imgui.h>

#include <array>
#include <span>

#include "app/desktop/desk.h"
#include "app/desktop/plots/screen_sheet.h"
#include "core/record/trace.h"

namespace drover::desktop {

// Shares of the strip's height, so that bands can be told apart without colour.
inline constexpr std::array<float, record::kBands> kBandHeights = {1.0f, 0.74f, 0.48f};

// Maps costs to pixels. What waits stands after what ran and after the sets that were left out.
struct Strip : Box {
    double whole_ns = 1;  // cost for the whole width
    float left_out_px = 0;

    float x(double ns) const { return min.x + static_cast<float>(ns / whole_ns) * (max.x - min.x); }
    float x(double ns, bool waits) const { return x(ns) + (waits ? left_out_px : 0); }
};

// The width that the left out sets of this frame take.
float widthOfLeftOut(const UiTheme& theme, std::span<const record::SetEvent> sets);
void drawSlices(const UiTheme& theme, const Strip& strip, std::span<const record::SetEvent> sets,
                double ran_ns);
// The slice or the empty box at this place; null if there is none.
const record::SetEvent* setAt(const UiTheme& theme, const Strip& strip,
                              std::span<const record::SetEvent> sets, double ran_ns, float x);
// Its lines of a tooltip: set, method, atoms, time, outcome.
void explainSet(const record::SetEvent& set);
// A line that explains the patterns.
void drawSliceKeys(Desk& desk);

}  // namespace drover::desktop
