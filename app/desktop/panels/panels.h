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
void drawRelationsPanel(Desk& desk);
void drawInspectPanel(Desk& desk);
void drawFramePanel(Desk& desk);
void drawBesidePanel(Desk& desk);
void drawTimePanel(Desk& desk);
void drawHelpPanel(Desk& desk);

inline constexpr float kAlways = 0, kNever = 1e9f;

inline constexpr PanelInfo kPanels[] = {
    {.name = "lessons",
     .title = "Lessons",
     .draw = drawLessonPanel,
     .dock = Dock::kLeft,
     .opens_from = kNever},
    {.name = "load", .title = "Load", .draw = drawLoadPanel, .dock = Dock::kLeft, .opens_from = kAlways},
    {.name = "spikes",
     .title = "Spikes",
     .draw = drawSpikesPanel,
     .dock = Dock::kLeft,
     .opens_from = kAlways},
    {.name = "beside",
     .title = "Side by side",
     .draw = drawBesidePanel,
     .dock = Dock::kLeft,
     .opens_from = kNever},
    {.name = "scenario",
     .title = "Scenario",
     .draw = drawScenarioPanel,
     .dock = Dock::kLeft,
     .opens_from = 68},
    {.name = "animals", .title = "Animals", .draw = drawAnimalsPanel, .dock = Dock::kLeft, .opens_from = 90},
    {.name = "periods", .title = "Periods", .draw = drawPeriodsPanel, .dock = Dock::kLeft, .opens_from = 110},
    {.name = "importance",
     .title = "Importance",
     .draw = drawImportancePanel,
     .dock = Dock::kLeft,
     .opens_from = 110},
    {.name = "lod", .title = "Level of detail", .draw = drawLodPanel, .dock = Dock::kLeft, .opens_from = 110},
    {.name = "forces", .title = "Forces", .draw = drawForcesPanel, .dock = Dock::kLeft, .opens_from = kNever},
    {.name = "relations",
     .title = "Relations",
     .draw = drawRelationsPanel,
     .dock = Dock::kLeft,
     .opens_from = kNever},
    {.name = "inspect",
     .title = "Inspect",
     .draw = drawInspectPanel,
     .dock = Dock::kRight,
     .opens_from = kAlways},
    {.name = "help", .title = "Help", .draw = drawHelpPanel, .dock = Dock::kLeft, .opens_from = kNever},
    {.name = "time",
     .title = "Time",
     .draw = drawTimePanel,
     .dock = Dock::kBottom,
     .opens_from = kAlways,
     .height = 72,
     .least_height = 54},
    {.name = "frame",
     .title = "Frame",
     .draw = drawFramePanel,
     .dock = Dock::kBottom,
     .opens_from = kAlways,
     .height = 76,
     .least_height = 46},
};

}  // namespace drover::desktop
