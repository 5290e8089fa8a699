// The laws of ways over a ground, which march_test.cpp holds for a million animals and long_march_test.cpp
// for a hundred times as many.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "shape_list.h"

namespace drover::ground {

// Whether a velocity leads into a surface that is touched.
inline bool leadsIn(const Ground& ground, Place place, Vec2 velocity) {
    return ground.distance(place) < static_cast<float>(Ground::kGap) + 1e-5f &&
           dot(velocity, ground.away(place)) < -1e-3f * length(velocity) - 1e-6f;
}

// Animals walk about in long steps, each on from where it came to; some begin inside.
inline void expectLawsOfWays(const Plane& plane, std::uint32_t animals, std::uint32_t steps) {
    const std::vector<Shape> shapes = hardShapes();
    const Ground ground(plane, shapes);
    std::uint64_t touched = 0, still = 0;
    for (std::uint32_t animal = 0; animal < animals; ++animal) {
        Place place = plane.place(drawn(animal, 0, 0, 400), drawn(animal, 1, 0, 400));
        Vec2 velocity;
        for (std::uint32_t step = 0; step < steps; ++step) {
            const RandomBlock words = randomBlock(1, animal, step, 0, Purpose::kBirth);
            // From a millimetre to two hundred metres; now and then it keeps its direction, along a surface
            // too.
            const float size = 0.001f * std::exp2(17.6f * unitFloat(words[0]));
            Vec2 way = Vec2{unitFloat(words[1]) - 0.5f, unitFloat(words[2]) - 0.5f} * (2 * size);
            if (words[3] % 4 == 0 && velocity != Vec2{}) way = unit(velocity) * size;
            const Place before = place;
            const Moved moved = ground.moved(place, way, way * 2.0f);
            place = moved.place, velocity = moved.velocity;
            const float distance = ground.distance(place);
            ASSERT_GE(distance, 0) << animal << ", " << step;
            ASSERT_FALSE(moved.has_touched && leadsIn(ground, place, velocity)) << animal << ", " << step;
            ASSERT_TRUE(std::isfinite(velocity.x) && std::isfinite(velocity.y));
            ASSERT_LE(length(velocity), length(way * 2.0f) * 1.000001f);
            if (ground.distance(before) >= 0.02f) {
                ASSERT_LE(length(plane.offset(before, place)), length(way) * 1.000001f + 0.02f);
            }
            touched += moved.has_touched, still += place == before;
        }
    }
    const std::uint64_t all = std::uint64_t{animals} * steps;
    EXPECT_GT(touched, all / 50);
    EXPECT_LT(still, all / 20);
}

}  // namespace drover::ground
