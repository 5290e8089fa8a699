// What two worlds side by side came to: the table of the Side by side panel.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

// Brings the draft's rows up to date, now and then, because it takes time.
void sumUpBeside(const Session& session, BesideDraft& draft);
void drawBesideTable(Desk& desk, const BesideDraft& draft);

}  // namespace drover::desktop
