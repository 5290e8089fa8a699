// A store with one flock whose leaves stand where a test puts them.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/flock/lod.h"
#include "core/flock/update.h"

namespace drover::flock {

inline Agent agentAt(const Plane& plane, double x, double y, Vec2 velocity = {}) {
    return {plane.place(x, y), velocity, isNothing(velocity) ? Vec2{1, 0} : unit(velocity)};
}

// 2 to 8 agents as the children of one root, with level of detail off.
inline FlockStore flockOf(const Plane& plane, Species species, const std::vector<Agent>& agents) {
    species.branching = static_cast<std::uint32_t>(agents.size());
    species.depth = 1;
    FlockStore store(plane, 5, LodRules{.enabled = false}, {species});
    const FlockId flock = store.add(SpeciesId{0}, agents[0]);
    MembraneScratch scratch;
    followPlayer(store, flock, {}, scratch);
    for (std::size_t i = 0; i < agents.size(); ++i) store.leaves().set(store.first(flock) + i, agents[i]);
    MeanScratch means;
    averageUp(store, flock, means);
    return store;
}

}  // namespace drover::flock
