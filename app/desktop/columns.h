// The panels in their places, from the one table: sections of the columns left and right, strips under the
// world.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawColumn(Desk& desk, PanelState& state, const ScreenRect& rect, Place place);
// Within the window of the strips. What is below them is left to the plots.
void drawStrips(Desk& desk, PanelState& state);

// Whether any panel of that place is shown.
bool hasPanels(const Layout& layout, Place place);
float stripsHeight(const Layout& layout);  // at scale 1

}  // namespace drover::desktop
