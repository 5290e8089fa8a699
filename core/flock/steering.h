// Reynolds' steering (Osborne & Dickinson, equations 2 to 6): what each leaf of a flock sees of the others,
// and the four forces that follow from it. Each is a stage that can be called by itself at a period of its
// own; what a stage found stays in the Steering until it is called again. update.cpp calls them all in order.
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

// One flock's working columns, a row a leaf. Whoever calls the stages apart keeps one for each flock; for
// whole updates one serves all flocks in turn.
struct Steering {
    FlockId flock{~0u};             // whose rows these are
    std::vector<Node> nodes;        // of which leaves
    std::vector<float> neighbours;  // how many
    VectorColumns mean_heading;     // of the neighbours; those at rest count as zero
    VectorColumns to_centre;        // metre, to the neighbours' mean position
    VectorColumns apart;            // 1/metre, equation 5
    std::array<VectorColumns, kForceKinds> forces;

    std::vector<Neighbour> crowd;  // what others see of the leaves, while perceive() runs
    CellGrid cells;                // them sorted, in a large flock
    MeanRoom means;                // of the inner nodes, while act() runs

    void resize(std::size_t leaves);
};

// Gives every current leaf of the flock its row; every stage begins with it. When the membrane has changed
// since the last stage, the rows of leaves that were there before are kept and new ones are zero: they feel
// nothing until they are perceived. Rows of another flock are overwritten.
void fit(const FlockStore& store, FlockId flock, Steering& steering);

void perceive(const FlockStore& store, FlockId flock, Steering& steering);
void steerAlignment(const FlockStore& store, FlockId flock, Steering& steering);
void steerCohesion(const FlockStore& store, FlockId flock, Steering& steering);
void steerSeparation(const FlockStore& store, FlockId flock, Steering& steering);
void steerWander(const FlockStore& store, FlockId flock, Steering& steering);

}  // namespace drover::flock
