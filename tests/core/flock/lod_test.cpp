// Invariants of the trees, for random trees, rules and walks of the player.
#include "core/flock/lod.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/core/flock/one_flock.h"

namespace drover::flock {
namespace {

// Random choices for tests, drawn by counter.
class Dice {
  public:
    explicit Dice(std::uint32_t test) : test_(test) {}
    std::uint32_t below(std::uint32_t n) { return word() % n; }
    double within(double low, double high) { return low + (high - low) * word() * 0x1p-32; }

  private:
    std::uint32_t word() { return randomBlock(42, test_, 0, count_++, Purpose::kBirth)[0]; }
    std::uint32_t test_, count_ = 0;
};

double distance(const FlockStore& store, Place a, Place b) {
    const Vec2 way = store.plane().offset(a, b);
    return std::hypot(static_cast<double>(way.x), static_cast<double>(way.y));
}

// MODEL (2.a).
std::uint32_t wantedDepth(const LodRules& lod, const Tree& tree, double d) {
    if (!lod.enabled) return tree.depth;
    const double zones = std::floor(d / static_cast<double>(lod.zone_width));
    return zones >= tree.depth ? 0 : tree.depth - static_cast<std::uint32_t>(zones);
}

std::vector<Leaf> leavesOf(const FlockStore& store, FlockId flock) {
    std::vector<Leaf> out;
    const std::span<const Node> nodes = store.nodes(flock);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        out.push_back({nodes[i], store.isAlone(flock) ? store.roots().get(row(flock))
                                                      : store.leaves().get(store.first(flock) + i)});
    }
    return out;
}

// The subtree below a node, computed anew from the leaves.
struct Subtree {
    Place place;
    double vx = 0, vy = 0;
    bool is_leaf = false;
};
class Recomputed {
  public:
    Recomputed(const FlockStore& store, FlockId flock)
        : store_(store), flock_(flock), leaves_(leavesOf(store, flock)) {}

    template <class Visit>
    Subtree node(Node node, Visit& visit) {
        if (next_ < leaves_.size() && leaves_[next_].node == node) {
            const Agent& a = leaves_[next_++].agent;
            return {a.place, static_cast<double>(a.velocity.x), static_cast<double>(a.velocity.y), true};
        }
        const Tree& tree = store_.treeOf(flock_);
        std::vector<Subtree> children;
        for (std::uint32_t c = 0; c < tree.branching; ++c) {
            if (tree.level(node) >= tree.depth) {
                ADD_FAILURE() << "a leaf is missing below node " << node;
                return {};
            }
            children.push_back(this->node(tree.firstChild(node) + c, visit));
        }
        Subtree mean;
        double x = 0, y = 0;
        for (const Subtree& child : children) {
            x += static_cast<double>(static_cast<std::int32_t>(child.place.x - children[0].place.x)) /
                 tree.branching;
            y += static_cast<double>(static_cast<std::int32_t>(child.place.y - children[0].place.y)) /
                 tree.branching;
            mean.vx += child.vx / tree.branching;
            mean.vy += child.vy / tree.branching;
        }
        mean.place = store_.plane().stepped(children[0].place, std::llrint(x), std::llrint(y));
        visit(node, mean,
              std::all_of(children.begin(), children.end(), [](const Subtree& s) { return s.is_leaf; }));
        return mean;
    }
    bool isUsedUp() const { return next_ == leaves_.size(); }

