#include "app/desktop/plots/sheet.h"

#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace drover::desktop {
namespace {

// Of a text's height on screen, which reaches from the highest to the lowest letter: what is above the base
// line, and the size that an SVG gives.
constexpr float kAscent = 0.8F, kEm = 0.826F;

// Down and up, in widths of the line.
std::array<float, 2> dashesOf(LineStyle style) {
    switch (style) {
        case LineStyle::kSolid: return {0, 0};
        case LineStyle::kDashed: return {5, 3};
        case LineStyle::kDotted: return {1.5F, 2};
    }
    return {0, 0};
}

std::string colourText(ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    const auto channel = [](float share) { return static_cast<int>(std::lround(share * 255)); };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(c.x), channel(c.y), channel(c.z));
}

float opacityOf(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour).w; }

}  // namespace

SvgSheet::SvgSheet(ImVec2 size) : drawing_(static_cast<double>(size.x), static_cast<double>(size.y)) {}

void SvgSheet::rect(const Rect& rect, ImU32 colour) {
    drawing_.add(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
        "fill-opacity=\"{:.3g}\"/>",
        rect.min.x, rect.min.y, rect.width(), rect.height(), colourText(colour), opacityOf(colour));
}

void SvgSheet::line(ImVec2 from, ImVec2 to, ImU32 colour, float width) {
    drawing_.add(
        "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" "
        "stroke-opacity=\"{:.3g}\" stroke-width=\"{:.2f}\"/>",
        from.x, from.y, to.x, to.y, colourText(colour), opacityOf(colour), width);
}

void SvgSheet::polyline(std::span<const ImVec2> points, LineStyle style, ImU32 colour, float width) {
    std::string places;
    for (const ImVec2 point : points)
        fmt::format_to(std::back_inserter(places), "{:.2f},{:.2f} ", point.x, point.y);
    if (!places.empty()) places.pop_back();
    const auto [down, up] = dashesOf(style);
    const std::string dashes =
        down > 0 ? fmt::format(" stroke-dasharray=\"{:.2f} {:.2f}\"", down * width, up * width) : "";
    drawing_.add(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"{:.3g}\" "
        "stroke-width=\"{:.2f}\" stroke-linejoin=\"round\"{}/>",
        places, colourText(colour), opacityOf(colour), width, dashes);
}

void SvgSheet::text(ImVec2 at, Anchor anchor, const PlotFont& font, ImU32 colour, std::string_view text) {
    constexpr const char* kAnchors[] = {"start", "middle", "end"};
    drawing_.add(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" fill=\"{}\" text-anchor=\"{}\">{}</text>", at.x,
        at.y + font.height_px * kAscent, font.height_px * kEm, colourText(colour),
        kAnchors[static_cast<std::size_t>(anchor)], svg::escaped(text));
}

std::string SvgSheet::file(std::string_view title) const {
    return drawing_.file(title,
                         "<style>text{font-family:Inter,'DejaVu Sans',system-ui,sans-serif}</style>\n");
}

void DrawListSheet::rect(const Rect& rect, ImU32 colour) { list_.AddRectFilled(rect.min, rect.max, colour); }

void DrawListSheet::line(ImVec2 from, ImVec2 to, ImU32 colour, float width) {
    const std::array points = {from, to};
    list_.AddPolyline(points.data(), 2, colour, 0, width);
}

void DrawListSheet::polyline(std::span<const ImVec2> points, LineStyle style, ImU32 colour, float width) {
    const auto draw = [&](std::span<const ImVec2> piece) {
        if (piece.size() > 1)
            list_.AddPolyline(piece.data(), static_cast<int>(piece.size()), colour, 0, width);
    };
    auto [down, up] = dashesOf(style);
    if (down == 0 || points.empty()) return draw(points);
    down *= width, up *= width;
    std::vector<ImVec2> dash = {points[0]};
    bool is_down = true;
    float left = down;  // of the present dash or of the hole after it
    for (std::size_t i = 1; i < points.size(); ++i) {
        ImVec2 from = points[i - 1];
        const ImVec2 to = points[i];
        float length = std::hypot(to.x - from.x, to.y - from.y);
        while (length > left) {
            const float share = left / length;
            from = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
            length -= left;
            if (is_down) {
                dash.push_back(from);
                draw(dash);
            }
            is_down = !is_down;
            left = is_down ? down : up;
            dash.assign(1, from);
        }
        left -= length;
        if (is_down) dash.push_back(to);
    }
    if (is_down) draw(dash);
}

void DrawListSheet::text(ImVec2 at, Anchor anchor, const PlotFont& font, ImU32 colour,
                         std::string_view text) {
    const float width = textWidth(font, text);
    const float left = anchor == Anchor::kLeft     ? at.x
                       : anchor == Anchor::kMiddle ? at.x - width / 2
                                                   : at.x - width;
    drawText(list_, font, {left, at.y}, colour, text);
}

}  // namespace drover::desktop
