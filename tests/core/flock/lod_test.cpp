// Invariants of the trees, for random trees, rules and walks of the player.
#include "core/flock/lod.h"
#include "core/flock/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <set>

#include "tests/core/flock/tree_laws.h"
#include "tests/dice.h"

namespace drover::flock::lod_test {
namespace {

TEST(Zones, BordersAreTheSpecificationsFormula) {
    for (std::uint32_t depth = 0; depth <= Tree::kMaxDepth; ++depth) {
        const Tree tree(2, depth);
        const LodRules lod{.zone_width = 50, .hysteresis = 0};
        const Zones zones = zonesFor(lod, tree);
        for (double d = 0.5; d < 600; d += 1) {
            const auto d_sq = static_cast<float>(d * d);
            for (std::uint32_t level = 0; level <= depth; ++level) {
                const bool wants_children = wantedDepth(lod, tree, d) > level;
                EXPECT_EQ(d_sq < zones.within_sq[level], wants_children) << depth << ' ' << level << ' ' << d;
                EXPECT_EQ(d_sq >= zones.beyond_sq[level], !wants_children);
            }
        }
    }
}

TEST(Tree, NumbersAreConsistent) {
    for (std::uint32_t branching = Tree::kMinBranching; branching <= Tree::kMaxBranching; ++branching) {
        const Tree tree(branching, branching > 4 ? 4 : 6);
        for (Node node = 1; node < tree.nodes(); ++node) {
            const Node parent = tree.parent(node);
            EXPECT_GE(node, tree.firstChild(parent));
            EXPECT_LT(node, tree.firstChild(parent) + branching);
            EXPECT_EQ(tree.level(node), tree.level(parent) + 1);
            EXPECT_EQ(tree.isFirstChild(node), node == tree.firstChild(parent));
            EXPECT_EQ(tree.isLastChild(node), node == tree.firstChild(parent) + branching - 1);
        }
        EXPECT_FALSE(tree.isFirstChild(kRoot) || tree.isLastChild(kRoot));
    }
    EXPECT_EQ(Tree(8, 10).nodes(), 1227133513u);
}

class RandomTrees : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomTrees, KeepTheirLawsOnAnyWalk) {
    Dice dice(GetParam());
    const Plane plane(dice.between(100, 3000), dice.below(4) == 0 ? Edges::kOpen : Edges::kTorus);
    const LodRules lod{.enabled = dice.below(8) != 0,
                       .zone_width = static_cast<float>(dice.between(1, 120)),
                       .hysteresis = dice.below(3) == 0 ? 0.0f : static_cast<float>(dice.between(0, 30)),
                       .reinit = kReinits[dice.below(4)].value,
                       .reinit_radius = static_cast<float>(dice.between(0, 40))};
    std::vector<Species> species(1 + dice.below(3));
    for (Species& kind : species) {
        kind.branching = 2 + dice.below(7);
        kind.depth = dice.below(kind.branching > 4 ? 3 : 6);
        kind.neighbourhood = static_cast<float>(dice.between(0, 50));
        kind.dithering = kDitherings[dice.below(3)].value;
    }
    FlockStore store(plane, dice.below(1000), lod, species);
    for (std::uint32_t i = 0; i < 6; ++i) {
        store.add(
            static_cast<SpeciesId>(dice.below(static_cast<std::uint32_t>(species.size()))),
            agentAt(plane, dice.between(0, plane.worldSize()), dice.between(0, plane.worldSize()), {1, 2}));
    }
    UpdateScratch scratch;
    for (int frame = 0; frame < 40; ++frame) {
        const Place player =
            plane.place(dice.between(0, plane.worldSize()), dice.between(0, plane.worldSize()));
        std::uint64_t leaves = 0, nodes = 0;
        for (std::uint32_t i = 0; i < store.size(); ++i) {
            const FlockId flock{i};
            followPlayer(store, flock, player, scratch.membrane);
            averageUp(store, flock, scratch.means);
            expectSettled(store, flock, player);
            updateFlock(store, flock, static_cast<float>(dice.between(0, 0.4)), player, scratch);
            expectTreeIsWhole(store, flock);
            leaves += store.count(flock);
            nodes += store.count(flock) + store.treeOf(flock).innerNodes(store.count(flock));
        }
        EXPECT_EQ(store.liveLeaves(), leaves);
        EXPECT_EQ(store.liveNodes(), nodes);
        if (testing::Test::HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(All, RandomTrees, testing::Range(0u, 60u));

TEST(Membranes, BlocksOfDifferentFlocksNeverOverlap) {
    const Plane plane(2000, Edges::kTorus);
    FlockStore store(plane, 1, LodRules{.zone_width = 80}, {Species{.branching = 3, .depth = 4}});
    Dice dice(77);
    for (int i = 0; i < 50; ++i) {
        store.add(SpeciesId{0}, agentAt(plane, dice.between(0, 2000), dice.between(0, 2000), {3, 3}));
    }
    UpdateScratch scratch;
    for (int frame = 0; frame < 100; ++frame) {
        const Place player = plane.place(dice.between(0, 2000), dice.between(0, 2000));
        std::set<std::uint32_t> rows;
        std::size_t taken = 0;
        for (std::uint32_t i = 0; i < store.size(); ++i) {
            updateFlock(store, FlockId{i}, 0.1f, player, scratch);
            if (store.isAlone(FlockId{i})) continue;
            taken += store.count(FlockId{i});
        }
        for (std::uint32_t i = 0; i < store.size(); ++i) {
            if (store.isAlone(FlockId{i})) continue;
            for (std::uint32_t k = 0; k < store.count(FlockId{i}); ++k)
                rows.insert(store.first(FlockId{i}) + k);
        }
        ASSERT_EQ(rows.size(), taken);
    }
}

TEST(Lod, RootOnlyKeepsAllLeavesAtOneLevel) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3,
                     LodRules{.lod_test = LodTest::kRootOnly, .reinit = Reinit::kRandom, .reinit_radius = 80},
                     {Species{.branching = 2, .depth = 5}});
    const FlockId flock = store.add(SpeciesId{0}, agentAt(plane, 500, 500));
    MembraneScratch scratch;
    MeanScratch means;
    for (const auto& [away, level] : {std::pair{10.0, 5u}, {120.0, 3u}, {230.0, 1u}, {400.0, 0u}}) {
        const Agent root = store.roots().get(0);
        const Place player = plane.moved(root.place, away, 0);
        followPlayer(store, flock, player, scratch);
        for (const Leaf& leaf : leavesOf(store, flock))
            EXPECT_EQ(store.treeOf(flock).level(leaf.node), level);
        averageUp(store, flock, means);
    }
}

TEST(Lod, HysteresisHoldsAMembraneUntilItIsClearlyOutside) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{.hysteresis = 5}, {Species{.depth = 1}});
    const FlockId flock = store.add(SpeciesId{0}, agentAt(plane, 500, 500));
    MembraneScratch scratch;
    MeanScratch means;
    const auto leavesAt = [&](double d) {
        followPlayer(store, flock, plane.place(500 + d, 500), scratch);
        averageUp(store, flock, means);
        return store.count(flock);
    };
    EXPECT_EQ(leavesAt(50.1), 1u);
    EXPECT_EQ(leavesAt(49.9), 2u);
    EXPECT_EQ(leavesAt(54.9), 2u);
    EXPECT_EQ(leavesAt(55.1), 1u);
    EXPECT_EQ(leavesAt(54.9), 1u);
}

