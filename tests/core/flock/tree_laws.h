// The laws of a flock's tree, checked node by node: what the tests of the trees share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "core/flock/lod.h"
#include "tests/core/flock/one_flock.h"

namespace drover::flock {

inline double distance(const FlockStore& store, Place a, Place b) {
    const Vec2 way = store.plane().offset(a, b);
    return std::hypot(static_cast<double>(way.x), static_cast<double>(way.y));
}

// MODEL (2.a).
inline std::uint32_t wantedDepth(const LodRules& lod, const Tree& tree, double d) {
    if (!lod.enabled) return tree.depth;
    const double zones = std::floor(d / static_cast<double>(lod.zone_width));
    return zones >= tree.depth ? 0 : tree.depth - static_cast<std::uint32_t>(zones);
}

inline std::vector<Leaf> leavesOf(const FlockStore& store, FlockId flock) {
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

inline void expectClose(const FlockStore& store, Place place, float vx, float vy, const Subtree& expected) {
    EXPECT_LT(distance(store, place, expected.place), 3 * store.plane().metresPerUnit() + 1e-6);
    EXPECT_NEAR(static_cast<double>(vx), expected.vx, 1e-4);
    EXPECT_NEAR(static_cast<double>(vy), expected.vy, 1e-4);
}

// Checks that there are exactly B^D agents, and checks the means of children and the store's counts.
inline void expectTreeIsWhole(const FlockStore& store, FlockId flock) {
    const Tree& tree = store.treeOf(flock);
    std::uint64_t agents = 0;
    for (const Leaf& leaf : leavesOf(store, flock)) {
        std::uint64_t below = 1;
        for (std::uint32_t level = tree.level(leaf.node); level < tree.depth; ++level)
            below *= tree.branching;
        agents += below;
    }
    EXPECT_EQ(agents, store.speciesOf(flock).agents());

    auto visit = [&](Node node, const Subtree& mean, bool) {
        if (node != kRoot) return;
        const Agent root = store.roots().get(row(flock));
        expectClose(store, root.place, root.velocity.x, root.velocity.y, mean);
    };
    Recomputed tree_again(store, flock);
    tree_again.node(kRoot, visit);
    EXPECT_TRUE(tree_again.isUsedUp());
}

// Checks with the formula (2.a), not with the stored borders, that followPlayer() has left nothing to do.
inline void expectSettled(const FlockStore& store, FlockId flock, Place player) {
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

}  // namespace drover::flock
