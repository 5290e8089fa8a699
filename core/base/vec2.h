// A vector in 32-bit floats, with the operations that steering needs and defined results for zero and tiny
// vectors.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/one_lane.h"

namespace drover {

struct Vec2 {
    float x = 0, y = 0;

    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }
    friend constexpr bool operator==(Vec2, Vec2) = default;
    constexpr Vec2& operator+=(Vec2 b) { return *this = *this + b; }
};

// Lengths up to this count as zero: a micrometre, or a micrometre per second. Its square is still a normal
// float.
constexpr float kNothing = 1e-6f;

namespace one_lane {
using Vec2s = Vec2;
#include "core/base/vec2_formulas.inl"
}  // namespace one_lane

using one_lane::cut;
using one_lane::dot;
using one_lane::isNothing;
using one_lane::length;
using one_lane::unit;

}  // namespace drover
