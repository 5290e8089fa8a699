#include "core/flock/lod.h"

#include <cassert>
#include <optional>

#include "core/flock/bottom_up.h"
#include "core/flock/reinit.h"

namespace drover::flock {
namespace {

// Changes one flock's membrane to what the zones want.
class Membrane {
  public:
    Membrane(FlockStore& store, FlockId flock, Place player, MembraneScratch& scratch)
        : store_(store),
          flock_(flock),
          tree_(store.treeOf(flock)),
          zones_(store.zonesOf(flock)),
          player_(player),
          depth_(store.wantedDepth(flock)),
          scratch_(scratch) {
        root_sq_ = distanceSq(Place{store.roots().x[row(flock)], store.roots().y[row(flock)]});
        is_root_only_ = store.lod().lod_test == LodTest::kRootOnly;
    }

    // Usually true, and then nothing is copied.
    bool isSettled() const {
        if (store_.isAlone(flock_)) return staysAlone(store_, flock_, player_);
        const std::span<const Node> nodes = store_.nodes(flock_);
        const std::uint32_t first = store_.first(flock_);
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const Agent agent = store_.leaves().get(first + i);
            if (wantsChildren(nodes[i], distanceSq(agent.place))) return false;
            // B consecutive leaves from a first child to its last sibling: all children of their parent are
            // leaves.
            const std::uint32_t last = i + tree_.branching - 1;
            if (!tree_.isFirstChild(nodes[i]) || last >= nodes.size() ||
                nodes[last] != nodes[i] + tree_.branching - 1) {
                continue;
            }
            Children children;
            for (std::uint32_t c = 0; c < tree_.branching; ++c)
                children[c] = store_.leaves().get(first + i + c);
            const Agent mean = meanOf(store_.plane(), {children.data(), tree_.branching});
            if (wantsNone(tree_.parent(nodes[i]), distanceSq(mean.place))) return false;
        }
        return true;
    }

    // Each round collapses, then expands. It ends: a node that collapses is outside its zone and does not
    // expand again, unless an ancestor collapses too, and then that one is outside its zone.
    LodCounts settle() {
        load();
        for (;;) {
            const std::uint64_t before = counts_.expansions + counts_.collapses;
            collapse();
            const std::uint64_t expanded = counts_.expansions;
            expand();
            if (counts_.expansions == expanded && counts_.expansions + counts_.collapses == before) break;
        }
        store_.setMembrane(flock_, scratch_.from);
        return counts_;
    }

  private:
    float distanceSq(Place place) const {
        if (is_root_only_) return root_sq_;
        const Vec2 way = store_.plane().offset(player_, place);
        return dot(way, way);
    }
    bool wantsChildren(Node node, float distance_sq) const {
        const std::uint32_t level = tree_.level(node);
        return depth_ ? level < *depth_ : distance_sq < zones_.within_sq[level];
    }
    bool wantsNone(Node node, float distance_sq) const {
        const std::uint32_t level = tree_.level(node);
        return depth_ ? level >= *depth_ : distance_sq >= zones_.beyond_sq[level];
    }

    void load() {
        scratch_.from.clear();
        if (store_.isAlone(flock_)) {
            scratch_.from.push_back({kRoot, store_.roots().get(row(flock_))});
            return;
        }
        const std::span<const Node> nodes = store_.nodes(flock_);
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const std::uint32_t at = store_.first(flock_) + i;
            scratch_.from.push_back({nodes[i], store_.leaves().get(at), store_.intent(at)});
        }
    }

    void collapse() {
        BottomUp walk;
        Children agents;
        scratch_.to.clear();
        for (const Leaf& leaf : scratch_.from) {
            scratch_.to.push_back(leaf);
            walk.push(tree_, {leaf.node, leaf.agent, true},
                      [&](Node parent, std::span<const BottomUp::Entry> children) {
                          Agent mean = meanOfEntries(store_.plane(), children, agents);
                          if (scratch_.ground != nullptr) mean.place = scratch_.ground->outside(mean.place);
                          bool all_leaves = true;
                          for (const BottomUp::Entry& child : children)
                              all_leaves = all_leaves && child.is_leaf;
                          if (!all_leaves || !wantsNone(parent, distanceSq(mean.place))) {
                              return BottomUp::Entry{parent, mean, false};
                          }
                          if (store_.lod().reinit == Reinit::kRetained) {
                              retainChildren(store_, flock_, parent, mean, {agents.data(), children.size()});
                          }
                          scratch_.to.resize(scratch_.to.size() - children.size());
                          scratch_.to.push_back({parent, mean});
                          ++counts_.collapses;
                          return BottomUp::Entry{parent, mean, true};
                      });
        }
        std::swap(scratch_.from, scratch_.to);
    }

    void expand() {
        scratch_.to.clear();
        counts_.refused = 0;  // only the last round counts: the leaves that still want children
        for (const Leaf& leaf : scratch_.from) expandInto(leaf);
        std::swap(scratch_.from, scratch_.to);
    }

    // Recursion ends where children want no children themselves; ten levels at most.
    void expandInto(const Leaf& leaf) {
        if (!wantsChildren(leaf.node, distanceSq(leaf.agent.place))) {
            scratch_.to.push_back(leaf);
            return;
        }
        const auto changed =
            static_cast<std::int64_t>(counts_.expansions) - static_cast<std::int64_t>(counts_.collapses);
        const auto leaves =
            static_cast<std::int64_t>(store_.membraneLeaves()) + (changed + 1) * tree_.branching;
        if (leaves > std::int64_t{store_.lod().max_leaves}) {
            ++counts_.refused;
            scratch_.to.push_back(leaf);
            return;
        }
        ++counts_.expansions;
        Children children;
        arrangeChildren(store_, flock_, leaf.node, leaf.agent, children);
        for (std::uint32_t c = 0; c < tree_.branching && scratch_.ground != nullptr; ++c) {
            const Vec2 way = store_.plane().offset(leaf.agent.place, children[c].place);
            children[c].place = scratch_.ground->firstContact(leaf.agent.place, way);
        }
        for (std::uint32_t c = 0; c < tree_.branching; ++c) {
            expandInto({tree_.firstChild(leaf.node) + c, children[c], leaf.intent});
        }
    }

    FlockStore& store_;
    const FlockId flock_;
    const Tree& tree_;
    const Zones& zones_;
    const Place player_;
    const std::optional<std::uint32_t> depth_;  // none: the zones decide
    MembraneScratch& scratch_;
    bool is_root_only_ = false;
    float root_sq_ = 0;
    LodCounts counts_;
};

}  // namespace

bool isSettled(FlockStore& store, FlockId flock, Place player, MembraneScratch& scratch) {
    return Membrane(store, flock, player, scratch).isSettled();
}

std::uint32_t leavesWanted(const FlockStore& store, FlockId flock, Place player) {
    const Tree& tree = store.treeOf(flock);
    const Place root{store.roots().x[row(flock)], store.roots().y[row(flock)]};
    const Vec2 way = store.plane().offset(player, root);
    const std::optional<std::uint32_t> depth = store.wantedDepth(flock);
    std::uint32_t leaves = 1;
    for (std::uint32_t level = 0; level < tree.depth; ++level, leaves *= tree.branching)
        if (depth ? level >= *depth : dot(way, way) >= store.zonesOf(flock).within_sq[level]) break;
    return leaves;
}

LodCounts followPlayer(FlockStore& store, FlockId flock, Place player, MembraneScratch& scratch) {
    return Membrane(store, flock, player, scratch).settle();
}

}  // namespace drover::flock
