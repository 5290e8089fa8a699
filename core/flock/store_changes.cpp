// What changes a store of flocks as a whole while a world runs: flocks that go, and species that get another
// tree. The world calls it between two frames.
#include <cassert>

#include "core/flock/store.h"

namespace drover::flock {

void FlockStore::keep(std::span<const std::uint32_t> rows) {
    std::size_t kept = 0;
    for (std::uint32_t from = 0; from < size(); ++from) {
        if (kept == rows.size() || rows[kept] != from) {
            releaseMembrane(FlockId{from});
            agents_ -= speciesOf(FlockId{from}).agents();
            continue;
        }
        roots_.set(kept, roots_.get(from));
        age_of_[kept] = age_of_[from];
        species_of_[kept] = species_of_[from];
        membrane_of_[kept] = membrane_of_[from];
        if (doesOwnerDecide()) depth_of_[kept] = depth_of_[from];
        if (thinks_in_turns_) turn_of_[kept] = turn_of_[from];
        if (canFlee()) flights_[kept] = flights_[from];
        if (from < retained_first_.size()) retained_first_[kept] = retained_first_[from];
        ++kept;
    }
    assert(kept == rows.size());
    roots_.resize(kept);
    age_of_.resize(kept), species_of_.resize(kept), membrane_of_.resize(kept);
    if (doesOwnerDecide()) depth_of_.resize(kept);
    if (thinks_in_turns_) turn_of_.resize(kept);
    if (canFlee()) flights_.resize(kept);
    if (retained_first_.size() > kept) retained_first_.resize(kept);
    closeRetainedGaps();
    ++layout_;
}

void FlockStore::setTree(SpeciesId species, const Species& kind) {
    const std::uint64_t agents_before = species_[row(species)].agents();
    for (std::uint32_t flock = 0; flock < size(); ++flock) {
        if (species_of_[flock] != species) continue;
        releaseMembrane(FlockId{flock});
        if (doesOwnerDecide()) setDepth(FlockId{flock}, 0);
        if (thinks_in_turns_) hasThought(FlockId{flock});
        if (flock < retained_first_.size()) retained_first_[flock] = kNotRetained;
        agents_ += kind.agents() - agents_before;
    }
    closeRetainedGaps();
    species_[row(species)] = kind;
    trees_[row(species)] = Tree(kind.branching, kind.depth);
    rules_[row(species)] = StepRules(plane_, seed_, kind);
    ways_[row(species)] = Way(plane_, kind.way);
    zones_[row(species)] = zonesFor(lod_, trees_[row(species)]);
    ++layout_;
}

// Moves what is retained together, so that rows of flocks that have none any more are not kept for ever.
void FlockStore::closeRetainedGaps() {
    if (retained_.size() == 0) return;
    AgentColumns kept;
    std::vector<bool> is_kept;
    for (std::uint32_t flock = 0; flock < retained_first_.size(); ++flock) {
        std::uint64_t& first = retained_first_[flock];
        if (first == kNotRetained) continue;
        const std::size_t to = kept.size(), rows = treeOf(FlockId{flock}).nodes() - 1;
        kept.resize(to + rows);
        for (std::size_t i = 0; i < rows; ++i) {
            kept.set(to + i, retained_.get(first + i));
            is_kept.push_back(is_retained_[first + i]);
        }
        first = to;
    }
    retained_ = std::move(kept);
    is_retained_ = std::move(is_kept);
}

}  // namespace drover::flock
