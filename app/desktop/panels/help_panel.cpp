// The Help panel: what the symbols mean, and the sources of the model.
#include "app/command_line/version.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/symbols.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {

void drawHelpPanel(Desk& desk, PanelState&) {
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
