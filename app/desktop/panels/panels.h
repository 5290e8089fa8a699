// The one table of panels. The shell lays them out from it, the View menu lists them, the layout file knows
// them by name. A panel is one file with one function.
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
    const char* name;  // panel.NAME.tab in the UI map
    const char* title;
    void (*draw)(Desk&, PanelState&);
    Place place;
    float opens_from;  // lines of text that a window has room for when the panel is unfolded, until somebody
                       // folds it
    float height = 0;  // of a strip, at scale 1; 0: what is left
};

void drawScenarioPanel(Desk& desk, PanelState& state);
void drawLoadPanel(Desk& desk, PanelState& state);
void drawSpikesPanel(Desk& desk, PanelState& state);
void drawPeriodsPanel(Desk& desk, PanelState& state);
void drawLodPanel(Desk& desk, PanelState& state);
void drawForcesPanel(Desk& desk, PanelState& state);
void drawInspectPanel(Desk& desk, PanelState& state);
void drawFramePanel(Desk& desk, PanelState& state);
void drawHelpPanel(Desk& desk, PanelState& state);

inline constexpr float kAlways = 0, kNever = 1e9f;

inline constexpr PanelInfo kPanels[] = {
    {"load", "Load", drawLoadPanel, Place::kLeft, kAlways},
    {"spikes", "Spikes", drawSpikesPanel, Place::kLeft, kAlways},
    {"scenario", "Scenario", drawScenarioPanel, Place::kLeft, 68},
    {"periods", "Periods", drawPeriodsPanel, Place::kLeft, 110},
    {"lod", "Level of detail", drawLodPanel, Place::kLeft, 110},
    {"forces", "Forces", drawForcesPanel, Place::kLeft, kNever},
    {"inspect", "Inspect", drawInspectPanel, Place::kRight, kAlways},
    {"help", "Help", drawHelpPanel, Place::kLeft, kNever},
    {"frame", "Frame", drawFramePanel, Place::kBottom, kAlways, 76},
};

}  // namespace drover::desktop
