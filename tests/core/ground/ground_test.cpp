// Tests ground.h: distances against a plain sum over all shapes, and what follows from them.
#include "core/ground/ground.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "shape_list.h"

namespace drover::ground::ground_test {
namespace {

// The textbook form: each shape, each copy of the world, each edge.
double plainDistance(const Shape& shape, Point from) {
    const std::size_t count = shape.corners.size();
    double least = std::numeric_limits<double>::infinity(), turned = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Point a = shape.corners[i] - from, edge = shape.corners[(i + 1) % count] - shape.corners[i];
        const double along = count == 1 ? 0 : std::clamp(-dot(a, edge) / dot(edge, edge), 0.0, 1.0);
        least = std::min(least, length(a + edge * along));
        turned += std::atan2(cross(a, a + edge), dot(a, a + edge));
    }
    return (shape.isPolygon() && std::abs(turned) > 3 ? -least : least) - shape.radius;
}

double plainDistance(std::span<const Shape> shapes, const Plane& plane, Point from) {
    double least = Ground::kFar;
    const int round = plane.edges() == Edges::kTorus ? 2 : 0;
    for (const Shape& shape : shapes)
        for (int x = -round; x <= round; ++x)
            for (int y = -round; y <= round; ++y)
                least = std::min(
                    least, plainDistance(shape, from + Point{x * plane.worldSize(), y * plane.worldSize()}));
    return least;
}

class OfEachPlane : public testing::TestWithParam<Edges> {};
INSTANTIATE_TEST_SUITE_P(Ground, OfEachPlane, testing::Values(Edges::kTorus, Edges::kOpen));

TEST_P(OfEachPlane, DistancesAreThoseOfThePlainForm) {
    const std::vector<Shape> shapes = hardShapes();
    const Plane plane{400, GetParam()};
    const Ground ground(plane, shapes);
    int inside = 0, far = 0;
    for (std::uint32_t i = 0; i < 5'000; ++i) {
        const Place place = plane.place(drawn(i, 0, -100, 500), drawn(i, 1, -100, 500));
        const Point from{plane.xMetres(place), plane.yMetres(place)};
        const double expected = plainDistance(shapes, plane, from);
        ASSERT_NEAR(ground.distance(place), expected, 1e-4) << from.x << ", " << from.y;
        inside += expected < 0, far += expected == Ground::kFar;
    }
    EXPECT_GT(inside, 200);
    EXPECT_GT(far, 50);
}

TEST_P(OfEachPlane, AwayLeadsStraightFromTheSurface) {
    const std::vector<Shape> shapes = hardShapes();
    const Plane plane{400, GetParam()};
    const Ground ground(plane, shapes);
    int straight = 0, all = 0;
    for (std::uint32_t i = 0; i < 5'000; ++i) {
        const Place place = plane.place(drawn(i, 0, 0, 400), drawn(i, 1, 0, 400));
        const float distance = ground.distance(place);
        const Vec2 away = ground.away(place);
        if (static_cast<double>(distance) >= Ground::kFar) {
            ASSERT_EQ(away, Vec2{});
            continue;
        }
        ASSERT_NEAR(length(away), 1, 1e-6);
        ++all;  // on ridges it is no more than one of the ways
        straight += std::abs(ground.distance(plane.moved(place, away * 0.01f)) - distance - 0.01f) < 1e-3f;
    }
    EXPECT_GT(straight, all * 98 / 100);
}

TEST(Ground, PushesAsTheDistanceSays) {
    const Plane plane{400, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kRock, {{100, 100}}, 20}};
    const Ground ground(plane, shapes);
    EXPECT_NEAR(ground.push(plane.place(125, 100), 1500, 10).x, 750, 0.1);
    EXPECT_NEAR(ground.push(plane.place(100, 81), 1500, 10).y, -1500, 0.1)
        << "inside: no more than the weight";
    EXPECT_EQ(ground.push(plane.place(130.1, 100), 1500, 10), Vec2{});
    EXPECT_EQ(ground.push(plane.place(300, 300), 1500, 10), Vec2{});
}

TEST(Ground, WithoutShapesIsEmpty) {
    const Plane plane{400, Edges::kTorus};
    const Ground ground(plane, {});
    EXPECT_TRUE(ground.isEmpty());
    EXPECT_EQ(ground.distance({}), 64);
    EXPECT_EQ(ground.outside({5, 6}), (Place{5, 6}));
    const Moved moved = ground.moved({}, {1000, 3}, {7, 8});
    EXPECT_NEAR(plane.xMetres(moved.place), 200, 0.001);
    EXPECT_EQ(moved.velocity, (Vec2{7, 8}));
}

TEST(Ground, FirstOfShapesAsNearIsTheOneThatCounts) {
    const Plane plane{400, Edges::kTorus};
    const std::vector<Shape> shapes{{Surface::kRock, {{100, 100}}, 10}, {Surface::kRock, {{200, 100}}, 10}};
    EXPECT_EQ(Ground(plane, shapes).away(plane.place(150, 100)), (Vec2{1, 0}));
}

// All shapes near all places: the grid grows coarse instead of large.
TEST(Ground, OfManyLargeShapesStaysSmall) {
    std::vector<Shape> shapes;
    for (std::uint32_t i = 0; i < kMostShapes; ++i)
        shapes.push_back({Surface::kWater, {{drawn(i, 0, 0, 1e6), drawn(i, 1, 0, 1e6)}}, 4e5});
    for (const Edges edges : {Edges::kTorus, Edges::kOpen})
        EXPECT_LT(Ground({1e6, edges}, shapes).bytes(), std::size_t{8} << 20);
    EXPECT_LT(Ground({50, Edges::kTorus}, hardShapes()).bytes(), std::size_t{8} << 20);
}

TEST(Ground, BringsOutWhereThereIsRoomAndLeavesTheOthers) {
    const Plane plane(100, Edges::kTorus);
    const Place inside = plane.place(50, 50);
    const std::vector<Shape> lake = {{Surface::kWater, {{50, 50}}, 40}};
    const Ground with_room(plane, lake);
    EXPECT_GE(with_room.distance(with_room.outside(inside)), 0);
    const std::vector<Shape> sea = {{Surface::kWater, {{50, 50}}, 300}};
    EXPECT_EQ(Ground(plane, sea).outside(inside), inside);
}

}  // namespace
}  // namespace drover::ground::ground_test
