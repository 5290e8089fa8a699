#include "render/land/ground_lines.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <optional>

#include "core/world/frame/importance.h"

namespace drover::render {
namespace {

constexpr double kLeastCell_px = 70;
constexpr float kLeastZone_px = 7;  // with narrower zones only the outermost is drawn
constexpr float kPlayerRing_m = 1.9f, kPlayerRing_px = 8;
constexpr float kLeastMark_px = 11;
constexpr float kSign_px = 14;

// 1, 2 or 5 times a power of ten.
double gridStep(double metres_per_pixel) {
    const double least = kLeastCell_px * metres_per_pixel;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (decade * factor >= least) return decade * factor;
    }
    return decade * 10;
}

// Lines across all that is in view, at these distances from the focus.
struct Axes {
    Lines& lines;
    const Sight& sight;
    Colour colour;
    float width;

    void across(float x) {
        if (std::abs(x - sight.middle_m.x) > sight.half_m.x) return;
        lines.line(Vec2{x, sight.middle_m.y - sight.half_m.y}, Vec2{x, sight.middle_m.y + sight.half_m.y},
                   colour, -width);
    }
    void along(float y) {
        if (std::abs(y - sight.middle_m.y) > sight.half_m.y) return;
        lines.line(Vec2{sight.middle_m.x - sight.half_m.x, y}, Vec2{sight.middle_m.x + sight.half_m.x, y},
                   colour, -width);
    }
};

// The fronts of herds that are unfolded at all, and of those in full detail, the inner one first.
std::array<float, 2> detailFronts(const world::WorldView& view) {
    std::uint32_t deepest = 0;
    for (const world::SpeciesEntry& entry : view.species) deepest = std::max(deepest, entry.kind.depth);
    if (deepest == 0) return {};
    const float full = view.detailFront(deepest), any = view.detailFront(1);
    return {std::min(full, any), std::max(full, any)};
}

// An arrow head over what is selected, as large from anywhere.
void addSign(Lines& over, const LineWorld& of, const Mark& mark) {
    const glm::vec3 tip{mark.at_m.x, mark.at_m.y, mark.height_m + 0.8f};
    const float far = std::max(glm::distance(tip, of.light.eye), 1.0f);
    const float size_m = kSign_px * of.settings.ui_scale * far / of.light.pixels_per_radian;
    const glm::vec3 up = of.camera.up() * size_m,
                    side = glm::vec3(of.camera.right().x, of.camera.right().y, 0) * (size_m * 0.6f);
    for (const float to : {-1.0f, 1.0f})
        over.line(tip + up + side * to, tip, unpacked(mark.colour), 3.5f * of.settings.ui_scale);
}

}  // namespace

void addGrid(Lines& lines, const LineWorld& of) {
    const double step = gridStep(of.camera.metresPerPixel(of.viewport)), size = of.view.plane().worldSize();
    const Sight& sight = of.sight;
    Axes axes{lines, sight, faded(of.light.theme.grid, of.light.dark), of.settings.ui_scale};
    if (axes.colour.a == 0) return;
    const auto lineUp = [&](double centre, float middle, float half, auto add) {
        const double low = centre + static_cast<double>(middle - half),
                     high = centre + static_cast<double>(middle + half);
        for (double i = std::ceil(low / step); i * step <= high; ++i) {
            double at = i * step;
            // On a torus the grid restarts at the seam, so the last cell may be narrower.
            if (sight.isRound()) at = std::floor((at - std::floor(at / size) * size) / step) * step;
            add(static_cast<float>(sight.isRound() ? std::remainder(at - centre, size) : at - centre));
        }
    };
    lineUp(of.camera.centre_m.x, sight.middle_m.x, sight.half_m.x, [&](float at) { axes.across(at); });
    lineUp(of.camera.centre_m.y, sight.middle_m.y, sight.half_m.y, [&](float at) { axes.along(at); });
}

// In open country the square in which animals are born. A torus has no edge.
void addBorder(Lines& lines, const LineWorld& of) {
    if (of.sight.isRound()) return;
    Axes axes{lines, of.sight, faded(of.light.theme.border, of.light.dark), 1.5f * of.stroke()};
    const Vec2 low = of.offset({0, 0});
    const auto size = static_cast<float>(of.view.plane().worldSize());
    axes.across(low.x), axes.along(low.y), axes.across(low.x + size), axes.along(low.y + size);
}

void addRims(Lines& lines, const LineWorld& of) {
    constexpr float kLeast_px = 1.5f;
    constexpr int kMostCorners = 96;
    for (const ground::Shape& shape : of.view.shapes) {
        const LandColours& colours = of.light.theme.land[static_cast<std::size_t>(shape.surface)];
        const ground::Point first = shape.corners[0];
        const auto radius = static_cast<float>(shape.radius);
        const Vec2 at = of.offset({first.x, first.y});
        const float px_per_m = of.light.pixels_per_radian / std::max(of.sight.farOf(at), 1.0f);
        const Colour rim = faded(shape.isLine() ? colours.fill : colours.rim, of.light.dark);
        if (shape.isDisc()) {
            lines.ring(at, radius, px_per_m, rim, kLeast_px * of.stroke());
            continue;
        }
        if (shape.isLine() && 2 * radius * px_per_m > 2 * kLeast_px) continue;  // one sees it without
        const std::size_t corners = shape.corners.size(),
                          step = std::max<std::size_t>(corners / kMostCorners, 1);
        // From corner to corner: across the seam both are seen from the first one.
        const auto placed = [&](std::size_t i) {
            const ground::Point way = shape.corners[i % corners] - first;
            return at + Vec2{static_cast<float>(way.x), static_cast<float>(way.y)};
        };
        const std::size_t sides = shape.isLine() ? corners - 1 : corners;
        for (std::size_t i = 0; i < sides; i += step)
            lines.line(placed(i), placed(std::min(i + step, sides)), rim, kLeast_px * of.stroke());
    }
}

