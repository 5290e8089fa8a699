// The mouse in the right half of the world's place, while two worlds are side by side: it zooms and drags the
// camera that the two share, or the right one's own, and selects a herd of the right world.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

// `rect` is the place of both worlds. Call within an ImGui frame, after the left one's.
void drawRightWorld(Desk& desk, const ScreenRect& rect);

}  // namespace drover::desktop
