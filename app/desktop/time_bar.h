// The card at the lower edge: pause and step, all moments of the present line from left to right with what
// happened at them, and the way back to now. Called by desktop.cpp in every frame.
#pragma once

#include <vector>

#include "app/desktop/actions.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

// What its buttons ask for is added to `wanted`.
void drawTimeBar(Desk& desk, const ScreenRect& rect, std::vector<const Action*>& wanted);

// How many other courses of events are shown below the line.
int otherLinesShown(const Session& session);

}  // namespace drover::desktop
