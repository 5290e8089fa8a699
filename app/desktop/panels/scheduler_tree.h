// The tree of schedulers in the Load panel: for each one how often it runs, what it was offered and what it
// used, and whose tasks are in it. load_panel.cpp draws it.
#pragma once

#include "app/desktop/desk.h"

namespace drover::desktop {

// Nothing in a scenario without schedulers.
void drawSchedulerTree(Desk& desk);

}  // namespace drover::desktop
