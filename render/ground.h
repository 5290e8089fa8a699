// The lines under the animals (grid, the world's border, the zones around the player) and the marks over them
// (the player, the ring around the selected flock). The renderer calls these in every frame.
#pragma once

#include <vector>

#include "core/world/world_view.h"
#include "render/gather.h"
#include "render/glyph_sizes.h"
#include "render/lines.h"
#include "render/renderer.h"

namespace drover::render {

void addGrid(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
             const DrawSettings& settings);
void addBorder(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
               const DrawSettings& settings);
// `labels` gets only those inside the viewport, smallest ring first.
void addZones(Lines& zones, Lines& bands, const world::WorldView& view, const Sight& sight,
              const DrawSettings& settings, const Viewport& viewport, std::vector<RingLabel>& labels);

void addPlayer(Lines& lines, const world::WorldView& view, const Sight& sight, const DrawSettings& settings);
void addSelection(Lines& lines, const world::WorldView& view, const Sight& sight,
                  const DrawSettings& settings, const Gather& gather, const GlyphSizes& sizes);

}  // namespace drover::render
