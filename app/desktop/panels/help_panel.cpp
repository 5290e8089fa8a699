// The Help panel: what the symbols mean, and the sources of the model.
#include "app/command_line/version.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

struct Symbol {
    const char* symbol;
    const char* name;
    const char* sentence;
};

// The symbols of the papers, plots and panels.
constexpr Symbol kSymbols[] = {
    {"C", "cost", "What one update of a task takes: measured, then smoothed into an estimate."},
    {"T", "period", "Time between two updates of the task; the manager chooses it anew in every frame."},
    {"T0", "nominal period", "The period at which the task looks best."},
    {"Tmax", "longest period", "The longest period that the task can bear: T0 <= T <= Tmax."},
    {"E", "elasticity",
     "How readily the task gives way: distance to the player times its factors. E = 0 is rigid."},
    {"U", "utilisation",
     "U = C / T: the share of all time that the task takes. Utotal is the sum over all tasks."},
    {"Td", "budget", "The AI time that tasks may use in a frame, on each core."},
    {"Tf", "frame time", "How long the last frame took."},
    {"Ud", "desired utilisation", "Ud = Td / Tf: periods are stretched until Utotal is down to this."},
    {"M", "delays", "Frames in a row in which a task was due and did not run; the largest M runs first."},
    {"D_period", "period deviation",
     "Mean of T - T0 over the tasks; T as the manager chose it, or as observed."},
    {"quality", "quality",
     "The share of the minds that thought, of those whose task ran; the others keep what they wanted last."},
    {"lambda", "compression",
     "One number for all tasks: U = max(U0 - lambda * E, Umin), so that the sum of U is Ud."},
    {"B, D", "branching, depth",
     "A flock is a tree of depth D with B children per node: it stands for B^D agents."},
    {"N", "neighbourhood", "How far an agent sees the others of its flock."},
};

}  // namespace

void drawHelpPanel(Desk& desk) {
    paragraph(desk,
              "Many animals, little time. Flocks far away are simulated as fewer, larger points (level of "
              "detail), and a "
              "load manager updates distant ones less often, so that everything fits the budget of a frame.",
              desk.theme.text);
    heading(desk, "Symbols");
    if (ImGui::BeginTable("symbols", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("symbol", ImGuiTableColumnFlags_WidthFixed);
        ImGui::TableSetupColumn("meaning", ImGuiTableColumnFlags_WidthStretch);
        for (const Symbol& symbol : kSymbols) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextColored(desk.theme.accent, "%s", symbol.symbol);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(symbol.name);
            paragraph(desk, symbol.sentence);
        }
        ImGui::EndTable();
    }
    heading(desk, "Sources");
    paragraph(
        desk,
        "Reynolds: flocks by three simple forces. Osborne and Dickinson (O&D), 2010: flocks as trees "
        "whose membrane follows the player. Tan and Wong, 2008: elastic tasks. Wright and Marshall, 2000: "
        "the process manager. gdx-ai: load balancing and priorities. Orr and others, 2020: elastic tasks "
        "that choose among modes. Unreal Engine: the budget allocator.");
    paragraph(desk, command_line::versionText("drover"));
}

}  // namespace drover::desktop
