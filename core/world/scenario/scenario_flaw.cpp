// What is wrong with a scenario whose fields are each within their ranges: what takes more than one of them
// to see. Files and commands are refused for the same.
#include <fmt/format.h>

#include <span>

#include "core/load/managers.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/schedulers.h"

namespace drover::world {
namespace {

using Flaw = std::optional<InputError>;

Flaw flawAt(std::string field, std::string found, std::string allowed) {
    return InputError{.field = std::move(field), .found = std::move(found), .allowed = std::move(allowed)};
}
// The same as of something in it.
Flaw within(const std::string& path, Flaw flaw) {
    if (flaw) flaw->field = flaw->field.empty() ? path : path + "." + flaw->field;
    return flaw;
}

Flaw flawOfTask(const std::string& path, const TaskRules& task) {
    if (task.maximum_ms >= task.nominal_ms) return std::nullopt;
    return flawAt(path + ".task.maximum_ms", fmt::format("{} ms", task.maximum_ms),
                  fmt::format("the nominal period, {} ms, or more", task.nominal_ms));
}

// Of a kind, at the frequency of these rules.
Flaw flawOfSets(const std::string& path, const KindEntry<const Scenario>& entry, const TaskRules& task) {
    const SetsFlaw flaw = flawOf(entry.parts(), entry.sets, task.frequency);
    if (!flaw.isFlaw()) return std::nullopt;
    const bool is_of_one = flaw.set < entry.sets.size();
    return flawAt(is_of_one ? fmt::format("{}.sets[{}].{}", path, flaw.set, flaw.field) : path + ".sets",
                  flaw.found, flaw.allowed);
}

Flaw flawOfOwnRules(const std::string& path, const KindEntry<const Scenario>& entry) {
    const std::vector<WildSpeciesEntry>& own = entry.animals->species;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string at = fmt::format("{}.species[{}]", path, i);
        if (Flaw flaw = flawOfTask(at, own[i].task)) return flaw;
        if (Flaw flaw = flawOfSets(path, entry, own[i].task)) return flaw;
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
        if (Flaw flaw = flawOfTask(path, entry.task)) return flaw;
        if (Flaw flaw = flawOfSets(path, entry, entry.task)) return flaw;
    }
    return std::nullopt;
}

Flaw flawOfLoad(const LoadRules& load) {
    if (std::string flaw = flawOfScript(load); !flaw.empty())
        return flawAt("load.script", std::move(flaw), "a manager in Lua, as OWN_MANAGER.md tells");
    if (std::string allowed = flawOf(load); !allowed.empty())
        return flawAt(load::findManager(load.manager) ? "load.parameters" : "load.manager", "",
                      std::move(allowed));
    if (const std::optional<load::Refusal> refusal = load::refusalOf(load.budget))
        return flawAt("load.budget", "what does not go together",
                      fmt::format("{}: {}", refusal->field, refusal->allowed));
    return std::nullopt;
}

Flaw flawOfSchedulers(const Scenario& scenario) {
    const auto flaw = flawOf(scenario.schedulers, kindNames(scenario));
    if (!flaw) return std::nullopt;
    std::string path = fmt::format("schedulers[{}].{}", flaw->scheduler, flaw->field);
    if (flaw->member) path += fmt::format("[{}]", *flaw->member);
    return flawAt(std::move(path), "", flaw->allowed);
}

Flaw flawOfRelations(const Scenario& scenario) {
    const auto flaw = flawOf(scenario.relations, scenario);
    if (!flaw) return std::nullopt;
    return flawAt(fmt::format("relations[{}].{}", flaw->relation, flaw->field), "", flaw->allowed);
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

std::optional<InputError> flawOf(const Scenario& scenario) {
    if (Flaw flaw = flawOfKinds(scenario)) return flaw;
    if (Flaw flaw = flawOfLoad(scenario.load)) return flaw;
    if (Flaw flaw = flawOfSchedulers(scenario)) return flaw;
    if (Flaw flaw = flawOfRelations(scenario)) return flaw;
    if (Flaw flaw = ground::flawOf(scenario.world.shapes, scenario.plane()))
        return within("world", std::move(flaw));
    if (Flaw flaw = flawOfPeople(scenario)) return flaw;
    if (Flaw flaw = flawOfEach("spikes", scenario.spikes)) return flaw;
    return flawOfEach("claims", scenario.claims);
}

}  // namespace drover::world
