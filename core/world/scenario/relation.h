// How animals of one kind act on seeing those of another, as a scenario lists it (MODEL 11). The world makes
// core/meeting/relations.h of it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "core/meeting/relations.h"

namespace drover::world {

struct Scenario;

struct RelationEntry {
    std::string who, whom;  // names of species, or of sorts of single animals
    meeting::Relation relation{meeting::Deed::kAvoid};

    friend bool operator==(const RelationEntry&, const RelationEntry&) = default;
};

constexpr std::size_t kMostRelations = 1000;

Flaw flawOf(std::span<const RelationEntry> relations, const Scenario& scenario);

// By look: the species, then the sorts of single animals (kinds.h).
std::vector<std::string> lookNames(const Scenario& scenario);
// Without entries that name what the scenario does not have.
meeting::Relations relationsOf(const Scenario& scenario);

}  // namespace drover::world
