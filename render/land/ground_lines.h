// The lines on the ground (grid, the world's border, the zones around the player, the rims of what stands
// there) and the marks over all (the player, a sign over what is selected, trees and points of the X-ray).
// The renderer calls these in every frame.
#pragma once

#include <vector>

#include "core/world/world_view.h"
#include "render/land/light.h"
#include "render/lines.h"
#include "render/living/scene.h"
#include "render/sight.h"

namespace drover::render {

// The top of a ring, straight ahead of the player. The user interface writes there what it is.
struct RingLabel {
    enum class Ring : std::uint8_t { kZone, kFront, kNear, kMiddle };

    float x = 0, y = 0;  // framebuffer pixels, y down
    float radius_m = 0;
    Ring ring = Ring::kZone;  // of detail, or the border of a band
};

// What they have in common. `stroke`: the width of a thin line, pixels.
struct LineWorld {
    const world::WorldView& view;
    const Camera& camera;
    const Viewport& viewport;
    const Sight& sight;
    const Light& light;
    const DrawSettings& settings;

    float stroke() const { return settings.theme->stroke * settings.ui_scale; }
    Vec2 player_m() const { return sight.offset(view.player); }
    // Metres from the focus to a place, metres from the world's corner.
    Vec2 offset(Vec2d metres) const {
        const Vec2d way = camera.offset(view.plane(), metres);
        return {static_cast<float>(way.x), static_cast<float>(way.y)};
    }
};

void addGrid(Lines& lines, const LineWorld& of);
void addBorder(Lines& lines, const LineWorld& of);
// From afar a wall is thinner than a pixel, and a lake has no edge: lines show them. What stands there is
// drawn over them, so shapes that overlap have one rim around both.
void addRims(Lines& lines, const LineWorld& of);
// `labels` gets only those inside the viewport, smallest ring first.
void addZones(Lines& zones, Lines& bands, const LineWorld& of, std::vector<RingLabel>& labels);
void addPlayer(Lines& lines, Lines& over, const LineWorld& of);
// Rings and signs of what is selected; points and trees.
void addMarks(Lines& lines, Lines& over, const LineWorld& of, const Scene& scene);

}  // namespace drover::render
