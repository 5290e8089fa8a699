// The user's choices about the picture. The user interface keeps them and the renderer reads them in every
// frame.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "render/theme.h"

namespace drover::render {

enum class ColourBy : std::uint8_t { kSpecies, kDepth, kDeviation, kSinceUpdate, kDelays };

struct ColourByInfo {
    std::string_view name;  // in the settings file
    const char* title;      // in menus and over the legend
    const char* text;       // in tooltips
};
inline constexpr std::array<ColourByInfo, 5> kColourBys = {{
    {"species", "Species", "Each kind of animal has a colour and a shape."},
    {"depth", "Tree level", "The tree level of a leaf: 0 is a whole flock as one point."},
    {"deviation", "Period deviation", "T - T0: how much the manager stretches the period."},
    {"since_update", "Time since update", "How long ago the animal's flock was updated."},
    {"delays", "Delays", "M: frames in a row in which the flock was due and did not run."},
}};

struct DrawSettings {
    ColourBy colour_by = ColourBy::kSpecies;
    bool is_smooth = true;       // extrapolate positions between updates; off: show the raw steps
    bool shows_membrane = true;  // lines from each node to its children, near the player
    bool shows_zones = true;
    bool shows_pulses = true;
    bool shows_grid = true;
    float glyph_scale = 1;  // 0.25 to 4
    float ui_scale = 1;     // scales line widths and least glyph sizes on high-resolution screens
    std::optional<std::uint32_t> selected_task;  // of a flock or another mind
    const RenderTheme* theme = &themeOf(ThemeName::kDark);
};

}  // namespace drover::render
