// The one table of panels. columns.cpp lays them out from it, the Panels menu lists them, and the layout file
// stores their names. A panel is one file with one function.
#pragma once

#include <imgui.h>

#include "app/desktop/desk.h"

namespace drover::desktop {

enum class Dock {
    kLeft,    // sections of the left column
    kRight,   // sections of the right column, which exists only while a task is selected
    kBottom,  // strips under the world
};

struct PanelInfo {
    const char* name;  // panel.NAME.tab in the UI map
    const char* title;
    void (*draw)(Desk&);
    Dock dock;
    // The panel starts unfolded if the window is at least this many lines of text high. Once the user folds
    // or unfolds it, that choice counts.
    float opens_from;
    float height = 0, least_height = 0;  // of a strip, at scale 1
};

void drawLessonPanel(Desk& desk);
void drawScenarioPanel(Desk& desk);
void drawLoadPanel(Desk& desk);
void drawSpikesPanel(Desk& desk);
void drawAnimalsPanel(Desk& desk);
void drawPeriodsPanel(Desk& desk);
void drawImportancePanel(Desk& desk);
void drawLodPanel(Desk& desk);
void drawForcesPanel(Desk& desk);
void drawInspectPanel(Desk& desk);
void drawFramePanel(Desk& desk);
void drawBesidePanel(Desk& desk);
void drawTimePanel(Desk& desk);
void drawHelpPanel(Desk& desk);

inline constexpr float kAlways = 0, kNever = 1e9f;

inline constexpr PanelInfo kPanels[] = {
    {"lessons", "Lessons", drawLessonPanel, Dock::kLeft, kNever},
    {"load", "Load", drawLoadPanel, Dock::kLeft, kAlways},
    {"spikes", "Spikes", drawSpikesPanel, Dock::kLeft, kAlways},
    {"beside", "Side by side", drawBesidePanel, Dock::kLeft, kNever},
    {"scenario", "Scenario", drawScenarioPanel, Dock::kLeft, 68},
    {"animals", "Animals", drawAnimalsPanel, Dock::kLeft, 90},
    {"periods", "Periods", drawPeriodsPanel, Dock::kLeft, 110},
    {"importance", "Importance", drawImportancePanel, Dock::kLeft, 110},
    {"lod", "Level of detail", drawLodPanel, Dock::kLeft, 110},
    {"forces", "Forces", drawForcesPanel, Dock::kLeft, kNever},
    {"inspect", "Inspect", drawInspectPanel, Dock::kRight, kAlways},
    {"help", "Help", drawHelpPanel, Dock::kLeft, kNever},
    {"time", "Time", drawTimePanel, Dock::kBottom, kAlways, 72, 54},
    {"frame", "Frame", drawFramePanel, Dock::kBottom, kAlways, 76, 46},
};

}  // namespace drover::desktop
