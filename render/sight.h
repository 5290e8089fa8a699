// What a camera sees of a world. Places become offsets from the view's centre, y up, in metres or pixels. The
// view shows one copy of a torus, centred on the camera; what straddles its edges has more than one image
// there. Used by everything that chooses or draws.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/plane.h"
#include "render/camera.h"
#include "render/draw_settings.h"

namespace drover::render {

struct Sight {
    Sight(const Plane& plane, const Camera& camera, const Viewport& viewport)
        : centre(plane.place(camera.centre_m.x, camera.centre_m.y)),
          metres_per_unit(static_cast<float>(plane.metresPerUnit())),
          pixels_per_metre(static_cast<float>(1 / camera.metres_per_pixel)) {
        const Vec2d half = camera.halfSeen(plane, viewport);
        half_m = {static_cast<float>(half.x), static_cast<float>(half.y)};
        area_px = half_m.x * half_m.y * 4 * pixels_per_metre * pixels_per_metre;
        if (plane.edges() == Edges::kTorus) round_m = static_cast<float>(plane.worldSize());
    }

    Place centre;
    Vec2 half_m;  // half of the visible width and height
    float area_px = 0;
    float metres_per_unit;
    float pixels_per_metre;
    float round_m = std::numeric_limits<float>::infinity();  // side of the torus; infinite in open country

    bool isRound() const { return std::isfinite(round_m); }

    // Metres from the centre, the short way round.
    Vec2 offset(Place place) const {
        return Vec2{Plane::unitsBetween(centre.x, place.x), Plane::unitsBetween(centre.y, place.y)} *
               metres_per_unit;
    }

    bool sees(Vec2 offset_m, float reach_m) const {
        return std::abs(offset_m.x) <= half_m.x + reach_m && std::abs(offset_m.y) <= half_m.y + reach_m;
    }
    // Whether something of this reach may have more than one image in view.
    bool mayRepeat(Vec2 offset_m, float reach_m) const {
        return std::abs(offset_m.x) >= round_m - half_m.x - reach_m ||
               std::abs(offset_m.y) >= round_m - half_m.y - reach_m;
    }

    // Ways along an axis, in the plane's units, at which nothing of this reach is in view. A quick test for
    // very many; what it lets through is tested again.
    struct Unseen {
        std::uint32_t first, count;
        bool has(std::uint32_t middle, std::uint32_t place) const { return place - middle - first < count; }
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
