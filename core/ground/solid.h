// One shape as a set of points: how far a point is from it, and where a straight way meets it. Ground asks it
// for the shapes near by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/ground/shapes.h"

namespace drover::ground {

struct Box {
    Point low, high;

    bool has(Point p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
    // Squared distance from the box; 0 inside.
    double squaredFrom(Point from) const {
        const Point out{std::max({low.x - from.x, from.x - high.x, 0.0}),
                        std::max({low.y - from.y, from.y - high.y, 0.0})};
        return dot(out, out);
    }
};
// Some edges of a polygon, one behind the other: what is far from their box is far from all of them.
struct Run {
    std::size_t first = 0, edges = 0;
    Box box;
};

struct Solid {
    explicit Solid(const Shape& shape);

    std::vector<Point> corners;  // a polygon begins and ends with the same one
    std::vector<Run> runs;       // of a polygon
    double radius = 0;
    double turn = 1;  // of a polygon: 1 if its corners go round to the left, -1 to the right
    Box box;
};

struct Nearest {
    double distance = 0;  // metre to the surface, negative inside
    Point away;           // unit vector, from the surface
};
Nearest nearestOf(const Solid& solid, Point from);

// A straight way: a unit vector, and how far.
struct Ray {
    Point from, ahead;
    double length = 0;
};
struct Contact {
    double way = 0;  // metres along the ray
    Point away;      // unit vector, from the surface
};
// Shortens the ray to where it comes nearer than `gap` to the solid's surface, from outside, and says so. Who
// is nearer already may go on as long as that brings it no nearer.
bool meets(const Solid& solid, double gap, Ray& ray, Contact& contact);

}  // namespace drover::ground
