// The sets of each kind of minds, in the Load panel: method, priority and period of each, to be changed while
// the world runs.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

// Nothing if the manager runs no sets or no kind has any.
void offerSets(Desk& desk, PanelState& state);

}  // namespace drover::desktop
