// How large glyphs are drawn. They have the animals' size on the ground, but never become too small to see.
// In a crowd that would cover the ground they shrink below that. The renderer asks for the sizes in every
// frame.
#pragma once

#include <cstdint>

#include "render/draw_settings.h"
#include "render/sight.h"

namespace drover::render {

// Half lengths in pixels, and opacities.
struct GlyphSizes {
    float animal_px = 1, group_px = 1;  // group_px: times groupSize()
    float animal_alpha = 1, group_alpha = 1;
    float pulse_px = 1, pulse_alpha = 1;  // how far a pulse spreads; alpha 0: no pulses
    bool has_trails = false;              // animals are few and large enough
    float px_per_m = 1, least_px = 1;     // of those who are drawn true to scale
    bool are_points = false;              // all glyphs are small enough to draw as single points
};

// `animals` and `groups` are the numbers in view. `most_agents`: of the largest flock.
GlyphSizes sizesFor(const Sight& sight, const DrawSettings& settings, std::size_t animals, std::size_t groups,
                    std::uint64_t most_agents);

// A glyph of that half length, as its share of animal_px.
float trueToScale(const GlyphSizes& sizes, float half_m);

// Half length, metres, of a glyph that stands for `most_agents`. In crowds it is smaller.
float largestGlyph(const Sight& sight, const DrawSettings& settings, std::uint64_t most_agents);

// Size of the glyph for this many agents, relative to an animal's.
float groupSize(std::uint64_t agents);

}  // namespace drover::render
