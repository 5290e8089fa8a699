// Lays out the panels of panels/panels.h: as sections of the left and right columns, and as strips under the
// world. Called by desktop.cpp and plot_strip.cpp in every frame.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawColumn(Desk& desk, PanelState& state, const ScreenRect& rect, Dock dock);
// Call within the ImGui window of the strips. The space below them is left to the plots.
void drawStrips(Desk& desk, PanelState& state);

// Whether any panel of that dock is shown.
bool hasPanels(const Layout& layout, Dock dock);
float stripsHeight(const Layout& layout);  // at scale 1

}  // namespace drover::desktop
