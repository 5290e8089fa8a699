// What the colours and shapes of the picture mean. The user interface draws these entries in a corner of the
// world view.
#pragma once

#include <string>
#include <vector>

#include "core/world/world_view.h"
#include "render/draw_settings.h"
#include "render/lights/glyph.h"

namespace drover::render {

struct LegendEntry {
    Colour colour;
    std::string text;
    Shape shape = Shape::kKite;
    bool is_group = false;  // drawn as an outline: stands for a whole flock
};

// Its entries are steps of one ramp, from the first to the last.
bool isRamp(ColourBy colour_by);

// What stands on the ground, each once. Its name is that of files, its colours are those of the theme.
std::vector<ground::Surface> surfacesOf(const world::WorldView& view);

std::vector<LegendEntry> legendOf(const world::WorldView& view, const DrawSettings& settings);

}  // namespace drover::render
