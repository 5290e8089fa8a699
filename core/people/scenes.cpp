#include "core/people/scenes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::people {

using ground::Box, ground::Point, ground::Shape, ground::Surface;

namespace {

constexpr double kWall_m = 0.4;  // how thick the walls with doors are
constexpr double kOuter_m = 1;   // and those around everything

Shape block(double left, double low, double right, double high) {
    return {Surface::kWall, {{left, low}, {right, low}, {right, high}, {left, high}}, 0};
}

// A scene of this size with walls around it, one goal and one route.
Scene walled(std::string name, double width_m, double height_m, std::vector<Box> goal) {
    Scene scene{std::move(name), {}, {}};
    Building& building = scene.building;
    building.plane = Plane(std::max(width_m, height_m), Edges::kOpen);
    building.area = {{0, 0}, {width_m, height_m}};
    building.shapes = {block(-kOuter_m, -kOuter_m, width_m + kOuter_m, 0),
                       block(-kOuter_m, height_m, width_m + kOuter_m, height_m + kOuter_m),
                       block(-kOuter_m, 0, 0, height_m), block(width_m, 0, width_m + kOuter_m, height_m)};
    building.goals = {{std::move(goal), {}}};
    building.routes = {{0}};
    return scene;
}

// A wall from left to right with a door around each of these places, as deep as it is thick; the gates are
// 0.2 m inside.
void addWallAcross(Building& building, double left, double right, double low, std::vector<Point> doors,
                   double thick_m = kWall_m) {
    double from = left;
    for (const Point door : doors) {  // x: middle, y: width
        building.shapes.push_back(block(from, low, door.x - door.y / 2, low + thick_m));
        from = door.x + door.y / 2;
        const double gate = low + kWall_m / 2;
        building.gates.push_back({{door.x - door.y / 2, gate}, {from, gate}, true, thick_m});
    }
    building.shapes.push_back(block(from, low, right, low + thick_m));
}

// A wall upward between these heights with a door, which is as deep as the wall is thick.
void addWallUp(Building& building, double low, double high, double left, double thick_m, Point door) {
    const double from = door.x - door.y / 2, to = door.x + door.y / 2, gate = left + kWall_m / 2;
    building.shapes.push_back(block(left, low, left + thick_m, from));
    building.shapes.push_back(block(left, to, left + thick_m, high));
    building.gates.push_back({{gate, from}, {gate, to}, true, thick_m});
}

Scene roundCorridor(std::string name, double length_m, double width_m, std::uint32_t people) {
    Scene scene{std::move(name), {}, {}};
    Building& building = scene.building;
    building.plane = Plane(length_m, Edges::kTorus);
    building.area = {{0, 0}, {length_m, length_m}};
    for (const double y : {-kOuter_m / 2, width_m + kOuter_m / 2})
        building.shapes.push_back({Surface::kWall, {{0, y}, {length_m, y}}, kOuter_m / 2});
    building.goals = {{{}, {1, 0}}};
    building.routes = {{0}};
    scene.groups = {{{{0, 0.21}, {length_m, width_m - 0.21}}, people}};
    return scene;
}

}  // namespace

Scene corridor(std::uint32_t people) { return roundCorridor("corridor", 20, 4, people); }

Scene rimea4(double people_per_m2) {
    constexpr double kLength_m = 50, kWidth_m = 10;
    return roundCorridor("RiMEA 4", kLength_m, kWidth_m,
                         static_cast<std::uint32_t>(std::lround(people_per_m2 * kLength_m * kWidth_m)));
}

Scene bottleneck(double door_m, std::uint32_t people, double depth_m) {
    constexpr double kRoom_m = 14, kBehind_m = 4.6;
    const double end_m = kRoom_m + depth_m + kBehind_m;
    Scene scene = walled("bottleneck", 10, end_m, {{{0, end_m - 1.5}, {10, end_m - 0.1}}});
    addWallAcross(scene.building, 0, 10, kRoom_m, {{5, door_m}}, depth_m);
    scene.groups = {{{{0.5, 4}, {9.5, 11.5}}, people}};
    return scene;
}

Scene rimea1() {
    Scene scene = walled("RiMEA 1", 44, 2, {{{41, 0}, {44, 2}}});
    scene.groups = {{{{1, 1}, {1, 1}}, 1}};
    return scene;
}

Scene rimea6() {
    Scene scene = walled("RiMEA 6", 14, 14, {{{12, 13}, {14, 14}}});
    scene.building.shapes.push_back(block(0, 2, 12, 14));
    scene.groups = {{{{0.3, 0.3}, {5.7, 1.7}}, 20}};
    return scene;
}

