// The user's choices about the picture. The user interface keeps them and the renderer reads them in every
// frame.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "render/theme.h"

namespace drover::render {

// In the order of their keys, 1 to 6.
enum class ColourBy : std::uint8_t { kLateness, kSpecies, kDepth, kSinceUpdate, kDelays, kService };

struct ColourByInfo {
    std::string_view name;  // in the settings file
    const char* title;      // in menus and over the legend
    const char* text;       // in tooltips
};
inline constexpr std::array<ColourByInfo, 6> kColourBys = {{
    {"deviation", "Lateness",
     "By how much a whole thought comes later than wanted (T - T0): long waits and cut thoughts both count."},
    {"species", "Species", "Each kind of animal has a colour and a shape."},
    {"depth", "Detail", "The level of a point in the tree of its herd: 0 is a whole herd as one point."},
    {"since_update", "Last thought", "How long ago the animal's herd last thought."},
    {"delays", "Waiting", "Frames in a row in which the herd was due and did not think (M): frames overdue."},
    {"service", "Crowding",
     "How crowded it is around each person: Fruin's level of service, from A, below 0.31 people on a square "
     "metre, to F, from 2.17."},
}};

struct DrawSettings {
    ColourBy colour_by = ColourBy::kLateness;
    bool is_smooth = true;     // extrapolate positions between updates; off: show the raw steps
    bool shows_trees = false;  // of all herds near the player: lines from each node to its children
    bool shows_zones = true;
    bool shows_pulses = true;
    bool shows_trails = true;  // behind animals that are drawn large enough
    bool shows_grid = true;
    bool shows_meadow = true;  // off: the ground has one colour
    float xray = 0;            // 0 .. 1: how far the animals that are only drawn have dissolved
    float tint = 0;            // 0 .. 1: how much of the colouring lies over the animals at the feet
    float resolution = 1;      // below 1: fewer pixels are drawn, and made larger
    float glyph_scale = 1;     // 0.25 to 4
    float ui_scale = 1;        // scales line widths and least glyph sizes on high-resolution screens
    std::optional<std::uint32_t> selected_task;  // of a flock or another mind
    const RenderTheme* theme = &themeOf(ThemeName::kDark);
};

}  // namespace drover::render
