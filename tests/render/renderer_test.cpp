// Tests renderer.h with known worlds drawn offscreen: animals, rings and lines are where they must be, and
// elsewhere there is bare ground.
// Turns leak detection off: the drivers keep memory until the process ends.
#include "tests/render/picture.h"

#include "core/flock/store.h"
#include "core/world/world_view.h"

namespace drover::render::renderer_test {
namespace {

// By the eye: where lights are drawn, and nothing dissolves in part.
constexpr double kFromAbove = 1;  // metres a pixel

TEST_F(Picture, AFlockThatIsOnePointIsALightWhereItIsAndNowhereElse) {
    world::World world(oneFlock(800, 200));
    const Camera camera = above(790, 210, kFromAbove);
    const Image image = draw(world, camera, bare());
    const Blob blob = blobOf(image, species_);
    EXPECT_GT(blob.pixels, 3);
    const Vec2d at = screen(world, camera, world.flocks().roots().get(0).place);
    EXPECT_NEAR(blob.middle.x, at.x, 2);
    EXPECT_NEAR(blob.middle.y, at.y, 2);
    EXPECT_TRUE(isLike(image.at(5, 5), ground_, 3));
    EXPECT_TRUE(isLike(image.at(kWidth - 5, kHeight - 5), ground_, 3));
    EXPECT_EQ(renderer_.counts().groups, 1u);
    EXPECT_EQ(renderer_.inSight(ViewOf::kMain).animals, 8u);
    EXPECT_EQ(renderer_.inSight(ViewOf::kMain).think, 1u);
}

// Of very many herds only a few are sent again, and the card draws the others from where the view was before.
TEST_F(Picture, AViewThatMovesOnByPixelsIsTheSameAsANewOne) {
    world::Scenario s = oneFlock(800, 200);
    s.world.world_size = 24'000;
    s.species[0].flocks = 2 * 32'768;
    s.species[0].region = {};
    const world::World world(s);
    constexpr double kMetresAPixel = 60;
    draw(world, above(9'000, 8'000, kMetresAPixel), bare());
    const std::size_t sent_at_first = renderer_.counts().bytes_uploaded;
    const Camera moved = above(9'130, 8'050, kMetresAPixel);
    const Image gone_on = draw(world, moved, bare());
    EXPECT_LT(renderer_.counts().bytes_uploaded, sent_at_first * 2 / 3);
    Renderer fresh(DROVER_SHADERS);
    fresh.beginFrame();
    fresh.draw(ViewOf::kMain, world.view(), moved, bare(), kView, kHeight);
    const Image anew = readPixels(kWidth, kHeight);
    int others = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) others += !isLike(gone_on.at(x, y), anew.at(x, y), 12);
    EXPECT_LT(others, kWidth * kHeight / 50);
}

TEST_F(Picture, AListedAnimalStandsWhereItIs) {
    const world::World world(oneFlock(800, 200));
    const Plane& plane = world.flocks().plane();
    const Camera camera = above(790, 210, 0.1);
    const Place place = plane.place(795, 215);
    const ListedBody listed[] = {{place, {1, 0}, 0}};
    const Body bodies[] = {Body::kZebra};
    const auto drawn = [&](std::span<const ListedBody> animals) {
        renderer_.drawListed({plane, animals, bodies, false}, camera, bare(), kView, kHeight);
        return readPixels(kWidth, kHeight);
    };
    const Image with = drawn(listed), without = drawn({});
    const Vec2d at = screen(world, camera, place);
    int near = 0, elsewhere = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            if (isLike(with.at(x, y), without.at(x, y), 8)) continue;
            (std::hypot(x - at.x, y - at.y) < 90 ? near : elsewhere) += 1;
        }
    }
    EXPECT_GT(near, 60);
    EXPECT_EQ(elsewhere, 0);
}

