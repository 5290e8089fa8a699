#include "render/theme.h"

#include <algorithm>
#include <cmath>

namespace drover::render {
namespace {

// Okabe and Ito's hues, with grey for their black: orange, sky blue, bluish green, reddish purple, yellow,
// vermillion, blue, grey. Each table makes them lighter or darker where they would not stand out from the
// ground. On the light grounds blue and sky blue swap places.
constexpr std::array<Colour, 8> kOnDark = {colour(0xE69F00), colour(0x56B4E9), colour(0x1FBF92),
                                           colour(0xCC79A7), colour(0xF0E442), colour(0xE8703A),
                                           colour(0x6C8EF5), colour(0xC8C8C8)};
constexpr std::array<Colour, 8> kOnLight = {colour(0xC47F00), colour(0x0072B2), colour(0x008A64),
                                            colour(0xB5528A), colour(0x8A7F00), colour(0xD55E00),
                                            colour(0x3E8FC4), colour(0x555555)};
constexpr std::array<Colour, 8> kOnProjector = {colour(0xB86B00), colour(0x005A9C), colour(0x00714F),
                                                colour(0xA03070), colour(0x6E6500), colour(0xC24400),
                                                colour(0x1F77B4), colour(0x303030)};

constexpr RenderTheme kDark = {
    .background = colour(0x262927),
    .earth = colour(0x2C2B28),
    .grass = colour(0x1F2725),
    .grid = colour(0xFFFFFF, 13),
    .border = colour(0x8FA3B5, 110),
    .branch = colour(0xD5DEE6, 120),
    .ring = colour(0xAFC3D4, 62),
    .player = colour(0xFFFFFF),
    .selection = colour(0xFFFFFF),
    .text = colour(0x9FB0BE),
    .species = kOnDark,
    .gradient = {colour(0xDCEAFF), colour(0xFFE9B8), colour(0xFFC250), colour(0xFF8A2B), colour(0xE8452C)},
    .land = {{{colour(0x1B3247), colour(0x4C7FA6), colour(0x4C7FA6, 130)},
              {colour(0x2B2824), colour(0x7A7064), colour(0x7A7064, 110)},
              {colour(0x968C80), colour(0xD0C6BA), colour(0xD0C6BA, 0)},
              {colour(0x8A6F4D), colour(0xC9A674), colour(0xC9A674, 0)}}},
    .glow = 1,
    .stroke = 1,
    .glyph_scale = 1,
};
constexpr RenderTheme kLight = {
    .background = colour(0xF0F0E6),
    .earth = colour(0xF8F0DF),
    .grass = colour(0xE4EFE2),
    .grid = colour(0x000000, 14),
    .border = colour(0x4A5560, 130),
    .branch = colour(0x39424B, 120),
    .ring = colour(0x33404C, 66),
    .player = colour(0x15191D),
    .selection = colour(0x15191D),
    .text = colour(0x5A6670),
    .species = kOnLight,
    .gradient = {colour(0x1B4A9A), colour(0x4F7F98), colour(0xB5902C), colour(0xB4520F), colour(0x74100E)},
    .land = {{{colour(0xCFE2F0), colour(0x5F92B8), colour(0x5F92B8, 130)},
              {colour(0xDDD8CF), colour(0x8A8071), colour(0x8A8071, 110)},
              {colour(0x8E867B), colour(0x544E46), colour(0x544E46, 0)},
              {colour(0xA88B63), colour(0x6B5433), colour(0x6B5433, 0)}}},
    .glow = 0,
    .stroke = 1.1f,
    .glyph_scale = 1.1f,
};
constexpr RenderTheme kProjector = {
    .background = colour(0xFCFCF8),
    .earth = colour(0xFFFCF4),
    .grass = colour(0xF6FBF4),
    .grid = colour(0x000000, 20),
    .border = colour(0x000000, 190),
    .branch = colour(0x000000, 150),
    .ring = colour(0x000000, 120),
    .player = colour(0x000000),
    .selection = colour(0x000000),
    .text = colour(0x202020),
    .species = kOnProjector,
    .gradient = {colour(0x103F86), colour(0x3F7690), colour(0xA37E18), colour(0x9E3E06), colour(0x5A0608)},
    .land = {{{colour(0xC2DDF0), colour(0x1F5F8E), colour(0x1F5F8E, 150)},
              {colour(0xD8D2C7), colour(0x5A5145), colour(0x5A5145, 140)},
              {colour(0x6E675E), colour(0x000000), colour(0x000000, 0)},
              {colour(0x9A7645), colour(0x4A3410), colour(0x4A3410, 0)}}},
    .glow = 0,
    .stroke = 1.6f,
    .glyph_scale = 1.4f,
};

}  // namespace

const RenderTheme& themeOf(ThemeName name) {
    switch (name) {
        case ThemeName::kLight: return kLight;
        case ThemeName::kProjector: return kProjector;
        case ThemeName::kDark: break;
    }
    return kDark;
}

std::optional<ThemeName> themeNamed(std::string_view name) {
    for (const Choice<ThemeName>& theme : kThemes)
        if (theme.name == name) return theme.value;
    return std::nullopt;
}

Colour gradientAt(const RenderTheme& theme, float t) {
    if (!(t > 0)) return theme.gradient.front();
    const float at = std::min(t, 1.0f) * static_cast<float>(theme.gradient.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(at), theme.gradient.size() - 2);
    return mixed(theme.gradient[below], theme.gradient[below + 1], at - static_cast<float>(below));
}

}  // namespace drover::render
