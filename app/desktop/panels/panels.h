// The one table of panels. The shell lays them out from it, the View menu lists them, the layout file knows them by
// name. A panel is one file with one function.
#pragma once

#include <imgui.h>

#include "app/desktop/desk.h"

namespace drover::desktop {

struct PanelState;  // panel_state.h: what panels keep from frame to frame, a struct each

enum class Place {
    kLeft,    // sections of the left column
    kRight,   // sections of the right column, which is there while one of them is
    kBottom,  // strips under the world
};

struct PanelInfo {
    const char* name;   // panel.NAME.tab in the UI map
    const char* title;
    void (*draw)(Desk&, PanelState&);
    Place place;
    bool is_open_first;  // unfolded when the program starts for the first time
    float height = 0;    // of a strip, at scale 1; 0: what is left
};

void drawScenarioPanel(Desk& desk, PanelState& state);

inline constexpr PanelInfo kPanels[] = {
    {"scenario", "Scenario", drawScenarioPanel, Place::kLeft, true},
};

}  // namespace drover::desktop
