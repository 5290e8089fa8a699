// How large glyphs are drawn: as large as the animals stand on the ground, but never too small to be seen,
// and smaller again where so many are in view that they would cover it.
#pragma once

#include "render/draw_settings.h"
#include "render/sight.h"

namespace drover::render {

// Half lengths in pixels, and how opaque.
struct GlyphSizes {
    float animal_px = 1, group_px = 1;  // group_px: for each unit of a group's size
    float animal_alpha = 1, group_alpha = 1;
    float pulse_px = 1, pulse_alpha = 1;  // how much a pulse widens; without alpha there are none
    bool are_points = false;              // all glyphs are so small that a vertex each does
};

// For so many leaves and groups in view, of trees that stand for `most_agents` at most.
GlyphSizes sizesFor(const Sight& sight, const DrawSettings& settings, std::size_t animals, std::size_t groups,
                    std::uint64_t most_agents);

// The half length of a glyph that stands for so many, metres; crowds only make it smaller.
float largestGlyph(const Sight& sight, const DrawSettings& settings, std::uint64_t most_agents);

// By how much larger than an animal a glyph is that stands for so many.
float groupSize(std::uint64_t agents);

}  // namespace drover::render
