// Tests render/eyes without a picture: where the animals of folded herds stand, and that none jumps while its
// herd unfolds or folds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/world/world.h"
#include "core/world/world_view.h"
#include "render/living/arrangement.h"
#include "render/living/gather_scene.h"
#include "render/living/tracks.h"
#include "tests/render/small_world.h"

namespace drover::render::tracks_test {
namespace {

const Viewport kWide{0, 0, 1600, 900};

flock::Species measuredSpecies() {
    const world::World world(oneFlock(500, 500, 5));
    return world.flocks().allSpecies()[0];
}

TEST(Arrangement, AnimalsStandRoundTheirPointWithRoomBetweenThem) {
    const float apart_m = 2;
    const Arrangement arrangement(measuredSpecies(), {}, apart_m);
    ASSERT_EQ(arrangement.animals(), 32u);
    for (std::uint32_t variant = 0; variant < 8; ++variant) {
        Vec2 sum;
        float nearest = std::numeric_limits<float>::infinity();
        for (std::uint32_t a = 0; a < 32; ++a) {
            sum += arrangement.offset(variant, a);
            for (std::uint32_t b = 0; b < a; ++b)
                nearest = std::min(nearest,
                                   length(arrangement.offset(variant, a) - arrangement.offset(variant, b)));
        }
        EXPECT_LT(length(sum) / 32, 0.01f) << "their mean is the point";
        EXPECT_GT(nearest, apart_m * 0.75f) << "none inside another by more than a little";
    }
}

TEST(Arrangement, ANodesAnimalsAreThoseOfItsChildren) {
    const Arrangement arrangement(measuredSpecies(), {}, 2);
    const Arrangement::Around root = arrangement.around(3, 0), left = arrangement.around(3, 1),
                              right = arrangement.around(3, 2);
    EXPECT_EQ(root.first, 0u);
    EXPECT_EQ(root.count, 32u);
    EXPECT_EQ(left.count, 16u);
    EXPECT_EQ(right.first, 16u);
    EXPECT_LT(length(left.middle + right.middle), 0.01f);
    EXPECT_EQ(arrangement.around(3, 31).count, 1u) << "a leaf is one animal";
}

TEST(Arrangement, AHugeHerdIsDrawnAsSome) {
    flock::Species species = measuredSpecies();
    species.branching = 8, species.depth = 10;
    const Arrangement arrangement(species, {}, 2);
    EXPECT_LE(arrangement.animals(), Arrangement::kMostAnimals);
    EXPECT_GE(arrangement.animals(), 32u);
}

// Where each animal is shown, metres from the world's corner. What tells it from others is its name.
using Places = std::map<std::uint32_t, Vec2>;
Places shownIn(const Scene& scene) {
    const Vec2 focus{static_cast<float>(scene.focus_m.x), static_cast<float>(scene.focus_m.y)};
    Places places;
    for (const Batch& batch : scene.batches)
        for (const Instance& one : batch.instances)
            if (!batch.arrangement) places[one.variant] = one.at_m + focus;
    return places;
}

float largestJump(const Places& before, const Places& now) {
    float most = 0;
    for (const auto& [animal, at] : now)
        if (const auto was = before.find(animal); was != before.end())
            most = std::max(most, length(at - was->second));
    return most;
}

TEST(Tracks, NoAnimalJumpsByHalfItsLengthWhileItsHerdUnfoldsAndFolds) {
    world::Scenario scenario = oneFlock(620, 500, 5);
    scenario.species[0].name = "zebras";
    world::World world(scenario);
    SceneGather gather;
    Scene scene;
    // From far behind the herd is always in sight.
    Camera camera;
    camera.seen_m = 170;
    camera.yaw = 0;
    Places before;
    std::uint32_t most_leaves = 1, leaves_before = 1;
    int changes = 0;
    bool has_folded = false;
    float largest = 0;
    for (int frame = 0; frame < 900; ++frame) {
        // The player goes to the herd, and away again.
        const Plane& plane = world.flocks().plane();
        const Place herd = world.flocks().roots().get(0).place;
        const Vec2 way = plane.offset(world.player(), herd);
        const Vec2 step = unit(way) * (frame < 450 ? 0.4f : -0.9f);
        const bool stays = frame < 450 && length(way) < 3;
        const Place to = stays ? world.player() : plane.moved(world.player(), step);
        std::vector<world::Command> commands = {world::MovePlayer{plane.xMetres(to), plane.yMetres(to)}};
        world.step(1.0 / 60, commands);
        camera.lookAt(plane, {plane.xMetres(to), plane.yMetres(to)});
        gather.gather(world.view(), Sight(plane, camera, kWide), Light(plane, camera, kWide, {}), {}, scene);
        Places now = shownIn(scene);
        const std::uint32_t leaves = world.flocks().count(FlockId{0});
        if (leaves != leaves_before) ++changes;
        has_folded |= leaves < most_leaves;
        most_leaves = std::max(most_leaves, leaves), leaves_before = leaves;
        if (now.size() == 32 && before.size() == 32) largest = std::max(largest, largestJump(before, now));
        before = std::move(now);
    }
    EXPECT_EQ(most_leaves, 32u) << "it unfolded whole";
    EXPECT_TRUE(has_folded);
    EXPECT_GT(changes, 5);
    EXPECT_LT(largest, lengthOf(Body::kZebra) / 2);
}

std::vector<Target> inARow(std::size_t count, float apart_m) {
    std::vector<Target> targets(count);
    for (std::size_t i = 0; i < count; ++i)
        targets[i] = {.at_m = {static_cast<float>(i) * apart_m, 0}, .heading = {1, 0}};
    return targets;
}

void begin(Tracks& tracks, std::uint32_t herd, const std::vector<Target>& targets) {
    tracks.beginFrame(1.0f / 60, {});
    tracks.follow(herd, 1, 0.5f, targets);
    tracks.endFrame();
}

// The formula itself: targets that are all elsewhere at once.
TEST(Tracks, WhatIsShownGlidesMostOfTheWayInTwoFifthsOfASecond) {
    Tracks tracks;
    std::vector<Target> targets = inARow(4, 9);
    begin(tracks, 7, targets);
    for (Target& target : targets) target.at_m += {0, 10};
    float before = 0, most = 0, at_end = 0;
    for (int frame = 0; frame < 24; ++frame) {
        tracks.beginFrame(1.0f / 60, {});
        const std::span<const Shown> shown = tracks.follow(7, 2, 0.5f, targets);
        tracks.endFrame();
        most = std::max(most, shown[0].at_m.y - before);
        before = at_end = shown[0].at_m.y;
    }
    EXPECT_LT(most, 0.9f) << "of ten metres in a frame";
    EXPECT_GT(at_end, 9);
}

TEST(Tracks, EachAnimalTakesAPlaceNearIt) {
    Tracks tracks;
    std::vector<Target> targets = inARow(8, 10);
    begin(tracks, 0, targets);
    std::ranges::reverse(targets);
    tracks.beginFrame(1.0f / 60, {});
    const std::span<const Shown> shown = tracks.follow(0, 2, 0.5f, targets);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(shown[i].at_m.x, static_cast<float>(i) * 10, 0.01f);
}

TEST(Tracks, AWorldThatIsMovedAtOnceIsNotGlidedTo) {
    Tracks tracks;
    std::vector<Target> targets = inARow(1, 0);
    begin(tracks, 0, targets);
    targets[0].at_m = {500, 0};
    tracks.beginFrame(1.0f / 60, {});
    EXPECT_NEAR(tracks.follow(0, 1, 0.5f, targets)[0].at_m.x, 500, 0.01f);
}

}  // namespace
}  // namespace drover::render::tracks_test
