#include "render/land/atmosphere.h"

#include <array>

namespace drover::render {
namespace {

constexpr float kSpeciesShare = 0.16f;

// A late afternoon, a clear noon, and a bright one with little haze that a projector can show.
constexpr Atmosphere kAfternoon = {
    .zenith = colour(0x2F5F9E),
    .horizon = colour(0xE6D2AC),
    .dusk = colour(0xA8642F),
    .high_dusk = colour(0x1A2138),
    .glow = colour(0xFFE6B0),
    .hills = colour(0x9C9A86),
    .earth = colour(0x9C8755),
    .grass = colour(0x717B3C),
    .water = colour(0x4C7C96),
    .rock = colour(0x857B6E),
    .wall = colour(0xA39684),
    .fence = colour(0x7A5C3A),
    .sun = 1.08f,
    .shade = 0.5f,
    .rough = 0.9f,
    .shadow = 0.42f,
    .night = 0.45f,
    .haze_share = 0.75f,
};
constexpr Atmosphere kNoon = {
    .zenith = colour(0x6FA7DB),
    .horizon = colour(0xF3EFE0),
    .dusk = colour(0xF3EFE0),
    .high_dusk = colour(0x9CC0DF),
    .glow = colour(0xFFF8E0),
    .hills = colour(0xC3CBBE),
    .earth = colour(0xD8C694),
    .grass = colour(0xA9B46A),
    .water = colour(0x78AECB),
    .rock = colour(0xA59C90),
    .wall = colour(0xBDB2A2),
    .fence = colour(0x96764C),
    .sun = 1.16f,
    .shade = 0.62f,
    .rough = 0.55f,
    .shadow = 0.34f,
    .night = 0,
    .haze_share = 0.8f,
};
constexpr Atmosphere kBright = {
    .zenith = colour(0x9CC7F0),
    .horizon = colour(0xFFFFFF),
    .dusk = colour(0xFFFFFF),
    .high_dusk = colour(0xBBD6F0),
    .glow = colour(0xFFFFFF),
    .hills = colour(0xD5DCD2),
    .earth = colour(0xF1E7C4),
    .grass = colour(0xD3DCA0),
    .water = colour(0x7FB6DD),
    .rock = colour(0x9A9084),
    .wall = colour(0x8C8274),
    .fence = colour(0x7A5524),
    .sun = 1.05f,
    .shade = 0.5f,
    .rough = 0.4f,
    .shadow = 0.5f,
    .night = 0,
    .haze_share = 0.9f,
};

// By Body.
constexpr std::array<Colour, kBodies> kCoats = {
    colour(0xC58B4E), colour(0xE9E4DA), colour(0x5A4A42), colour(0x85807D), colour(0xC9A266),
    colour(0xB9AFA0), colour(0x5E6472), colour(0x8B6B48), colour(0xA88C68), colour(0x6A6058),
    colour(0xE8E2D6), colour(0x8C5A50), colour(0xF2730D)};

}  // namespace

const Atmosphere& atmosphereOf(const RenderTheme& theme) {
    if (&theme == &themeOf(ThemeName::kLight)) return kNoon;
    if (&theme == &themeOf(ThemeName::kProjector)) return kBright;
    return kAfternoon;
}

Colour coatOf(Body body, Colour species) {
    return mixed(kCoats[static_cast<std::size_t>(body)], species, kSpeciesShare);
}

}  // namespace drover::render
