#include "core/world/scenario/kinds.h"

#include <cmath>
#include <utility>

#include "core/world/scenario/scenario_fields.h"

namespace drover::world {
namespace {

// Calls visit(rules, kind, sort, task) for each sort that has rules of its own.
template <class S, class Visit>
void forEachOwnRules(S& scenario, Visit visit) {
    std::uint32_t kind = static_cast<std::uint32_t>(scenario.species.size());
    std::uint32_t rules = kindsOf(scenario);
    forEachOther(scenario, [&](const minds::Kind&, auto& entry) {
        for (auto& own : entry.species) visit(rules++, kind, static_cast<std::size_t>(own.species), own.task);
        ++kind;
    });
}

template <class S>
auto& findRules(S& scenario, std::uint32_t rules) {
    if (rules < scenario.species.size() || rules < kindsOf(scenario)) return entryOf(scenario, rules).task;
    typename KindEntry<S>::template Like<TaskRules>* found = nullptr;
    forEachOwnRules(scenario, [&](std::uint32_t number, std::uint32_t, std::size_t, auto& task) {
        if (number == rules) found = &task;
    });
    return *found;
}

}  // namespace

std::string costField(const minds::Kind& kind) { return std::string(kind.name) + "_us"; }

const char* partsText() {
    static const std::string text = [] {
        std::string all = "Which part of the mind";
        const auto add = [&](std::string_view name, std::span<const minds::PartInfo> parts) {
            all.append("; of ").append(name);
            const char* before = ": ";
            for (const minds::PartInfo& part : parts)
                all.append(std::exchange(before, ", ")).append(part.name);
        };
        add("flocks", kHerdParts);
        std::apply([&](const auto&... other) { (add(other.kind.name, other.kind.parts), ...); }, kOtherKinds);
        return all + ".";
    }();
    return text.c_str();
}

std::uint32_t peopleKind(const Scenario& scenario) {
    auto kind = static_cast<std::uint32_t>(scenario.species.size());
    std::uint32_t found = kind;
    forEachOther(scenario, [&](const minds::Kind& other, const AnimalsEntry&) {
        if (&other == &minds::kPeople) found = kind;
        ++kind;
    });
    return found;
}

std::uint32_t kindsOf(const Scenario& scenario) {
    return static_cast<std::uint32_t>(scenario.species.size() + kOthers);
}

std::vector<std::string> kindNames(const Scenario& scenario) {
    std::vector<std::string> names;
    for (const SpeciesEntry& entry : scenario.species) names.push_back(entry.name);
    forEachOther(scenario,
                 [&](const minds::Kind& kind, const AnimalsEntry&) { names.emplace_back(kind.name); });
    return names;
}

std::uint32_t looksOf(const Scenario& scenario) {
    auto looks = static_cast<std::uint32_t>(scenario.species.size());
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry&) {
        looks += static_cast<std::uint32_t>(kind.sorts.size());
    });
    return looks;
}

std::uint32_t mostOf(const Scenario& scenario, std::uint32_t kind) {
    const minds::Kind* const other = entryOf(scenario, kind).kind;
    return other == nullptr ? kMaxFlocks : other->most;
}

std::uint64_t othersOf(const Scenario& scenario) {
    std::uint64_t animals = 0;
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry& entry) {
        animals += std::uint64_t{entry.count} * kind.sorts.size();
    });
    return animals;
}

std::uint32_t rulesCount(const Scenario& scenario) {
    std::uint32_t rules = kindsOf(scenario);
    forEachOwnRules(scenario, [&](auto&&...) { ++rules; });
    return rules;
}

std::vector<std::string> rulesNames(const Scenario& scenario) {
    std::vector<std::string> names = kindNames(scenario);
    forEachOwnRules(scenario, [&](std::uint32_t, std::uint32_t kind, std::size_t sort, const TaskRules&) {
        names.emplace_back(entryOf(scenario, kind).kind->sorts[sort].name);
    });
    return names;
}

std::uint32_t kindOfRules(const Scenario& scenario, std::uint32_t rules) {
    std::uint32_t found = rules;
    forEachOwnRules(scenario, [&](std::uint32_t number, std::uint32_t kind, std::size_t, const TaskRules&) {
        if (number == rules) found = kind;
    });
    return found;
}

std::uint32_t rulesOfSort(const Scenario& scenario, std::uint32_t kind, std::size_t sort) {
    std::uint32_t found = kind;
    forEachOwnRules(scenario,
                    [&](std::uint32_t rules, std::uint32_t of_kind, std::size_t own, const TaskRules&) {
                        if (of_kind == kind && own == sort) found = rules;
                    });
    return found;
}

const TaskRules& rulesOf(const Scenario& scenario, std::uint32_t rules) { return findRules(scenario, rules); }
TaskRules& rulesOf(Scenario& scenario, std::uint32_t rules) { return findRules(scenario, rules); }

load::TaskSettings settingsOf(const TaskRules& rules) {
    load::TaskSettings settings;
    settings.nominal_ns = std::llrint(rules.nominal_ms * 1e6);
    settings.maximum_ns = std::llrint(rules.maximum_ms * 1e6);
    settings.priority = rules.priority;
    settings.frequency = rules.frequency;
    return settings;
}

bool haveTurns(const Scenario& scenario, std::uint32_t kind, const std::vector<SetEntry>& sets) {
    for (std::uint32_t rules = 0; rules < rulesCount(scenario); ++rules)
        if (kindOfRules(scenario, rules) == kind &&
            flawOf(entryOf(scenario, kind).parts(), sets, rulesOf(scenario, rules).frequency))
            return false;
    return true;
}

}  // namespace drover::world