// The form says it, too, for those who do not tell colours apart.
TEST_F(Picture, TheLaterALightTheMoreItIsARing) {
    world::Scenario s = oneFlock(800, 200);
    s.species[0].task.nominal_ms = s.species[0].task.maximum_ms = 4000;
    s.species[0].kind.max_speed = 0.01f;
    s.load.manager = "elastic";
    world::World world(s);
    while (std::isinf(world.view().sinceUpdate(0))) world.step(0.02);
    const Camera camera = above(800, 200, kFromAbove);
    DrawSettings settings = bare();
    settings.colour_by = ColourBy::kSinceUpdate;
    settings.glyph_scale = 4;
    const auto hollow = [&] {
        const Image image = draw(world, camera, settings);
        const Vec2d at = screen(world, camera, world.flocks().roots().get(0).place);
        const auto bright = [&](double off) {
            const Colour c = image.at(static_cast<int>(at.x + off), static_cast<int>(at.y));
            return c.r + c.g + c.b;
        };
        int rim = 0;
        for (double off = 1; off < 16; ++off) rim = std::max(rim, bright(off));
        return rim - bright(0);
    };
    EXPECT_LE(hollow(), 0) << "a disc";
    for (int i = 0; i < 150; ++i) world.step(0.02);
    EXPECT_GT(hollow(), 40) << "a ring";
}

TEST_F(Picture, EveryLeafIsDrawnWhereItIs) {
    world::Scenario scenario = oneFlock(500, 500, 4);
    scenario.species[0].kind.separation.weight = 300;  // so that no animal hides another
    world::World world(scenario);
    for (int i = 0; i < 40; ++i) world.step(0.02);
    const flock::FlockStore& flocks = world.flocks();
    const std::uint32_t count = flocks.count(FlockId{0});
    ASSERT_EQ(count, 16u);
    const Place root = flocks.roots().get(0).place;
    const Camera camera = above(flocks.plane().xMetres(root), flocks.plane().yMetres(root), kFromAbove);
    DrawSettings settings = bare();
    settings.is_smooth = false;
    const Image image = draw(world, camera, settings);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec2d at = screen(world, camera, flocks.leaves().get(flocks.first(FlockId{0}) + i).place);
        EXPECT_TRUE(hasNear(image, at, species_, 3)) << "leaf " << i << " at " << at.x << ", " << at.y;
    }
    EXPECT_EQ(renderer_.counts().leaves, count);
    EXPECT_EQ(renderer_.counts().groups, 0u);
}

TEST_F(Picture, BetweenTwoUpdatesAFlockIsCarriedOnAlongItsVelocityUnlessRawStepsAreWanted) {
    world::Scenario s = oneFlock(800, 200);
    s.species[0].kind.max_speed = 40;
    s.species[0].task.nominal_ms = 900;
    s.species[0].task.maximum_ms = 900;
    s.load.manager = "elastic";
    world::World world(s);
    for (int i = 0; i < 60; ++i) world.step(0.02);
    const float stale_s = world.view().staleness(0);
    const flock::Agent root = world.flocks().roots().get(0);
    ASSERT_GT(length(root.velocity) * stale_s, 2) << "extrapolation moves it visibly";
    const Camera camera = above(world.flocks().plane().xMetres(root.place),
                                world.flocks().plane().yMetres(root.place), kFromAbove);
    DrawSettings settings = bare();
    const Blob smooth = blobOf(draw(world, camera, settings), species_);
    settings.is_smooth = false;
    const Blob raw = blobOf(draw(world, camera, settings), species_);
    EXPECT_NEAR(smooth.middle.x - raw.middle.x, static_cast<double>(root.velocity.x * stale_s), 1.5);
    EXPECT_NEAR(smooth.middle.y - raw.middle.y, -static_cast<double>(root.velocity.y * stale_s), 1.5);
}

