// What people walk in, as plain data: walls, gates that open and close, where people want to go, and by which
// goals. Never changed; all copies of a crowd share it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/plane.h"
#include "core/ground/shapes.h"
#include "core/ground/solid.h"
#include "core/people/gait.h"

namespace drover::people {

// A gate that opens or closes by itself.
struct GateTurn {
    double at_s = 0;  // of the world's time
    bool is_open = true;
};

// A line across a passage. A closed one is a wall. Crowds that are folded queue in front of it.
struct Gate {
    ground::Point a, b;
    bool is_open = true;     // in the beginning
    double passage_m = 0.4;  // how deep the passage is behind it; it passes fewer people where it is long
    std::vector<GateTurn> turns;  // when it opens and closes by itself, in this order

    double width_m() const { return length(b - a); }
    ground::Point middle() const { return (a + b) * 0.5; }
    // The same line and passage, open or not.
    bool isWhere(const Gate& other) const {
        return a == other.a && b == other.b && passage_m == other.passage_m;
    }
    // Whether a place is to the left of the way from a to b.
    bool isLeft(ground::Point place) const { return cross(b - a, place - a) > 0; }
};

// A person in one of the areas has reached it.
struct Goal {
    std::vector<ground::Box> areas;
    // Without areas: people walk in this direction for ever, round a torus.
    Vec2 direction{};

    bool isEndless() const { return areas.empty(); }
};

// Goals that a person goes to one after the other; it leaves at the last one.
using Route = std::vector<std::uint16_t>;

struct Building {
    Plane plane{64, Edges::kOpen};
    ground::Box area;     // where people walk, in metres from the world's lower left corner
    double cell_m = 0.1;  // of the distance fields: at most a quarter of a metre, or doors are lost
    std::vector<ground::Shape> shapes;
    std::vector<Gate> gates;
    std::vector<Goal> goals;
    std::vector<Route> routes;
    Gait gait = kWeidmann;
};

// How thick a closed gate is to either side.
inline constexpr double kGateRadius_m = 0.1;

}  // namespace drover::people