void addZones(Lines& zones, Lines& bands, const LineWorld& of, std::vector<RingLabel>& labels) {
    labels.clear();
    const world::WorldView& view = of.view;
    const Vec2 player = of.player_m();
    const float px_per_m = of.sight.pixels_per_metre;
    if (of.light.dark <= 0) return;
    const auto add = [&](float radius, RingLabel::Ring ring) {
        if (of.sight.isRound() && 2 * radius > of.sight.round_m) return;
        const bool is_zone = ring == RingLabel::Ring::kZone;
        // The borders of the bands lie over the animals, or they could not be seen among many.
        (is_zone ? zones : bands)
            .ring(player, radius, px_per_m, faded(of.light.theme.ring, of.light.dark),
                  (is_zone ? 1.1f : 1.8f) * of.stroke());
        const Vec2 top = player + of.camera.ahead() * radius;
        const std::optional<Vec2d> pixel = of.camera.pixelOf(of.viewport, {top.x, top.y, 0});
        if (!pixel) return;
        const RingLabel label{static_cast<float>(pixel->x), static_cast<float>(pixel->y), radius, ring};
        if (of.viewport.contains(label.x, label.y) && of.light.dark > 0.5f) labels.push_back(label);
    };
    const float near_m = view.nearReach(), zone_m = view.lod().zone_width;
    if (view.flocks.doesOwnerDecide()) {
        for (const float radius : detailFronts(view))
            if (radius * px_per_m >= kLeastZone_px) add(radius, RingLabel::Ring::kFront);
    }
    const bool has_zones =
        view.lod().enabled && !view.flocks.doesOwnerDecide() && zone_m * px_per_m >= kLeastZone_px;
    for (float radius = zone_m; has_zones && radius < near_m * 0.999f; radius += zone_m)
        add(radius, RingLabel::Ring::kZone);
    add(near_m, RingLabel::Ring::kNear);
    const float middle_m = world::kMiddleReach * near_m;
    add(middle_m, RingLabel::Ring::kMiddle);
}

// A ring round the feet; where they are too small to see, a dot in a ring.
void addPlayer(Lines& lines, Lines& over, const LineWorld& of) {
    const Vec2 at = of.player_m();
    const float far = of.sight.farOf(at), px_per_m = of.light.pixels_per_radian / std::max(far, 1.0f);
    const float is_dot = of.light.dissolve.lit(far, of.light.pixels_per_radian);
    const float scale = of.stroke();
    const Colour colour = of.light.theme.player;
    lines.ring(at, kPlayerRing_m, px_per_m, faded(withAlpha(colour, 210), 1 - is_dot), 2.2f * scale);
    if (is_dot <= 0) return;
    over.dot({at.x, at.y, 0}, faded(colour, is_dot), kPlayerRing_px * scale);
    over.ring(at, kPlayerRing_px * scale / px_per_m, px_per_m, faded(colour, is_dot), 1.6f * scale);
}

void addMarks(Lines& lines, Lines& over, const LineWorld& of, const Scene& scene) {
    const float ui_scale = of.settings.ui_scale, pixels = of.light.pixels_per_radian;
    for (const Mark& mark : scene.marks) {
        const float px_per_m = pixels / std::max(of.sight.farOf(mark.at_m), 1.0f);
        lines.ring(mark.at_m, std::max(mark.radius_m, kLeastMark_px * ui_scale / px_per_m), px_per_m,
                   unpacked(mark.colour), 2.5f * of.stroke());
        addSign(over, of, mark);
    }
    const float fades_m = of.light.sight_m * of.light.atmosphere.haze_share;
    const auto seen = [&](glm::vec3 at) {
        const float far = std::max(glm::distance(at, of.light.eye), 1.0f);
        return std::pair(far, std::exp(-1.2f * far * far / (fades_m * fades_m)));
    };
    for (const Branch& branch : scene.branches) {
        const glm::vec3 from{branch.from_m.x, branch.from_m.y, branch.from_height_m};
        const glm::vec3 to{branch.to_m.x, branch.to_m.y, branch.to_height_m};
        const auto [far, share] = seen(to);
        const float width = std::clamp(0.12f * pixels / far, 1.0f, 3.0f);
        over.line(from, to, faded(of.light.theme.player, 0.75f * share * branch.share), width * ui_scale);
    }
    for (const Point& point : scene.points) {
        const glm::vec3 at{point.at_m.x, point.at_m.y, point.height_m};
        const auto [far, share] = seen(at);
        const float radius_m = 0.55f * std::sqrt(std::sqrt(point.animals));
        const float width = std::max(2 * radius_m * pixels / far, 2.5f * ui_scale);
        const Colour rim = faded(of.light.theme.player, share * point.share);
        over.line(glm::vec3(at.x, at.y, 0), at, faded(rim, 0.5f), ui_scale);
        over.dot(at, rim, width + 3 * ui_scale);
        over.dot(at, faded(unpacked(point.colour), share * point.share), width);
    }
}

}  // namespace drover::render
