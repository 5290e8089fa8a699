// What the person at the screen has chosen about the picture. Kept by the user interface, read by whoever
// draws.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "render/theme.h"

namespace drover::render {

enum class ColourBy : std::uint8_t { kSpecies, kDepth, kDeviation, kSinceUpdate, kDelays };

struct ColourByInfo {
    std::string_view name;  // in settings and on the command line
    const char* title;      // in menus and over the legend
    const char* text;       // in tooltips
};
inline constexpr std::array<ColourByInfo, 5> kColourBys = {{
    {"species", "Species", "Each kind of animal has a colour and a shape."},
    {"depth", "Tree depth", "The level of the tree that a leaf stands on: 0 is a whole flock as one point."},
    {"deviation", "Period deviation", "T - T0: by how much the manager stretches the period."},
    {"since_update", "Time since update", "How long ago the animal's flock was updated."},
    {"delays", "Delays", "M: frames in a row that the flock was due and had to wait."},
}};

struct DrawSettings {
    ColourBy colour_by = ColourBy::kSpecies;
    bool is_smooth = true;       // carried on along the velocity between updates; else the raw steps
    bool shows_membrane = true;  // from each node to its children, near the player
    bool shows_zones = true;
    bool shows_pulses = true;
    bool shows_grid = true;
    float glyph_scale = 1;  // 0.25 to 4
    float ui_scale = 1;     // of lines and least sizes: pixels of a finer screen
    std::optional<std::uint32_t> selected_flock;
    const RenderTheme* theme = &themeOf(ThemeName::kDark);
};

}  // namespace drover::render
