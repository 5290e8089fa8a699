// A vector in 32-bit floats, with the operations that steering needs and defined results for zero and tiny
// vectors.
#pragma once

#include <algorithm>
#include <cmath>

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

constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline float length(Vec2 a) { return std::sqrt(dot(a, a)); }
constexpr bool isNothing(Vec2 a) { return dot(a, a) <= kNothing * kNothing; }

// The vector of length one in the direction of `a`; zero if `a` counts as zero.
inline Vec2 unit(Vec2 a) { return isNothing(a) ? Vec2{} : a * (1.0f / length(a)); }

// `a` shortened to `limit`. Rounding never makes it longer than the limit, because the factor is two units in
// the last place below the exact one.
inline Vec2 cut(Vec2 a, float limit) {
    const float squared = dot(a, a);
    if (squared <= limit * limit) return a;
    return a * (limit / std::sqrt(squared) * 0x1.fffffcp-1f);
}

}  // namespace drover
