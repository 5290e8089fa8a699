// The Side by side panel: begins and ends a second world under another manager, budget or clock, and says
// what the two came to since they part.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desktop/panels/beside_table.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

constexpr const char* kBudgets[] = {"as on the left", "fixed", "frame target"};
constexpr const char* kClocks[] = {"as on the left", "model", "real"};

world::SetManager managerOf(const BesideDraft& draft) {
    return {std::string(load::kManagers[draft.manager].name), {}};
}

std::optional<world::SetBudget> budgetOf(const Session& session, const BesideDraft& draft) {
    if (draft.budget == 0) return std::nullopt;
    world::SetBudget budget{session.scenario().load.budget};
    budget.budget.policy = draft.budget == 1 ? load::BudgetPolicy::kFixed : load::BudgetPolicy::kFrameTarget;
    budget.budget.fixed_ns = std::llround(draft.budget_ms * 1e6);
    budget.budget.target_frame_ns = std::llround(draft.frame_ms * 1e6);
    return budget;
}

std::optional<world::ClockKind> clockOf(const BesideDraft& draft) {
    if (draft.clock == 0) return std::nullopt;
    return static_cast<world::ClockKind>(draft.clock - 1);
}

bool offerManager(Desk& desk, BesideDraft& draft) {
    std::vector<const char*> titles;
    for (const load::ManagerInfo& info : load::kManagers) titles.push_back(info.title.data());
    const auto manager =
        choice(desk, "beside.manager", "On the right", titles, draft.manager,
               "The manager of the second world. The first one has the manager of the Load panel.");
    if (manager) draft.manager = *manager;
    return manager.has_value();
}

bool offerBudget(Desk& desk, BesideDraft& draft) {
    const auto budget = choice(desk, "beside.budget", "Its budget", kBudgets, draft.budget,
                               "As on the left: both have the budget of the Load panel.\n"
                               "fixed: so much AI time in each frame.\n"
                               "frame target: what the rest of the frame leaves of its target.");
    if (budget) draft.budget = *budget;
    if (draft.budget == 0) return budget.has_value();
    const bool is_fixed = draft.budget == 1;
    double& value = is_fixed ? draft.budget_ms : draft.frame_ms;
    const auto change =
        numberField(desk,
                    {.name = is_fixed ? "beside.budget_ms" : "beside.frame_ms",
                     .label = is_fixed ? "Budget (Td)" : "Frame target",
                     .low = is_fixed ? 0.05 : 1.0,
                     .high = is_fixed ? 50.0 : 100.0,
                     .unit = "ms",
                     .tip = is_fixed ? "AI time per frame of the world on the right."
                                     : "How long a whole frame of the world on the right may take.",
                     .reset = is_fixed ? 4 : 16.7,
                     .is_logarithmic = true},
                    value);
    if (change) value = change->value;
    return budget || change;
}

bool offerClock(Desk& desk, BesideDraft& draft) {
    const auto clock = choice(desk, "beside.clock", "Its clock", kClocks, draft.clock,
                              "What the costs of the world on the right are read from. model: charged by the "
                              "cost model. real: the time that passes.");
    if (clock) draft.clock = *clock;
    return clock.has_value();
}

void offerCamera(Desk& desk) {
    std::optional<render::Camera>& own = desk.view.right_camera;
    const auto has = toggle(desk, "beside.camera", "A view of its own", own.has_value(),
                            "Else both sides show the same place. Wheel and drag work on either side.");
    if (!has) return;
    if (*has)
        own = desk.view.camera;
    else
        own.reset();
}

}  // namespace

void drawBesidePanel(Desk& desk, PanelState& state) {
    BesideDraft& draft = state.beside;
    Session& session = desk.session;
    const Beside* const beside = session.beside();
    paragraph(
        desk,
        "Runs a copy of the world beside this one, under another manager, budget or clock. Both have the "
        "same player, the same changes and the same spikes in the same frame.");
    if (beside)
        draft.manager = static_cast<std::size_t>(&beside->world().manager().info() - load::kManagers.data());
    const bool is_other_manager = offerManager(desk, draft);
    const bool is_other_budget = offerBudget(desk, draft);
    const bool is_other_clock = offerClock(desk, draft);
    if (!beside) {
        if (!button(desk, "beside.begin", "Run both from here",
                    "Copies the world as it is at this moment. In the past both go on from there, and the "
                    "course that they leave is kept."))
            return;
        session.runBeside({managerOf(draft), budgetOf(session, draft), clockOf(draft)});
        draft.rows.clear();
        draft.summed_at = 0;
        return;
    }
    if (is_other_manager) session.changeBeside(managerOf(draft));
    if (is_other_budget) session.changeBeside(budgetOf(session, draft));
    if (is_other_clock) session.changeBesideClock(clockOf(draft));
    offerCamera(desk);
    if (button(desk, "beside.end", "End the comparison", "The world on the left goes on alone."))
        return session.endBeside();
    sumUpBeside(session, draft);
    paragraph(desk, fmt::format("Over the last {}. + marks the better side. In the plots the pale lines are "
                                "those of the right.",
                                counted(draft.frames, "frame")));
    drawBesideTable(desk, draft);
    if (const char* const clocks = session.besideClocks(); *clocks != '\0') paragraph(desk, clocks);
}

}  // namespace drover::desktop
