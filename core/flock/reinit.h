// Places the children of an expanded node and sets their velocities, in the four ways of LodRules::reinit
// (MODEL 2). lod.cpp calls it.
#pragma once

#include <array>
#include <span>

#include "core/flock/store.h"

namespace drover::flock {

using Children = std::array<Agent, Tree::kMaxBranching>;

// Fills the first B `children` of a node that is about to expand.
void arrangeChildren(FlockStore& store, FlockId flock, Node node, const Agent& parent, Children& children);

// The children as `seeded` places them, whatever the store's rule is: always the same places about their
// parent. For pictures, which show the animals that a node stands for.
void arrangeSeeded(const FlockStore& store, FlockId flock, Node node, const Agent& parent,
                   Children& children);

// For `retained`: stores the children's state relative to their parent before they collapse.
void retainChildren(FlockStore& store, FlockId flock, Node node, const Agent& parent,
                    std::span<const Agent> children);

// The mean of B agents. The place is exact to the unit: positions are summed as integers relative to the
// first agent, the short way round the torus. The heading is the direction of the mean velocity, or the first
// agent's heading if the mean is at rest.
Agent meanOf(const Plane& plane, std::span<const Agent> agents);

}  // namespace drover::flock