TEST_F(Picture, ZonesAreRingsAroundThePlayerWithALabelOnTop) {
    world::World world(oneFlock(800, 200));
    const Camera camera = above(500, 500, 1);
    DrawSettings settings = bare();
    const Image without = draw(world, camera, settings);
    settings.shows_zones = true;
    const Image with = draw(world, camera, settings);
    for (const int radius : {50, 100, 150}) {  // three levels
        for (const Vec2 way : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0.6f, -0.8f}}) {
            const int x = kWidth / 2 + static_cast<int>(std::lround(way.x * static_cast<float>(radius)));
            const int y = kHeight / 2 + static_cast<int>(std::lround(way.y * static_cast<float>(radius)));
            bool differs = false;
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx)
                    differs |= !(with.at(x + dx, y + dy) == without.at(x + dx, y + dy));
            }
            EXPECT_TRUE(differs) << radius << " m";
        }
        EXPECT_TRUE(isLike(with.at(kWidth / 2 + radius - 25, kHeight / 2), ground_, 3));
    }
    ASSERT_EQ(renderer_.ringLabels().size(), 3u);
    EXPECT_FLOAT_EQ(renderer_.ringLabels()[1].radius_m, 100);
    EXPECT_NEAR(renderer_.ringLabels()[1].x, kWidth / 2, 0.1f);
    EXPECT_NEAR(renderer_.ringLabels()[1].y, kHeight / 2 - 100, 0.1f);
}

TEST_F(Picture, ThePlayerIsMarked) {
    world::World world(oneFlock(800, 200));
    const Image image = draw(world, above(480, 510, 1), bare());
    EXPECT_TRUE(hasNear(image, {kWidth / 2 + 20.0, kHeight / 2 + 10.0}, themeOf(ThemeName::kDark).player));
}

// The animal of the first herd whose nearest neighbour is farthest away: no other is drawn over it.
flock::Agent loneliest(const flock::FlockStore& flocks) {
    const std::uint32_t first = flocks.first(FlockId{0}), end = first + flocks.count(FlockId{0});
    flock::Agent found;
    float most = 0;
    for (std::uint32_t i = first; i < end; ++i) {
        const flock::Agent leaf = flocks.leaves().get(i);
        float nearest = 1e9f;
        for (std::uint32_t j = first; j < end; ++j) {
            if (j == i) continue;
            const Place other = flocks.leaves().get(j).place;
            nearest = std::min(nearest, length(flocks.plane().offset(leaf.place, other)));
        }
        if (nearest > most) most = nearest, found = leaf;
    }
    return found;
}

TEST_F(Picture, LinesLeadFromEachNodeToItsChildren) {
    world::World world(oneFlock(500, 500, 2));
    for (int i = 0; i < 3; ++i) world.step(0.02);
    const flock::FlockStore& flocks = world.flocks();
    ASSERT_EQ(flocks.count(FlockId{0}), 4u);
    const Place root = flocks.roots().get(0).place;
    const std::uint32_t first = flocks.first(FlockId{0});
    float farthest = 0;
    for (std::uint32_t i = first; i < first + 4; ++i)
        farthest = std::max(farthest, length(flocks.plane().offset(root, flocks.leaves().get(i).place)));
    const Camera camera = above(flocks.plane().xMetres(root), flocks.plane().yMetres(root),
                                static_cast<double>(farthest) / (0.15 * kHeight));
    DrawSettings settings = bare();
    settings.is_smooth = false;
    const Image without = draw(world, camera, settings);
    settings.shows_trees = true;
    const Image with = draw(world, camera, settings);
    EXPECT_GE(renderer_.counts().lines, 6u);
    int crossed = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        // In the tree of depth 2 the inner nodes are the parents of the first two and of the last two leaves.
        const Place one = flocks.leaves().get(first + i / 2 * 2).place,
                    other = flocks.leaves().get(first + i / 2 * 2 + 1).place;
        // The tree stands over the ground: inner nodes higher than leaves.
        const auto raised = [&](Place place, float high) {
            const Vec2 way = flocks.plane().offset(root, place);
            return camera.pixelOf(kView, {way.x, way.y, high}).value();
        };
        const Vec2 half = flocks.plane().offset(one, other) * 0.5f;
        const Vec2d a = raised(flocks.plane().moved(one, half), 5.6f),
                    b = raised(flocks.leaves().get(first + i).place, 2.2f);
        const int x = static_cast<int>(a.x * 0.7 + b.x * 0.3), y = static_cast<int>(a.y * 0.7 + b.y * 0.3);
        if (x < 2 || y < 2 || x >= kWidth - 2 || y >= kHeight - 2) continue;
        bool differs = false;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx)
                differs |= !(with.at(x + dx, y + dy) == without.at(x + dx, y + dy));
        }
        crossed += differs;
    }
    EXPECT_GE(crossed, 2);
}

