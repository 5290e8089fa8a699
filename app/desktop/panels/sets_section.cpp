#include "app/desktop/panels/sets_section.h"

#include <array>
#include <string>
#include <vector>

#include "app/desktop/panels/field_controls.h"
#include "core/world/mind_sets.h"

namespace drover::desktop {
namespace {

// The kinds with sets, by their place among all kinds.
std::vector<std::uint32_t> kindsWithSets(const world::Scenario& scenario) {
    std::vector<std::uint32_t> kinds;
    for (std::uint32_t kind = 0; kind < scenario.species.size() + 2; ++kind)
        if (!entryOf(scenario, kind).sets.empty()) kinds.push_back(kind);
    return kinds;
}

std::optional<std::uint32_t> offerSet(Desk& desk, world::SetEntry& set, const world::SetEntry& start,
                                      bool is_behaviour) {
    heading(desk, set.name);
    const std::string name = "load.set." + set.name;
    const std::string method = name + ".method", priority = name + ".priority", period = name + ".period";
    std::optional<std::uint32_t> gesture;
    const auto show = [&](const Shown& shown) {
        if (const auto changed = fieldControl(desk, shown, set, start)) gesture = changed;
    };
    if (is_behaviour) {
        show({.field = "method", .name = method.c_str(), .label = "Method"});
        show({.field = "priority",
              .name = priority.c_str(),
              .label = "Priority",
              .tip = "Share = left * p / sum of p."});
    }
    show({.field = "period", .name = period.c_str(), .label = "Period", .unit = "frames", .most = 30});
    return gesture;
}

}  // namespace

void offerSets(Desk& desk, PanelState& state) {
    const world::Scenario& scenario = desk.session.scenario();
    const std::vector<std::uint32_t> kinds = kindsWithSets(scenario);
    if (kinds.empty() || desk.session.world().manager().info().name != "process") return;
    const bool is_open = ImGui::TreeNodeEx("Sets", ImGuiTreeNodeFlags_NoTreePushOnOpen);
    noteItem(desk, "load.sets", "tab", is_open ? "open" : "folded");
    if (!is_open) return;
    const std::vector<std::string> all = world::kindNames(scenario);
    std::vector<const char*> names;
    for (const std::uint32_t kind : kinds) names.push_back(all[kind].c_str());
    state.mind = std::min(state.mind, kinds.size() - 1);
    if (const auto chosen = choice(desk, "load.sets.kind", "Minds of", names, state.mind,
                                   "Each kind of minds has its own sets. Choose whose are shown below."))
        state.mind = *chosen;
    const std::uint32_t kind = kinds[state.mind];
    world::SetSets command{kind, entryOf(scenario, kind).sets};
    const world::Scenario& loaded = desk.session.asLoaded();
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

}  // namespace drover::desktop
