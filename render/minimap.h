// The whole world small: where the camera of the large view looks, the zones, the player, the minds that are
// no flocks; a layer of its own has the flocks' dots. renderer.cpp draws both.
#pragma once

#include "core/world/world_view.h"
#include "render/lines.h"

namespace drover::render {

Camera minimapCamera(const Plane& plane, const Viewport& minimap);

// So many dots on so little ground are drawn the smaller and the more faintly.
struct MinimapDot {
    float alpha, half_px;
};
MinimapDot minimapDot(const DrawSettings& settings, std::size_t dots, const Sight& sight);

// `sight` is the minimap's; `camera` and `viewport` the large view's.
void addMinimap(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
                const Viewport& viewport, const DrawSettings& settings);

}  // namespace drover::render
