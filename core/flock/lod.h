// The level of detail: a flock's membrane follows the player (Osborne & Dickinson, sections 2 and 3.1), and
// the inner nodes above it hold the means of their children. Called by update.cpp before and after the leaves
// move.
#pragma once

#include <vector>

#include "core/flock/means.h"
#include "core/flock/store.h"

namespace drover::flock {

// Room that a membrane is rebuilt in, kept by the caller so that a steady frame allocates nothing.
struct MembraneRoom {
    std::vector<Leaf> from, to;
};

// Whether a flock that is one leaf is outside every zone, as nearly all flocks are nearly always.
inline bool staysAlone(const FlockStore& store, FlockId flock, Place player) {
    const Place root{store.roots().x[row(flock)], store.roots().y[row(flock)]};
    const Vec2 way = store.plane().offset(player, root);
    return store.isAlone(flock) && dot(way, way) >= store.zonesOf(flock).within_sq[0];
}

// Whether the flock's membrane is what the zones want; reads this flock's rows alone.
bool isSettled(FlockStore& store, FlockId flock, Place player, MembraneRoom& room);

// Expands and collapses until no leaf of the flock wants children and no inner node wants to be a leaf.
LodCounts followPlayer(FlockStore& store, FlockId flock, Place player, MembraneRoom& room);

// Whether nothing but full detail is asked of a flock, and it has it.
inline bool staysFull(const FlockStore& store, FlockId flock) {
    return !store.lod().enabled && store.isFull(flock);
}

// Every inner node from its children, bottom up, the root included.
void averageUp(FlockStore& store, FlockId flock, MeanRoom& room);

}  // namespace drover::flock
