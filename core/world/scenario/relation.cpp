#include "core/world/scenario/relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/world/scenario/kinds.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {
namespace {

std::optional<std::uint32_t> indexIn(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - names.begin());
}

std::string joined(std::span<const std::string> names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

// Two fields may not go together: the flaw names the one whose value no relation of this `who` may have.
Flaw flawOfPair(const RelationEntry& entry, std::span<const std::string> herds) {
    const auto isHerd = [&](const std::string& name) {
        return std::ranges::find(herds, name) != herds.end();
    };
    const meeting::Deed deed = entry.relation.deed;
    const auto flaw = [](const char* field, std::string allowed) {
        return flawAt(field, "", std::move(allowed));
    };
    if (isHerd(entry.who)) {
        if (deed == meeting::Deed::kHunt) return flaw("does", "all but hunt: herds do not hunt");
    } else if (entry.who == minds::kPeople.sorts.front().name) {
        if (deed == meeting::Deed::kHunt || deed == meeting::Deed::kJoin)
            return flaw("does", "ignore, avoid or flee: people do nothing else to others");
        if (entry.whom == entry.who) return flaw("whom", "all but people, who always avoid each other");
    } else {
        if (!isHerd(entry.whom))
            return flaw("whom",
                        herds.empty() ? "a herd, and there is none" : "a herd: one of " + joined(herds));
        if (deed != meeting::Deed::kHunt)
            return flaw("does", "hunt: single animals do nothing else to others");
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> lookNames(const Scenario& scenario) {
    std::vector<std::string> names;
    for (const SpeciesEntry& entry : scenario.species) names.push_back(entry.name);
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry&) {
        for (const minds::Sort& sort : kind.sorts) names.emplace_back(sort.name);
    });
    return names;
}

Flaw flawOf(std::span<const RelationEntry> relations, const Scenario& scenario) {
    const std::vector<std::string> names = lookNames(scenario);
    const std::span<const std::string> species = std::span(names).first(scenario.species.size());
    for (std::size_t i = 0; i < relations.size(); ++i) {
        const RelationEntry& entry = relations[i];
        const auto who = indexIn(names, entry.who);
        const auto whom = indexIn(names, entry.whom);
        const std::string path = fmt::format("relations[{}]", i);
        if (!who) return flawAt(path + ".who", "", "one of " + joined(names));
        if (!whom) return flawAt(path + ".whom", "", "one of " + joined(names));
        if (Flaw flaw = flawOfPair(entry, species)) return within(path, std::move(flaw));
        const auto isSame = [&](const RelationEntry& other) {
            return other.who == entry.who && other.whom == entry.whom;
        };
        const auto before = std::ranges::find_if(relations.first(i), isSame) - relations.begin();
        if (static_cast<std::size_t>(before) < i)
            return flawAt(path + ".whom", "",
                          fmt::format("each pair once: relations[{}] already says what {} do about {}",
                                      before, entry.who, entry.whom));
    }
    return std::nullopt;
}

meeting::Relations relationsOf(const Scenario& scenario) {
    const std::vector<std::string> names = lookNames(scenario);
    meeting::Relations relations(static_cast<std::uint32_t>(names.size()));
    for (const RelationEntry& entry : scenario.relations) {
        const auto who = indexIn(names, entry.who), whom = indexIn(names, entry.whom);
        if (who && whom) relations.set(*who, *whom, entry.relation);
    }
    return relations;
}

}  // namespace drover::world
