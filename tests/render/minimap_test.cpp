// The minimap, in pixels.
#include "tests/render/picture.h"

namespace drover::render::minimap_test {
namespace {

TEST_F(Picture, TheMinimapShowsTheWorldAndTheView) {
    world::World world(oneFlock(250, 750));
    const Viewport map{10, 10, 200, 200};
    DrawSettings settings;
    settings.colour_by = ColourBy::kSpecies;
    settings.shows_meadow = false;
    const Camera camera = above(500, 500, 0.5);  // sees 240 by 180 m: 48 by 36 pixels of the map
    renderer_.drawMinimap(world.view(), camera, kView, settings, map, kHeight);
    const Image image = readPixels(kWidth, kHeight);
    EXPECT_TRUE(hasNear(image, {10 + 50, 10 + 50}, species_, 2, 60)) << "the flock, in its species' colour";
    EXPECT_TRUE(hasNear(image, {10 + 100 - 24, 10 + 100}, settings.theme->selection, 1, 80))
        << "the view's left side";
    EXPECT_TRUE(hasNear(image, {10 + 100, 10 + 100 - 18}, settings.theme->selection, 1, 80))
        << "the view's upper side";
    EXPECT_TRUE(isLike(image.at(10 + 150, 10 + 150), ground_, 12));
    // From the feet: what is ahead.
    const Camera low{.centre_m = {500, 500}, .seen_m = 12, .yaw = 0};
    renderer_.drawMinimap(world.view(), low, kView, settings, map, kHeight);
    const Image ahead = readPixels(kWidth, kHeight);
    EXPECT_TRUE(hasNear(ahead, {10 + 100 + 60, 10 + 100 - 35}, settings.theme->selection, 4, 80));
    EXPECT_TRUE(hasNear(ahead, {10 + 100 + 60, 10 + 100 + 35}, settings.theme->selection, 4, 80));
    EXPECT_TRUE(isLike(ahead.at(10 + 30, 10 + 100), ground_, 12)) << "behind";
    settings.colour_by = ColourBy::kLateness;
    renderer_.drawMinimap(world.view(), camera, kView, settings, map, kHeight);
    EXPECT_TRUE(
        hasNear(readPixels(kWidth, kHeight), {10 + 50, 10 + 50}, settings.theme->gradient.front(), 2, 60))
        << "on time, as in the large picture";
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Picture, TheMinimapOfVeryManyFlocksIsDrawnOfSome) {
    world::Scenario s = oneFlock(300, 300);
    s.species.push_back(s.species[0]);
    s.species[1].name = "zebras";
    s.species[0].flocks = 150'000, s.species[1].flocks = 50'000;
    s.species[0].region = {300, 300, 100}, s.species[1].region = {700, 700, 100};
    world::World world(s);
    DrawSettings settings;
    settings.shows_meadow = false;
    draw(world, above(500, 500, 0.1, 4), settings, {0, 0, 4, 4});
    const std::size_t before = renderer_.counts().bytes_uploaded;
    renderer_.drawMinimap(world.view(), above(500, 500, 0.1), kView, settings, {10, 10, 200, 200}, kHeight);
    EXPECT_LT(renderer_.counts().bytes_uploaded - before, 800'000u);
    const Image image = readPixels(kWidth, kHeight);
    std::array<int, 2> covered{};
    for (int y = -12; y <= 12; ++y) {
        for (int x = -12; x <= 12; ++x) {
            covered[0] += !isLike(image.at(10 + 60 + x, 10 + 140 + y), ground_, 12);
            covered[1] += !isLike(image.at(10 + 140 + x, 10 + 60 + y), ground_, 12);
        }
    }
    EXPECT_EQ(covered, (std::array{625, 625})) << "both species, though only some flocks have dots";
    EXPECT_TRUE(isLike(image.at(10 + 60, 10 + 60), ground_, 12));
}

}  // namespace
}  // namespace drover::render::minimap_test
