// A store with one flock whose leaves stand where a test puts them.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/flock/lod.h"
#include "core/flock/update.h"

namespace drover::flock {

inline const Plane kWideTorus(100'000, Edges::kTorus);
inline constexpr FlockId kFlock{0};  // of a store with one

inline Agent agentAt(const Plane& plane, double x, double y, Vec2 velocity = {}) {
    return {plane.place(x, y), velocity, isNothing(velocity) ? Vec2{1, 0} : unit(velocity)};
}

// Of the plains, before their manner is measured.
inline Species gazelles() {
    return {.max_force = 1500,
            .neighbourhood = 80,
            .alignment = {0.4f, 400},
            .cohesion = {0.2f, 75},
            .separation = {0.5f, 200},
            .wander = {0.3f, 30}};
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

// How a flock looks, from the leaves that it has.
struct Look {
    double polarisation = 0, spread_m = 0, farthest_m = 0;
};

inline Look lookAt(const FlockStore& store, FlockId flock) {
    const Place centre = store.roots().get(row(flock)).place;
    Vec2 headings;
    Look look;
    for (std::uint32_t i = 0; i < store.count(flock); ++i) {
        const Agent leaf = store.leaves().get(store.first(flock) + i);
        const double away_m = static_cast<double>(length(store.plane().offset(centre, leaf.place)));
        headings += leaf.heading;
        look.spread_m += away_m * away_m;
        look.farthest_m = std::max(look.farthest_m, away_m);
    }
    look.polarisation = static_cast<double>(length(headings)) / store.count(flock);
    look.spread_m = std::sqrt(look.spread_m / store.count(flock));
    return look;
}

}  // namespace drover::flock
