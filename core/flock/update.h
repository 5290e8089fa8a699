// One flock's update: its membrane follows the player, its leaves are steered and moved, its inner nodes
// averaged. Whoever schedules flocks calls this, with the time since that flock's last update.
#pragma once

#include "core/flock/lod.h"
#include "core/flock/steering.h"
#include "core/flock/store.h"

namespace drover::flock {

// An update that is due: of a flock that is a root alone, where flocks are updated many at a time (alone.h).
struct AloneUpdate {
    FlockId flock;
    float elapsed;  // second since its last update, finite and not negative
};

// What an update needs beside the store; one for each thread that updates flocks.
struct UpdateRoom {
    MembraneRoom membrane;
    Steering steering;
    std::vector<Neighbour> neighbours;
    CellGrid cells;
    std::vector<Seen> seen;
    MeanRoom means;
    std::vector<AloneUpdate> alone, alone_by_species;
    std::vector<std::uint32_t> alone_ends;  // by species
};

// `elapsed` in seconds, finite and not negative. The longer it is, the more steps it is divided into
// (Species::max_step) up to Species::max_substeps; nothing moves when it is zero.
LodCounts updateFlock(FlockStore& store, FlockId flock, float elapsed, Place player, UpdateRoom& room);

// The two halves of it. The first touches the rows of other flocks, too; it does nothing where isSettled().
// The second touches this flock's rows alone: threads may call it at once for flocks that differ, each with
// its own room.
LodCounts changeLevel(FlockStore& store, FlockId flock, Place player, UpdateRoom& room);
void moveFlock(FlockStore& store, FlockId flock, float elapsed, UpdateRoom& room);

// The last stage by itself: draws, sums and cuts the forces that the other stages left in `steering`, and
// moves the flock's leaves by them (equations 7 and 8). Counts as one update of the flock.
void act(FlockStore& store, FlockId flock, float elapsed, Steering& steering);

// Into how many steps a time is divided.
std::uint32_t substeps(const Species& species, float elapsed);

}  // namespace drover::flock
