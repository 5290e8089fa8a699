#include "core/ground/solid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace drover::ground {
namespace {

constexpr double kTouching = 1e-9;  // metre; nearer than this the direction is that of the edge

struct OnEdge {
    Point place;
    double squared = 0;  // distance
};

OnEdge nearestOnEdge(Point a, Point b, Point from) {
    const Point edge = b - a;
    const double along = std::clamp(dot(from - a, edge) / dot(edge, edge), 0.0, 1.0);
    const Point place = a + edge * along;
    return {place, dot(from - place, from - place)};
}

Point awayFrom(Point place, Point from, double distance, Point if_on_it) {
    return distance > kTouching ? (from - place) * (1 / distance) : if_on_it;
}

Point outOfEdge(Point a, Point b, double turn) {
    const Point right = toTheRight(b - a);
    return right * (turn / length(right));
}

struct Found {
    OnEdge best{{}, HUGE_VAL};
    Point a, b;  // of that edge
};

void look(const Solid& solid, const Run& run, Point from, Found& found) {
    for (std::size_t i = run.first; i < run.first + run.edges; ++i) {
        const Point a = solid.corners[i], b = solid.corners[i + 1];
        const OnEdge here = nearestOnEdge(a, b, from);
        if (here.squared < found.best.squared) found = {here, a, b};
    }
}

// Whether a line from the place to the right crosses an odd number of these edges. A corner belongs to one of
// its two edges.
bool crossesOdd(const Solid& solid, const Run& run, Point from) {
    const Box& box = run.box;
    if (from.y < box.low.y || from.y > box.high.y || from.x > box.high.x) return false;
    const auto isAbove = [&](std::size_t corner) { return solid.corners[corner].y > from.y; };
    if (from.x < box.low.x) return isAbove(run.first) != isAbove(run.first + run.edges);
    bool is_odd = false;
    for (std::size_t i = run.first; i < run.first + run.edges; ++i) {
        const Point a = solid.corners[i], b = solid.corners[i + 1];
        if (isAbove(i) != isAbove(i + 1) && from.x < a.x + (b.x - a.x) * ((from.y - a.y) / (b.y - a.y)))
            is_odd = !is_odd;
    }
    return is_odd;
}

// The run with the nearest box first: then most others are farther than what was found.
Nearest nearestOfPolygon(const Solid& solid, Point from) {
    const Run* first = nullptr;
    double least = HUGE_VAL;
    bool is_inside = false;
    for (const Run& run : solid.runs) {
        is_inside = is_inside != crossesOdd(solid, run, from);
        const double squared = run.box.squaredFrom(from);
        if (squared < least) least = squared, first = &run;
    }
    Found found;
    look(solid, *first, from, found);
    for (const Run& run : solid.runs)
        if (&run != first && run.box.squaredFrom(from) < found.best.squared) look(solid, run, from, found);
    const double distance = std::sqrt(found.best.squared), sign = is_inside ? -1 : 1;
    const Point out = outOfEdge(found.a, found.b, solid.turn);
    return {sign * distance, awayFrom(found.best.place, from, distance, out * sign) * sign};
}

Box boxAround(std::span<const Point> corners) {
    Box box{corners[0], corners[0]};
    for (const Point corner : corners) {
        box.low = {std::min(box.low.x, corner.x), std::min(box.low.y, corner.y)};
        box.high = {std::max(box.high.x, corner.x), std::max(box.high.y, corner.y)};
    }
    return box;
}

// Where the ray comes to a disc, or nothing.
bool meetsDisc(Point centre, double radius, Ray& ray, Contact& contact) {
    const Point from = ray.from - centre;
    const double ahead = dot(from, ray.ahead), outside = dot(from, from) - radius * radius;
    const double root = ahead * ahead - outside;
    if (ahead >= 0 || root < 0) return false;
    const double way = std::max(-ahead - std::sqrt(root), 0.0);
    if (way >= ray.length) return false;
    ray.length = way;
    contact = {way, (from + ray.ahead * way) * (1 / radius)};
    return true;
}

// The point on the edge is `place`, nearer than the gap: only a way that brings the ray still nearer meets
// it.
bool meetsHere(Point place, Point if_on_it, Ray& ray, Contact& contact) {
    constexpr double kAlong = 1e-9;
    const Point away = awayFrom(place, ray.from, length(ray.from - place), if_on_it);
    if (dot(ray.ahead, away) >= -kAlong) return false;
    ray.length = 0;
    contact = {0, away};
    return true;
}

bool meetsEdge(Point a, Point b, double gap, double turn, Ray& ray, Contact& contact) {
    const Point far = ray.from + ray.ahead * ray.length;
    if (std::max(ray.from.x, far.x) < std::min(a.x, b.x) - gap ||
        std::min(ray.from.x, far.x) > std::max(a.x, b.x) + gap ||
        std::max(ray.from.y, far.y) < std::min(a.y, b.y) - gap ||
        std::min(ray.from.y, far.y) > std::max(a.y, b.y) + gap)
        return false;
    const OnEdge near = nearestOnEdge(a, b, ray.from);
    if (near.squared < gap * gap) return meetsHere(near.place, outOfEdge(a, b, turn), ray, contact);

    const double whole = length(b - a);
    const Point edge = (b - a) * (1 / whole);
    const double side = cross(edge, ray.from - a), turned = cross(edge, ray.ahead);
    if (side * turned < 0) {
        const double way = std::max(std::abs(side) - gap, 0.0) / std::abs(turned);
        const double along = dot(ray.from + ray.ahead * way - a, edge);
        if (along >= 0 && along <= whole) {
            if (way >= ray.length) return false;
            ray.length = way;
            contact = {way, toTheRight(edge) * (side > 0 ? -1 : 1)};
            return true;
        }
    }
    const bool meets_a = meetsDisc(a, gap, ray, contact);
    return meetsDisc(b, gap, ray, contact) || meets_a;
}

}  // namespace

