// One shape as a set of points: how far a point is from it, and where a straight way meets it. Ground asks it
// for the shapes near by.
#pragma once

#include <span>

#include "core/ground/point.h"

namespace drover::ground {

struct Solid {
    std::span<const Point> corners;
    double radius = 0;
    double turn = 0;  // of a polygon: 1 if its corners go round to the left, -1 to the right
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
