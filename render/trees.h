// Draws the trees of expanded flocks near the player: lines from each node to its children (O&D Figure 2) and
// a dot at each inner node. The renderer calls addTrees in every frame.
#pragma once

#include "core/world/world_view.h"
#include "render/gather.h"
#include "render/lines.h"

namespace drover::render {

void addTrees(Lines& lines, const world::WorldView& view, const Sight& sight, const Gather& gather,
              const DrawSettings& settings);

// The tree of one flock, whose root is `root_m` from the view's centre.
void addTree(Lines& lines, const world::WorldView& view, const Sight& sight, FlockId flock, Vec2 root_m,
             const DrawSettings& settings);

}  // namespace drover::render
