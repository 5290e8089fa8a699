#include "render/lines.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drover::render {
namespace {

constexpr float kFlatness_px = 0.15f;  // how far a chord may deviate from its arc

int segmentsOf(float radius_px) {
    const float angle = std::acos(1 - std::min(0.5f, kFlatness_px / std::max(radius_px, kFlatness_px)));
    return std::clamp(static_cast<int>(std::ceil(std::numbers::pi_v<float> / angle)), 16, 1024);
}

// Whether a point of a ring lies inside another image of the same ring.
bool isCovered(const Sight& sight, Vec2 from_centre_m, float radius_m) {
    const Vec2 nearest{std::remainder(from_centre_m.x, sight.round_m),
                       std::remainder(from_centre_m.y, sight.round_m)};
    return length(nearest) < radius_m * 0.9999f;
}

}  // namespace

void Lines::ring(const Sight& sight, Vec2 centre_m, float radius_m, Colour colour, float width) {
    const float scale = sight.pixels_per_metre;
    const int segments = segmentsOf(radius_m * scale);
    const float lean = std::tan(std::numbers::pi_v<float> / static_cast<float>(segments));
    const bool may_cover = sight.isRound() && radius_m > sight.round_m / 2;
    const float margin_m = width / scale;
    sight.images(centre_m, radius_m + margin_m, [&](Vec2 image) {
        Vec2 from{radius_m, 0};
        for (int i = 1; i <= segments; ++i) {
            const float angle =
                static_cast<float>(i) / static_cast<float>(segments) * 2 * std::numbers::pi_v<float>;
            const Vec2 to =
                i == segments ? Vec2{radius_m, 0} : Vec2{std::cos(angle), std::sin(angle)} * radius_m;
            const Vec2 middle = (from + to) * 0.5f;
            const bool is_seen = sight.sees(image + middle, length(to - from) + margin_m);
            if (is_seen && !(may_cover && isCovered(sight, middle, radius_m))) {
                strokes_.push_back(
                    {(image + from) * scale, (image + to) * scale, packed(colour), width, lean});
            }
            from = to;
        }
    });
}

void Lines::rectangle(Vec2 centre, Vec2 half, Colour colour, float width) {
    const Vec2 a = centre - half, b = centre + half;
    line(a, {b.x, a.y}, colour, width), line({b.x, a.y}, b, colour, width);
    line(b, {a.x, b.y}, colour, width), line({a.x, b.y}, a, colour, width);
}

}  // namespace drover::render
