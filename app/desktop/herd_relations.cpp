#include "app/desktop/herd_relations.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/flock/store.h"
#include "core/world/commands/command_fields.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

using meeting::Deed;

constexpr float kApart_m = 25, kFlee_m = 60, kHunt_m = 150;  // as in the scenario `hunt`
constexpr double kSpot_m = 1e-3;                             // around a place: 0 stands for the whole world

const std::string& lionName() {
    static const std::string name(minds::kHunters.sorts.front().name);
    return name;
}

std::uint32_t lionKind(const world::Scenario& scenario) {
    std::uint32_t kind = 0;
    while (world::entryOf(scenario, kind).kind != &minds::kHunters) ++kind;
    return kind;
}

}  // namespace

RelationList withHerdsApart(const world::Scenario& scenario) {
    const auto isHerd = [&](const std::string& name) {
        return std::ranges::any_of(scenario.species,
                                   [&](const world::SpeciesEntry& entry) { return entry.name == name; });
    };
    RelationList all;
    for (const world::SpeciesEntry& who : scenario.species)
        for (const world::SpeciesEntry& whom : scenario.species)
            all.push_back({who.name, whom.name, {Deed::kAvoid, kApart_m, 1}});
    for (const world::RelationEntry& entry : scenario.relations)
        if (!isHerd(entry.who) || !isHerd(entry.whom)) all.push_back(entry);
    return all;
}

RelationList withLions(const world::Scenario& scenario) {
    RelationList all = scenario.relations;
    const auto isOfLions = [](const world::RelationEntry& entry) {
        return entry.who == lionName() || entry.whom == lionName();
    };
    if (std::ranges::any_of(all, isOfLions)) return all;
    for (const world::SpeciesEntry& herd : scenario.species) {
        all.push_back({herd.name, lionName(), {Deed::kFlee, kFlee_m, 1}});
        all.push_back({lionName(), herd.name, {Deed::kHunt, kHunt_m, 1}});
    }
    return all;
}

std::string letLionLoose(Session& session, Place place) {
    const world::Scenario& scenario = session.scenario();
    const world::WorldView view = session.world().view();
    if (scenario.species.empty()) return "There is no herd that lions could hunt.";
    const Place free = view.ground.outside(place);
    if (view.ground.distance(free) < 0) return "There is no free place for a lion near by.";
    const auto sent = [&](const world::Command& command) {
        const std::string refusal = session.change(command);
        return refusal.empty() ? refusal : fmt::format("There is no other lion: {}.", refusal);
    };
    world::SetRelations relations{withLions(scenario)};
    if (relations.relations != scenario.relations)
        if (std::string why = sent(std::move(relations)); !why.empty()) return why;
    world::SetAnimals lions = present(world::SetAnimals{lionKind(scenario)}, {scenario});
    ++lions.count;
    lions.region = {view.plane().xMetres(free), view.plane().yMetres(free), kSpot_m};
    lions.brings_back = false;
    return sent(lions);
}

}  // namespace drover::desktop
