#include "core/ground/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace drover::ground {
namespace {

constexpr double kLeastEdge = 0.001;  // metre

std::string ofCorner(std::size_t corner) { return fmt::format("corners[{}]", corner); }

// Open country ends at its fence. Across the seam of a torus a shape may go on for another world.
Flaw flawOfPlaces(const Shape& shape, const Plane& plane) {
    const double size = plane.worldSize();
    const double beyond = plane.edges() == Edges::kTorus ? size : (Plane::kOpenSpan - 1) / 2 * size;
    for (std::size_t i = 0; i < shape.corners.size(); ++i) {
        for (const auto& [name, value] : {std::pair{"x", shape.corners[i].x}, {"y", shape.corners[i].y}}) {
            if (value >= -beyond && value <= size + beyond) continue;
            return flawAt(ofCorner(i) + "." + name, fmt::format("{}", value),
                          fmt::format("{} to {}, inside the world", -beyond, size + beyond));
        }
    }
    return std::nullopt;
}

Flaw flawOfRadius(const Shape& shape, const Plane& plane) {
    const double least = shape.isPolygon() ? 0 : kLeastRadius,
                 most = shape.isPolygon() ? 0 : plane.worldSize();
    if (shape.radius >= least && shape.radius <= most) return std::nullopt;
    return flawAt("radius", fmt::format("{}", shape.radius),
                  shape.isPolygon() ? "0 for a polygon" : fmt::format("{} to {}", least, most));
}

// Which side of the line from a to b; 0: on it.
int sideOf(Point a, Point b, Point p) {
    const double area = cross(b - a, p - a);
    return (area > 0) - (area < 0);
}

bool isBetween(Point a, Point b, Point p) {
    return p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) &&
           p.y <= std::max(a.y, b.y);
}

bool doMeet(Point a, Point b, Point c, Point d) {
    if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x)) return false;
    const int of_c = sideOf(a, b, c), of_d = sideOf(a, b, d), of_a = sideOf(c, d, a), of_b = sideOf(c, d, b);
    if (of_c * of_d < 0 && of_a * of_b < 0) return true;
    return (of_c == 0 && isBetween(a, b, c)) || (of_d == 0 && isBetween(a, b, d)) ||
           (of_a == 0 && isBetween(c, d, a)) || (of_b == 0 && isBetween(c, d, b));
}

// Edge i begins at corner i. Neighbours share a corner, so they meet elsewhere only if one turns right back.
bool doEdgesMeet(const std::vector<Point>& corners, std::size_t i, std::size_t j) {
    const std::size_t count = corners.size();
    const auto at = [&](std::size_t corner) { return corners[corner % count]; };
    const bool is_next = j == i + 1, is_around = (j + 1) % count == i;
    if (!is_next && !is_around) return doMeet(at(i), at(i + 1), at(j), at(j + 1));
    const std::size_t shared = is_next ? j : i;
    const Point before = at(shared + count - 1) - at(shared), after = at(shared + 1) - at(shared);
    return cross(before, after) == 0 && dot(before, after) > 0;
}

Flaw flawOfPolygon(const std::vector<Point>& corners) {
    const std::size_t count = corners.size();
    double area = 0, around = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Point edge = corners[(i + 1) % count] - corners[i];
        area += cross(corners[i] - corners[0], edge) / 2, around += length(edge);
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j)
            if (doEdgesMeet(corners, i, j))
                return flawAt(ofCorner(j), fmt::format("an edge that meets the edge from {}", ofCorner(i)),
                              "a polygon that does not cross or touch itself");
    // Of the rectangle with this area and this way around it.
    const double half = around / 2;
    const double width = (half - std::sqrt(std::max(half * half - 4 * std::abs(area), 0.0))) / 2;
    constexpr double kRounding = 1e-9;
    if (width >= 2 * kLeastRadius - kRounding) return std::nullopt;
    return flawAt("corners", fmt::format("a polygon {:.3g} m thick", width),
                  fmt::format("{} m or more", 2 * kLeastRadius));
}

}  // namespace

Flaw flawOf(const Shape& shape, const Plane& plane) {
    const std::size_t count = shape.corners.size();
    if (count == 0 || count > kMostCorners)
        return flawAt("corners", std::to_string(count), fmt::format("1 to {}", kMostCorners));
    if (Flaw flaw = flawOfPlaces(shape, plane)) return flaw;
    if (Flaw flaw = flawOfRadius(shape, plane)) return flaw;
    for (std::size_t i = 0; i < count && count > 1; ++i) {
        if (length(shape.corners[(i + 1) % count] - shape.corners[i]) < kLeastEdge)
            return flawAt(ofCorner((i + 1) % count), "the place of the corner before",
                          fmt::format("{} m away or more", kLeastEdge));
    }
    return shape.isPolygon() ? flawOfPolygon(shape.corners) : std::nullopt;
}

Flaw flawOfCount(std::span<const Shape> shapes) {
    if (shapes.size() > kMostShapes)
        return flawAt("shapes", fmt::format("{} shapes", shapes.size()), fmt::format("{}", kMostShapes));
    std::size_t corners = 0;
    for (const Shape& shape : shapes) corners += shape.corners.size();
    if (corners <= kMostCornersOfAll) return std::nullopt;
    return flawAt("shapes", fmt::format("{} corners in all", corners), fmt::format("{}", kMostCornersOfAll));
}

Flaw flawOf(std::span<const Shape> shapes, const Plane& plane) {
    if (Flaw flaw = flawOfCount(shapes)) return flaw;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (Flaw flaw = flawOf(shapes[i], plane))
            return within(fmt::format("shapes[{}]", i), std::move(flaw));
    return std::nullopt;
}

}  // namespace drover::ground
