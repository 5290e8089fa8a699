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

template <class V, Described<world::MovePlayer> S>
void describe(V& v, S& c) {
    v.number("x", c.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", c.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
}
template <class V, Described<world::SetView> S>
void describe(V& v, S& c) {
    v.number("x", c.x, -kMaxWorldSize, kMaxWorldSize, "Metres: its middle.");
    v.number("y", c.y, -kMaxWorldSize, kMaxWorldSize, "Metres: its middle.");
    v.number("width", c.width, 0, kMaxWorldSize, "Metres; 0 stands for a view of everything.");
    v.number("height", c.height, 0, kMaxWorldSize, "Metres; 0 stands for a view of everything.");
}
template <class V, Described<world::SetBudget> S>
void describe(V& v, S& c) {
    describe(v, c.budget);
}
template <class V, Described<world::SetManager> S>
void describe(V& v, S& c) {
    v.text("manager", c.manager, 1, 40, "Which load manager runs the tasks.");
    v.list("parameters", c.parameters, 0, 32, "Its own parameters, where they are not the usual ones.");
    v.text("script", c.script, 0, kLongestScript, kScriptText);
}
template <class V, Described<world::SetTask> S>
void describe(V& v, S& c) {
    v.integer("species", c.species, 0, kLastRules, kWhichKind);
    v.object("task", c.task, "How its animals would like to be scheduled.");
}
template <class V, Described<world::SetSpecies> S>
void describe(V& v, S& c) {
    v.integer("species", c.species, 0, kMostSpecies - 1, "Which of the scenario's species, from 0.");
    v.object("kind", c.kind, "How its animals move.");
}
template <class V, Described<world::SetSets> S>
void describe(V& v, S& c) {
    v.integer("kind", c.kind, 0, kLastKind, kWhichKind);
    v.list("sets", c.sets, 0, 8, kSetsText);
}
template <class V, Described<world::SetTree> S>
void describe(V& v, S& c) {
    v.integer("species", c.species, 0, kMostSpecies - 1, "Which of the scenario's species, from 0.");
    v.integer("branching", c.branching, flock::Tree::kMinBranching, flock::Tree::kMaxBranching,
              "Children of a tree node, B.");
    v.integer("depth", c.depth, 0, flock::Tree::kMaxDepth,
              "Levels below the root, D; a flock stands for B^D agents.");
}
template <class V, Described<world::SetAnimals> S>
void describe(V& v, S& c) {
    v.integer("species", c.species, 0, kLastKind, kWhichKind);
    v.integer("count", c.count, 0, kMaxFlocks, "Flocks, or animals of each sort.");
    v.object("region", c.region, "Where new ones are born.");
    v.flag("brings_back", c.brings_back, "Those that were taken away last come back first.");
}
template <class V, Described<world::SetMindCosts> S>
void describe(V& v, S& c) {
    auto cost_us = c.cost_us.begin();
    const auto each = [&](const minds::Kind& kind) {
        v.number(world::costField(kind).c_str(), *cost_us++, 0, 1e6,
                 "Microseconds charged for an update of one of them.");
    };
    std::apply([&](const auto&... other) { (each(other.kind), ...); }, world::kOtherKinds);
}
template <class V, Described<world::SetRelations> S>
void describe(V& v, S& c) {
    v.list("relations", c.relations, 0, world::kMostRelations, "All of them, in place of those before.");
}
template <class V, Described<world::SetLod> S>
void describe(V& v, S& c) {
    describe(v, c.lod);
}
template <class V, Described<world::SetImportance> S>
void describe(V& v, S& c) {
    describe(v, c.curve);
}
template <class V, Described<world::AddShape> S>
void describe(V& v, S& c) {
    v.integer("number", c.number, 0, ground::kMostShapes,
              "Its place among the shapes, from 0; a larger number stands for the end.");
    describe(v, c.shape);
}
template <class V, Described<world::RemoveShape> S>
void describe(V& v, S& c) {
    v.integer("number", c.number, 0, ground::kMostShapes - 1, "Which of the shapes, from 0.");
}
template <class V, Described<world::SetGate> S>
void describe(V& v, S& c) {
    v.integer("gate", c.gate, 0, minds::kMostGates - 1, "Which of the people's gates, from 0.");
    v.flag("is_open", c.is_open, "Whether people can go through.");
}
template <class V, Described<world::SetBuilding> S>
void describe(V& v, S& c) {
    v.list("shapes", c.shapes, 0, ground::kMostShapes, "All that stands in the way.");
    v.list("gates", c.gates, 0, minds::kMostGates, "All gates; those that were there before come first.");
}
template <class V, Described<world::AddPeople> S>
void describe(V& v, S& c) {
    v.object("area", c.area, "Where they stand.");
    v.integer("people", c.people, 1, minds::kPeople.most, "How many.");
    v.integer("route", c.route, 0, minds::kMostRoutes - 1, "The route that they walk, from 0.");
}
template <class V, Described<world::AddSpike> S>
void describe(V& v, S& c) {
    describe(v, c.spike);
}
template <class V, Described<world::SetLoad> S>
void describe(V& v, S& c) {
    v.number("think_us", c.think_us, 0, 1e6, "Microseconds charged for every leaf that is updated.");
    v.number("base_load_ms", c.base_load_ms, 0, 1000, "Milliseconds that the rest of the frame takes.");
}
template <class V, Described<world::SetPause> S>
void describe(V& v, S& c) {
    v.flag("is_paused", c.is_paused, "Whether the world stands still.");
}
template <class V, Described<world::SetTimeScale> S>
void describe(V& v, S& c) {
    v.number("scale", c.scale, 0.1, 10, "Of the time that passes in the world, not of the budget.");
}
template <class V, Described<world::Restart> S>
void describe(V& v, S& c) {
    v.integer("seed", c.seed, 0, ~std::uint64_t{0}, "Names the whole course of random events.");
}
template <class V, Described<world::LoadScenario> S>
void describe(V& v, S& c) {
    describe(v, c.scenario);
}

template <class V, Described<world::LoggedCommand> S>
void describe(V& v, S& logged) {
    v.integer("frame", logged.frame, 1, ~std::uint64_t{0}, "The frame before which it is given.");
    v.alternative("command", "with", logged.command, "Which command.", "Its values.");
}

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
