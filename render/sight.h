// What a camera sees of the ground, in metres from its focus: a box round it, and the four sides of what the
// picture shows. The view shows one copy of a torus, centred on the focus; what straddles its edges has more
// than one image there. Used by everything that chooses what is drawn.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/plane.h"
#include "core/base/vec2.h"
#include "render/camera.h"

namespace drover::render {

struct Sight {
    Sight(const Plane& plane, const Camera& camera, const Viewport& viewport)
        : centre(plane.place(camera.centre_m.x, camera.centre_m.y)),
          eye(camera.eye()),
          metres_per_unit(static_cast<float>(plane.metresPerUnit())),
          pixels_per_metre(static_cast<float>(1 / camera.metresPerPixel(viewport))),
          pixels_per_radian(camera.pixelsPerRadian(viewport)),
          area_px(viewport.width * viewport.height) {
        if (plane.edges() == Edges::kTorus) round_m = static_cast<float>(plane.worldSize());
        const auto corners = camera.groundSeen(plane, viewport);
        Vec2 low{round_m / 2, round_m / 2}, high{-round_m / 2, -round_m / 2};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Vec2 from{static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)};
            const Vec2d next = corners[(i + 1) % corners.size()];
            const Vec2 way = Vec2{static_cast<float>(next.x), static_cast<float>(next.y)} - from;
            const Vec2 out = length(way) > 0 ? unit(Vec2{way.y, -way.x}) : Vec2{};
            sides[i] = {out, dot(out, from)};
            low = {std::min(low.x, from.x), std::min(low.y, from.y)};
            high = {std::max(high.x, from.x), std::max(high.y, from.y)};
        }
        // No place is shown twice.
        const float most = round_m / 2;
        low = {std::max(low.x, -most), std::max(low.y, -most)};
        high = {std::min(high.x, most), std::min(high.y, most)};
        middle_m = (low + high) * 0.5f;
        half_m = (high - low) * 0.5f;
        middle = plane.moved(centre, middle_m);
    }

    Place centre;   // the focus
    Place middle;   // of the box
    Vec2 middle_m;  // of the box, from the focus
    Vec2 half_m;    // half of its width and height
    struct Side {
        Vec2 out;  // unit vector
        float at = 0;
    };
    std::array<Side, 4> sides;
    glm::vec3 eye;
    float metres_per_unit;
    float pixels_per_metre;  // at the focus
    float pixels_per_radian;
    float area_px;
    float round_m = std::numeric_limits<float>::infinity();  // side of the torus; infinite in open country

    bool isRound() const { return std::isfinite(round_m); }

    // Metres from the focus, the short way round.
    Vec2 offset(Place place) const {
        return Vec2{Plane::unitsBetween(centre.x, place.x), Plane::unitsBetween(centre.y, place.y)} *
               metres_per_unit;
    }

    bool sees(Vec2 offset_m, float reach_m) const {
        const Vec2 way = offset_m - middle_m;
        if (std::abs(way.x) > half_m.x + reach_m || std::abs(way.y) > half_m.y + reach_m) return false;
        return std::ranges::all_of(
            sides, [&](const Side& side) { return dot(side.out, offset_m) <= side.at + reach_m; });
    }
    // Whether something of this reach may have more than one image in view.
    bool mayRepeat(Vec2 offset_m, float reach_m) const {
        return std::abs(offset_m.x - middle_m.x) >= round_m - half_m.x - reach_m ||
               std::abs(offset_m.y - middle_m.y) >= round_m - half_m.y - reach_m;
    }
    // From the eye.
    float farOf(Vec2 offset_m) const {
        const float x = offset_m.x - eye.x, y = offset_m.y - eye.y;
        return std::sqrt(x * x + y * y + eye.z * eye.z);
    }

    // Ways along an axis, in the plane's units, at which nothing of this reach is in view. A quick test for
    // very many; what it lets through is tested again.
    struct Unseen {
        std::uint32_t first, count;
        bool has(std::uint32_t from, std::uint32_t place) const { return place - from - first < count; }
    };
    Unseen unseen(float half, float reach_m) const {
        const double unit = static_cast<double>(metres_per_unit),
                     seen_m = static_cast<double>(half + reach_m);
        const double in_view = seen_m * 1.0001 / unit + 2,
                     repeats = (static_cast<double>(round_m) * 0.9999 - seen_m) / unit - 2;
        if (!(in_view < 0x1p31) || !(repeats > 0x1p31)) return {0, 0};
        // From here on, either way round.
        const auto first = static_cast<std::uint32_t>(in_view) + 1;
        return {first, 1u - 2 * first};
    }

    // Calls `found(offset)` for every image in view.
    template <class Found>
    void images(Vec2 offset_m, float reach_m, Found found) const {
        if (!isRound()) {
            if (sees(offset_m, reach_m)) found(offset_m);
            return;
        }
        // Something larger than the world can reach across several copies of it. rounds() limits them to 4.
        const int x_rounds = rounds(half_m.x + reach_m), y_rounds = rounds(half_m.y + reach_m);
        for (int y = -y_rounds; y <= y_rounds; ++y) {
            for (int x = -x_rounds; x <= x_rounds; ++x) {
                const Vec2 image = offset_m + Vec2{static_cast<float>(x), static_cast<float>(y)} * round_m;
                if (sees(image, reach_m)) found(image);
            }
        }
    }

  private:
    int rounds(float half_and_reach_m) const {
        return static_cast<int>(std::fmin(4.0f, std::ceil(half_and_reach_m / round_m)));
    }
};

}  // namespace drover::render
