// The shapes of the species, for when colour shows something else or is hard to see. Each is a closed outline
// around (0, 0), nose towards +x, symmetric about the x axis. The shaders draw it from the edges of one half
// (layers.cpp), the legend from its points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/vec2.h"

namespace drover::render {

enum class Shape : std::uint8_t { kDart, kKite, kWedge, kHouse, kArrow, kHexagon, kDiamond, kFan };
inline constexpr std::size_t kSpeciesShapes = 8;

// Points from nose to tail along the left side. A tail ahead of the last corner makes a notch.
inline constexpr std::size_t kOutlinePoints = 4;
using Outline = std::array<Vec2, kOutlinePoints>;

inline constexpr std::array<Outline, kSpeciesShapes> kOutlines = {{
    {{{1.0f, 0.0f}, {0.2f, 0.34f}, {-0.85f, 0.72f}, {-0.45f, 0.0f}}},
    {{{1.0f, 0.0f}, {-0.1f, 0.62f}, {-0.6f, 0.34f}, {-1.0f, 0.0f}}},
    {{{1.0f, 0.0f}, {0.1f, 0.36f}, {-0.8f, 0.72f}, {-0.8f, 0.0f}}},
    {{{1.0f, 0.0f}, {0.25f, 0.58f}, {-0.8f, 0.58f}, {-0.8f, 0.0f}}},
    {{{1.0f, 0.0f}, {0.0f, 0.42f}, {-1.0f, 0.84f}, {-0.25f, 0.0f}}},
    {{{1.0f, 0.0f}, {0.5f, 0.56f}, {-0.5f, 0.56f}, {-1.0f, 0.0f}}},
    {{{0.9f, 0.0f}, {0.45f, 0.35f}, {0.0f, 0.7f}, {-0.9f, 0.0f}}},
    {{{1.0f, 0.0f}, {0.35f, 0.5f}, {-0.45f, 0.8f}, {-0.6f, 0.0f}}},
}};

// From the ninth kind on, shapes and colours repeat from the first.
constexpr std::size_t lookOf(std::size_t kind) { return kind % kSpeciesShapes; }

}  // namespace drover::render