TEST_F(Picture, OnlyTheSelectedHerdShowsItsTreeUnlessAllAreWanted) {
    world::World world(oneFlock(500, 500, 2));
    for (int i = 0; i < 3; ++i) world.step(0.02);
    const Place root = world.flocks().roots().get(0).place;
    const Plane& plane = world.flocks().plane();
    const Camera camera = above(plane.xMetres(root), plane.yMetres(root), 0.06);
    DrawSettings settings = bare();
    const auto lines = [&] {
        draw(world, camera, settings);
        return renderer_.counts().lines;
    };
    const std::uint64_t none = lines();
    settings.shows_trees = true;
    const std::uint64_t all = lines();
    EXPECT_GE(all, none + 6);
    settings.shows_trees = false, settings.selected_task = 0;
    EXPECT_GT(lines(), all) << "its tree and the ring around it";
}

TEST_F(Picture, ATrailLiesBehindAnAnimalAndNotBeforeIt) {
    world::Scenario s = oneFlock(500, 500, 2);
    s.species[0].kind.max_speed = 60, s.species[0].kind.max_force = 60'000;
    s.species[0].kind.wander.weight = 40;
    world::World world(s);
    for (int i = 0; i < 60; ++i) world.step(0.02);
    const flock::FlockStore& flocks = world.flocks();
    const flock::Agent leaf = loneliest(flocks);
    ASSERT_GT(length(leaf.velocity), 1);
    const Camera camera = above(flocks.plane().xMetres(leaf.place), flocks.plane().yMetres(leaf.place), 0.5);
    DrawSettings settings = bare();
    settings.is_smooth = false;
    const Image without = draw(world, camera, settings);
    settings.shows_trails = true;
    const Image with = draw(world, camera, settings);
    // Beside the light; y of a picture points down.
    const Vec2 ahead = unit(leaf.velocity);
    const auto differs = [&](float pixels) {
        const int x = kWidth / 2 + static_cast<int>(std::lround(ahead.x * pixels));
        const int y = kHeight / 2 - static_cast<int>(std::lround(ahead.y * pixels));
        return !(with.at(x, y) == without.at(x, y));
    };
    const float end_px = 0.7f * length(leaf.velocity) / 0.5f;
    ASSERT_GT(end_px, 5) << "or the trail is no longer than the light";
    EXPECT_TRUE(differs(-4));
    EXPECT_FALSE(differs(4));
    EXPECT_FALSE(differs(-end_px - 4));
}

TEST_F(Picture, AnotherViewKeepsTheLabelsOfTheFirst) {
    world::World world(oneFlock(800, 200));
    DrawSettings settings = bare();
    settings.shows_zones = true;
    draw(world, above(500, 500, 1), settings);
    const std::uint64_t groups = renderer_.counts().groups;
    const std::size_t labels = renderer_.ringLabels().size();
    ASSERT_EQ(labels, 3u);
    EXPECT_EQ(renderer_.ringLabels()[2].ring, RingLabel::Ring::kNear);
    renderer_.draw(ViewOf::kBeside, world.view(), above(500, 500, 0.1, 50), settings, {0, 0, 50, 50},
                   kHeight);
    EXPECT_EQ(renderer_.ringLabels().size(), labels);
    renderer_.draw(ViewOf::kBeside, world.view(), above(500, 500, 20, 50), settings, {0, 0, 50, 50}, kHeight);
    EXPECT_EQ(renderer_.counts().groups, groups + 1);
}

