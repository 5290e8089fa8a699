// What undo and reset do about each command: one rule a command, and a command without a rule does not
// compile. undo.cpp asks them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/world/command.h"
#include "core/world/mind_sets.h"
#include "core/world/population.h"

namespace drover::desktop {

// `present` is the command that brings its parameters back to what the scenario and the time scale hold now;
// `all` are the commands that set its parameters as a scenario's file has them.
template <class C>
struct UndoRule;

// For a command that sets no parameter: it cannot be undone, and a reset does not send it.
template <class C>
struct SetsNoParameter {
    static std::optional<C> present(const C&, const world::Scenario&, double) { return std::nullopt; }
    static std::vector<C> all(const world::Scenario&) { return {}; }
};
template <>
struct UndoRule<world::MovePlayer> : SetsNoParameter<world::MovePlayer> {};
template <>
struct UndoRule<world::SetView> : SetsNoParameter<world::SetView> {};
template <>
struct UndoRule<world::AddSpike> : SetsNoParameter<world::AddSpike> {};
template <>
struct UndoRule<world::SetPause> : SetsNoParameter<world::SetPause> {};
template <>
struct UndoRule<world::Restart> : SetsNoParameter<world::Restart> {};
template <>
struct UndoRule<world::LoadScenario> : SetsNoParameter<world::LoadScenario> {};

// For a command about something that a scenario has once: of() reads it.
template <class C, C (*of)(const world::Scenario&)>
struct SetsOne {
    static std::optional<C> present(const C&, const world::Scenario& scenario, double) {
        return of(scenario);
    }
    static std::vector<C> all(const world::Scenario& scenario) { return {of(scenario)}; }
};
inline world::SetBudget budgetOf(const world::Scenario& s) { return {s.load.budget}; }
inline world::SetManager managerOf(const world::Scenario& s) { return {s.load.manager, s.load.parameters}; }
inline world::SetLod lodOf(const world::Scenario& s) { return {s.lod}; }
inline world::SetImportance importanceOf(const world::Scenario& s) { return {s.load.importance}; }
inline world::SetMindCosts mindCostsOf(const world::Scenario& s) {
    return {s.wildlife.cost_us, s.pursuit.cost_us};
}
inline world::SetLoad loadOf(const world::Scenario& s) { return {s.load.think_us, s.load.base_load_ms}; }
template <>
struct UndoRule<world::SetBudget> : SetsOne<world::SetBudget, budgetOf> {};
template <>
struct UndoRule<world::SetManager> : SetsOne<world::SetManager, managerOf> {};
template <>
struct UndoRule<world::SetLod> : SetsOne<world::SetLod, lodOf> {};
template <>
struct UndoRule<world::SetImportance> : SetsOne<world::SetImportance, importanceOf> {};
template <>
struct UndoRule<world::SetMindCosts> : SetsOne<world::SetMindCosts, mindCostsOf> {};
template <>
struct UndoRule<world::SetLoad> : SetsOne<world::SetLoad, loadOf> {};

// For a command about a species: of() reads it from the species' entry.
template <class C, C (*of)(std::uint32_t, const world::SpeciesEntry&)>
struct SetsSpecies {
    static std::optional<C> present(const C& command, const world::Scenario& scenario, double) {
        if (command.species >= scenario.species.size()) return std::nullopt;
        return of(command.species, scenario.species[command.species]);
    }
    static std::vector<C> all(const world::Scenario& scenario) {
        std::vector<C> commands;
        for (std::uint32_t i = 0; i < scenario.species.size(); ++i)
            commands.push_back(of(i, scenario.species[i]));
        return commands;
    }
};
inline world::SetSpecies kindOf(std::uint32_t species, const world::SpeciesEntry& e) {
    return {species, e.kind};
}
inline world::SetTree treeOf(std::uint32_t species, const world::SpeciesEntry& e) {
    return {species, e.kind.branching, e.kind.depth};
}
template <>
struct UndoRule<world::SetSpecies> : SetsSpecies<world::SetSpecies, kindOf> {};
template <>
struct UndoRule<world::SetTree> : SetsSpecies<world::SetTree, treeOf> {};

// For a command about a kind of animal, or about the task rules of one.
template <class C, C (*of)(std::uint32_t, const world::Scenario&),
          std::uint32_t (*count)(const world::Scenario&)>
struct SetsKind {
    static std::optional<C> present(const C& command, const world::Scenario& scenario, double) {
        if (command.species >= count(scenario)) return std::nullopt;
        return of(command.species, scenario);
    }
    static std::vector<C> all(const world::Scenario& scenario) {
        std::vector<C> commands;
        for (std::uint32_t i = 0; i < count(scenario); ++i) commands.push_back(of(i, scenario));
        return commands;
    }
};
inline world::SetTask taskOf(std::uint32_t rules, const world::Scenario& s) {
    return {rules, world::rulesOf(s, rules)};
}
// Those that were taken away come back to where they were. More than that are born where the species is.
inline world::SetAnimals animalsOf(std::uint32_t kind, const world::Scenario& s) {
    const world::Region region = kind < s.species.size() ? s.species[kind].region : world::Region{};
    return {kind, world::countOf(s, kind), region, true};
}
template <>
struct UndoRule<world::SetTask> : SetsKind<world::SetTask, taskOf, world::rulesCount> {};
template <>
struct UndoRule<world::SetAnimals> : SetsKind<world::SetAnimals, animalsOf, world::kindsOf> {};

// For the sets of a kind of minds.
template <>
struct UndoRule<world::SetSets> {
    static std::optional<world::SetSets> present(const world::SetSets& command,
                                                 const world::Scenario& scenario, double) {
        if (command.kind >= scenario.species.size() + 2) return std::nullopt;
        return world::SetSets{command.kind, world::setsOf(scenario, command.kind)};
    }
    static std::vector<world::SetSets> all(const world::Scenario& scenario) {
        std::vector<world::SetSets> commands;
        for (std::uint32_t kind = 0; kind < scenario.species.size() + 2; ++kind)
            commands.push_back({kind, world::setsOf(scenario, kind)});
        return commands;
    }
};

// The time scale is no part of a scenario; a new world has 1.
template <>
struct UndoRule<world::SetTimeScale> {
    static std::optional<world::SetTimeScale> present(const world::SetTimeScale&, const world::Scenario&,
                                                      double time_scale) {
        return world::SetTimeScale{time_scale};
    }
    static std::vector<world::SetTimeScale> all(const world::Scenario&) { return {world::SetTimeScale{1}}; }
};

}  // namespace drover::desktop
