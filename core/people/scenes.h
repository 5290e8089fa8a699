// The places in which pedestrian dynamics compares its models, as plain data: RiMEA's test cases (guideline
// 3.0), a bottleneck, a corridor without end, and two that are ours. The lab and the tests share them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/people/building.h"
#include "core/people/crowd.h"
#include "core/people/standing.h"

namespace drover::people {

struct Scene {
    std::string name;
    Building building;
    std::vector<Group> groups;
};

Scene corridor(std::uint32_t people);  // 20 x 4 m, round a torus
// A room of 10 x 14 m with a door so wide, 0.4 m deep.
Scene bottleneck(double door_m, std::uint32_t people = 150, double depth_m = 0.4);
Scene rimea1();                      // one person, 40 m
Scene rimea4(double people_per_m2);  // a corridor of 50 x 10 m, whose people come round a torus
Scene rimea6();                      // round a corner
Scene rimea7(std::uint32_t people);  // speeds by age: one person each, on lanes of their own
Scene rimea9(bool has_four_exits, std::uint32_t people = 1000);      // a large room
Scene rimea12(double corridor_m = 1.0, std::uint32_t people = 150);  // two rooms, a corridor between
Scene twoRooms(std::uint32_t people_each = 120);                     // whose doors open into one corridor
Scene middleRoom(std::uint32_t people = 150);  // a small room between two doors, the second narrower

// The crowd of a scene, whose groups stand in their areas evenly and a little out of line. All ways are
// known.
Crowd crowdOf(const Scene& scene, std::uint64_t seed);
// The same with people at any places that are free: a crowd that stands in rows keeps them.
Crowd scatteredCrowdOf(const Scene& scene, std::uint64_t seed);

}  // namespace drover::people
