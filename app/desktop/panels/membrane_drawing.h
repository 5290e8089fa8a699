// Draws a flock's tree with its membrane, as in O&D Figure 1: nodes by depth, and a line through the present
// leaves. Used by the Inspect panel.
#pragma once

#include "app/desktop/desk.h"

namespace drover::desktop {

void drawMembrane(Desk& desk, FlockId flock);

}  // namespace drover::desktop
