#include "render/lights/minimap.h"

#include <array>

#include <algorithm>
#include <cmath>

#include "render/lights/glyph.h"

namespace drover::render {
namespace {

// What the large view shows.
void addView(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
             const Viewport& viewport, Colour colour, float width) {
    const Sight large(view.plane(), camera, viewport);
    const std::array<Vec2d, 4> corners = camera.groundSeen(view.plane(), viewport);
    sight.images(sight.offset(large.centre), 0, [&](Vec2 image) {
        const auto corner = [&](std::size_t i) {
            return image + Vec2{static_cast<float>(corners[i % 4].x), static_cast<float>(corners[i % 4].y)};
        };
        for (std::size_t i = 0; i < 4; ++i) lines.line(corner(i), corner(i + 1), colour, width);
    });
}

}  // namespace

Camera minimapCamera(const Plane& plane, const Viewport& minimap) {
    Camera camera;
    camera.fit(plane, minimap);
    camera.seen_m = plane.worldSize() * static_cast<double>(minimap.height) /
                    static_cast<double>(std::min(minimap.width, minimap.height));
    camera.whole_m = camera.seen_m;
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
    const Vec2 player = sight.offset(view.player);
    const Colour ring = withAlpha(theme.ring, 160);
    if (settings.shows_zones && view.lod().enabled && !view.flocks.doesOwnerDecide()) {
        for (std::uint32_t zone = deepest; zone > 0 && zone + 1 >= deepest; --zone) {
            lines.ring(player, view.lod().zone_width * static_cast<float>(zone), sight.pixels_per_metre, ring,
                       stroke);
        }
    }
    const float alpha = 255 * minimapDot(settings, view.tasks.size(), sight).alpha;
    for (std::size_t task = view.firstOther(); task < view.tasks.size(); ++task) {
        if (view.isAway(task)) continue;
        const Colour colour = theme.species[lookOf(view.lookOf(task))];
        const Vec2 at = sight.offset(view.placeOf(task));
        lines.dot({at.x, at.y, 0}, withAlpha(colour, static_cast<std::uint8_t>(alpha)),
                  1.6f * settings.ui_scale);
    }
    lines.dot({player.x, player.y, 0}, theme.player, 5 * stroke);
    addView(lines, view, sight, camera, viewport, theme.selection, 1.5f * stroke);
}

}  // namespace drover::render