TEST_F(Picture, AnUpdateSendsOutARingThatFades) {
    world::Scenario s = oneFlock(800, 200);
    s.species[0].task.nominal_ms = 2000, s.species[0].task.maximum_ms = 2000;
    s.species[0].kind.max_speed = 0.01f;
    s.load.manager = "elastic";
    world::World world(s);
    const Camera camera = above(800, 200, kFromAbove);
    DrawSettings settings = bare();
    settings.shows_pulses = true;
    const auto extent = [&] {
        const Image image = draw(world, camera, settings);
        int farthest = 0;
        for (int x = kWidth / 2; x < kWidth; ++x) {
            if (!isLike(image.at(x, kHeight / 2), ground_, 24)) farthest = x - kWidth / 2;
        }
        return farthest;
    };
    while (std::isinf(world.view().sinceUpdate(0))) world.step(0.02);
    const int at_once = extent();
    for (int i = 0; i < 8; ++i) world.step(0.02);
    const int later = extent();
    EXPECT_GT(later, at_once + 2);
    for (int i = 0; i < 30; ++i) world.step(0.02);
    EXPECT_LT(extent(), later);
}

// Grass and earth: calm, the same wherever one comes back to, and without an edge at the seam.
TEST_F(Picture, TheGroundHasPatchesThatMoveWithIt) {
    world::World world(oneFlock(0.2, 300));
    DrawSettings settings = bare();
    settings.shows_meadow = true;
    const double size_m = world.flocks().plane().worldSize();
    const Image here = draw(world, above(0, 500, 0.5), settings),
                round = draw(world, above(size_m, 500, 0.5), settings),
                beside = draw(world, above(50, 500, 0.5), settings);
    int patches = 0, steepest = 0;
    for (int x = 101; x < kWidth; ++x) {
        EXPECT_EQ(here.at(x, 20), round.at(x, 20));
        EXPECT_NEAR(here.at(x, 20).g, beside.at(x - 100, 20).g, 1);
        patches += std::abs(here.at(x, 20).g - ground_.g) > 1;
        if (std::abs(x - kWidth / 2) > 3)  // the seam's line
            steepest = std::max(steepest, std::abs(here.at(x, 20).g - here.at(x - 1, 20).g));
    }
    EXPECT_GT(patches, 20);
    EXPECT_LE(steepest, 3);
}

TEST_F(Picture, WhatCrossesTheSeamIsDrawnOnBothSides) {
    world::World world(oneFlock(0.2, 300));
    // As wide as the world, so that both edges of the picture are the seam.
    const Camera camera = above(500, 500, 1000.0 / kWidth);
    DrawSettings settings = bare();
    settings.glyph_scale = 4;
    const Image image = draw(world, camera, settings);
    const double y = kHeight / 2 + 200 / (1000.0 / kWidth);
    EXPECT_TRUE(hasNear(image, {1, y}, species_, 4, 90));
    EXPECT_TRUE(hasNear(image, {kWidth - 2.0, y}, species_, 4, 90));
    // The camera on the seam itself: one flock, in the middle.
    const Image close = draw(world, above(0, 300, kFromAbove), bare());
    EXPECT_NEAR(blobOf(close, species_).middle.x, kWidth / 2 + 0.2, 3);
}

TEST_F(Picture, TheChosenFlockHasARing) {
    world::World world(oneFlock(800, 200));
    const Camera camera = above(800, 200, 0.5);
    DrawSettings settings = bare();
    EXPECT_EQ(blobOf(draw(world, camera, settings), settings.theme->selection).pixels, 0);
    settings.selected_task = 0;
    const Blob ring = blobOf(draw(world, camera, settings), settings.theme->selection);
    EXPECT_GT(ring.pixels, 60);
    EXPECT_NEAR(ring.middle.x, kWidth / 2, 2);
    settings.selected_task = 77;  // a flock number of another world
    EXPECT_EQ(blobOf(draw(world, camera, settings), settings.theme->selection).pixels, 0);
}

