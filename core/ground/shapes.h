// What stands in the way of animals, as a person draws it: discs, lines with a thickness, and polygons.
// Shapes may touch and overlap. A scenario has a list of them; ground.h makes a Ground of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/input_error.h"
#include "core/base/plane.h"
#include "core/ground/point.h"

namespace drover::ground {

enum class Surface : std::uint8_t { kWater, kRock, kWall, kFence };

// One corner: a disc. Two: a line of twice `radius` across, with round ends. More: a polygon, which has no
// radius.
struct Shape {
    Surface surface = Surface::kRock;
    std::vector<Point> corners;  // from the world's lower left corner
    double radius = 0;           // metre

    bool isDisc() const { return corners.size() == 1; }
    bool isLine() const { return corners.size() == 2; }
    bool isPolygon() const { return corners.size() > 2; }
    friend bool operator==(const Shape&, const Shape&) = default;
};

inline constexpr std::size_t kMostShapes = 1'000;
inline constexpr std::size_t kMostCorners = 256;         // of a shape
inline constexpr std::size_t kMostCornersOfAll = 5'000;  // so that a scenario's file can be read again
// Thinner shapes would be no more than the distance that animals keep from them.
inline constexpr double kLeastRadius = 0.1;  // metre

// What is wrong with a shape: its field, what was found and what is allowed.
Flaw flawOf(const Shape& shape, const Plane& plane);
// Too many shapes, or corners in all.
Flaw flawOfCount(std::span<const Shape> shapes);
// The same of a world's list of shapes; the field begins with shapes[3].
Flaw flawOf(std::span<const Shape> shapes, const Plane& plane);

}  // namespace drover::ground
