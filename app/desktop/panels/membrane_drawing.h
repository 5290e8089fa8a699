// Draws a flock's tree with its membrane, as in O&D Figure 1: nodes by depth, and a line through the present
// leaves. Used by the Inspect panel.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

// Leaves that have come in the last frames, by unfolding or folding, have a ring.
void drawMembrane(Desk& desk, FlockId flock, TreeTrail& trail);

}  // namespace drover::desktop
