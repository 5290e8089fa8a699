// Walks leaves in depth-first order and reduces siblings to their parent, so that children come before
// parents. lod.cpp collapses with it, means.cpp averages.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/flock/reinit.h"

namespace drover::flock {

// It needs no stored tree: a node that is its parent's last child completes the parent. The leaves may be a
// part of a flock's; siblings that are not all among them wait for the others.
class BottomUp {
  public:
    struct Entry {
        Node node;
        Agent agent;
        bool is_leaf;
    };

    // `reduce(parent, children)` returns the parent's entry.
    template <class Reduce>
    void push(const Tree& tree, const Entry& entry, Reduce reduce) {
        stack_[size_++] = entry;
        while (tree.isLastChild(stack_[size_ - 1].node) && size_ >= tree.branching) {
            const std::span<const Entry> children(&stack_[size_ - tree.branching], tree.branching);
            if (children.back().node - children[0].node != tree.branching - 1) return;
            const Entry parent = reduce(tree.parent(children[0].node), children);
            size_ -= tree.branching;
            stack_[size_++] = parent;
        }
    }

    std::span<const Entry> waiting() const { return {stack_.data(), size_}; }

  private:
    // On each of ten levels up to B - 1 waiting siblings, and as many again where a part of the leaves
    // begins; and the node that is pushed.
    std::array<Entry, 2 * Tree::kMaxDepth*(Tree::kMaxBranching - 1) + 2> stack_;
    std::size_t size_ = 0;
};

inline Agent meanOfEntries(const Plane& plane, std::span<const BottomUp::Entry> entries, Children& agents) {
    for (std::size_t c = 0; c < entries.size(); ++c) agents[c] = entries[c].agent;
    return meanOf(plane, {agents.data(), entries.size()});
}

}  // namespace drover::flock
