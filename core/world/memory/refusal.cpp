#include "core/world/memory/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "core/world/commands/command_fields.h"
#include "core/world/scenario/kinds.h"

namespace drover::world {
namespace {

// A world that needs more than the limit already may still lose animals.
Flaw flawOfChange(const Scenario& wanted, const Scenario& present, std::uint64_t memory_bytes) {
    if (memoryNeeded(wanted) <= memoryNeeded(present)) memory_bytes = ~std::uint64_t{0};
    return flawOfCounts(wanted, memory_bytes);
}

// What is made beside what is there.
Flaw flawOfSecond(const Scenario& wanted, const Scenario& present, std::uint64_t memory_bytes) {
    const auto most = static_cast<double>(memory_bytes), taken = memoryNeeded(present);
    return flawOfCounts(wanted, memory_bytes == ~std::uint64_t{0} ? memory_bytes
                                : taken < most                    ? static_cast<std::uint64_t>(most - taken)
                                                                  : 0);
}

// What a command that can need more memory makes of a scenario, or why it cannot at all.
struct Wanted {
    Scenario scenario;
    bool is_second = false;  // it is made beside the present world
    Flaw flaw;
};

Wanted refused(Flaw flaw) { return {{}, false, std::move(flaw)}; }

Wanted wantedBy(const SetAnimals& c, Scenario scenario) {
    if (Flaw flaw = flawOfNumber("species", c.species, kindsOf(scenario), "kinds"))
        return refused(std::move(flaw));
    if (const std::uint32_t most = mostOf(scenario, c.species); c.count > most)
        return refused(outOfRange("count", c.count, 0, most));
    // The tasks get another table and another manager.
    const double present_bytes = memoryNeeded(scenario);
    entryOf(scenario, c.species).count = c.count;
    const bool is_second = memoryNeeded(scenario) > present_bytes;
    return {std::move(scenario), is_second, {}};
}

Wanted wantedBy(const SetTree& c, Scenario scenario) {
    if (Flaw flaw = flawOfNumber("species", c.species, scenario.species.size(), "flocks"))
        return refused(std::move(flaw));
    scenario.species[c.species].kind.branching = c.branching;
    scenario.species[c.species].kind.depth = c.depth;
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const AddShape& c, Scenario scenario) {
    std::vector<ground::Shape>& shapes = scenario.world.shapes;
    const std::size_t at = std::min<std::size_t>(c.number, shapes.size());
    shapes.insert(shapes.begin() + static_cast<std::ptrdiff_t>(at), c.shape);
    Flaw flaw = ground::flawOf(c.shape, scenario.plane());
    if (!flaw) flaw = ground::flawOfCount(shapes);
    return {std::move(scenario), false, std::move(flaw)};
}

Wanted wantedBy(const RemoveShape& c, Scenario scenario) {
    std::vector<ground::Shape>& shapes = scenario.world.shapes;
    if (Flaw flaw = flawOfNumber("number", c.number, shapes.size(), "shapes"))
        return refused(std::move(flaw));
    shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(c.number));
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const SetGate& c, Scenario scenario) {
    Flaw flaw = flawOfNumber("gate", c.gate, scenario.people.settings.gates.size(), "gates");
    return {std::move(scenario), false, std::move(flaw)};
}

Wanted wantedBy(const SetBuilding& c, Scenario scenario) {
    scenario.world.shapes = c.shapes;
    scenario.people.settings.gates = c.gates;
    Flaw flaw = ground::flawOf(c.shapes, scenario.plane());
    if (!flaw) flaw = minds::flawOf(scenario.people.settings, scenario.plane());
    return {std::move(scenario), false, std::move(flaw)};
}

// Checked as a group of people would be.
Wanted wantedBy(const AddPeople& c, Scenario scenario) {
    const std::uint32_t kind = peopleKind(scenario), there = entryOf(scenario, kind).count;
    if (scenario.people.settings.goals.empty())
        return refused(flawAt("people", "", "none: the scenario has no goals for them"));
    if (c.people > minds::kPeople.most - there)
        return refused(outOfRange("people", c.people, 1, minds::kPeople.most - there));
    minds::PeopleSettings settings = scenario.people.settings;
    settings.groups = {{.area = c.area}};
    settings.groups.front().walks.route = c.route;
    if (Flaw flaw = minds::flawOf(settings, scenario.plane())) {
        constexpr std::string_view kPath = "groups[0].";
        if (flaw->field.starts_with(kPath)) flaw->field.erase(0, kPath.size());
        return refused(std::move(flaw));
    }
    return wantedBy(SetAnimals{kind, there + c.people}, std::move(scenario));
}

Wanted wantedBy(const SetRelations& c, Scenario scenario) {
    scenario.relations = c.relations;
    Flaw flaw = flawOf(c.relations, scenario);
    return {std::move(scenario), false, std::move(flaw)};
}

Wanted wantedBy(const SetManager& c, Scenario scenario) {
    scenario.load.manager = c.manager;
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const SetLod& c, Scenario scenario) {
    scenario.lod = c.lod;
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const Restart&, Scenario scenario) { return {std::move(scenario), true, {}}; }

Wanted wantedBy(const LoadScenario& c, const Scenario&) { return {c.scenario, true, {}}; }

std::optional<Wanted> afterwards(const Command& command, const Scenario& scenario) {
    return std::visit(
        [&]<class C>(const C& c) -> std::optional<Wanted> {
            if constexpr (requires { wantedBy(c, scenario); }) return wantedBy(c, scenario);
            return std::nullopt;
        },
        command);
}

Flaw flawOf(const Wanted& wanted, const Scenario& present, std::uint64_t memory_bytes) {
    if (wanted.flaw) return wanted.flaw;
    return wanted.is_second ? flawOfSecond(wanted.scenario, present, memory_bytes)
                            : flawOfChange(wanted.scenario, present, memory_bytes);
}

}  // namespace

Flaw refusalOf(const Command& command, const Scenario& scenario, std::uint64_t memory_bytes) {
    const std::optional<Wanted> wanted = afterwards(command, scenario);
    return wanted ? flawOf(*wanted, scenario, memory_bytes) : std::nullopt;
}

Flaw lackOf(const RecordedFrame& frame, const Scenario& before, std::uint64_t memory_bytes) {
    std::optional<Scenario> present;  // once a command has changed it
    for (const Command& command : frame.commands) {
        const Scenario& now = present ? *present : before;
        std::optional<Wanted> wanted = afterwards(command, now);
        if (!wanted || flawOf(*wanted, now, frame.outside.memory_bytes)) continue;  // as it was there
        if (Flaw lack = flawOf(*wanted, now, memory_bytes)) return lack;
        present = std::move(wanted->scenario);
    }
    return std::nullopt;
}

}  // namespace drover::world
