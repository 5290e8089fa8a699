// The colours of the world view, by theme. The user interface has a table of its own for the same themes
// (app/desktop/theme.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/fields.h"
#include "render/colour.h"

namespace drover::render {

enum class ThemeName : std::uint8_t { kDark, kLight, kProjector };
inline constexpr Choice<ThemeName> kThemes[] = {{ThemeName::kDark, "dark", "Dark"},
                                                {ThemeName::kLight, "light", "Light"},
                                                {ThemeName::kProjector, "projector", "Projector"}};
inline std::span<const Choice<ThemeName>> choices(ThemeName) { return kThemes; }

struct LandColours {
    Colour fill, rim;
    Colour mark;  // of the pattern on it
};

struct RenderTheme {
    Colour background;    // the ground, in the mean
    Colour earth, grass;  // its patches
    Colour grid, border;
    Colour branch;  // lines of trees, from a node to its children
    Colour ring;    // zones
    Colour player, selection;
    Colour text;                    // labels that the user interface writes over the view
    std::array<Colour, 8> species;  // from Okabe and Ito: safe for colour blindness
    // Least to most: on time to late. The first has at least 4.5:1 on the ground; forms say the same for who
    // does not tell colours apart (Paint::formOf).
    std::array<Colour, 5> gradient;
    std::array<LandColours, 4> land;  // by ground::Surface
    float glow;                       // 1: lights add up in the dark; 0: ink on paper
    float stroke;                     // factor on the widths of lines and outlines
    float glyph_scale;                // factor on the sizes of animals
};

const RenderTheme& themeOf(ThemeName name);
std::optional<ThemeName> themeNamed(std::string_view name);

// The gradient at `t`, which is clamped to 0 .. 1; NaN counts as 0.
Colour gradientAt(const RenderTheme& theme, float t);

}  // namespace drover::render
