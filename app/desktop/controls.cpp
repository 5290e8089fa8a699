#include "app/desktop/controls.h"

#include <algorithm>
#include <cmath>

#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/species_choice.h"
#include "app/desktop/plots/budget_line.h"
#include "app/desktop/widgets/widgets.h"
#include "core/load/manager.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

// What is dragged is a fixed budget. Under a frame target it shows what the budget is now.
void offerBudget(Desk& desk) {
    const load::BudgetSettings& present = desk.session.scenario().load.budget;
    const load::BudgetSettings& start = desk.session.origin().as_loaded.load.budget;
    const bool is_fixed = present.policy == load::BudgetPolicy::kFixed;
    const std::int64_t now_ns = is_fixed ? present.fixed_ns : desk.session.world().record().budget_ns;
    const auto change = numberField(
        desk,
        {.name = "load.budget_ms",
         .label = "Budget",
         .low = kBudgetRange_ms.low,
         .high = kBudgetRange_ms.high,
         .unit = "ms",
         .tip = "Time for thinking in each frame (Td). Drag it: with less, herds far away think less often. "
                "Keys + and -",
         .reset = ms(start.fixed_ns),
         .is_logarithmic = true,
         .complains_above = true},
        std::clamp(ms(now_ns), kBudgetRange_ms.low, kBudgetRange_ms.high));
    if (!change) return;
    world::SetBudget budget{present};
    budget.budget.policy = load::BudgetPolicy::kFixed;
    budget.budget.fixed_ns = std::llround(change->value * 1e6);
    desk.session.change(budget, change->gesture);
}

void offerManagers(Desk& desk) {
    const load::ManagerInfo& running = desk.session.world().manager().info();
    const auto present = static_cast<std::size_t>(
        std::ranges::find(load::kManagers, running.name, &load::ManagerInfo::name) - load::kManagers.begin());
    const auto chosen = chooseManager(desk, "load.manager", "", present,
                                      "The load manager: it decides which herds think in a frame, so who "
                                      "gives way. You can change it while the world runs. Key M");
    if (chosen) useManager(desk, load::kManagers[*chosen]);
}

bool spikeButton(Desk& desk) {
    ImGui::PushStyleColor(ImGuiCol_Button, desk.theme.spike_shade);
    ImGui::PushStyleColor(ImGuiCol_Border, desk.theme.warning);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, desk.theme.px(1.5f));
    const bool is_pressed = ImGui::Button("Spike!  X", {-1, 0});
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    tooltip(desk,
            "Each frame takes longer for a while, as on a busy machine. Who gives way? Its size and "
            "shape are in the drawer, under Spikes. Key X");
    noteItem(desk, "spike.inject", "button");
    return is_pressed;
}

}  // namespace

void drawControls(Desk& desk, const ScreenRect& rect) {
    if (rect.isEmpty()) return;
    beginCard(desk, "##controls", rect, {desk.theme.px(10), desk.theme.px(9)});
    offerBudget(desk);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x * 0.64f);
    offerManagers(desk);
    ImGui::SameLine();
    if (spikeButton(desk)) startSpike(desk);
    endCard();
}

}  // namespace drover::desktop
