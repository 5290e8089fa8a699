// What an agent sees of its neighbours, as sums over pairs: the inner loop of steering in the order and
// rounding that every vector target keeps. update.cpp runs it in vectors through kernels.h; touching agents
// come here one by one.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/ids.h"
#include "core/base/plane.h"
#include "core/flock/species.h"
#include "core/flock/tree.h"

namespace drover::flock {

// Two agents nearer than this are touching: they part as if they were this far from each other, coincident
// ones along a drawn direction. It keeps equation 5 finite; at the default weight its force is cut to
// max_force anyway.
constexpr float kTouching_m = 1e-3f;  // metre

// What others see of an agent.
struct Neighbour {
    std::uint32_t x, y;
    float ux, uy;  // unit velocity, zero at rest
};

// Rows of neighbours that follow each other.
struct Run {
    std::uint32_t begin, end;
};

// The lengths that pairs are compared with, in the plane's units, where a difference of places is exact
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

    float metres, units;  // in a unit, in a metre
    float reach_sq, touching_sq, touching_inverse;
};

// Whose pairs they are: the names of the drawn directions in which coincident agents part.
struct PairNames {
    std::uint64_t seed;
    FlockId flock;
    std::uint32_t update;
};

// Sums over the neighbours of one agent; places in units.
struct alignas(32) Seen {
    float neighbours = 0;
    Vec2 heading, centre, apart;
};

// Which way leaf `a` goes when it touches `b`: away from it; if both stand on the same spot, along a
// direction drawn for the pair, which is the opposite one for `b`.
Vec2 partingDirection(const PairNames& names, Node a, Node b, Vec2 way_to_b);

// The neighbours among which an agent looks: which leaf a row is, and what that leaf's node is called.
struct Crowd {
    std::span<const Neighbour> rows;
    std::span<const std::uint32_t> order;  // empty: the order of the leaves
    std::span<const Node> nodes;

    Node nodeOf(std::uint32_t row) const { return nodes[order.empty() ? row : order[row]]; }
};

// Sums over `runs` of the crowd for the agent in row `self`.
Seen seenBy(const PairRules& rules, const PairNames& names, const Crowd& crowd, std::span<const Run> runs,
            std::uint32_t self);

}  // namespace drover::flock
