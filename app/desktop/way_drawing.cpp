#include "app/desktop/way_drawing.h"

#include <cmath>
#include <vector>

#include "app/desktop/selection.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

constexpr double kApart_px = 34;

// From `begin` by `way`, with the first head half a gap in, so that legs that meet do not draw two at once.
void drawLeg(const Desk& desk, ImDrawList& list, const Plane& plane, Place begin, Vec2 way, ImU32 colour,
             float pixels_per_point) {
    const render::Camera& camera = desk.view.camera;
    const double metres = static_cast<double>(length(way));
    const double apart_m = static_cast<double>(desk.theme.px(kApart_px) * pixels_per_point) *
                           camera.metresPerPixel(desk.view.viewport);
    const Vec2 along = unit(way);
    const auto heads = static_cast<int>(std::min(metres / apart_m, 1e3));
    for (int i = 0; i < heads; ++i) {
        const double gone_m = metres * (i + 0.5) / heads;
        const Place place = plane.moved(begin, along * static_cast<float>(gone_m));
        const Place next = plane.moved(place, along);
        const auto onScreen = [&](Place at) {
            const render::Vec2d pixel = camera.toScreen(plane, desk.view.viewport, metresOf(plane, at));
            return Vec2{static_cast<float>(pixel.x), static_cast<float>(pixel.y)} * (1 / pixels_per_point);
        };
        const Vec2 at = onScreen(place), ahead = unit(onScreen(next) - at);
        drawWayHead(list, {at.x, at.y}, {ahead.x, ahead.y}, colour, desk.theme.px(4));
    }
}

}  // namespace

void drawWayHead(ImDrawList& list, ImVec2 at, ImVec2 ahead, ImU32 colour, float size) {
    const auto point = [&](float along, float aside) {
        return ImVec2{at.x + size * (ahead.x * along - ahead.y * aside),
                      at.y + size * (ahead.y * along + ahead.x * aside)};
    };
    const ImVec2 head[] = {point(-0.5f, -1), point(0.5f, 0), point(-0.5f, 1)};
    list.AddPolyline(head, 3, colour, 0, size * 0.4f);
}

bool hasWays(const Desk& desk) {
    for (const world::SpeciesEntry& entry : desk.session.world().view().species)
        if (entry.kind.way.size() > 1) return true;
    return false;
}

void drawWays(const Desk& desk, ImDrawList& list, float pixels_per_point) {
    const world::WorldView view = desk.session.world().view();
    const Plane& plane = view.plane();
    const ImU32 colour = render::packed(render::withAlpha(desk.view.draw.theme->text, 90));
    std::vector<const std::vector<flock::WayPoint>*> drawn;  // species often share one
    for (const world::SpeciesEntry& entry : view.species) {
        const std::vector<flock::WayPoint>& way = entry.kind.way;
        if (way.size() < 2 || std::ranges::any_of(drawn, [&](const auto* one) { return *one == way; }))
            continue;
        drawn.push_back(&way);
        for (std::size_t i = 0; i < way.size(); ++i) {
            const flock::WayPoint &from = way[i], &to = way[(i + 1) % way.size()];
            const Place begin = plane.place(from.x, from.y);
            drawLeg(desk, list, plane, begin, plane.offset(begin, plane.place(to.x, to.y)), colour,
                    pixels_per_point);
        }
    }
}

}  // namespace drover::desktop
