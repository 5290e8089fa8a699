// Lays out the panels of panels/panels.h: as sections of the left and right columns, and as strips under the
// world. Called by desktop.cpp and plot_strip.cpp in every frame.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawColumn(Desk& desk, const ScreenRect& rect, Dock dock);
// Call within the ImGui window of the strips. They share that height out; what is below is left to the plots.
void drawStrips(Desk& desk, float height);

// Whether any panel of that dock is shown.
bool hasPanels(const Layout& layout, Dock dock);
// Of all strips that are shown, at scale 1: as they are best, and the least that can be read.
struct StripsHeight {
    float best = 0, least = 0;
};
StripsHeight stripsHeight(const Layout& layout);

}  // namespace drover::desktop