Scene rimea7(std::uint32_t people) {
    constexpr double kLane_m = 4, kLength_m = 44;  // no one sees another
    Scene scene = walled("RiMEA 7", kLength_m, kLane_m * people, {});
    for (std::uint32_t i = 0; i < people; ++i) {
        const double y = (i + 0.5) * kLane_m;
        scene.building.goals.front().areas.push_back({{41, i * kLane_m}, {kLength_m, (i + 1) * kLane_m}});
        scene.groups.push_back({{{1, y}, {1, y}}, 1});
    }
    return scene;
}

Scene rimea9(bool has_four_exits, std::uint32_t people) {
    constexpr double kLow_m = 3, kHigh_m = 23;  // of the room
    const std::vector<Point> doors{{7.5, 1}, {22.5, 1}};
    Scene scene =
        walled(has_four_exits ? "RiMEA 9, four exits" : "RiMEA 9, two exits", 30, 26, {{{0, 25}, {30, 26}}});
    addWallAcross(scene.building, 0, 30, kHigh_m, doors);
    addWallAcross(scene.building, 0, 30, kLow_m - kWall_m, has_four_exits ? doors : std::vector<Point>{});
    if (has_four_exits) scene.building.goals.front().areas.push_back({{0, 0}, {30, 1}});
    scene.groups = {{{{1, 4}, {29, 22}}, people}};
    return scene;
}

Scene rimea12(double corridor_m, std::uint32_t people) {
    Scene scene = walled("RiMEA 12", 28, 10, {{{27, 0}, {28, 10}}});
    addWallUp(scene.building, 0, 10, 10, 5, {5, corridor_m});
    addWallUp(scene.building, 0, 10, 25, kWall_m, {5, 1});
    scene.groups = {{{{0.5, 0.5}, {8.5, 9.5}}, people}};
    return scene;
}

Scene twoRooms(std::uint32_t people_each) {
    constexpr double kRooms_m = 9.6, kLow_m = 10, kHigh_m = 13;  // the corridor is above the rooms
    Scene scene = walled("two rooms", 40, kHigh_m, {{{38, kLow_m}, {40, kHigh_m}}});
    Building& building = scene.building;
    building.shapes.push_back(block(10, 0, 14, kRooms_m));
    building.shapes.push_back(block(24, 0, 40, kRooms_m));
    addWallAcross(building, 0, 40, kRooms_m, {{5, 1.2}, {19, 1}});
    addWallUp(building, kLow_m, kHigh_m, 36, kWall_m, {11.5, 1.2});
    scene.groups = {{{{0.5, 0.5}, {9.5, 8}}, people_each}, {{{14.5, 0.5}, {23.5, 8}}, people_each}};
    return scene;
}

Scene middleRoom(std::uint32_t people) {
    Scene scene = walled("small middle room", 20, 10, {{{18, 0}, {20, 10}}});
    Building& building = scene.building;
    building.shapes.push_back(block(10.4, 0, 14.4, 3));
    building.shapes.push_back(block(10.4, 7, 14.4, 10));
    addWallUp(building, 0, 10, 10, kWall_m, {5, 1.6});
    addWallUp(building, 0, 10, 14.4, kWall_m, {5, 0.8});
    scene.groups = {{{{0.5, 0.5}, {8.5, 9.5}}, people}};
    return scene;
}

Crowd crowdOf(const Scene& scene, std::uint64_t seed) {
    Crowd crowd(std::make_shared<const Building>(scene.building));
    while (!crowd.advanceWays(1u << 20)) {
    }
    standIn(crowd, scene.groups, seed);
    return crowd;
}

Crowd scatteredCrowdOf(const Scene& scene, std::uint64_t seed) {
    Crowd crowd(std::make_shared<const Building>(scene.building));
    for (const Group& group : scene.groups) {
        const Point size = group.area.high - group.area.low;
        for (std::uint32_t tried = 0; crowd.size() < group.people; ++tried) {
            const RandomBlock words = randomBlock(seed, tried, 0, 0, Purpose::kPersonBirth);
            const Place place = crowd.building().plane.place(
                group.area.low.x + size.x * static_cast<double>(unitFloat(words[0])),
                group.area.low.y + size.y * static_cast<double>(unitFloat(words[1])));
            if (!crowd.isFree(place, 0)) continue;
            const Manner manner = mannerOf(group.walks, scene.building.gait, seed, 1, crowd.size());
            crowd.add(place, manner.route, manner.speed, 0);
        }
    }
    return crowd;
}

}  // namespace drover::people