Solid::Solid(const Shape& shape) : corners(shape.corners), radius(shape.radius), box(boxAround(corners)) {
    const Point around{radius, radius};
    box = {box.low - around, box.high + around};
    if (!shape.isPolygon()) return;
    corners.push_back(corners.front());
    double area = 0;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
        area += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    if (area < 0) turn = -1;
    constexpr std::size_t kEdges = 8;
    for (std::size_t first = 0; first + 1 < corners.size(); first += kEdges) {
        const std::size_t edges = std::min(kEdges, corners.size() - 1 - first);
        runs.push_back({first, edges, boxAround(std::span(corners).subspan(first, edges + 1))});
    }
}

Nearest nearestOf(const Solid& solid, Point from) {
    if (!solid.runs.empty()) return nearestOfPolygon(solid, from);
    const Point a = solid.corners.front(), b = solid.corners.back();
    const bool is_disc = solid.corners.size() == 1;
    const Point place = is_disc ? a : nearestOnEdge(a, b, from).place;
    const double distance = length(from - place);
    const Point if_on_it = is_disc ? Point{1, 0} : outOfEdge(a, b, 1);
    return {distance - solid.radius, awayFrom(place, from, distance, if_on_it)};
}

bool meets(const Solid& solid, double gap, Ray& ray, Contact& contact) {
    const double reach = solid.radius + gap;
    const std::vector<Point>& corners = solid.corners;
    if (corners.size() == 1) {
        const Point from = ray.from - corners[0];
        if (dot(from, from) < reach * reach) return meetsHere(corners[0], {1, 0}, ray, contact);
        return meetsDisc(corners[0], reach, ray, contact);
    }
    if (corners.size() == 2) return meetsEdge(corners[0], corners[1], reach, 1, ray, contact);
    bool does = false;
    for (const Run& run : solid.runs) {
        const double near = reach + ray.length;
        if (run.box.squaredFrom(ray.from) > near * near) continue;
        for (std::size_t i = run.first; i < run.first + run.edges; ++i)
            does |= meetsEdge(corners[i], corners[i + 1], reach, solid.turn, ray, contact);
    }
    return does;
}

}  // namespace drover::ground