TEST_F(Picture, StaysInsideItsViewport) {
    world::World world(oneFlock(500, 500, 5));
    world.step(0.02);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const Viewport part{100, 40, 200, 150};
    const Image image = draw(world, above(500, 500, 0.5), {}, part);
    const Colour untouched{255, 0, 255, 255};
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const bool is_inside = part.contains(static_cast<float>(x), static_cast<float>(y));
            ASSERT_EQ(image.at(x, y) == untouched, !is_inside) << x << " " << y;
        }
    }
}

TEST_F(Picture, ColoursFollowTheSettings) {
    world::Scenario scenario = oneFlock(500, 500, 3);
    scenario.species[0].kind.separation.weight = 300;  // so that no light falls on another
    world::World world(scenario);
    for (int i = 0; i < 60; ++i) world.step(0.02);
    const flock::Agent leaf = loneliest(world.flocks());
    const Camera camera = above(world.flocks().plane().xMetres(leaf.place),
                                world.flocks().plane().yMetres(leaf.place), kFromAbove);
    const auto shows = [&](const Image& image, Colour colour) {
        return hasNear(image, {kWidth / 2.0, kHeight / 2.0}, colour, 4, 60);
    };
    DrawSettings settings = bare();
    settings.is_smooth = false;
    for (const ThemeName name : {ThemeName::kDark, ThemeName::kLight, ThemeName::kProjector}) {
        settings.theme = &themeOf(name);
        settings.colour_by = ColourBy::kSpecies;
        EXPECT_TRUE(shows(draw(world, camera, settings), settings.theme->species[0]));
        settings.colour_by = ColourBy::kDepth;  // the deepest level
        EXPECT_TRUE(shows(draw(world, camera, settings), settings.theme->gradient.back()));
        settings.colour_by = ColourBy::kDelays;  // none
        EXPECT_TRUE(shows(draw(world, camera, settings), settings.theme->gradient.front()));
    }
}

TEST_F(Picture, AViewportOfNothingIsNoError) {
    world::World world(oneFlock(800, 200));
    for (const Viewport& view : {Viewport{}, Viewport{0, 0, 300, 0}, Viewport{0, 0, 1, 1}}) {
        draw(world, above(500, 500, 1), {}, view);
    }
    renderer_.drawMinimap(world.view(), above(500, 500, 1), {}, {}, {0, 0, 0, 0}, kHeight);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

}  // namespace
// What the card has moves to other places when more comes into view.
TEST_F(Picture, OfVeryManyFlocksIsTheSameWhateverWasSeenBefore) {
    world::Scenario scenario = oneFlock(500, 500, 0);
    scenario.world.world_size = 40'000;
    scenario.species[0].flocks = 70'000;  // three slices
    scenario.species[0].region = {};
    scenario.load.manager = "elastic";
    world::World world(scenario);
    world.step(0.02);
    Camera whole;
    whole.fit(world.flocks().plane(), kView);
    const Camera cameras[] = {above(20'000, 20'000, 0.5), above(10'000, 30'000, 20), whole,
                              above(300, 300, 2), whole};
    for (const Camera& camera : cameras) {
        Image kept;
        for (int frame = 0; frame < 7; ++frame) kept = draw(world, camera, bare());
        Renderer fresh(DROVER_SHADERS);
        fresh.draw(ViewOf::kMain, world.view(), camera, bare(), kView, kHeight);
        EXPECT_EQ(fresh.counts().groups, renderer_.counts().groups);
        EXPECT_EQ(kept.rgb, readPixels(kWidth, kHeight).rgb) << camera.seen_m;
    }
}

}  // namespace drover::render::renderer_test
