#include "render/lights/glyph_sizes.h"

#include <algorithm>
#include <cmath>

namespace drover::render {
namespace {

constexpr float kAnimal_m = 1.6f;  // half of what a light takes on the ground
constexpr float kLeastAnimal_px = 1.9f, kLeastGroup_px = 1.4f, kMostAnimal_px = 3;
constexpr float kTypicalGroup = 2.5f;
constexpr float kLeastTrailed_px = 2;
constexpr std::size_t kMostTrails = 20'000;
constexpr float kPulse_m = 9, kLeastPulse_px = 3, kMostPulse_px = 26;
constexpr float kPulseAlpha = 0.75f;
// Square pixels of ground per glyph: rings are for a view from near by. With less, they would be all one
// sees.
constexpr float kLeastPulseRoom_px = 1600;
// Half size. OpenGL drops a point when its centre leaves the viewport; with larger points that would show.
constexpr float kMostPoint_px = 8;
constexpr float kMostCover = 0.3f;  // share of the ground that glyphs may cover before they merge

// Shrinks glyphs until some ground stays free, but not below `least_px`. Beyond that it fades them.
struct Crowd {
    float half_px, alpha;
};
Crowd crowded(float wanted_px, float least_px, std::size_t glyphs, float area_px) {
    const float each = area_px * kMostCover / std::max(1.0f, static_cast<float>(glyphs));
    const float room_px = std::sqrt(each);
    const float half_px = std::clamp(room_px, std::min(least_px, wanted_px), std::max(least_px, wanted_px));
    return {half_px, std::clamp(room_px / half_px, 0.25f, 1.0f)};
}

float scaleOf(const DrawSettings& settings) {
    return settings.glyph_scale * settings.theme->glyph_scale * settings.ui_scale;
}

// Half an animal's length in pixels, true to scale.
float naturalSize(const Sight& sight, const DrawSettings& settings) {
    return kAnimal_m * settings.glyph_scale * settings.theme->glyph_scale * sight.pixels_per_metre;
}

}  // namespace

float groupSize(std::uint64_t agents) {
    return agents < 2 ? 1.0f : 1.2f + 0.26f * std::log2(static_cast<float>(agents));
}

float trueToScale(const GlyphSizes& sizes, float half_m) {
    return std::max(half_m * sizes.px_per_m, sizes.least_px) / sizes.animal_px;
}

float largestGlyph(const Sight& sight, const DrawSettings& settings, std::uint64_t most_agents) {
    const float scale = scaleOf(settings);
    const float natural = naturalSize(sight, settings);
    const float animal_px = std::clamp(natural, kLeastAnimal_px * scale, kMostAnimal_px * scale);
    return animal_px * groupSize(most_agents) / sight.pixels_per_metre;
}

GlyphSizes sizesFor(const Sight& sight, const DrawSettings& settings, std::size_t animals, std::size_t groups,
                    std::uint64_t most_agents) {
    const float scale = scaleOf(settings);
    const float natural = naturalSize(sight, settings);
    const float smallest = 0.7f * settings.ui_scale;
    const auto size = [&](float least, std::size_t glyphs, float times) {
        const float wanted = std::clamp(natural, least * scale, kMostAnimal_px * scale) * times;
        return crowded(wanted, smallest, glyphs, sight.area_px);
    };
    const Crowd animal = size(kLeastAnimal_px, animals, 1),
                group = size(kLeastGroup_px, groups, kTypicalGroup);
    GlyphSizes sizes;
    sizes.animal_px = animal.half_px, sizes.animal_alpha = animal.alpha;
    sizes.group_px = group.half_px / kTypicalGroup, sizes.group_alpha = group.alpha;
    sizes.pulse_px =
        std::clamp(kPulse_m * sight.pixels_per_metre, kLeastPulse_px, kMostPulse_px) * settings.ui_scale;
    sizes.px_per_m = sight.pixels_per_metre, sizes.least_px = smallest;
    const float room_px = sight.area_px / std::max(1.0f, static_cast<float>(animals + groups));
    sizes.pulse_alpha = room_px < kLeastPulseRoom_px ? 0 : kPulseAlpha * group.alpha * group.alpha;
    sizes.has_trails = animals <= kMostTrails && sizes.animal_px >= kLeastTrailed_px * settings.ui_scale;
    sizes.are_points = std::max(sizes.animal_px, sizes.group_px * groupSize(most_agents)) <= kMostPoint_px;
    return sizes;
}

}  // namespace drover::render
