// The fields of each command: name, range and a sentence each, for the command log and for user interfaces
// that offer commands. And what each command sets, for undo and reset (app/desktop/undo.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/world/commands/command.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover {

// The last numbers of a kind, and of rules.
constexpr std::uint64_t kLastKind = kMostSpecies + world::kOthers - 1;
constexpr std::uint64_t kLastRules = kLastKind + minds::kWildSpecies;
constexpr const char* kWhichKind =
    "Which of the scenario's species, from 0; after them the kinds of single animals.";

void describe(Fields& v, world::SetTree& c);
void describe(Fields& v, world::SetAnimals& c);
void describe(Fields& v, world::SetMindCosts& c);
void describe(Fields& v, world::SetLoad& c);
void describe(Fields& v, world::LoggedCommand& logged);

}  // namespace drover

namespace drover::world {

// What present() reads.
struct Settings {
    const Scenario& scenario;
    double time_scale = 1;  // no part of a scenario: a new world has 1
};
// Which of several things a command is about: its own number, and how many there are.
struct Which {
    std::uint32_t& number;
    std::uint32_t count;
};

// The command that sets what is in force now: every command has one present(), and whichOf() too if a
// scenario has several of what it sets. Nothing: it sets no parameter and cannot be undone.
inline std::nullopt_t present(const MovePlayer&, const Settings&) { return std::nullopt; }
inline std::nullopt_t present(const SetView&, const Settings&) { return std::nullopt; }
inline std::nullopt_t present(const AddSpike&, const Settings&) { return std::nullopt; }
inline std::nullopt_t present(const SetPause&, const Settings&) { return std::nullopt; }
inline std::nullopt_t present(const Restart&, const Settings&) { return std::nullopt; }
inline std::nullopt_t present(const LoadScenario&, const Settings&) { return std::nullopt; }

// What undoes them is the other one.
inline RemoveShape present(const AddShape& c, const Settings& now) {
    return {std::min(c.number, static_cast<std::uint32_t>(now.scenario.world.shapes.size()))};
}
inline std::optional<AddShape> present(const RemoveShape& c, const Settings& now) {
    const std::vector<ground::Shape>& shapes = now.scenario.world.shapes;
    if (c.number >= shapes.size()) return std::nullopt;
    return AddShape{c.number, shapes[c.number]};
}

inline Which whichOf(SetGate& c, const Scenario& s) {
    return {c.gate, static_cast<std::uint32_t>(s.people.settings.gates.size())};
}
inline SetGate present(const SetGate& c, const Settings& now) {
    return {c.gate, now.scenario.people.settings.gates[c.gate].is_open};
}

inline SetBuilding present(const SetBuilding&, const Settings& now) {
    return {now.scenario.world.shapes, now.scenario.people.settings.gates};
}

inline SetTimeScale present(const SetTimeScale&, const Settings& now) { return {now.time_scale}; }
inline SetBudget present(const SetBudget&, const Settings& now) { return {now.scenario.load.budget}; }
inline SetManager present(const SetManager&, const Settings& now) {
    const world::LoadRules& load = now.scenario.load;
    return {load.manager, load.parameters, load.script};
}
inline SetRelations present(const SetRelations&, const Settings& now) { return {now.scenario.relations}; }
inline SetLod present(const SetLod&, const Settings& now) { return {now.scenario.lod}; }
inline SetImportance present(const SetImportance&, const Settings& now) {
    return {now.scenario.load.importance};
}
inline SetMindCosts present(const SetMindCosts&, const Settings& now) {
    SetMindCosts costs;
    auto cost_us = costs.cost_us.begin();
    forEachOther(now.scenario, [&](const minds::Kind&, const AnimalsEntry& e) { *cost_us++ = e.cost_us; });
    return costs;
}
inline SetLoad present(const SetLoad&, const Settings& now) {
    return {now.scenario.load.think_us, now.scenario.load.base_load_ms};
}

inline std::uint32_t speciesIn(const Scenario& s) { return static_cast<std::uint32_t>(s.species.size()); }
inline Which whichOf(SetSpecies& c, const Scenario& s) { return {c.species, speciesIn(s)}; }
inline SetSpecies present(const SetSpecies& c, const Settings& now) {
    return {c.species, now.scenario.species[c.species].kind};
}
inline Which whichOf(SetTree& c, const Scenario& s) { return {c.species, speciesIn(s)}; }
inline SetTree present(const SetTree& c, const Settings& now) {
    const flock::Species& kind = now.scenario.species[c.species].kind;
    return {c.species, kind.branching, kind.depth};
}
inline Which whichOf(SetTask& c, const Scenario& s) { return {c.species, rulesCount(s)}; }
inline SetTask present(const SetTask& c, const Settings& now) {
    return {c.species, rulesOf(now.scenario, c.species)};
}
inline Which whichOf(SetSets& c, const Scenario& s) { return {c.kind, kindsOf(s)}; }
inline SetSets present(const SetSets& c, const Settings& now) {
    return {c.kind, entryOf(now.scenario, c.kind).sets};
}
// Animals that were taken away come back to where they were. More than that are born where the species is.
inline Which whichOf(SetAnimals& c, const Scenario& s) { return {c.species, kindsOf(s)}; }
inline SetAnimals present(const SetAnimals& c, const Settings& now) {
    const Scenario& s = now.scenario;
    const auto entry = entryOf(s, c.species);
    return {c.species, entry.count, entry.region, true};
}

// They leave again, and can come back.
inline SetAnimals present(const AddPeople&, const Settings& now) {
    return present(SetAnimals{peopleKind(now.scenario)}, now);
}

}  // namespace drover::world
