// Where the children of an expanded node stand and how they move: the four ways of LodRules::reinit.
#pragma once

#include <array>
#include <span>

#include "core/flock/store.h"

namespace drover::flock {

using Children = std::array<Agent, Tree::kMaxBranching>;

// Fills the first B of `children` for a node that is about to be expanded.
void arrangeChildren(FlockStore& store, FlockId flock, Node node, const Agent& parent, Children& children);

// Under `retained`: keeps the children's states, relative to their parent, before they are collapsed.
void retainChildren(FlockStore& store, FlockId flock, Node node, const Agent& parent,
                    std::span<const Agent> children);

// The mean of B agents, exact in place (positions are summed as integers relative to the first, the short way
// round the torus). Its heading is its velocity's direction, or the first agent's if the mean is at rest.
Agent meanOf(const Plane& plane, std::span<const Agent> agents);

}  // namespace drover::flock
