// What an agent sees of its neighbours, as sums over pairs: the inner loop of steering. This scalar code
// defines the order and rounding that pair_lanes.inl reproduces; steering.cpp calls it, and the vector code
// for agents that touch.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/ids.h"
#include "core/base/plane.h"
#include "core/flock/species.h"
#include "core/flock/tree.h"

namespace drover::flock {

// Two agents nearer than this touch. They are pushed apart as if they were this far from each other; if they
// are on the same spot, along a drawn direction. This keeps O&D (5) finite; at the default weight max_force
// cuts the force anyway.
constexpr float kTouching_m = 1e-3f;  // metre

// What others see of an agent.
struct Neighbour {
    std::uint32_t x, y;
    float ux, uy;  // unit velocity, zero at rest
};

// A range of consecutive rows.
struct Run {
    std::uint32_t begin, end;
};

// The lengths that pairs are compared with, in the plane's units: there a difference of places is exact
// before it is rounded to a float.
struct PairRules {
    PairRules(const Plane& plane, const Species& species)
        : metres(static_cast<float>(plane.metresPerUnit())), units(1.0f / metres) {
        const float reach = species.neighbourhood * units;
        const float touching = kTouching_m * units;
        reach_sq = reach * reach;
        touching_sq = touching * touching;
        touching_inverse = 1.0f / touching;
    }

    float metres, units;  // metres per unit, units per metre
    float reach_sq, touching_sq, touching_inverse;
};

// What names the drawn directions in which agents on the same spot part.
struct PairNames {
    std::uint64_t seed;
    FlockId flock;
    std::uint32_t update;
};

// Sums over one agent's neighbours, in units.
struct alignas(32) Seen {
    float neighbours = 0;
    Vec2 heading, centre, apart;
};

// The direction in which leaf `a` is pushed when it touches `b`: away from it. If both are on the same spot,
// a direction drawn for the pair; `b` gets the opposite one.
Vec2 partingDirection(const PairNames& names, Node a, Node b, Vec2 way_to_b);

// The rows that an agent searches for neighbours, and the node of each row.
struct NeighbourRows {
    std::span<const Neighbour> rows;
    std::span<const std::uint32_t> order;  // row -> leaf; empty: the same
    std::span<const Node> nodes;

    Node nodeOf(std::uint32_t row) const { return nodes[order.empty() ? row : order[row]]; }
};

// Sums over `runs` of the neighbours for the agent in row `self`.
Seen seenBy(const PairRules& rules, const PairNames& names, const NeighbourRows& others,
            std::span<const Run> runs, std::uint32_t self);

}  // namespace drover::flock
