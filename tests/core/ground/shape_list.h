// Shapes for the tests of core/ground: ordinary ones, and a drawing of all that is hard to move among.
#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/ground/ground.h"

namespace drover::ground {

inline double drawn(std::uint32_t number, std::uint32_t part, double low, double high) {
    const RandomBlock words = randomBlock(7, number, part, 0, Purpose::kBirth);
    return low + (high - low) * (words[0] * 0x1p-32);
}

// In a world of 400 m: a lake with bays and needles of land, discs that touch, walls that cross and meet in
// narrow corners, a gap of two millimetres, and a shape across the seam.
inline std::vector<Shape> hardShapes() {
    std::vector<Shape> shapes{
        {Surface::kWater,
         {{50, 50},
          {120, 40},
          {119.9, 90},
          {121, 40.2},
          {150, 60},
          {150, 150},
          {101, 60},
          {100, 150},
          {60, 140}},
         0},
        {Surface::kRock, {{200, 100}}, 20},
        {Surface::kRock, {{240, 100}}, 20},
        {Surface::kRock, {{220, 134.6}}, 20},
        {Surface::kWall, {{200, 200}, {300, 202}}, 0.1},
        {Surface::kWall, {{200, 200}, {300, 198}}, 0.1},
        {Surface::kFence, {{250, 180}, {250, 260}}, 0.3},
        {Surface::kWall, {{100, 250}, {180, 250}}, 0.5},
        {Surface::kWall, {{100, 251.002}, {180, 251.002}}, 0.5},
        {Surface::kRock, {{350, 300}, {350.5, 340}, {349.5, 340}}, 0},
        {Surface::kWater, {{380, 380}, {430, 390}, {420, 440}, {395, 395}}, 0},
        {Surface::kRock, {{30, 330}, {60, 330}, {60, 360}, {59.998, 360}, {59.998, 331}, {30, 331}}, 0},
        {Surface::kWater, {{0, 200}}, 15},
    };
    Shape saw{Surface::kWater, {}, 0};
    for (int i = 0; i < 160; ++i) {
        const double along = (i % 40 + 0.5) / 40;
        const Point in_quarter[] = {
            {1 - along, along}, {-along, 1 - along}, {along - 1, -along}, {along, along - 1}};
        const Point at = in_quarter[i / 40];
        saw.corners.push_back(Point{300, 330} + at * ((i % 2 == 0 ? 25 : 20) / length(at)));
    }
    shapes.push_back(saw);
    return shapes;
}

}  // namespace drover::ground
