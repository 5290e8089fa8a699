// Numbers the nodes of a flock's tree: the root is 0, the children of k are k*B + 1 to k*B + B. A node's
// parent, children and level follow from its number, so a membrane is a list of numbers without pointers. All
// of core/flock uses it.
#pragma once

#include <array>
#include <cstdint>

namespace drover::flock {

using Node = std::uint32_t;
constexpr Node kRoot = 0;

struct Tree {
    static constexpr std::uint32_t kMinBranching = 2, kMaxBranching = 8, kMaxDepth = 10;

    std::uint32_t branching = 2;
    std::uint32_t depth = 5;
    // The first node of each level, and after the deepest level the number of all nodes: at most 8^11 / 7,
    // below 2^31.
    std::array<Node, kMaxDepth + 2> level_begin{};

    constexpr Tree(std::uint32_t branching_, std::uint32_t depth_) : branching(branching_), depth(depth_) {
        std::uint32_t width = 1;
        for (std::uint32_t level = 0; level <= depth; ++level, width *= branching) {
            level_begin[level + 1] = level_begin[level] + width;
        }
    }

    constexpr Node parent(Node node) const { return (node - 1) / branching; }
    constexpr Node firstChild(Node node) const { return node * branching + 1; }
    constexpr bool isFirstChild(Node node) const { return node % branching == 1; }
    constexpr bool isLastChild(Node node) const { return node != kRoot && node % branching == 0; }
    constexpr std::uint32_t level(Node node) const {
        std::uint32_t level = 0;
        while (node >= level_begin[level + 1]) ++level;
        return level;
    }
    constexpr std::uint32_t nodes() const { return level_begin[depth + 1]; }
    // The leaves at full depth.
    constexpr std::uint32_t mostLeaves() const { return level_begin[depth + 1] - level_begin[depth]; }
    // Inner nodes above `leaves` leaves: each expansion replaces one leaf by B children.
    constexpr std::uint32_t innerNodes(std::uint32_t leaves) const { return (leaves - 1) / (branching - 1); }
};

}  // namespace drover::flock
