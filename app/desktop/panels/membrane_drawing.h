// A flock's tree as in the paper's Figure 2: nodes by depth, and the membrane through the leaves that there
// are now.
#pragma once

#include "app/desktop/desk.h"

namespace drover::desktop {

void drawMembrane(Desk& desk, FlockId flock);

}  // namespace drover::desktop
