// What the renderer does to be fast cannot be seen: leaves that stay on the card, one draw call a layer,
// points for small glyphs.
#include "tests/render/picture.h"

#include "core/flock/store.h"

namespace drover::render::shortcuts_test {
namespace {

// The card's copy of the leaves is never out of date, even if flocks were out of view in between.
TEST_F(Picture, AfterManyFramesItIsThatOfARendererThatBeginsNow) {
    world::Scenario s = manyFlocks(300, 5);
    s.load.manager = "elastic";
    s.load.budget.fixed_ns = 200000;  // most flocks wait
    world::World world(s);
    DrawSettings settings = bare();
    std::uint64_t changes = 0, most_animals = 0;
    std::vector<std::uint8_t> last;
    for (int i = 0; i < 90; ++i) {
        const world::Command move = world::MovePlayer{300.0 + 4 * i, 500};  // flocks expand and collapse
        world.step(0.05, {&move, 1});
        const Camera camera =
            above(300.0 + 4 * i, 500.0 + 120 * (i % 3), 0.6);  // some are out of view for a while
        settings.colour_by = i % 4 == 3 ? ColourBy::kDepth : ColourBy::kSpecies;
        const Image image = draw(world, camera, settings);
        changes += image.rgb != last;
        last = image.rgb;
        most_animals = std::max(most_animals, renderer_.counts().leaves);
        if (i % 5 != 4) continue;
        Renderer fresh(DROVER_SHADERS);
        fresh.draw(ViewOf::kMain, world.view(), camera, settings, kView, kHeight);
        ASSERT_EQ(readPixels(kWidth, kHeight).rgb, image.rgb) << "frame " << i;
    }
    EXPECT_GT(changes, 80u);
    EXPECT_GT(most_animals, 100u);
}

TEST_F(Picture, LeavesThatHaveNotMovedAreNotSentAgain) {
    world::World world(oneFlock(500, 500, 5));
    for (int i = 0; i < 3; ++i) world.step(0.02);
    const Camera camera = above(500, 500, 1);
    std::uint64_t first = 0;
    for (int turn = 0; turn < 3; ++turn)
        draw(world, camera, bare()), first = renderer_.counts().bytes_uploaded;
    const std::uint64_t leaves = renderer_.counts().leaves * 16;
    ASSERT_GE(leaves, 16u * 8);
    draw(world, camera, bare());
    EXPECT_EQ(renderer_.counts().bytes_uploaded, first - leaves);
    world.step(0.02);
    draw(world, camera, bare());
    EXPECT_GE(renderer_.counts().bytes_uploaded, first - leaves + renderer_.counts().leaves * 16);
}

TEST_F(Picture, OneDrawCallALayerHoweverManyThereAre) {
    world::Scenario s = manyFlocks(800, 5);
    s.wildlife.count = 5;
    s.pursuit.count = 10;
    world::World world(s);
    world.step(0.02);
    Camera camera;
    camera.fit(world.flocks().plane(), kView);
    draw(world, camera, {});
    EXPECT_GE(renderer_.counts().groups, 500u);
    EXPECT_GT(renderer_.counts().leaves, 100u);
    const int few = renderer_.counts().draw_calls;
    EXPECT_EQ(few, 8);
    s.species[0].flocks = 8000;  // and so that no leaf is drawn
    world::World crowd(s);
    draw(crowd, camera, {});
    EXPECT_EQ(renderer_.counts().draw_calls, few - 1) << "no leaves";
}

TEST_F(Picture, SmallLightsDrawnAsPointsLookAsLargeOnesDo) {
    world::Scenario s = oneFlock(500, 100);
    s.species[0].flocks = 200;
    s.species[0].region = {};
    world::World world(s);
    Camera camera;
    camera.fit(world.flocks().plane(), kView);
    DrawSettings settings = bare();
    const Image small = draw(world, camera, settings);
    std::size_t found = 0;
    for (std::uint32_t flock = 0; flock < 200; ++flock) {
        found +=
            hasNear(small, screen(world, camera, world.flocks().roots().get(flock).place), species_, 4, 90);
    }
    EXPECT_EQ(found, 200u);
    // Glyphs drawn as points have their noses the same way as large ones: compare the halves ahead of and
    // behind the middle.
    world::World one(oneFlock(500, 100));
    const flock::Agent root = one.flocks().roots().get(0);
    settings.glyph_scale = 4;
    for (const double metres_per_pixel : {1.0, 2.0}) {
        const Camera close = above(500, 100, metres_per_pixel);
        const Image image = draw(one, close, settings);
        const Vec2d at = screen(one, close, root.place);
        double weight = 0, ahead = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                if (!isLike(image.at(x, y), species_, 90)) continue;
                const Vec2d way{x + 0.5 - at.x, at.y - y - 0.5};
                ahead +=
                    way.x * static_cast<double>(root.heading.x) + way.y * static_cast<double>(root.heading.y);
                weight += std::hypot(way.x, way.y);
            }
        }
        ASSERT_GT(weight, 0);
        EXPECT_LT(ahead / weight, -0.05)
            << "a dart has more of itself behind its middle, at " << metres_per_pixel;
    }
}

}  // namespace
}  // namespace drover::render::shortcuts_test
