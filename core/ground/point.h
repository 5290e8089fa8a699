// A place or a way in metres, in doubles: what the ground is computed in. Sums, products, quotients and roots
// alone, so that every compiler gives the same bits.
#pragma once

#include <cmath>

namespace drover::ground {

struct Point {
    double x = 0, y = 0;

    friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Point operator*(Point a, double s) { return {a.x * s, a.y * s}; }
    friend constexpr bool operator==(Point, Point) = default;
};

constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
// Twice the area of the triangle between them: positive if `b` is to the left of `a`.
constexpr double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
constexpr Point toTheRight(Point a) { return {a.y, -a.x}; }
inline double length(Point a) { return std::sqrt(dot(a, a)); }

}  // namespace drover::ground
