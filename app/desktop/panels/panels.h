// The one table of panels. The drawer shows one of them at a time, the Panels menu lists them, and the layout
// file stores their names. A panel is one file with one function.
#pragma once

#include <imgui.h>

#include "app/desktop/desk.h"

namespace drover::desktop {

struct PanelInfo {
    const char* name;  // panel.NAME.tab in the UI map
    const char* title;
    void (*draw)(Desk&);
    bool is_expert = false;  // what a class does not need
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
void drawBesidePanel(Desk& desk);
void drawInspectPanel(Desk& desk);
void drawOwnPanel(Desk& desk);
void drawHelpPanel(Desk& desk);

// The parameters of the manager that runs; of a panel, a part.
void offerManagerParameters(Desk& desk);

inline constexpr PanelInfo kPanels[] = {
    {.name = "scenario", .title = "Scenario", .draw = drawScenarioPanel},
    {.name = "lessons", .title = "Lessons", .draw = drawLessonPanel},
    {.name = "spikes", .title = "Spikes", .draw = drawSpikesPanel},
    {.name = "beside", .title = "Side by side", .draw = drawBesidePanel},
    {.name = "own", .title = "Your own", .draw = drawOwnPanel},
    {.name = "animals", .title = "Animals", .draw = drawAnimalsPanel},
    {.name = "relations", .title = "Relations", .draw = drawRelationsPanel},
    {.name = "help", .title = "Help", .draw = drawHelpPanel},
    {.name = "load", .title = "Load", .draw = drawLoadPanel, .is_expert = true},
    {.name = "periods", .title = "Periods", .draw = drawPeriodsPanel, .is_expert = true},
    {.name = "importance", .title = "Importance", .draw = drawImportancePanel, .is_expert = true},
    {.name = "lod", .title = "Level of detail", .draw = drawLodPanel, .is_expert = true},
    {.name = "forces", .title = "Forces", .draw = drawForcesPanel, .is_expert = true},
};

}  // namespace drover::desktop
