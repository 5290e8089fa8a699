#include "render/minimap.h"

#include <algorithm>

namespace drover {

Camera minimapCamera(const Plane& plane, const Viewport& minimap) {
    Camera camera;
    camera.fit(plane, minimap);
    camera.metres_per_pixel = plane.worldSize() / static_cast<double>(std::min(minimap.width, minimap.height));
    return camera;
}

Colour minimapDot(const RenderTheme& theme, std::size_t flocks, const Sight& sight) {
    const float room_px = sight.area_px / std::max(1.0f, static_cast<float>(flocks));
    return withAlpha(theme.text, static_cast<std::uint8_t>(255 * std::clamp(room_px / 8, 0.08f, 0.8f)));
}

void addMinimap(Lines& lines, const WorldView& view, const Sight& sight, const Camera& camera, const Viewport& viewport,
                const DrawSettings& settings) {
    const RenderTheme& theme = *settings.theme;
    const float stroke = theme.stroke * settings.ui_scale;
    std::uint32_t deepest = 0;
    for (const SpeciesEntry& entry : view.species) deepest = std::max(deepest, entry.kind.depth);
    lines.rectangle({}, sight.half_m * sight.pixels_per_metre - Vec2{stroke, stroke} * 0.5f, theme.border, stroke);
    const Vec2 player = sight.offset(view.player);
    const Colour ring = withAlpha(theme.ring, 160);
    if (settings.shows_zones && view.lod().enabled) {
        for (std::uint32_t zone = deepest; zone > 0 && zone + 1 >= deepest; --zone) {
            lines.ring(sight, player, view.lod().zone_width * static_cast<float>(zone), ring, stroke);
        }
    }
    lines.dot(player * sight.pixels_per_metre, theme.player, 5 * stroke);
    const Vec2d half = camera.halfSeen(view.plane(), viewport);
    const Vec2 half_m{static_cast<float>(half.x), static_cast<float>(half.y)};
    const Vec2 eye = sight.offset(view.plane().place(camera.centre_m.x, camera.centre_m.y));
    sight.images(eye, std::max(half_m.x, half_m.y), [&](Vec2 image) {
        lines.rectangle(image * sight.pixels_per_metre, half_m * sight.pixels_per_metre, theme.selection, 1.5f * stroke);
    });
}

}  // namespace drover
