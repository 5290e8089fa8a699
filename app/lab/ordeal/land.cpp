#include "app/lab/ordeal/land.h"

#include <algorithm>

#include "core/base/angle.h"

namespace drover::lab::ordeal {
namespace {

using ground::Point;

Point pointIn(Dice& dice, double size_m) { return {dice.between(0, size_m), dice.between(0, size_m)}; }

std::vector<Point> star(Dice& dice, Point middle, double radius_m) {
    std::vector<Point> corners(dice.chance(0.02) ? 200 : 3 + dice.below(12));
    const auto step = static_cast<std::uint32_t>(0x1p32 / static_cast<double>(corners.size()));
    std::uint32_t turn = dice.word();
    for (Point& corner : corners) {
        const Vec2 way = direction(Angle{turn += step});
        const double r = radius_m * dice.between(0.3, 1);
        corner = {middle.x + r * static_cast<double>(way.x), middle.y + r * static_cast<double>(way.y)};
    }
    return corners;
}

// A polygon that crosses, touches or repeats itself, or is thin.
std::vector<Point> wild(Dice& dice, double size_m) {
    const Point p = pointIn(dice, size_m);
    const double d = dice.between(1e-4, size_m / 5), thin = dice.between(0.01, 0.5);
    switch (dice.below(4)) {
        case 0: return {p, pointIn(dice, size_m), pointIn(dice, size_m), pointIn(dice, size_m)};
        case 1: return {p, {p.x + d, p.y + d}, {p.x + d, p.y}, {p.x, p.y + d}};
        case 2: return {p, p, {p.x + d, p.y}};
        default: return {p, {p.x + d, p.y}, {p.x + d, p.y + thin}, {p.x, p.y + thin}};
    }
}

ground::Shape wall(Point from, Point to) { return {ground::Surface::kWall, {from, to}, 0.15}; }

// A wall from `from` to `to` with a door in it, and the gate of that door.
void addWallWithDoor(Dice& dice, Point from, Point to, world::Scenario& scenario) {
    const double door_m = dice.oneOf(std::array{0.9, 1.2, 2.0, 4.0});
    const double at = dice.between(0.15, 0.85), length_m = length(to - from);
    const double half = door_m / 2 / length_m;
    const auto on = [&](double share) { return from + (to - from) * share; };
    scenario.world.shapes.push_back(wall(from, on(std::max(at - half, 0.02))));
    scenario.world.shapes.push_back(wall(on(std::min(at + half, 0.98)), to));
    const double inner = std::max(half - 0.2 / length_m, half / 2);
    people::Gate gate{.a = on(at - inner), .b = on(at + inner), .is_open = dice.chance(0.8), .turns = {}};
    if (dice.chance(0.2)) gate.turns = {{dice.between(0, 2), false}, {dice.between(2, 5), true}};
    if (dice.chance(0.9)) scenario.people.settings.gates.push_back(gate);
}

}  // namespace

ground::Shape shapeIn(Dice& dice, double size_m) {
    ground::Shape shape;
    shape.surface = static_cast<ground::Surface>(dice.below(4));
    const std::size_t kind = dice.below(10);
    const double reach_m = std::min(dice.chance(0.03) ? size_m : 60.0, size_m / 8);
    const Point middle = pointIn(dice, size_m);
    if (kind < 6) {
        shape.radius = dice.between(0.1, reach_m);
        shape.corners = {middle};
        if (kind >= 3) shape.corners.push_back(middle + pointIn(dice, reach_m));
    } else {
        shape.corners = kind == 9 && dice.chance(0.3) ? wild(dice, size_m) : star(dice, middle, reach_m);
    }
    return shape;
}

world::Region regionIn(Dice& dice, double size_m) {
    return {dice.between(0, size_m), dice.between(0, size_m),
            dice.chance(0.2) ? 0 : dice.between(0, size_m / 4)};
}

std::vector<world::Waypoint> pointsIn(Dice& dice, double size_m, std::size_t count) {
    std::vector<world::Waypoint> points(count);
    for (world::Waypoint& point : points) point = {dice.between(0, size_m), dice.between(0, size_m)};
    return points;
}

ground::Box boxIn(Dice& dice, const ground::Box& area) {
    const auto part = [&](double low, double high) {
        const double a = dice.between(low, high), b = dice.between(low, high);
        return std::pair{std::min(a, b), std::max(a, b)};
    };
    const auto [x0, x1] = part(area.low.x, area.high.x);
    const auto [y0, y1] = part(area.low.y, area.high.y);
    return {{x0, y0}, {x1, y1}};
}

void buildHouse(Dice& dice, world::Scenario& scenario) {
    const double size_m = scenario.world.world_size;
    const double wide = dice.between(8, 18), high = dice.between(5, 9), outside = 6;
    const Point low{dice.between(1, size_m - wide - outside - 2), dice.between(1, size_m - high - 2)};
    const Point top{low.x + wide, low.y + high};
    const double middle = low.x + wide * dice.between(0.35, 0.65);
    auto& shapes = scenario.world.shapes;
    shapes.insert(shapes.end(),
                  {wall(low, {top.x, low.y}), wall({low.x, top.y}, top), wall(low, {low.x, top.y})});
    addWallWithDoor(dice, {middle, low.y}, {middle, top.y}, scenario);
    addWallWithDoor(dice, {top.x, low.y}, {top.x, top.y}, scenario);
    if (dice.chance(0.3))
        shapes.push_back({ground::Surface::kRock,
                          {{dice.between(low.x + 2, top.x - 2), dice.between(low.y + 2, top.y - 2)}},
                          dice.between(0.1, 0.8)});
    minds::PeopleSettings& people = scenario.people.settings;
    people.area = {{low.x - 1, low.y - 1}, {top.x + outside, top.y + 1}};
    people.walk = dice.chance(0.5) ? people::Walk::kMeasured : people::Walk::kWeidmann;
    people.cell_m = 0.25;
    people.groups = {{.area = {{low.x + 0.6, low.y + 0.6}, {middle - 0.6, top.y - 0.6}}}};
    if (dice.chance(0.3)) people.groups.push_back({.area = boxIn(dice, people.area)});
    scenario.people.count = 1 + dice.below(dice.chance(0.1) ? 150 : 40);
    if (dice.chance(0.5))
        people.entrances = {{.area = {{low.x + 0.6, low.y + 0.6}, {low.x + 2.5, top.y - 0.6}},
                             .people = 1 + scenario.people.count / 3,
                             .per_second = dice.between(0.5, 8)}};
    people.goals.resize(1 + dice.below(2));
    people.goals[0].areas = {{{top.x + 3, low.y - 1}, {top.x + outside, top.y + 1}}};
    if (people.goals.size() > 1) people.goals[1].areas = {{{middle + 1, low.y + 1}, {middle + 3, low.y + 3}}};
    people.routes.resize(1);
    people.routes[0].steps = {{0}};
    if (people.goals.size() > 1) people.routes.push_back({{{1}, {0}}});
    if (people.routes.size() > 1) people.groups[0].walks.routes = {{0, 1}, {1, 2}};
    if (dice.chance(0.5)) people.back_after_s = dice.between(0.1, 2);
    if (dice.chance(0.5)) {
        people.unfold_within_m = dice.between(2, 10);
        people.fold_beyond_m = people.unfold_within_m + dice.between(0, 5);
    }
    scenario.people.cost_us = dice.chance(0.5) ? 1 : 0;
    scenario.ways.count = dice.below(3);
    if (dice.chance(0.7)) scenario.player = {middle, low.y + high / 2, 0, {}};
}

}  // namespace drover::lab::ordeal