  private:
    const FlockStore& store_;
    FlockId flock_;
    std::vector<Leaf> leaves_;
    std::size_t next_ = 0;
};

void expectClose(const FlockStore& store, Place place, float vx, float vy, const Subtree& expected) {
    EXPECT_LT(distance(store, place, expected.place), 3 * store.plane().metresPerUnit() + 1e-6);
    EXPECT_NEAR(static_cast<double>(vx), expected.vx, 1e-4);
    EXPECT_NEAR(static_cast<double>(vy), expected.vy, 1e-4);
}

// Checks that there are exactly B^D agents, and checks the means of children and the store's counts.
void expectTreeIsWhole(const FlockStore& store, FlockId flock) {
    const Tree& tree = store.treeOf(flock);
    std::uint64_t agents = 0;
    for (const Leaf& leaf : leavesOf(store, flock)) {
        std::uint64_t below = 1;
        for (std::uint32_t level = tree.level(leaf.node); level < tree.depth; ++level)
            below *= tree.branching;
        agents += below;
    }
    EXPECT_EQ(agents, store.speciesOf(flock).agents());

    std::uint32_t inner_row = store.isAlone(flock) ? 0 : store.first(flock);
    auto visit = [&](Node node, const Subtree& mean, bool) {
        if (node == kRoot) {
            const Agent root = store.roots().get(row(flock));
            expectClose(store, root.place, root.velocity.x, root.velocity.y, mean);
        } else {
            const AgentColumns& inner = store.inner();
            expectClose(store, {inner.x[inner_row], inner.y[inner_row]}, inner.vx[inner_row],
                        inner.vy[inner_row], mean);
            ++inner_row;
        }
    };
    Recomputed tree_again(store, flock);
    tree_again.node(kRoot, visit);
    EXPECT_TRUE(tree_again.isUsedUp());
}

// Checks with the formula (2.a), not with the stored borders, that followPlayer() has left nothing to do.
void expectSettled(const FlockStore& store, FlockId flock, Place player) {
    const Tree& tree = store.treeOf(flock);
    const LodRules& lod = store.lod();
    constexpr double kRounding = 1e-3;  // metre
    for (const Leaf& leaf : leavesOf(store, flock)) {
        const double d = distance(store, player, leaf.agent.place);
        EXPECT_LE(wantedDepth(lod, tree, d + kRounding), tree.level(leaf.node));
    }
    auto visit = [&](Node node, const Subtree& mean, bool children_are_leaves) {
        if (!children_are_leaves || !lod.enabled) return;
        const double d = distance(store, player, mean.place);
        EXPECT_GT(wantedDepth(lod, tree, std::max(0.0, d - static_cast<double>(lod.hysteresis) - kRounding)),
                  tree.level(node));
    };
    Recomputed(store, flock).node(kRoot, visit);
}

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
    const Plane plane(dice.within(100, 3000), dice.below(4) == 0 ? Edges::kOpen : Edges::kTorus);
    const LodRules lod{.enabled = dice.below(8) != 0,
                       .zone_width = static_cast<float>(dice.within(1, 120)),
                       .hysteresis = dice.below(3) == 0 ? 0.0f : static_cast<float>(dice.within(0, 30)),
                       .reinit = kReinits[dice.below(4)].value,
                       .reinit_radius = static_cast<float>(dice.within(0, 40))};
    std::vector<Species> species(1 + dice.below(3));
    for (Species& kind : species) {
        kind.branching = 2 + dice.below(7);
        kind.depth = dice.below(kind.branching > 4 ? 3 : 6);
        kind.neighbourhood = static_cast<float>(dice.within(0, 50));
        kind.dithering = kDitherings[dice.below(3)].value;
    }
    FlockStore store(plane, dice.below(1000), lod, species);
    for (std::uint32_t i = 0; i < 6; ++i) {
        store.add(
            static_cast<SpeciesId>(dice.below(static_cast<std::uint32_t>(species.size()))),
            agentAt(plane, dice.within(0, plane.worldSize()), dice.within(0, plane.worldSize()), {1, 2}));
    }
    UpdateScratch scratch;
    for (int frame = 0; frame < 40; ++frame) {
        const Place player =
            plane.place(dice.within(0, plane.worldSize()), dice.within(0, plane.worldSize()));
        std::uint64_t leaves = 0, nodes = 0;
        for (std::uint32_t i = 0; i < store.size(); ++i) {
            const FlockId flock{i};
            followPlayer(store, flock, player, scratch.membrane);
            averageUp(store, flock, scratch.means);
            expectSettled(store, flock, player);
            updateFlock(store, flock, static_cast<float>(dice.within(0, 0.4)), player, scratch);
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
        store.add(SpeciesId{0}, agentAt(plane, dice.within(0, 2000), dice.within(0, 2000), {3, 3}));
    }
    UpdateScratch scratch;
    for (int frame = 0; frame < 100; ++frame) {
        const Place player = plane.place(dice.within(0, 2000), dice.within(0, 2000));
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
        store.countUpdates(flock, 1);
        followPlayer(store, flock, near, scratch);
        const std::vector<Leaf> again = leavesOf(store, flock);
        ASSERT_EQ(first.size(), 8u);
        ASSERT_EQ(again.size(), 8u);
        int same = 0;
        for (std::size_t i = 0; i < 8; ++i) same += first[i].agent.place == again[i].agent.place;
        EXPECT_EQ(same, reinit == Reinit::kSeeded ? 8 : 0);
    }
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
        EXPECT_EQ(after[i].agent.heading, before[i].agent.heading);
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

TEST(Lod, AFullMembraneRefusesToGrowAndSaysSo) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{.enabled = false, .max_leaves = 20},
                     {Species{.branching = 2, .depth = 4}});
    for (int i = 0; i < 4; ++i) store.add(SpeciesId{0}, agentAt(plane, 100 * i, 500));
    MembraneScratch scratch;
    MeanScratch means;
    LodCounts counts;
    for (std::uint32_t i = 0; i < 4; ++i) counts += followPlayer(store, FlockId{i}, {}, scratch);
    EXPECT_GT(counts.refused, 0u);
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
}  // namespace drover::flock
