// A vector of the plane in 32-bit floats, and the few operations that steering needs, each defined at its
// edge.
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

// Shorter than this counts as nothing: a micrometre, or a micrometre a second. Its square is still a normal
// float.
constexpr float kNothing = 1e-6f;

constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline float length(Vec2 a) { return std::sqrt(dot(a, a)); }
constexpr bool isNothing(Vec2 a) { return dot(a, a) <= kNothing * kNothing; }

// The vector of length one along `a`; zero when `a` is nothing.
inline Vec2 unit(Vec2 a) { return isNothing(a) ? Vec2{} : a * (1.0f / length(a)); }

// `a` cut to `limit`. The result is never longer than the limit, whatever the rounding: the factor is taken
// two steps of the last place below the exact one.
inline Vec2 cut(Vec2 a, float limit) {
    const float squared = dot(a, a);
    if (squared <= limit * limit) return a;
    return a * (limit / std::sqrt(squared) * 0x1.fffffcp-1f);
}

}  // namespace drover
