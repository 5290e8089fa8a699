// The level of detail (O&D 2 and 3.1, MODEL 2): a flock's membrane follows the player, or the depth that its
// owner gives it (MODEL 8). update.cpp calls it before the leaves move.
#pragma once

#include <vector>

#include "core/flock/means.h"
#include "core/flock/store.h"
#include "core/ground/ground.h"

namespace drover::flock {

// Scratch for rebuilding a membrane. The caller keeps it, so that a steady frame allocates nothing.
struct MembraneScratch {
    const ground::Ground* ground = nullptr;  // null: nothing stands in the way
    std::vector<Leaf> from, to;
};

// Whether the flock is alone and is to be, outside every zone as nearly all flocks are nearly always.
inline bool staysAlone(const FlockStore& store, FlockId flock, Place player) {
    if (const auto depth = store.wantedDepth(flock)) return *depth == 0 && store.isAlone(flock);
    const Place root{store.roots().x[row(flock)], store.roots().y[row(flock)]};
    const Vec2 way = store.plane().offset(player, root);
    return store.isAlone(flock) && dot(way, way) >= store.zonesOf(flock).within_sq[0];
}

// Whether the flock's membrane already is what the zones want: the slow part of the rule below.
bool isSettled(FlockStore& store, FlockId flock, Place player, MembraneScratch& scratch);

// Whether level of detail is off and the flock is already at full depth, so that its membrane cannot change.
inline bool staysFull(const FlockStore& store, FlockId flock) {
    return !store.lod().enabled && store.isFull(flock) && !store.wantedDepth(flock);
}

// The one rule for a change of level: whether the flock's membrane is not what the zones want. Most flocks
// are far away or full and answer at once. Reads only this flock's rows.
inline bool wantsLevel(FlockStore& store, FlockId flock, Place player, MembraneScratch& scratch) {
    if (staysAlone(store, flock, player) || staysFull(store, flock)) return false;
    return !isSettled(store, flock, player, scratch);
}

// How many leaves a flock will have whose root stands there, as far as its root tells.
std::uint32_t leavesWanted(const FlockStore& store, FlockId flock, Place player);

// For a flock that wantsLevel(): expands and collapses until no leaf wants children and no inner node wants
// to be a leaf.
LodCounts followPlayer(FlockStore& store, FlockId flock, Place player, MembraneScratch& scratch);

}  // namespace drover::flock
