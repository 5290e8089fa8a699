// What is wrong with a scenario whose fields are each within their ranges: what takes more than one of them
// to see. Files and commands are refused for the same.
#include <fmt/format.h>

#include <memory>

#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/schedulers.h"

namespace drover::world {
namespace {

Flaw flawOfOwnRules(const std::string& path, const KindEntry<const Scenario>& entry) {
    const std::vector<WildSpeciesEntry>& own = entry.animals->species;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string at = fmt::format("{}.species[{}]", path, i);
        if (Flaw flaw = flawOf(own[i].task)) return within(at + ".task", std::move(flaw));
        if (Flaw flaw = flawOf(entry.parts(), entry.sets, own[i].task.frequency))
            return within(path, std::move(flaw));
        for (std::size_t j = 0; j < i; ++j)
            if (own[j].species == own[i].species)
                return flawAt(at + ".species", "a species a second time", "each at most once");
    }
    return std::nullopt;
}

Flaw flawOfKinds(const Scenario& scenario) {
    for (std::uint32_t kind = 0; kind < kindsOf(scenario); ++kind) {
        const KindEntry<const Scenario> entry = entryOf(scenario, kind);
        const bool is_herd = entry.animals == nullptr;
        const std::string path = is_herd ? fmt::format("species[{}]", kind) : std::string(entry.kind->name);
        if (!is_herd)
            if (Flaw flaw = flawOfOwnRules(path, entry)) return flaw;
        if (Flaw flaw = flawOf(entry.task)) return within(path + ".task", std::move(flaw));
        if (Flaw flaw = flawOf(entry.parts(), entry.sets, entry.task.frequency))
            return within(path, std::move(flaw));
    }
    return std::nullopt;
}

Flaw flawOfPeople(const Scenario& scenario) {
    if (Flaw flaw = minds::flawOf(scenario.people.settings, scenario.plane()))
        return within("people", std::move(flaw));
    std::uint64_t come_in = 0;
    for (const minds::PeopleEntrance& entrance : scenario.people.settings.entrances)
        come_in += entrance.people;
    if (come_in <= scenario.people.count) return std::nullopt;
    return flawAt("people.entrances", fmt::format("{} people who come in", come_in),
                  fmt::format("at most people.count, {}", scenario.people.count));
}

template <class Entry>
Flaw flawOfEach(const char* list, const std::vector<Entry>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (Flaw flaw = flawOf(entries[i])) return within(fmt::format("{}[{}]", list, i), std::move(flaw));
    return std::nullopt;
}

}  // namespace

Flaw flawOf(const TaskRules& task) {
    if (task.maximum_ms >= task.nominal_ms) return std::nullopt;
    return flawAt("maximum_ms", fmt::format("{} ms", task.maximum_ms),
                  fmt::format("the nominal period, {} ms, or more", task.nominal_ms));
}

Flaw flawOf(const LoadRules& load) {
    const load::ManagerInfo* info = load::findManager(load.manager);
    if (!info) {
        std::string names;
        for (const load::ManagerInfo& manager : load::kManagers)
            names += (names.empty() ? "" : ", ") + std::string(manager.name);
        return flawAt("manager", "", names);
    }
    if (info->flaw_of != nullptr)
        if (std::string flaw = info->flaw_of(load.script); !flaw.empty())
            return flawAt("script", std::move(flaw), "a manager in Lua, as OWN_MANAGER.md tells");
    const std::unique_ptr<load::Manager> manager = load::makeManager(*info, load.script);
    for (const ParameterValue& parameter : load.parameters) {
        if (manager->setParameter(parameter.name, parameter.value)) continue;
        std::string all;
        for (const load::ParameterInfo& p : manager->info().parameters)
            all += fmt::format("{}{} {} to {}", all.empty() ? "" : ", ", p.name, p.least, p.greatest);
        return flawAt("parameters", "", all.empty() ? "none: this manager has no parameters" : all);
    }
    return std::nullopt;
}

Flaw flawOf(const Scenario& scenario) {
    if (Flaw flaw = flawOfKinds(scenario)) return flaw;
    if (Flaw flaw = flawOf(scenario.load)) return within("load", std::move(flaw));
    if (Flaw flaw = load::flawOf(scenario.load.budget)) return within("load.budget", std::move(flaw));
    if (Flaw flaw = flawOf(scenario.schedulers, kindNames(scenario))) return flaw;
    if (Flaw flaw = flawOf(scenario.relations, scenario)) return flaw;
    if (Flaw flaw = ground::flawOf(scenario.world.shapes, scenario.plane()))
        return within("world", std::move(flaw));
    if (Flaw flaw = flawOfPeople(scenario)) return flaw;
    if (Flaw flaw = flawOfEach("spikes", scenario.spikes)) return flaw;
    return flawOfEach("claims", scenario.claims);
}

}  // namespace drover::world
