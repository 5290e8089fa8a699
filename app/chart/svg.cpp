#include "app/chart/svg.h"

#include <iterator>

namespace drover::chart {
namespace {

// Shares of a text's height on screen, which reaches from the highest to the lowest letter: what is above the
// base line, and the size that an SVG gives.
constexpr float kAscent = 0.8F, kEm = 0.826F;

std::string colourText(Colour colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour & 255, colour >> 8 & 255, colour >> 16 & 255);
}

std::string placesOf(std::span<const Point> points, int decimals) {
    std::string places;
    for (const Point point : points)
        fmt::format_to(std::back_inserter(places), "{:.{}f},{:.{}f} ", point.x, decimals, point.y, decimals);
    if (!places.empty()) places.pop_back();
    return places;
}

float opacityOf(Colour colour) { return static_cast<float>(colour >> 24) * (1.0F / 255); }

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

void Svg::text(double x, double y, std::string_view kind, std::string_view words, std::string_view anchor) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\">{}</text>", x, y, kind, anchor,
        escaped(words));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view kind) {
    add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>", x1, y1, x2, y2, kind);
}

void Svg::rect(const Box& box, std::string_view kind) {
    add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>", box.min.x,
        box.min.y, box.width(), box.height(), kind);
}

void Svg::circle(Point middle, float radius, std::string_view kind) {
    add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" class=\"{}\"/>", middle.x, middle.y, radius, kind);
}

void Svg::polyline(std::span<const Point> points, std::string_view kind) {
    add("<polyline points=\"{}\" class=\"{}\"/>", placesOf(points, 1), kind);
}

void Svg::polygon(std::initializer_list<Point> corners, std::string_view kind) {
    add("<polygon points=\"{}\" class=\"{}\"/>", placesOf(corners, 1), kind);
}

void Svg::rect(const Box& box, Colour colour) {
    add("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
        "fill-opacity=\"{:.3g}\"/>",
        box.min.x, box.min.y, box.width(), box.height(), colourText(colour), opacityOf(colour));
}

void Svg::line(Point from, Point to, Colour colour, float width) {
    add("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" "
        "stroke-opacity=\"{:.3g}\" stroke-width=\"{:.2f}\"/>",
        from.x, from.y, to.x, to.y, colourText(colour), opacityOf(colour), width);
}

void Svg::polyline(std::span<const Point> points, const Dashes& dashes, Colour colour, float width) {
    const std::string array =
        dashes.up > 0 ? fmt::format(" stroke-dasharray=\"{:.2f} {:.2f}\"", dashes.down, dashes.up) : "";
    add("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"{:.3g}\" "
        "stroke-width=\"{:.2f}\" stroke-linejoin=\"round\"{}/>",
        placesOf(points, 2), colourText(colour), opacityOf(colour), width, array);
}

void Svg::text(Point at, Anchor anchor, const Font& font, Colour colour, std::string_view text) {
    constexpr const char* kAnchors[] = {"start", "middle", "end"};
    add("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" fill=\"{}\" text-anchor=\"{}\">{}</text>", at.x,
        at.y + font.height_px * kAscent, font.height_px * kEm, colourText(colour),
        kAnchors[static_cast<std::size_t>(anchor)], escaped(text));
}

std::string Svg::element(std::string_view title, std::string_view style) const {
    return elementWith("", title, style);
}

std::string Svg::file(std::string_view title, std::string_view style) const {
    return elementWith(fmt::format(" width=\"{:g}\" height=\"{:g}\"", width_, height_), title, style);
}

std::string Svg::elementWith(std::string_view size, std::string_view title, std::string_view style) const {
    return fmt::format(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:g} {:g}\"{} role=\"img\" "
        "aria-label=\"{}\">\n{}{}</svg>\n",
        width_, height_, size, escaped(title), style, body_);
}

}  // namespace drover::chart
