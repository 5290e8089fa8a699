#include "render/ground.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/world/frame/importance.h"

namespace drover::render {
namespace {

constexpr double kLeastCell_px = 70;
constexpr float kPlayerRing_px = 8;
constexpr float kLeastZone_px = 7;  // with narrower zones only the outermost is drawn

// 1, 2 or 5 times a power of ten.
double gridStep(double metres_per_pixel) {
    const double least = kLeastCell_px * metres_per_pixel;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (decade * factor >= least) return decade * factor;
    }
    return decade * 10;
}

// Calls draw(pixel) for each visible image of a coordinate on one axis.
template <class Draw>
void everyImage(const Sight& sight, float offset_m, float half_m, Draw draw) {
    const float round = sight.isRound() ? sight.round_m : 0;
    for (int k = sight.isRound() ? -1 : 0; k <= (sight.isRound() ? 1 : 0); ++k) {
        const float at = offset_m + static_cast<float>(k) * round;
        if (std::abs(at) <= half_m) draw(at * sight.pixels_per_metre);
    }
}

struct Axes {
    Lines& lines;
    const Sight& sight;
    Vec2 low, high;  // the ends of the lines, pixels
    Colour colour;
    float width;

    void across(float offset_m) {  // a vertical line
        everyImage(sight, offset_m, sight.half_m.x,
                   [&](float x) { lines.line({x, low.y}, {x, high.y}, colour, width); });
    }
    void along(float offset_m) {
        everyImage(sight, offset_m, sight.half_m.y,
                   [&](float y) { lines.line({low.x, y}, {high.x, y}, colour, width); });
    }
};

Axes axesOver(Lines& lines, const Sight& sight, Colour colour, float width) {
    const Vec2 half = sight.half_m * sight.pixels_per_metre;
    return {lines, sight, half * -1, half, colour, width};
}

// The fronts of herds that are unfolded at all, and of those in full detail, the inner one first.
std::array<float, 2> detailFronts(const world::WorldView& view) {
    std::uint32_t deepest = 0;
    for (const world::SpeciesEntry& entry : view.species) deepest = std::max(deepest, entry.kind.depth);
    if (deepest == 0) return {};
    const float full = view.detailFront(deepest), any = view.detailFront(1);
    return {std::min(full, any), std::max(full, any)};
}

}  // namespace

void addGrid(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
             const DrawSettings& settings) {
    const double step = gridStep(camera.metres_per_pixel), size = view.plane().worldSize();
    Axes axes = axesOver(lines, sight, settings.theme->grid, settings.ui_scale);
    const auto lineUp = [&](double centre, double half, auto add) {
        for (double i = std::ceil((centre - half) / step); i * step <= centre + half; ++i) {
            double at = i * step;
            // On a torus the grid restarts at the seam, so the last cell may be narrower.
            if (sight.isRound()) at = std::floor((at - std::floor(at / size) * size) / step) * step;
            add(static_cast<float>(sight.isRound() ? std::remainder(at - centre, size) : at - centre));
        }
    };
    lineUp(camera.centre_m.x, static_cast<double>(sight.half_m.x), [&](float at) { axes.across(at); });
    lineUp(camera.centre_m.y, static_cast<double>(sight.half_m.y), [&](float at) { axes.along(at); });
}

// In open country the square in which animals are born. A torus has no edge.
void addBorder(Lines& lines, const world::WorldView& view, const Sight& sight, const Camera& camera,
               const DrawSettings& settings) {
    if (sight.isRound()) return;
    const float width = 1.5f * settings.theme->stroke * settings.ui_scale;
    Axes axes = axesOver(lines, sight, settings.theme->border, width);
    const Vec2d low = camera.offset(view.plane(), {0, 0});
    axes.across(static_cast<float>(low.x)), axes.along(static_cast<float>(low.y));
    const double size = view.plane().worldSize();
    axes.across(static_cast<float>(low.x + size)), axes.along(static_cast<float>(low.y + size));
}

void addZones(Lines& zones, Lines& bands, const world::WorldView& view, const Sight& sight,
              const DrawSettings& settings, const Viewport& viewport, std::vector<RingLabel>& labels) {
    labels.clear();
    const Vec2 player = sight.offset(view.player);
    const auto add = [&](float radius, RingLabel::Ring ring) {
        const bool is_zone = ring == RingLabel::Ring::kZone;
        const float width = (is_zone ? 1.1f : 1.8f) * settings.theme->stroke * settings.ui_scale;
        // The borders of the bands lie over the animals, or they could not be seen among many.
        (is_zone ? zones : bands).ring(sight, player, radius, settings.theme->ring, width);
        const Vec2 top = (player + Vec2{0, radius}) * sight.pixels_per_metre;
        const RingLabel label{viewport.x + viewport.width / 2 + top.x,
                              viewport.y + viewport.height / 2 - top.y, radius, ring};
        if (viewport.contains(label.x, label.y)) labels.push_back(label);
    };
    const float near_m = view.nearReach(), zone_m = view.lod().zone_width;
    if (view.flocks.doesOwnerDecide()) {
        for (const float radius : detailFronts(view))
            if (radius * sight.pixels_per_metre >= kLeastZone_px) add(radius, RingLabel::Ring::kFront);
    }
    const bool has_zones = view.lod().enabled && !view.flocks.doesOwnerDecide() &&
                           zone_m * sight.pixels_per_metre >= kLeastZone_px;
    for (float radius = zone_m; has_zones && radius < near_m * 0.999f; radius += zone_m)
        add(radius, RingLabel::Ring::kZone);
    add(near_m, RingLabel::Ring::kNear);
    const float middle_m = world::kMiddleReach * near_m;
    if (!sight.isRound() || 2 * middle_m < sight.round_m) add(middle_m, RingLabel::Ring::kMiddle);
}

void addPlayer(Lines& lines, const world::WorldView& view, const Sight& sight, const DrawSettings& settings) {
    const float scale = settings.ui_scale * settings.theme->stroke;
    const Colour colour = settings.theme->player;
    const float ring_m = kPlayerRing_px * scale / sight.pixels_per_metre;
    sight.images(sight.offset(view.player), ring_m, [&](Vec2 image) {
        lines.dot(image * sight.pixels_per_metre, colour, kPlayerRing_px * scale);
    });
    lines.ring(sight, sight.offset(view.player), ring_m, colour, 1.6f * scale);
}

void addSelection(Lines& lines, const world::WorldView& view, const Sight& sight,
                  const DrawSettings& settings, const Gather& gather, const GlyphSizes& sizes) {
    if (!settings.selected_task || *settings.selected_task >= view.tasks.size()) return;
    const std::uint32_t task = *settings.selected_task;
    const float carry_s = settings.is_smooth ? Gather::carryOf(view, task) : 0;
    float glyph_px = sizes.animal_px;
    if (task < view.flocks.size()) {
        const FlockId flock{task};
        glyph_px = view.flocks.isAlone(flock)
                       ? sizes.group_px * groupSize(view.flocks.speciesOf(flock).agents())
                       : sizes.animal_px + gather.reach(task) * sight.pixels_per_metre;
    }
    const float radius_px = glyph_px + 6 * settings.ui_scale;
    lines.ring(sight, sight.offset(view.placeOf(task)) + view.velocityOf(task) * carry_s,
               radius_px / sight.pixels_per_metre, settings.theme->selection,
               2 * settings.ui_scale * settings.theme->stroke);
}

}  // namespace drover::render
