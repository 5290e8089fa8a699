// The lines of the minimap: the ground that the large view shows, the zones, the player, dots for single
// animals. The flocks' dots are a layer of their own (DotLayer). renderer.cpp draws both.
#pragma once

#include "core/world/world_view.h"
#include "render/draw_settings.h"
#include "render/lines.h"
#include "render/sight.h"

namespace drover::render {

Camera minimapCamera(const Plane& plane, const Viewport& minimap);

// The more dots, the smaller and fainter each is.
struct MinimapDot {
    float alpha, half_px;
};
MinimapDot minimapDot(const DrawSettings& settings, std::size_t dots, const Sight& sight);

// `sight` is the minimap's; `camera` and `viewport` the large view's.
void addMinimap(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
                const Viewport& viewport, const DrawSettings& settings);

}  // namespace drover::render
