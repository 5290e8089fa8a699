// The colours of the world view, by theme. The user interface has its own; both go by the same names.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "render/colour.h"

namespace drover::render {

enum class ThemeName : std::uint8_t { kDark, kLight, kProjector };
inline constexpr std::array<std::string_view, 3> kThemeNames = {"dark", "light", "projector"};

struct RenderTheme {
    Colour background;  // the ground
    Colour outside;     // beyond a torus that the view is larger than
    Colour grid, border;
    Colour branch;  // of trees: from a node to its children
    Colour ring;    // zones
    Colour player, selection;
    Colour text;                    // for labels that the user interface writes over the view
    std::array<Colour, 8> species;  // Okabe and Ito's, told apart by everybody
    std::array<Colour, 5>
        gradient;       // least to most: rises in lightness against the ground, safe for colour blindness
    float stroke;       // factor on the widths of lines and outlines
    float glyph_scale;  // factor on the sizes of animals
};

const RenderTheme& themeOf(ThemeName name);
std::optional<ThemeName> themeNamed(std::string_view name);

// The gradient at `t`, 0 to 1 (cut to it; NaN counts as 0).
Colour gradientAt(const RenderTheme& theme, float t);

}  // namespace drover::render
