// The card with the strip of this frame: a box for each task that ran. Called by desktop.cpp in every frame
// in which it is unfolded.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawFrameStrip(Desk& desk, const ScreenRect& rect);

}  // namespace drover::desktop
