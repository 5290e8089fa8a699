// How the children of a flock that unfolds are placed, for each way to do it.
#include "core/flock/reinit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/angle.h"
#include "tests/core/flock/tree_laws.h"

namespace drover::flock::reinit_test {
namespace {

// Expands the root of a new flock once under the given rules and returns the children.
struct Expanded {
    FlockStore store;
    std::vector<Leaf> children;
};
Expanded expandOnce(Reinit reinit, std::uint32_t branching, Vec2 velocity, std::uint32_t seed,
                    double x = 500) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, seed, LodRules{.enabled = false, .reinit = reinit},
                     {Species{.branching = branching, .depth = 1}});
    store.add(SpeciesId{0}, agentAt(plane, x, 500, velocity));
    MembraneScratch scratch;
    followPlayer(store, FlockId{0}, {}, scratch);
    std::vector<Leaf> children = leavesOf(store, FlockId{0});
    return {std::move(store), std::move(children)};
}

TEST(Reinit, ConservingAndSeededKeepTheMeanExactly) {
    for (const Reinit reinit : {Reinit::kConserving, Reinit::kSeeded}) {
        for (std::uint32_t branching = 2; branching <= 8; ++branching) {
            for (std::uint32_t seed = 0; seed < 200; ++seed) {
                const Vec2 velocity = direction(Angle{seed * 0x3456789u}) * (0.1f * static_cast<float>(seed));
                const double x = seed % 3 == 0 ? 0.001 : 500;  // every third one on the seam
                const Expanded e = expandOnce(reinit, branching, velocity, seed, x);
                std::int64_t sum_x = 0, sum_y = 0;
                Vec2 mean;
                const Place parent = e.store.plane().place(x, 500);
                for (const Leaf& child : e.children) {
                    sum_x += static_cast<std::int32_t>(child.agent.place.x - parent.x);
                    sum_y += static_cast<std::int32_t>(child.agent.place.y - parent.y);
                    mean += child.agent.velocity * (1.0f / static_cast<float>(branching));
                    EXPECT_LE(length(child.agent.velocity), 20.0f);
                }
                EXPECT_EQ(sum_x, 0);
                EXPECT_EQ(sum_y, 0);
                EXPECT_NEAR(mean.x, velocity.x, 1e-4f);
                EXPECT_NEAR(mean.y, velocity.y, 1e-4f);
            }
        }
    }
}

TEST(Reinit, RandomStaysInTheDiscAndMovesTheMean) {
    double mean_offset_sq = 0;
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        const Expanded e = expandOnce(Reinit::kRandom, 2, {1, 0}, seed);
        const Place parent = e.store.plane().place(500, 500);
        for (const Leaf& child : e.children) {
            const double d = distance(e.store, parent, child.agent.place);
            EXPECT_LE(d, 10 + 1e-4);
            EXPECT_LT(length(child.agent.velocity), 20.0f);
            mean_offset_sq += d * d / 1000;
        }
    }
    EXPECT_NEAR(mean_offset_sq, 50, 5);  // mean over a uniform disc: R^2 / 2
}

TEST(Reinit, SeededRepeatsAndConservingDoesNot) {
    for (const Reinit reinit : {Reinit::kSeeded, Reinit::kConserving, Reinit::kRandom}) {
        const Plane plane(1000, Edges::kTorus);
        FlockStore store(plane, 3, LodRules{.reinit = reinit}, {Species{.branching = 2, .depth = 3}});
        const FlockId flock = store.add(SpeciesId{0}, agentAt(plane, 500, 500, {1, 2}));
        const Agent root = store.roots().get(0);
        const Place near = plane.place(500, 500), far = plane.place(0, 0);
        MembraneScratch scratch;
        followPlayer(store, flock, near, scratch);
        const std::vector<Leaf> first = leavesOf(store, flock);
        followPlayer(store, flock, far, scratch);
        ASSERT_TRUE(store.isAlone(flock));
        store.roots().set(0, root);
        store.grow(flock, 1);
        followPlayer(store, flock, near, scratch);
        const std::vector<Leaf> again = leavesOf(store, flock);
        ASSERT_EQ(first.size(), 8u);
        ASSERT_EQ(again.size(), 8u);
        int same = 0;
        for (std::size_t i = 0; i < 8; ++i) same += first[i].agent.place == again[i].agent.place;
        EXPECT_EQ(same, reinit == Reinit::kSeeded ? 8 : 0);
    }
}

TEST(Reinit, WhatIsRetainedBeginsAsWhatIsSeededDoesWhenever) {
    const Plane plane(1000, Edges::kTorus);
    const auto unfolded = [&](Reinit reinit, std::uint32_t age) {
        FlockStore store(plane, 3, LodRules{.reinit = reinit}, {Species{.branching = 2, .depth = 3}});
        const FlockId flock = store.add(SpeciesId{0}, agentAt(plane, 500, 500, {1, 2}));
        store.grow(flock, age);
        MembraneScratch scratch;
        followPlayer(store, flock, plane.place(500, 500), scratch);
        std::vector<Place> places;
        for (const Leaf& leaf : leavesOf(store, flock)) places.push_back(leaf.agent.place);
        return places;
    };
    const std::vector<Place> seeded = unfolded(Reinit::kSeeded, 0);
    EXPECT_EQ(seeded.size(), 8u);
    for (const std::uint32_t age : {0u, 1u, 7u}) EXPECT_EQ(unfolded(Reinit::kRetained, age), seeded) << age;
}

TEST(Reinit, RetainedRestoresWhatStoodThere) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{.zone_width = 200, .hysteresis = 0, .reinit = Reinit::kRetained},
                     {Species{.branching = 3, .depth = 3}});
    const FlockId flock = store.add(SpeciesId{0}, agentAt(plane, 2, 998, {1, 2}));
    UpdateScratch scratch;
    const Place near = plane.place(0, 0), far = plane.place(500, 500);
    for (int i = 0; i < 30; ++i) updateFlock(store, flock, 0.1f, near, scratch);
    const std::vector<Leaf> before = leavesOf(store, flock);
    ASSERT_EQ(before.size(), 27u);
    EXPECT_EQ(followPlayer(store, flock, far, scratch.membrane).collapses, 13u);
    ASSERT_TRUE(store.isAlone(flock));
    EXPECT_EQ(followPlayer(store, flock, near, scratch.membrane).expansions, 13u);
    const std::vector<Leaf> after = leavesOf(store, flock);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].node, before[i].node);
        EXPECT_EQ(after[i].agent.place, before[i].agent.place);
        EXPECT_NEAR(after[i].agent.velocity.x, before[i].agent.velocity.x, 1e-4f);
        EXPECT_NEAR(after[i].agent.velocity.y, before[i].agent.velocity.y, 1e-4f);
        EXPECT_NEAR(after[i].agent.heading.x, before[i].agent.heading.x, 1e-4f);
        EXPECT_NEAR(after[i].agent.heading.y, before[i].agent.heading.y, 1e-4f);
    }
}

}  // namespace
}  // namespace drover::flock::reinit_test
