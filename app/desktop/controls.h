// What one does first and most: the budget, who manages it, and the spike. The card at the lower left.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawControls(Desk& desk, const ScreenRect& rect);

}  // namespace drover::desktop
