// What a scenario says of each kind that lives: the species of herds, then the kinds of single animals. Kinds
// are numbered in this order. Names, task rules, counts and sets of a kind are found here by its number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/load/task_table.h"
#include "core/minds/hunters.h"
#include "core/minds/people_settings.h"
#include "core/minds/pursuit.h"
#include "core/minds/ways.h"
#include "core/minds/wildlife.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

// A kind of single animals, and its entry in a scenario.
template <class Entry>
struct OtherKind {
    const minds::Kind& kind;
    Entry Scenario::* entry;
};
// The list of them.
inline constexpr std::tuple kOtherKinds{
    OtherKind<WildlifeEntry>{minds::kWildlife, &Scenario::wildlife},
    OtherKind<PursuitEntry>{minds::kPursuit, &Scenario::pursuit},
    OtherKind<HuntersEntry>{minds::kHunters, &Scenario::hunters},
    OtherKind<PeopleEntry>{minds::kPeople, &Scenario::people},
    OtherKind<WaysEntry>{minds::kWays, &Scenario::ways},
};
inline constexpr std::size_t kOthers = std::tuple_size_v<decltype(kOtherKinds)>;

// Calls visit(kind, entry) for each of the list.
template <class S, class Visit>
void forEachOther(S& scenario, Visit visit) {
    std::apply([&](const auto&... other) { (visit(other.kind, scenario.*other.entry), ...); }, kOtherKinds);
}

// The entry of a kind. S is Scenario or const Scenario.
template <class S>
struct KindEntry {
    template <class T>
    using Like = std::conditional_t<std::is_const_v<S>, const T, T>;

    Like<std::uint32_t>& count;  // flocks, or animals of each sort
    Like<TaskRules>& task;
    Like<std::vector<SetEntry>>& sets;
    Like<Region>& region;                   // where they are born
    Like<AnimalsEntry>* animals = nullptr;  // null: a species
    const minds::Kind* kind = nullptr;      // likewise
    std::uint32_t first_look = 0;           // among looks: the species, then each sort

    std::span<const minds::PartInfo> parts() const { return kind == nullptr ? kHerdParts : kind->parts; }
};
template <class S>
KindEntry<S> entryOf(S& scenario, std::uint32_t kind) {
    const auto species = static_cast<std::uint32_t>(scenario.species.size());
    if (kind < species) {
        auto& entry = scenario.species[kind];
        return {entry.flocks, entry.task, entry.sets, entry.region, nullptr, nullptr, kind};
    }
    typename KindEntry<S>::template Like<AnimalsEntry>* animals = nullptr;
    const minds::Kind* found = nullptr;
    std::uint32_t number = species, look = species;
    forEachOther(scenario, [&](const minds::Kind& other, auto& entry) {
        if (number++ == kind) animals = &entry, found = &other;
        if (found == nullptr) look += static_cast<std::uint32_t>(other.sorts.size());
    });
    return {animals->count, animals->task, animals->sets, animals->region, animals, found, look};
}

// The entry of the nth kind of single animals.
inline const AnimalsEntry& otherEntry(const Scenario& scenario, std::uint32_t n) {
    return *entryOf(scenario, static_cast<std::uint32_t>(scenario.species.size()) + n).animals;
}

// What its cost is called among the costs of all kinds: wildlife_us.
std::string costField(const minds::Kind& kind);
// What each mind can be divided into, for the text of a set's name.
const char* partsText();

std::uint32_t kindsOf(const Scenario& scenario);
std::uint32_t peopleKind(const Scenario& scenario);
std::vector<std::string> kindNames(const Scenario& scenario);
std::uint32_t looksOf(const Scenario& scenario);
// The most that an entry's count may be.
std::uint32_t mostOf(const Scenario& scenario, std::uint32_t kind);
// Single animals, of all kinds and sorts.
std::uint64_t othersOf(const Scenario& scenario);

// Each kind has task rules, with the number of the kind. After them come the rules of the sorts that have
// their own.
std::uint32_t rulesCount(const Scenario& scenario);
std::vector<std::string> rulesNames(const Scenario& scenario);
std::uint32_t kindOfRules(const Scenario& scenario, std::uint32_t rules);
std::uint32_t rulesOfSort(const Scenario& scenario, std::uint32_t kind, std::size_t sort);
const TaskRules& rulesOf(const Scenario& scenario, std::uint32_t rules);
TaskRules& rulesOf(Scenario& scenario, std::uint32_t rules);
load::TaskSettings settingsOf(const TaskRules& rules);
// Whether each of these sets would run, at the frequency of all rules of its kind.
bool haveTurns(const Scenario& scenario, std::uint32_t kind, const std::vector<SetEntry>& sets);

}  // namespace drover::world
