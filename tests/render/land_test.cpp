// What stands on the ground is drawn where it is, on both sides of the seam, and on the
// minimap.
#include "tests/render/picture.h"

namespace drover::render::land_test {
namespace {

using ground::Surface;

world::Scenario withShapes() {
    world::Scenario s = oneFlock(900, 900);
    s.world.shapes = {{Surface::kWall, {{460, 450}, {540, 450}}, 2},
                      {Surface::kRock, {{500, 520}}, 25},
                      {Surface::kRock, {{530, 520}}, 25},
                      {Surface::kWater, {{980, 480}, {1020, 480}, {1020, 520}, {980, 520}}, 0}};
    return s;
}

TEST_F(Picture, WhatStandsOnTheGroundIsFilledWhereItIs) {
    world::World world(withShapes());
    const Camera camera = above(500, 500, 0.5);
    const DrawSettings settings = bare();
    const Image image = draw(world, camera, settings);
    const auto isAt = [&](double x, double y, Colour colour) {
        const Vec2d at{kWidth / 2 + (x - 500) / 0.5, kHeight / 2 - (y - 500) / 0.5};
        return hasNear(image, at, colour, 5) &&
               isLike(image.at(static_cast<int>(at.x), static_cast<int>(at.y)), colour);
    };
    const auto colours = [&](Surface surface) {
        return settings.theme->land[static_cast<std::size_t>(surface)];
    };
    EXPECT_TRUE(isAt(500, 450, colours(Surface::kWall).fill));
    EXPECT_TRUE(isAt(470, 450, colours(Surface::kWall).fill));
    EXPECT_FALSE(isAt(455, 450, colours(Surface::kWall).fill));
    EXPECT_TRUE(isLike(image.at(kWidth / 2, kHeight / 2 + 60), ground_, 3));
    EXPECT_TRUE(isAt(500, 520, colours(Surface::kRock).fill));
    int rims = 0;
    for (double x = 505; x < 526; x += 0.5) rims += isAt(x, 520, colours(Surface::kRock).rim);
    EXPECT_EQ(rims, 0) << "shapes that overlap have one rim around both";
}

TEST_F(Picture, WhatLiesAcrossTheSeamIsOnBothSides) {
    world::World world(withShapes());
    const Camera camera = above(500, 500, 4);
    const DrawSettings settings = bare();
    const Image image = draw(world, camera, settings);
    const Colour water = settings.theme->land[static_cast<std::size_t>(Surface::kWater)].fill;
    for (const int side : {-1, 1})
        EXPECT_TRUE(hasNear(image, {kWidth / 2 + side * 122.0, kHeight / 2.0}, water, 2));
}

}  // namespace
}  // namespace drover::render::land_test
