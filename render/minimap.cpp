#include "render/minimap.h"

#include <algorithm>
#include <cmath>

#include "render/glyph.h"

namespace drover::render {
namespace {

// The rectangle that the large view shows. If it shows a whole axis of the torus, that axis has no borders.
void addView(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
             const Viewport& viewport, Colour colour, float width) {
    const Sight large(view.plane(), camera, viewport);
    const Vec2 half = large.half_m * sight.pixels_per_metre;
    const bool is_whole_x = large.half_m.x >= large.round_m / 2,
               is_whole_y = large.half_m.y >= large.round_m / 2;
    sight.images(sight.offset(large.centre), std::max(large.half_m.x, large.half_m.y), [&](Vec2 image) {
        const Vec2 low = image * sight.pixels_per_metre - half, high = image * sight.pixels_per_metre + half;
        if (!is_whole_x) {
            lines.line(low, {low.x, high.y}, colour, width), lines.line({high.x, low.y}, high, colour, width);
        }
        if (!is_whole_y) {
            lines.line(low, {high.x, low.y}, colour, width), lines.line({low.x, high.y}, high, colour, width);
        }
    });
}

}  // namespace

Camera minimapCamera(const Plane& plane, const Viewport& minimap) {
    Camera camera;
    camera.fit(plane, minimap);
    camera.metres_per_pixel =
        plane.worldSize() / static_cast<double>(std::min(minimap.width, minimap.height));
    return camera;
}

MinimapDot minimapDot(const DrawSettings& settings, std::size_t dots, const Sight& sight) {
    const float scale = settings.ui_scale * settings.theme->glyph_scale;
    const float room_px = sight.area_px / std::max(1.0f, static_cast<float>(dots));
    return {std::clamp(room_px / 8, 0.1f, 0.9f),
            std::clamp(std::sqrt(room_px) / (5 * scale), 0.8f, 2.2f) * scale};
}

void addMinimap(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
                const Viewport& viewport, const DrawSettings& settings) {
    const RenderTheme& theme = *settings.theme;
    const float stroke = theme.stroke * settings.ui_scale;
    std::uint32_t deepest = 0;
    for (const world::SpeciesEntry& entry : view.species) deepest = std::max(deepest, entry.kind.depth);
    lines.rectangle({}, sight.half_m * sight.pixels_per_metre - Vec2{stroke, stroke} * 0.5f, theme.border,
                    stroke);
    const Vec2 player = sight.offset(view.player);
    const Colour ring = withAlpha(theme.ring, 160);
    if (settings.shows_zones && view.lod().enabled && !view.flocks.doesOwnerDecide()) {
        for (std::uint32_t zone = deepest; zone > 0 && zone + 1 >= deepest; --zone) {
            lines.ring(sight, player, view.lod().zone_width * static_cast<float>(zone), ring, stroke);
        }
    }
    const float alpha = 255 * minimapDot(settings, view.tasks.size(), sight).alpha;
    for (std::size_t task = view.firstOther(); task < view.tasks.size(); ++task) {
        if (view.isAway(task)) continue;
        const Colour colour = theme.species[lookOf(view.lookOf(task))];
        lines.dot(sight.offset(view.placeOf(task)) * sight.pixels_per_metre,
                  withAlpha(colour, static_cast<std::uint8_t>(alpha)), 1.6f * settings.ui_scale);
    }
    lines.dot(player * sight.pixels_per_metre, theme.player, 5 * stroke);
    addView(lines, view, sight, camera, viewport, theme.selection, 1.5f * stroke);
}

}  // namespace drover::render