// Where the owner decides, the player and his zones change nothing, and each flock has its own level.
TEST(Lod, TheOwnersDepthTakesThePlaceOfTheZones) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{}, {Species{.depth = 4}});
    const FlockId near = store.add(SpeciesId{0}, agentAt(plane, 500, 500));
    const FlockId far = store.add(SpeciesId{0}, agentAt(plane, 100, 100));
    const Place player = plane.place(510, 500);
    UpdateScratch scratch;
    const auto leaves = [&](FlockId flock) {
        updateFlock(store, flock, 0.01f, player, scratch);
        return store.count(flock);
    };
    EXPECT_EQ(leaves(near), 16u);
    EXPECT_EQ(leaves(far), 1u);
    store.letOwnerDecide();
    EXPECT_EQ(leaves(near), 16u) << "each goes on at the level that it has";
    EXPECT_EQ(leaves(far), 1u);
    store.setDepth(near, 1), store.setDepth(far, 3);
    EXPECT_EQ(leaves(near), 2u);
    EXPECT_EQ(leaves(far), 8u);
    store.setDepth(far, 0);
    EXPECT_FALSE(staysAlone(store, far, player));
    EXPECT_EQ(leaves(far), 1u);
    EXPECT_TRUE(staysAlone(store, far, player));
    store.letZonesDecide();
    EXPECT_EQ(leaves(near), 16u);
    EXPECT_EQ(leaves(far), 1u);
}

