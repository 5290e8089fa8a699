// The card with the last frames as bars: how long the minds thought in each, beside the budget. Called by
// desktop.cpp in every frame in which the strip of tasks is unfolded.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawFrameBars(Desk& desk, const ScreenRect& rect);

}  // namespace drover::desktop
