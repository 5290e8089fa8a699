// Tests gather.h: everything in view is chosen, nothing out of view, and both images at the seam.
#include "render/lights/gather.h"
#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/world/world_view.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <set>

#include "core/base/allocations.h"
#include "tests/render/small_world.h"

namespace drover::render::gather_test {
namespace {

const Viewport kSquare{0, 0, 400, 400};

struct Chosen {
    Gather gather;
    void choose(const world::World& world, const Camera& camera) {
        gather.choose(world.view(), Sight(world.flocks().plane(), camera, kSquare), 5, {}, 1u << 20);
    }
};

TEST(Gather, SeesWhatIsInTheViewAndLeavesOutTheRest) {
    world::World world(manyFlocks(400, 4));
    for (int i = 0; i < 5; ++i) world.step(0.02);
    const Camera camera = above(30, 60, 0.5, 400);
    Chosen seen;
    seen.choose(world, camera);
    std::vector<bool> is_chosen(world.flocks().size());
    for (const auto& list : {seen.gather.herds(), seen.gather.groups()}) {
        for (const Gather::Seen& one : list) is_chosen[one.task] = true;
    }
    const Plane& plane = world.flocks().plane();
    std::size_t inside = 0, outside = 0;
    for (std::uint32_t flock = 0; flock < world.flocks().size(); ++flock) {
        const Place root{world.flocks().roots().x[flock], world.flocks().roots().y[flock]};
        const Vec2d way = camera.offset(plane, {plane.xMetres(root), plane.yMetres(root)});
        const double farthest = std::max(std::abs(way.x), std::abs(way.y));
        if (farthest < 100) {
            EXPECT_TRUE(is_chosen[flock]) << flock;
            ++inside;
        } else if (farthest > 100 + 5 + 60 && world.flocks().isAlone(FlockId{flock})) {
            EXPECT_FALSE(is_chosen[flock]) << flock;
            ++outside;
        }
    }
    EXPECT_GT(inside, 5u);
    EXPECT_GT(outside, 100u);
}

TEST(Gather, AnExpandedFlockIsSeenAsLongAsOneOfItsLeavesIs) {
    world::Scenario s = oneFlock(500, 500);
    world::World world(s);
    for (int i = 0; i < 3; ++i) world.step(0.02);
    const flock::FlockStore& flocks = world.flocks();
    ASSERT_EQ(flocks.count(FlockId{0}), 8u);
    const flock::Agent leaf = flocks.leaves().get(flocks.first(FlockId{0}));
    Camera camera = above(flocks.plane().xMetres(leaf.place), flocks.plane().yMetres(leaf.place), 0.002, 400);
    Chosen seen;
    seen.choose(world, camera);
    EXPECT_EQ(seen.gather.leaves(), 8u);
}

TEST(Gather, WhatStandsOnTheSeamHasTwoImagesInAViewOfTheWholeWorld) {
    world::World world(oneFlock(0.5, 300));
    Camera camera;
    camera.fit(world.flocks().plane(), kSquare);
    Chosen seen;
    seen.choose(world, camera);
    ASSERT_EQ(seen.gather.groups().size(), 2u);
    const float apart = std::abs(seen.gather.groups()[0].offset_m.x - seen.gather.groups()[1].offset_m.x);
    EXPECT_NEAR(apart, 1000, 0.1f);
    world::World inner(oneFlock(250, 300));
    seen.choose(inner, camera);
    EXPECT_EQ(seen.gather.groups().size(), 1u);
}

TEST(Gather, BlocksNameEveryLeafOnceWithItsFlocksRecordAndItsLevel) {
    world::Scenario s = manyFlocks(400, 4);
    s.species[0].kind.depth = 6;
    world::World world(s);
    for (int i = 0; i < 5; ++i) world.step(0.02);
    Camera camera;
    camera.fit(world.flocks().plane(), kSquare);
    Chosen seen;
    seen.choose(world, camera);
    std::vector<LeafBlock> blocks(seen.gather.blocks());
    seen.gather.writeBlocks(world.view(), true, blocks.data());
    const flock::FlockStore& flocks = world.flocks();
    std::size_t at = 0, leaves = 0, largest = 0;
    for (std::uint32_t record = 0; record < seen.gather.herds().size(); ++record) {
        const FlockId id{seen.gather.herds()[record].task};
        for (std::uint32_t i = 0; i < flocks.count(id); ++i, ++leaves) {
            const LeafBlock& block = blocks[at + i / 16];
            ASSERT_EQ(block.record & 0x0FFFFFFFu, record);
            ASSERT_EQ(block.first + i % 16, flocks.first(id) + i);
            ASSERT_GE(block.record >> 28, i % 16);
            ASSERT_EQ(block.levels[i % 16 / 8] >> i % 8 * 4 & 15,
                      flocks.treeOf(id).level(flocks.nodes(id)[i]));
        }
        at += (flocks.count(id) + 15) / 16;
        ASSERT_EQ(blocks[at - 1].record >> 28, (flocks.count(id) - 1) % 16)
            << "the last block holds the rest";
        largest = std::max<std::size_t>(largest, flocks.count(id));
    }
    EXPECT_EQ(at, blocks.size());
    EXPECT_EQ(leaves, seen.gather.leaves());
    EXPECT_GT(largest, 16u);
}

TEST(Gather, TellsWhoseLeavesAreOthersThanBefore) {
    world::World world(oneFlock(500, 500));
    for (int i = 0; i < 3; ++i) world.step(0.02);
    Camera elsewhere = above(100, 100, 0.1, 400);
    Chosen seen;
    seen.choose(world, elsewhere);
    EXPECT_EQ(seen.gather.herds().size(), 0u);
    ASSERT_EQ(seen.gather.changed().size(), 1u) << "also out of view";
    EXPECT_EQ(seen.gather.changed()[0], 0u);
    seen.choose(world, elsewhere);
    EXPECT_TRUE(seen.gather.changed().empty());
    world.step(0.02);
    seen.choose(world, elsewhere);
    EXPECT_EQ(seen.gather.changed().size(), 1u);
    world::World twin(oneFlock(500, 500));
    for (int i = 0; i < 4; ++i) twin.step(0.02);
    seen.choose(twin, elsewhere);
    EXPECT_EQ(seen.gather.changed().size(), 1u) << "in a new world every expanded flock counts as changed";
}

TEST(Gather, FlocksThatTheCardHasNoRoomForAreGroups) {
    world::World world(oneFlock(500, 500, 5));
    for (int i = 0; i < 3; ++i) world.step(0.02);
    const std::size_t leaves = world.flocks().count(FlockId{0});
    ASSERT_GT(leaves, 3u);
    const Sight sight(world.flocks().plane(), above(500, 500, 1, 400), kSquare);
    Gather gather;
    gather.choose(world.view(), sight, 5, {}, leaves);
    EXPECT_EQ(gather.leaves(), leaves);
    gather.choose(world.view(), sight, 5, {}, leaves - 1);
    EXPECT_EQ(gather.leaves(), 0u);
    EXPECT_EQ(gather.groups().size(), 1u);
}

TEST(Gather, ASteadyFrameAllocatesNothing) {
    world::World world(manyFlocks(400, 4));
    Camera camera;
    camera.fit(world.flocks().plane(), kSquare);
    Chosen seen;
    for (int i = 0; i < 50; ++i) world.step(0.02), seen.choose(world, camera);
    std::vector<GlyphRecord> records(2 * seen.gather.records());
    std::vector<LeafBlock> blocks(2 * seen.gather.blocks());
    const DrawSettings settings;
    for (int i = 0; i < 20; ++i) {
        const std::size_t before = allocationsSoFar();
        const world::WorldView view = world.view();
        seen.choose(world, camera);
        const Paint paint(view, settings);
        seen.gather.writeHerds(view, settings, paint, records.data());
        seen.gather.writeGroups(view, settings, paint, GlyphSizes{}, records.data());
        seen.gather.writeBlocks(view, true, blocks.data());
        EXPECT_EQ(allocationsSoFar(), before);
    }
}

TEST(Gather, AnotherWorldInItsPlaceIsMeasuredAnew) {
    world::World world(oneFlock(500, 500));
    for (int i = 0; i < 3; ++i) world.step(0.02);
    Camera camera = above(500, 500, 1, 400);
    Chosen seen;
    seen.choose(world, camera);
    EXPECT_GT(seen.gather.reach(0), 0);
    const world::Command restart = world::Restart{99};
    world.step(0.02, {&restart, 1});
    for (int i = 0; i < 2; ++i) world.step(0.02);
    seen.choose(world, camera);
    const flock::FlockStore& flocks = world.flocks();
    float farthest = 0;
    for (std::uint32_t i = 0; i < flocks.count(FlockId{0}); ++i) {
        const flock::Agent leaf = flocks.leaves().get(flocks.first(FlockId{0}) + i);
        const Vec2 way = flocks.plane().offset(flocks.roots().get(0).place, leaf.place);
        farthest = std::max({farthest, std::abs(way.x), std::abs(way.y)});
    }
    EXPECT_NEAR(seen.gather.reach(0), farthest, 1e-3f);
}

// 70,000 flocks are three slices.
world::Scenario veryMany() {
    world::Scenario s = manyFlocks(70'000, 4);
    s.world.world_size = 40'000;
    return s;
}

struct Crowd {
    world::World world{veryMany()};
    Gather gather;
    Camera camera;
    SliceLook look;

    Crowd() { camera.fit(world.flocks().plane(), kSquare); }
    std::set<std::uint32_t> choose(bool all_due = false) {
        gather.choose(world.view(), Sight(world.flocks().plane(), camera, kSquare), 5, look, 1u << 20,
                      all_due);
        std::set<std::uint32_t> slices;
        for (const Gather::Part& part : gather.parts()) slices.insert(part.slice);
        return slices;
    }
};
using Chose = std::set<std::uint32_t>;
constexpr std::uint32_t kMinds = 3;  // the last slice

TEST(Gather, OfVeryManyFlocksOneSliceAFrameIsLookedAt) {
    Crowd crowd;
    EXPECT_EQ(crowd.choose(), (Chose{0, 1, 2, kMinds}));
    const std::size_t in_view = crowd.gather.groupsInView();
    EXPECT_GE(in_view, 70'000u - crowd.gather.herds().size());
    Chose chosen;
    for (int frame = 0; frame < 3; ++frame) {
        const Chose now = crowd.choose();
        EXPECT_EQ(now.size(), 2u);
        EXPECT_TRUE(now.contains(kMinds));
        EXPECT_LT(crowd.gather.groups().size(), in_view / 2);
        EXPECT_EQ(crowd.gather.groupsInView(), in_view) << "the card has the others";
        chosen.insert(now.begin(), now.end());
    }
    EXPECT_EQ(chosen, (Chose{0, 1, 2, kMinds})) << "each in its turn";
}

TEST(Gather, WhatChangesThePictureMakesAllSlicesDue) {
    Crowd crowd;
    crowd.choose();
    const auto expectAll = [&](const char* why, bool all_due = false) {
        EXPECT_EQ(crowd.choose(all_due).size(), 4u) << why;
        EXPECT_EQ(crowd.choose().size(), 2u) << "and then none but the next after: " << why;
    };
    expectAll("pulses are shown", true);
    crowd.camera.centre_m.x += 250;
    EXPECT_EQ(crowd.choose().size(), 2u) << "2.5 pixels: the view is drawn from its anchor";
    EXPECT_NEAR(crowd.gather.shift_m().x, 250, 0.1);
    crowd.camera.centre_m.x += 100;
    expectAll("the view moved on");
    EXPECT_NEAR(crowd.gather.shift_m().x, 0, 0.1);
    crowd.camera.seen_m *= 0.9;
    expectAll("it was zoomed");
    crowd.look.colour_by = 1;
    expectAll("another colouring");
    const world::Command restart = world::Restart{7};
    crowd.world.step(0.02, {&restart, 1});
    expectAll("another world");
    crowd.world.step(2);
    EXPECT_EQ(crowd.choose().size(), 2u) << "100 m a pixel: nothing moves by half of one in two seconds";
    crowd.camera = above(crowd.camera.centre_m.x, crowd.camera.centre_m.y, 1, 400);
    crowd.choose();
    crowd.world.step(2);
    expectAll("at 1 m a pixel things move");
}

TEST(Gather, ASliceIsLookedAtWhenOneOfItsFlocksUnfoldsOrFolds) {
    Crowd crowd;
    std::size_t unfolded = 0;
    for (int frame = 0; frame < 40; ++frame) {
        const world::Command move = world::MovePlayer{1000.0 * frame, 20'000};
        crowd.world.step(0.001, {&move, 1});
        crowd.choose();
        const flock::FlockStore& flocks = crowd.world.flocks();
        // A flock is a herd or among the groups that the card has, never both and never neither.
        std::size_t alone = 0;
        for (std::uint32_t flock = 0; flock < flocks.size(); ++flock) alone += flocks.isAlone(FlockId{flock});
        Gather fresh;
        fresh.choose(crowd.world.view(), Sight(flocks.plane(), crowd.camera, kSquare), 5, {}, 1u << 20);
        ASSERT_EQ(crowd.gather.groupsInView(), fresh.groupsInView()) << frame;
        ASSERT_EQ(crowd.gather.herds().size(), fresh.herds().size()) << frame;
        unfolded += flocks.size() - alone;
    }
    EXPECT_GT(unfolded, 10u);
}

TEST(Gather, WhatAFirstLookLeavesOutIsOutOfView) {
    Crowd crowd;
    const Plane& plane = crowd.world.flocks().plane();
    for (const double width_m : {30.0, 900.0, 39'000.0}) {
        crowd.camera = above(39'990, 100, width_m / 400, 400);
        const Sight sight(plane, crowd.camera, kSquare);
        std::size_t left_out = 0;
        for (const float reach_m : {0.0f, 3.0f, 500.0f, 25'000.0f}) {
            const Sight::Unseen across = sight.unseen(sight.half_m.x, reach_m);
            for (double x = 0; x < 40'000; x += 7.3) {
                const Place place = plane.place(x, 100);
                if (!across.has(sight.middle.x, place.x)) continue;
                ++left_out;
                ASSERT_FALSE(sight.sees(sight.offset(place), reach_m) ||
                             sight.mayRepeat(sight.offset(place), reach_m))
                    << x << " " << reach_m << " " << width_m;
            }
        }
        EXPECT_EQ(left_out > 5000, width_m < 39'000) << width_m;
    }
}

TEST(Gather, OfVeryManyFlocksASmallViewHasThoseInItAndNoOthers) {
    Crowd crowd;
    for (int i = 0; i < 30; ++i) crowd.world.step(0.02);
    crowd.look.is_smooth = false;
    const flock::FlockStore& flocks = crowd.world.flocks();
    std::size_t unfolded = 0;
    for (const Vec2d centre : {Vec2d{20'000, 20'000}, Vec2d{39'990, 100}, Vec2d{300, 300}}) {
        for (const double width_m : {30.0, 900.0, 9'000.0, 39'000.0}) {
            crowd.camera = above(centre.x, centre.y, width_m / 400, 400);
            crowd.choose();
            const Sight sight(flocks.plane(), crowd.camera, kSquare);
            std::multiset<std::uint32_t> in_view, found;
            for (std::uint32_t flock = 0; flock < flocks.size(); ++flock) {
                if (!flocks.isAlone(FlockId{flock})) {
                    ++unfolded;
                    continue;
                }
                const flock::AgentColumns& roots = flocks.roots();
                sight.images(sight.offset({roots.x[flock], roots.y[flock]}), 5 + Slices::most_shift_m(sight),
                             [&](Vec2) { in_view.insert(flock); });
            }
            for (const Gather::Seen& seen : crowd.gather.groups()) found.insert(seen.task);
            EXPECT_EQ(found, in_view) << centre.x << " " << width_m;
        }
    }
    EXPECT_GT(unfolded, 10u);
}

// What one core lists and writes, byte by byte.
struct Written {
    std::vector<std::uint32_t> changed;
    std::vector<std::array<std::size_t, 3>> parts;
    std::vector<GlyphRecord> herds, groups;
    std::vector<LeafBlock> blocks;

    Written(Gather& gather, const world::World& world, const Camera& camera, std::size_t most_texels) {
        const world::WorldView view = world.view();
        const Sight sight(view.plane(), camera, kSquare);
        const DrawSettings settings;
        const Paint paint(view, settings);
        gather.choose(view, sight, 5, {}, most_texels, false);
        changed.assign(gather.changed().begin(), gather.changed().end());
        for (const Gather::Part& part : gather.parts()) parts.push_back({part.slice, part.first, part.count});
        herds.resize(gather.herds().size()), groups.resize(gather.groups().size());
        blocks.resize(gather.blocks());
        gather.writeHerds(view, settings, paint, herds.data());
        gather.writeGroups(view, settings, paint, GlyphSizes{}, groups.data());
        gather.writeBlocks(view, true, blocks.data());
    }
};

template <class T>
bool areSameBytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

class GatherOnThreads : public testing::TestWithParam<unsigned> {};

// Also where the card has no room for some herds.
TEST_P(GatherOnThreads, ListsAndWritesWhatOneCoreDoes) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(GetParam());
    world::Scenario scenario = veryMany();
    scenario.species[0].kind.depth = 6;
    scenario.lod.zone_width = 300;
    scenario.wildlife.count = 10;
    world::World world(scenario), shared(scenario, nullptr, team.get());
    Gather one, many, cramped_one, cramped_many;
    Camera camera;
    std::size_t herds = 0, with_little_room = 0;
    for (int frame = 0; frame < 12; ++frame) {
        for (world::World* each : {&world, &shared}) each->step(0.1);
        if (frame % 4 == 0) camera.fit(world.flocks().plane(), kSquare);
        if (frame % 4 == 2) camera = above(500.0 + 20 * frame, 500, frame < 8 ? 20.0 : 5.0, 400);
        for (const std::size_t most_texels : {std::size_t{1} << 26, std::size_t{900}}) {
            const bool is_cramped = most_texels == 900;
            const Written a(is_cramped ? cramped_one : one, world, camera, most_texels),
                b(is_cramped ? cramped_many : many, shared, camera, most_texels);
            ASSERT_EQ(a.changed, b.changed) << frame;
            ASSERT_EQ(a.parts, b.parts) << frame;
            ASSERT_TRUE(areSameBytes(a.herds, b.herds)) << frame;
            ASSERT_TRUE(areSameBytes(a.groups, b.groups)) << frame;
            ASSERT_TRUE(areSameBytes(a.blocks, b.blocks)) << frame;
            (is_cramped ? with_little_room : herds) += a.herds.size();
        }
    }
    EXPECT_GT(herds, 3000u);
    EXPECT_LT(with_little_room, herds / 2);
}

INSTANTIATE_TEST_SUITE_P(Threads, GatherOnThreads, testing::Values(2u, 3u, 7u));

}  // namespace
}  // namespace drover::render::gather_test
