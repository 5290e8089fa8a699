// The Load panel: the manager's schedulers and parameters, where the budget comes from, the cores, think
// cost, base load, the clock. Manager and budget themselves are on the card at the lower left.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/scheduler_tree.h"
#include "app/desktop/panels/species_choice.h"
#include "app/desktop/plots/budget_line.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/world/commands/command_fields.h"
#include "core/world/frame/mind_sets.h"
#include "core/world/scenario/kinds.h"

namespace drover::desktop {
namespace {

// The kinds with sets, by their place among all kinds.
std::vector<std::uint32_t> kindsWithSets(const world::Scenario& scenario) {
    std::vector<std::uint32_t> kinds;
    for (std::uint32_t kind = 0; kind < kindsOf(scenario); ++kind)
        if (!entryOf(scenario, kind).sets.empty()) kinds.push_back(kind);
    return kinds;
}

std::optional<std::uint32_t> offerSet(Desk& desk, world::SetEntry& set, const world::SetEntry& start,
                                      bool is_behaviour) {
    heading(desk, set.name);
    const std::string panel = "load.set." + set.name;
    std::optional<std::uint32_t> gesture;
    const auto show = [&](const PanelField& shown) {
        if (const auto changed = fieldControl(desk, panel.c_str(), shown, set, start)) gesture = changed;
    };
    if (is_behaviour) {
        show({.field = "method", .label = "Method"});
        show({.field = "priority", .label = "Priority", .tip = "Share = left * p / sum of p."});
    }
    show({.field = "period", .label = "Period", .unit = "frames", .most = 30});
    return gesture;
}

void offerSets(Desk& desk) {
    const world::Scenario& scenario = desk.session.scenario();
    const std::vector<std::uint32_t> kinds = kindsWithSets(scenario);
    if (kinds.empty() || desk.session.world().manager().info().name != "process") return;
    if (!foldable(desk, "load.sets", "Sets")) return;
    const std::vector<std::string> all = world::kindNames(scenario);
    std::vector<std::string> names;
    for (const std::uint32_t kind : kinds) names.push_back(all[kind]);
    desk.panels.mind = std::min(desk.panels.mind, kinds.size() - 1);
    if (const auto chosen = choice(desk, "load.sets.kind", "Minds of", names, desk.panels.mind,
                                   "Each kind of minds has its own sets. Choose whose are shown below."))
        desk.panels.mind = *chosen;
    const std::uint32_t kind = kinds[desk.panels.mind];
    world::SetSets command{kind, entryOf(scenario, kind).sets};
    const world::Scenario& loaded = desk.session.origin().as_loaded;
    const bool is_same = loaded.species.size() == scenario.species.size() &&
                         entryOf(loaded, kind).sets.size() == command.sets.size();
    std::optional<std::uint32_t> gesture;
    for (std::size_t i = 0; i < command.sets.size(); ++i) {
        const minds::PartInfo* part = world::findPart(entryOf(scenario, kind).parts(), command.sets[i].name);
        const world::SetEntry start = is_same ? entryOf(loaded, kind).sets[i] : command.sets[i];
        const bool is_behaviour = part != nullptr && part->place == load::ExecutionPart::kBehaviour;
        if (const auto changed = offerSet(desk, command.sets[i], start, is_behaviour)) gesture = changed;
    }
    if (gesture) desk.session.change(std::move(command), *gesture);
}

constexpr const char* kBudgetTip =
    "Budget Td: AI time per frame. Desired utilisation Ud = Td / Tf, Tf the frame time.";

constexpr PanelField kPolicy{
    .field = "policy",
    .label = "Budget policy",
    .tip = "Td is fixed, or it is what the target frame time leaves after the rest of the frame."};
constexpr PanelField kFrameTarget[] = {
    {.field = "target_frame_ms",
     .label = "Frame target",
     .unit = "ms",
     .tip = "Td = target - the rest of the frame, smoothed.",
     .is_logarithmic = true,
     .least = 1,
     .most = 100},
    {.field = "least_ms",
     .label = "At least",
     .unit = "ms",
     .tip = kBudgetTip,
     .is_logarithmic = true,
     .least = 0.01,
     .most = 50},
    {.field = "greatest_ms",
     .label = "At most",
     .unit = "ms",
     .tip = kBudgetTip,
     .is_logarithmic = true,
     .least = 0.05,
     .most = 100},
    {.field = "smoothing", .label = "Smoothing", .decimals = 3, .is_logarithmic = true},
};
constexpr PanelField kLoad[] = {
    {.field = "think_us",
     .label = "Think cost",
     .unit = "\u00b5s",
     .tip = "Part of a task's cost: C = fixed + leaves * think + ...",
     .is_logarithmic = true,
     .most = 1000},
    {.field = "base_load_ms",
     .label = "Base load",
     .unit = "ms",
     .tip = "Tf = Ctotal + overhead + the rest; this is the rest.",
     .most = 40},
};

void setParameter(Desk& desk, const load::ParameterInfo& info, double value, std::uint32_t gesture) {
    const world::LoadRules& load = desk.session.scenario().load;
    world::SetManager command{load.manager, load.parameters, load.script};
    const auto known = std::find_if(command.parameters.begin(), command.parameters.end(),
                                    [&](const world::ParameterValue& p) { return p.name == info.name; });
    if (known == command.parameters.end()) {
        command.parameters.push_back({std::string(info.name), value});
    } else {
        known->value = value;
    }
    desk.session.change(std::move(command), gesture);
}

void offerParameter(Desk& desk, const load::ParameterInfo& info, double present) {
    const std::string name = fmt::format("load.parameter.{}", info.name),
                      tip = fmt::format("{}.", info.title);
    std::string label = spelledOut(info.name);
    if (label[0] >= 'a' && label[0] <= 'z') label[0] = static_cast<char>(label[0] - 'a' + 'A');
    if (info.choices.empty()) {
        const auto isWhole = [](double number) { return number == std::floor(number); };
        const bool is_whole = info.greatest > 1 && isWhole(info.least) && isWhole(info.initial);
        const NumberField field{.name = name.c_str(),
                                .label = label.c_str(),
                                .low = info.least,
                                .high = info.greatest,
                                .unit = info.unit == "frames" ? "frames" : "",
                                .tip = tip.c_str(),
                                .reset = info.initial,
                                .is_logarithmic = info.greatest > 1000,
                                .decimals = is_whole ? 0 : 2};
        if (const auto change = numberField(desk, field, present); change && change->value != present) {
            setParameter(desk, info, is_whole ? std::round(change->value) : change->value, change->gesture);
        }
        return;
    }
    std::vector<std::string> names;
    for (const std::string_view each : info.choices) names.push_back(spelledOut(each));
    const auto chosen =
        choice(desk, name.c_str(), label.c_str(), names, static_cast<std::size_t>(present), tip.c_str());
    if (chosen) setParameter(desk, info, static_cast<double>(*chosen), 0);
}

void offerBudget(Desk& desk) {
    load::BudgetSettings budget = desk.session.scenario().load.budget;
    const load::BudgetSettings& start = desk.session.origin().as_loaded.load.budget;
    auto gesture = fieldControl(desk, "load", kPolicy, budget, start);
    const bool is_fixed = budget.policy == load::BudgetPolicy::kFixed;
    if (is_fixed) {
        if (gesture) desk.session.change(world::SetBudget{budget}, *gesture);
        return;
    }
    if (const auto changed = fieldControls(desk, "load", kFrameTarget, budget, start)) {
        gesture = changed;
        // A minimum above the maximum would be refused, so the end that was moved takes the other with it.
        const load::BudgetSettings& before = desk.session.scenario().load.budget;
        if (budget.least_ns != before.least_ns)
            budget.greatest_ns = std::max(budget.greatest_ns, budget.least_ns);
        else
            budget.least_ns = std::min(budget.least_ns, budget.greatest_ns);
    }
    if (gesture) desk.session.change(world::SetBudget{budget}, *gesture);
    reading(desk, "load.td_ms", "Budget (Td) now",
            fmt::format("{:.2f} ms", ms(desk.session.world().record().budget_ns)), kBudgetTip);
}

void offerCores(Desk& desk) {
    Session& session = desk.session;
    const char *const name = "load.cores", *const label = "Cores for the AI";
    const Session::Cores cores = session.cores();
    if (cores.most == 1) return reading(desk, name, label, "1", "This program may use one core, and has it.");
    const bool is_model = session.scenario().load.clock == world::ClockKind::kModel;
    const auto change =
        numberField(desk,
                    {.name = name,
                     .label = label,
                     .low = 1,
                     .high = static_cast<double>(cores.most),
                     .unit = "",
                     .tip = is_model ? "Cores that move animals, from the next frame on.\n"
                                       "The model has one core, whichever do its work: under the model clock "
                                       "the world goes the same "
                                       "way."
                                     : "Cores that move animals, from the next frame on.\n"
                                       "The budget is time on each of them: with one core more, more animals "
                                       "think in the same frame.",
                     .reset = static_cast<double>(cores.at_first),
                     .decimals = 0},
                    cores.now);
    if (!change) return;
    const auto wanted = static_cast<unsigned>(std::lround(change->value));
    if (wanted == cores.now) return;
    const std::string refusal = session.change(UseCores{wanted}, change->gesture);
    if (!refusal.empty()) desk.message = fmt::format("Only {}.", refusal);
}

void offerClocks(Desk& desk) {
    constexpr const char* kNames[] = {"model", "real"};
    static_assert(std::size(kNames) == std::size(world::kClockKinds));
    const world::ClockKind present = desk.session.scenario().load.clock;
    std::string tip = "Another clock starts the scenario again.";
    for (const auto& kind : world::kClockKinds) tip += std::string("\n") + kind.name + ": " + kind.text;
    const auto chosen =
        choice(desk, "load.clock", "Clock", kNames, static_cast<std::size_t>(present), tip.c_str());
    if (chosen) desk.session.useClock(static_cast<world::ClockKind>(*chosen));
}

}  // namespace

void drawLoadPanel(Desk& desk) {
    paragraph(desk, desk.session.world().manager().info().explanation);
    offerBudget(desk);
    offerCores(desk);
    world::SetLoad load{desk.session.scenario().load.think_us, desk.session.scenario().load.base_load_ms};
    const world::SetLoad start{desk.session.origin().as_loaded.load.think_us,
                               desk.session.origin().as_loaded.load.base_load_ms};
    if (const auto gesture = fieldControls(desk, "load", kLoad, load, start))
        desk.session.change(load, *gesture);
    offerClocks(desk);
    drawSchedulerTree(desk);
    offerSets(desk);
    if (desk.session.world().manager().info().parameters.empty() ||
        !foldable(desk, "load.parameters", "Parameters of this manager"))
        return;
    offerManagerParameters(desk);
}

void offerManagerParameters(Desk& desk) {
    const load::Manager& manager = desk.session.world().manager();
    const auto parameters = manager.info().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        offerParameter(desk, parameters[i], manager.parameter(i));
}

}  // namespace drover::desktop
