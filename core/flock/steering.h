// Reynolds' steering (O&D (2) to (6)): what each leaf of a flock sees of the others, and the four forces that
// follow. update.cpp calls all stages in order. A caller may also run each stage at its own period: its
// results stay in the Steering until the next call.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/flock/agent_step.h"
#include "core/flock/cells.h"
#include "core/flock/means.h"
#include "core/flock/pairs.h"
#include "core/flock/store.h"

namespace drover::flock {

struct VectorColumns {
    std::vector<float> x, y;

    Vec2 get(std::size_t i) const { return {x[i], y[i]}; }
    void set(std::size_t i, Vec2 v) { x[i] = v.x, y[i] = v.y; }
    void resize(std::size_t rows) { x.resize(rows), y.resize(rows); }
};

// One flock's working columns, one row per leaf. For whole updates one Steering serves all flocks; a caller
// that runs stages separately needs one per flock.
struct Steering {
    FlockId flock{~0u};             // the flock that the rows belong to
    std::vector<Node> nodes;        // the leaves that the rows belong to
    std::vector<float> neighbours;  // number of neighbours
    VectorColumns mean_heading;     // of the neighbours; a neighbour at rest counts as zero
    VectorColumns to_centre;        // metre, to the neighbours' mean position
    VectorColumns apart;            // 1/metre, O&D (5)
    std::array<VectorColumns, kForceKinds> forces;

    std::vector<Neighbour> others;  // what others see of the leaves; valid during perceive()
    CellGrid cells;                 // the same sorted, in a large flock
    MeanScratch means;              // scratch for the inner nodes during act()

    void resize(std::size_t leaves);

    // Upper limit for the memory of each row.
    static constexpr std::size_t kBytesPerLeaf = sizeof(Node) + 15 * sizeof(float) + sizeof(Neighbour);
};

// Gives every current leaf of the flock its row. Every stage begins with it. If the membrane has changed
// since the last stage, leaves that were there before keep their rows, and new leaves get zeros: they feel no
// force until they are perceived. Rows of another flock are overwritten.
void fit(const FlockStore& store, FlockId flock, Steering& steering);

// Some of a flock's leaves: the rows from `first` up to `end`, as far as there are any.
struct LeafRange {
    std::size_t first = 0, end = ~std::size_t{0};
};

// The neighbours are seen where they come to in `ahead` seconds.
void perceive(const FlockStore& store, FlockId flock, Steering& steering, float ahead = 0);
void steerAlignment(const FlockStore& store, FlockId flock, Steering& steering, LeafRange leaves = {});
void steerCohesion(const FlockStore& store, FlockId flock, Steering& steering, LeafRange leaves = {});
void steerSeparation(const FlockStore& store, FlockId flock, Steering& steering, LeafRange leaves = {});
void steerWander(const FlockStore& store, FlockId flock, Steering& steering, LeafRange leaves = {});

}  // namespace drover::flock
