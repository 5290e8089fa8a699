// What a chart is drawn on. Svg (svg.h) writes a file; the window draws on Dear ImGui's draw list, for the
// screen and for pictures (app/desktop/plots/screen_sheet.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "app/chart/axis.h"

struct ImFont;

namespace drover::chart {

// Turns into any other type that has an x and a y, such as ImGui's.
struct Point {
    float x = 0, y = 0;

    constexpr Point() = default;
    constexpr Point(float x_, float y_) : x(x_), y(y_) {}
    template <class Vector>
        requires requires(Vector v) { v.x, v.y; }
    constexpr Point(const Vector& v) : x(v.x), y(v.y) {}
    template <class Vector>
        requires requires(Vector v) { v.x, v.y; }
    constexpr operator Vector() const {
        return {x, y};
    }
};

struct Box {
    Point min, max;

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    Point middle() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    bool has(Point point) const {
        return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y;
    }
};

// Where values are in an area that has two axes. What is beyond the upright one is at its end.
struct Graph {
    Box area;
    Axis across, up;

    float x(double value) const {
        return area.min.x + static_cast<float>(across.position(value)) * area.width();
    }
    float y(double value) const {
        return area.max.y - static_cast<float>(std::clamp(up.position(value), 0.0, 1.0)) * area.height();
    }
    // From 0 at the left to 1 at the right.
    double shareAt(float x) const { return static_cast<double>((x - area.min.x) / area.width()); }
    double value(float y) const {
        return up.value(std::clamp(static_cast<double>((area.max.y - y) / area.height()), 0.0, 1.0));
    }
};

using Colour = std::uint32_t;  // red in the lowest byte, then green, blue and how opaque it is: as ImU32

constexpr Colour withAlpha(Colour colour, unsigned alpha) { return (colour & 0xff'ffff) | alpha << 24; }

// How long the pen is down and up, in pixels along the line; up 0: a solid line. `begun` is how far it has
// come at the first point. A line that moves with its data counts only what it goes across: so its dashes
// move too.
struct Dashes {
    float down = 0, up = 0;
    float begun = 0;
    bool counts_across = false;
};

enum class LineStyle { kSolid, kDashed, kDotted };

constexpr Dashes dashesOf(LineStyle style, float width) {
    switch (style) {
        case LineStyle::kSolid: break;
        case LineStyle::kDashed: return {5 * width, 3 * width};
        case LineStyle::kDotted: return {1.5F * width, 2 * width};
    }
    return {};
}

// A font of Dear ImGui and its height in pixels; without a font, ImGui's present one.
struct Font {
    ImFont* face = nullptr;
    float height_px = 13;
};

enum class Anchor { kLeft, kMiddle, kRight };

class Sheet {
  public:
    virtual ~Sheet() = default;

    virtual void rect(const Box& box, Colour colour) = 0;
    virtual void line(Point from, Point to, Colour colour, float width) = 0;
    virtual void polyline(std::span<const Point> points, const Dashes& dashes, Colour colour,
                          float width) = 0;
    // `at` is on the upper edge of the text.
    virtual void text(Point at, Anchor anchor, const Font& font, Colour colour, std::string_view text) = 0;
};

}  // namespace drover::chart
