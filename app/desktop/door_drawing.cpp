#include "app/desktop/door_drawing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::desktop {
namespace {

constexpr double kNear_m = 1, kNarrowest_m = 0.4, kLeastWall_m = 0.1;

// A wall between two corners, its direction, and where the door is along it.
struct Cut {
    std::size_t shape = 0;
    ground::Point along;
    double low_m = 0, high_m = 0;
};

std::optional<Cut> cutOf(const ground::Shape& shape, ground::Point from, ground::Point to) {
    if (!shape.isLine() || shape.corners.size() != 2) return std::nullopt;
    const ground::Point begin = shape.corners[0], whole = shape.corners[1] - begin;
    const double length_m = length(whole);
    if (length_m <= 0) return std::nullopt;
    const ground::Point along = whole * (1 / length_m), middle = (from + to) * 0.5;
    if (std::abs(cross(along, middle - begin)) > kNear_m + shape.radius) return std::nullopt;
    const double a = dot(along, from - begin), b = dot(along, to - begin);
    Cut cut{0, along, std::max(std::min(a, b), 0.0), std::min(std::max(a, b), length_m)};
    if (cut.high_m - cut.low_m < kNarrowest_m) return std::nullopt;
    return cut;
}

}  // namespace

std::optional<world::SetBuilding> withDoor(const world::Scenario& scenario, ground::Point from,
                                           ground::Point to) {
    world::SetBuilding building{scenario.world.shapes, scenario.people.settings.gates};
    std::optional<Cut> best;
    double least = 0;
    for (std::size_t i = 0; i < building.shapes.size(); ++i) {
        auto cut = cutOf(building.shapes[i], from, to);
        if (!cut) continue;
        const double away = std::abs(cross(cut->along, (from + to) * 0.5 - building.shapes[i].corners[0]));
        if (best && away >= least) continue;
        cut->shape = i, best = cut, least = away;
    }
    if (!best) return std::nullopt;
    const ground::Shape wall = building.shapes[best->shape];
    const ground::Point begin = wall.corners[0], end = wall.corners[1];
    const auto at = [&](double metres) { return begin + best->along * metres; };
    building.gates.push_back({at(best->low_m), at(best->high_m)});
    building.shapes.erase(building.shapes.begin() + static_cast<std::ptrdiff_t>(best->shape));
    // Walls are round at their ends.
    const double left_m = best->low_m - wall.radius, right_m = best->high_m + wall.radius;
    if (left_m > kLeastWall_m) building.shapes.push_back({wall.surface, {begin, at(left_m)}, wall.radius});
    if (right_m < length(end - begin) - kLeastWall_m)
        building.shapes.push_back({wall.surface, {at(right_m), end}, wall.radius});
    return building;
}

}  // namespace drover::desktop