TEST(Lod, AFullMembraneRefusesToGrowAndSaysSo) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{.enabled = false, .max_leaves = 20},
                     {Species{.branching = 2, .depth = 4}});
    for (int i = 0; i < 4; ++i) store.add(SpeciesId{0}, agentAt(plane, 100 * i, 500));
    MembraneScratch scratch;
    MeanScratch means;
    LodCounts counts;
    for (std::uint32_t i = 0; i < 4; ++i) counts += followPlayer(store, FlockId{i}, {}, scratch);
    std::uint64_t wanting = 0;  // leaves that would have children if there was room
    for (std::uint32_t i = 0; i < 4; ++i) {
        const FlockId flock{i};
        wanting += store.isAlone(flock);
        for (std::uint32_t leaf = 0; !store.isAlone(flock) && leaf < store.count(flock); ++leaf)
            wanting += store.treeOf(flock).level(store.nodes(flock)[leaf]) < 4;
    }
    EXPECT_GT(wanting, 0u);
    EXPECT_EQ(counts.refused, wanting);
    EXPECT_LE(store.membraneLeaves(), 20u);
    for (std::uint32_t i = 0; i < 4; ++i) {
        averageUp(store, FlockId{i}, means);
        expectTreeIsWhole(store, FlockId{i});
    }
}

TEST(Lod, MeansCrossTheSeam) {
    const Plane plane(1000, Edges::kTorus);
    const FlockStore store = flockOf(plane, {}, {agentAt(plane, 998, 1), agentAt(plane, 4, 999)});
    const Agent root = store.roots().get(0);
    EXPECT_NEAR(plane.xMetres(root.place), 1, 1e-5);
    EXPECT_NEAR(plane.offset(plane.place(0, 0), root.place).y, 0, 1e-5);
}

TEST(Store, ACollapsedFlockCostsAtMost64Bytes) {
    const Plane plane(1000, Edges::kTorus);
    constexpr std::size_t kFlocks = 10'000;
    FlockStore store(plane, 1, {}, {Species{}});
    store.reserve(kFlocks);
    for (std::size_t i = 0; i < kFlocks; ++i) store.add(SpeciesId{0}, agentAt(plane, 500, 500));
    EXPECT_LE(store.bytes() / kFlocks, 64u);
    EXPECT_EQ(store.bytes(), kFlocks * FlockStore::kBytesAlone);
}

// 1,100 herds that all unfold to 32 animals.
FlockStore unfoldedHerds(std::uint64_t expected_rows, std::uint64_t most_bytes = ~std::uint64_t{0}) {
    const Plane plane(4000, Edges::kTorus);
    LodRules lod;
    lod.enabled = false;
    FlockStore store(plane, 1, lod, {Species{}});
    store.expectRows(expected_rows, 0);
    store.limitLeaves(most_bytes);
    store.reserve(1100);
    UpdateScratch scratch;
    for (std::uint32_t i = 0; i < 1100; ++i) {
        store.add(SpeciesId{0}, agentAt(plane, 3.0 * i, 2000));
        followPlayer(store, FlockId{i}, plane.place(0, 0), scratch.membrane);
    }
    return store;
}

TEST(Store, ColumnsGrowToWhatIsExpectedAndNotToTwiceOfIt) {
    constexpr std::size_t kRows = 1100 * 32;
    const std::size_t needed = kRows * FlockStore::kBytesPerLeafRow + 1100 * FlockStore::kBytesAlone;
    const FlockStore store = unfoldedHerds(kRows);
    EXPECT_EQ(store.membraneLeaves(), kRows);
    EXPECT_LT(store.bytes(), needed + needed / 25);  // the list of blocks doubles
    // Beyond it they grow by an eighth.
    EXPECT_LT(unfoldedHerds(1000).bytes(), needed + needed / 6);
}

TEST(Store, LeavesThatNeedMoreThanThereIsAreAFailedAllocation) {
    EXPECT_THROW(unfoldedHerds(0, 500'000), std::bad_alloc);
    EXPECT_NO_THROW(unfoldedHerds(0, 2'000'000));
}

TEST(Store, RowsOfCollapsedTreesAreUsedAgain) {
    const Plane plane(4000, Edges::kTorus);
    FlockStore store(plane, 1, {}, {Species{}});
    for (int i = 0; i < 40; ++i) store.add(SpeciesId{0}, agentAt(plane, 100 * i, 2000));
    UpdateScratch scratch;
    const auto passBy = [&] {
        for (int step = 0; step < 400; ++step) {
            const Place player = plane.place(10 * step, 2000);
            for (std::uint32_t i = 0; i < store.size(); ++i)
                followPlayer(store, FlockId{i}, player, scratch.membrane);
            for (std::uint32_t i = 0; i < store.size(); ++i) averageUp(store, FlockId{i}, scratch.means);
        }
    };
    passBy();
    const std::size_t bytes = store.bytes();
    for (int round = 0; round < 3; ++round) passBy();
    EXPECT_EQ(store.bytes(), bytes);
}

}  // namespace
}  // namespace drover::flock::lod_test
