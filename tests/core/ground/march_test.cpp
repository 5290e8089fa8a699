// Tests ways over a ground (march.cpp): nobody enters anything.
#include "march.h"

#include <gtest/gtest.h>

#include "core/base/state_hash.h"

namespace drover::ground::march_test {
namespace {

TEST(Ways, LeadIntoNothing) {
    expectLawsOfWays({400, Edges::kTorus}, 1'000, 500);
    expectLawsOfWays({400, Edges::kOpen}, 20'000, 25);
}

// With every compiler.
TEST(Ways, HaveTheSameBitsEverywhere) {
    const Plane plane{400, Edges::kTorus};
    const Ground ground(plane, hardShapes());
    StateHash hash;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const RandomBlock words = randomBlock(2, i, 0, 0, Purpose::kBirth);
        const Vec2 way = Vec2{unitFloat(words[2]) - 0.5f, unitFloat(words[3]) - 0.5f} * 60;
        const Moved moved = ground.moved({words[0], words[1]}, way, way);
        hash.add(std::uint64_t{moved.place.x} << 32 | moved.place.y);
        hash.add(moved.velocity.x), hash.add(moved.velocity.y);
        const Vec2 push = ground.push(moved.place, 1500, 10);
        hash.add(push.x), hash.add(push.y);
    }
    EXPECT_EQ(hash.value(), 11213649012714112386u);
}

// Every way crosses the same border, and all of them stop.
TEST(Ways, CrossNoWall) {
    const Plane plane{1e6, Edges::kOpen};  // the coarsest places
    const std::vector<Shape> shapes{{Surface::kWall, {{-1000, 7}, {2000, 7.5}}, kLeastRadius}};
    const Ground ground(plane, shapes);
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        const Place from = plane.place(drawn(i, 0, 300, 700), drawn(i, 1, 8, 300));
        const Vec2 way{static_cast<float>(drawn(i, 2, -200, 200)),
                       static_cast<float>(drawn(i, 3, -500, -310))};
        EXPECT_GT(plane.yMetres(ground.moved(from, way, way).place), 7);
        EXPECT_GT(plane.yMetres(ground.firstContact(from, way)), 7);
    }
}

TEST(Ways, SlideAlongAWall) {
    const Plane plane{400, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kWall, {{0, 100}, {400, 100}}, 1}};
    const Moved moved = Ground(plane, shapes).moved(plane.place(200, 110), {30, -30}, {3, -3});
    EXPECT_NEAR(plane.xMetres(moved.place), 230, 0.001);
    EXPECT_NEAR(plane.yMetres(moved.place), 101 + Ground::kGap, 0.001);
    EXPECT_NEAR(moved.velocity.x, 3, 1e-6);
    EXPECT_NEAR(moved.velocity.y, 0, 1e-6);
    EXPECT_TRUE(moved.has_touched);
}

TEST(Ways, EndInACorner) {
    const Plane plane{400, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kWall, {{100, 100}, {300, 100}}, 1},
                                    {Surface::kWall, {{100, 100}, {100, 300}}, 1}};
    const Moved moved = Ground(plane, shapes).moved(plane.place(200, 150), {-300, -250}, {-3, -2});
    EXPECT_NEAR(plane.xMetres(moved.place), 101.01, 0.001);
    EXPECT_NEAR(plane.yMetres(moved.place), 101.01, 0.001);
    EXPECT_EQ(moved.velocity, Vec2{});
}

TEST(Ways, AreTheSameWhereNothingIsNear) {
    const Plane plane{4000, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kRock, {{100, 100}}, 5}};
    const Moved moved = Ground(plane, shapes).moved(plane.place(2000, 2000), {30, -40}, {3, 4});
    EXPECT_FALSE(moved.has_touched);
    EXPECT_EQ(moved.velocity, (Vec2{3, 4}));
    EXPECT_NEAR(length(plane.offset(moved.place, plane.place(2030, 1960))), 0, 1e-4);
}

TEST(Ways, OfChildrenEndAtTheFirstContact) {
    const Plane plane{400, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kRock, {{100, 100}}, 20}};
    const Place reached = Ground(plane, shapes).firstContact(plane.place(10, 101), {300, 0});
    EXPECT_NEAR(plane.xMetres(reached), 100 - std::sqrt(20.01 * 20.01 - 1), 0.001);
    EXPECT_NEAR(plane.yMetres(reached), 101, 0.001);
}

// The fence of open country stops a way among shapes too, and leaves the velocity to the herd.
TEST(Ways, EndAtTheFenceOfOpenCountry) {
    const Plane plane{400, Edges::kOpen};
    const std::vector<Shape> shapes{{Surface::kWall, {{900, 0}, {1000, 0}}, 1}};
    const Moved moved = Ground(plane, shapes).moved(plane.place(990, 20), {400, -100}, {4, -1});
    EXPECT_EQ(moved.place.x, Plane::kFenceHigh);
    EXPECT_NEAR(plane.yMetres(moved.place), 1 + Ground::kGap, 0.001);
    EXPECT_EQ(moved.velocity, (Vec2{4, 0}));
}

TEST(WhoIsInside, ComesOutTheNearestWay) {
    const Plane plane{400, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kWater, {{100, 100}, {200, 100}, {200, 200}, {100, 200}}}};
    const Ground ground(plane, shapes);
    const Place out = ground.outside(plane.place(150, 190));
    EXPECT_NEAR(plane.xMetres(out), 150, 0.001);
    EXPECT_NEAR(plane.yMetres(out), 200 + Ground::kGap, 0.001);
    const Place free = plane.place(150, 201);
    EXPECT_EQ(ground.outside(free), free);
}

TEST(WhoIsInside, ComesOutOfShapesThatOverlap) {
    const Plane plane{1000, Edges::kTorus};
    std::vector<Shape> shapes;
    for (std::uint32_t i = 0; i < 200; ++i)
        shapes.push_back(
            {Surface::kWater, {{drawn(i, 0, 300, 700), drawn(i, 1, 300, 700)}}, drawn(i, 2, 20, 90)});
    const Ground ground(plane, shapes);
    for (std::uint32_t i = 0; i < 2'000; ++i)
        EXPECT_GE(ground.distance(ground.outside(plane.place(drawn(i, 3, 250, 750), drawn(i, 4, 250, 750)))),
                  0);
}

TEST(WhoIsInside, StaysWhereAllIsWater) {
    const Plane plane{50, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kWater, {{-10, -10}, {70, -10}, {70, 70}, {-10, 70}}}};
    const Ground ground(plane, shapes);
    EXPECT_EQ(ground.outside({5, 6}), (Place{5, 6}));
    const Moved moved = ground.moved({5, 6}, {30, 30}, {3, 3});
    EXPECT_TRUE(std::isfinite(moved.velocity.x));
}

}  // namespace
}  // namespace drover::ground::march_test
