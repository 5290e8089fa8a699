// Tests shapes.h: what is wrong with a shape, and what is not.
#include "core/ground/shapes.h"

#include <gtest/gtest.h>

#include <limits>

#include "shape_list.h"

namespace drover::ground::shapes_test {
namespace {

const Plane kTorus{400, Edges::kTorus}, kOpenCountry{400, Edges::kOpen};

std::string flawIn(const Shape& shape, const Plane& plane = kTorus) {
    const auto flaw = flawOf(shape, plane);
    return flaw ? flaw->message() : "";
}

TEST(Shapes, ThatAreRight) {
    for (const Shape& shape : hardShapes()) EXPECT_EQ(flawIn(shape), "");
    EXPECT_EQ(flawOf(hardShapes(), kTorus), std::nullopt);
    EXPECT_EQ(flawIn({Surface::kRock, {{-600, 1000}}, 0.1}, kOpenCountry), "");
    EXPECT_EQ(flawIn({Surface::kWater, {{-400, -400}, {800, -400}, {800, 800}, {-400, 800}}}), "");
}

TEST(Shapes, SayWhatIsWrong) {
    const auto rock = [](std::vector<Point> corners, double radius = 0) {
        return Shape{Surface::kRock, std::move(corners), radius};
    };
    EXPECT_EQ(flawIn(rock({})), "corners: found 0, allowed 1 to 256");
    EXPECT_EQ(flawIn(rock(std::vector<Point>(257))), "corners: found 257, allowed 1 to 256");
    EXPECT_EQ(flawIn(rock({{0, 0}, {0, 801}}, 1)),
              "corners[1].y: found 801, allowed -400 to 800, inside the world");
    EXPECT_EQ(flawIn(rock({{-601, 0}}, 1), kOpenCountry),
              "corners[0].x: found -601, allowed -600 to 1000, inside the world");
    EXPECT_NE(flawIn(rock({{std::numeric_limits<double>::quiet_NaN(), 0}}, 1)), "");
    EXPECT_EQ(flawIn(rock({{0, 0}}, 0.05)), "radius: found 0.05, allowed 0.1 to 400");
    EXPECT_NE(flawIn(rock({{0, 0}}, std::numeric_limits<double>::quiet_NaN())), "");
    EXPECT_EQ(flawIn(rock({{0, 0}, {9, 0}, {0, 9}}, 1)), "radius: found 1, allowed 0 for a polygon");
    EXPECT_EQ(flawIn(rock({{0, 0}, {0, 0.0001}}, 1)),
              "corners[1]: found the place of the corner before, allowed 0.001 m away or more");
    EXPECT_EQ(flawIn(rock({{0, 0}, {9, 9}, {9, 0}, {0, 9}})),
              "corners[2]: found an edge that meets the edge from corners[0], allowed a polygon that does "
              "not cross "
              "or touch itself");
    EXPECT_NE(flawIn(rock({{0, 0}, {9, 0}, {5, 0}, {5, 5}})), "") << "turns right back";
    EXPECT_NE(flawIn(rock({{0, 0}, {9, 0}, {9, 5}, {4, 0}, {0, 5}})), "") << "touches itself";
    EXPECT_NE(flawIn(rock({{0, 0}, {9, 0}, {18, 0}})), "") << "no area";
    EXPECT_EQ(flawIn(rock({{0, 0}, {90, 0}, {90, 0.1}, {0, 0.1}})),
              "corners: found a polygon 0.1 m thick, allowed 0.2 m or more");
    EXPECT_EQ(flawIn(rock({{0, 0}, {2.05, 0}, {2.05, 0.2}, {0, 0.2}})), "") << "as thick as is allowed";
}

TEST(Shapes, AreCounted) {
    std::vector<Shape> many(kMostShapes, {Surface::kRock, {{5, 5}}, 3});
    EXPECT_EQ(flawOf(many, kTorus), std::nullopt);
    many[3].radius = -1;
    EXPECT_EQ(flawOf(many, kTorus)->field, "shapes[3].radius");
    many.push_back(many[0]);
    EXPECT_EQ(flawOf(many, kTorus)->message(), "shapes: found 1001 shapes, allowed 1000");
}

}  // namespace
}  // namespace drover::ground::shapes_test
