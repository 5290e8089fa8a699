#include "app/desktop/plots/screen_sheet.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace drover::desktop {
namespace {

ImFont* faceOf(const Font& font) { return font.face ? font.face : ImGui::GetFont(); }

}  // namespace

float textWidth(const Font& font, std::string_view text) {
    return faceOf(font)->CalcTextSizeA(font.height_px, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void ScreenSheet::rect(const Box& box, Colour colour) { list.AddRectFilled(box.min, box.max, colour); }

// Lines along an axis are sharp.
void ScreenSheet::line(Point from, Point to, Colour colour, float width) {
    const float half = width / 2;
    if (from.y == to.y)
        list.AddRectFilled({from.x, from.y - half}, {to.x, to.y + half}, colour);
    else if (from.x == to.x)
        list.AddRectFilled({from.x - half, from.y}, {to.x + half, to.y}, colour);
    else
        list.AddLine(from, to, colour, width);
}

void ScreenSheet::polyline(std::span<const Point> points, const chart::Dashes& dashes, Colour colour,
                           float width) {
    if (points.empty()) return;
    const bool is_solid = dashes.up == 0;
    const float phase = is_solid ? 0 : std::fmod(dashes.begun, dashes.down + dashes.up);
    bool is_down = is_solid || phase < dashes.down;
    float left = is_solid ? INFINITY : dashes.down + (is_down ? 0 : dashes.up) - phase;  // until this changes
    list.PathClear();
    if (is_down) list.PathLineTo(points[0]);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point from = points[i - 1], to = points[i];
        const float across = to.x - from.x, up = to.y - from.y;
        const float length = dashes.counts_across ? across : std::hypot(across, up);
        float done = 0;
        while (length - done > left) {
            done += left;
            list.PathLineTo({from.x + done / length * across, from.y + done / length * up});
            if (is_down) list.PathStroke(colour, 0, width);
            is_down = !is_down;
            left = is_down ? dashes.down : dashes.up;
        }
        left -= length - done;
        if (is_down) list.PathLineTo(to);
    }
    list.PathStroke(colour, 0, width);
}

void ScreenSheet::text(Point at, Anchor anchor, const Font& font, Colour colour, std::string_view text) {
    const float share = anchor == Anchor::kLeft ? 0 : anchor == Anchor::kMiddle ? 0.5F : 1;
    const float left = share == 0 ? at.x : at.x - share * textWidth(font, text);
    // Text is sharp only on whole pixels.
    const Point pixel{static_cast<float>(static_cast<int>(left)), static_cast<float>(static_cast<int>(at.y))};
    list.AddText(faceOf(font), font.height_px, pixel, colour, text.data(), text.data() + text.size());
}

PlotLayout layOut(const Box& cell, const PlotTheme& theme) {
    const float gap = theme.scale * 2, line = theme.label.height_px + gap;
    PlotLayout out;
    out.cell = cell;
    out.title = {{cell.min.x + 2 * gap, cell.min.y},
                 {cell.max.x - gap, cell.min.y + theme.title.height_px + 2 * gap}};
    out.has_time_labels = cell.height() >= out.title.height() + 3 * line;
    const float left = textWidth(theme.label, "0.000") + 4 * gap;
    const float top = out.title.max.y + gap;
    const float bottom = cell.max.y - (out.has_time_labels ? line : gap);
    out.area = {{cell.min.x + left, top},
                {std::max(cell.min.x + left + 1, cell.max.x - 2 * gap), std::max(top + 1, bottom)}};
    return out;
}

Sample sampleOf(LineStyle style, float width, float half) {
    switch (style) {
        case LineStyle::kSolid: break;
        case LineStyle::kDashed: return {width, half, width * 0.4F, width * 0.2F};
        case LineStyle::kDotted: return {width, half, half * 1.5F, half * 1.5F};
    }
    return {width, half};
}

void drawSample(Sheet& sheet, Point left, const Sample& sample, Colour colour) {
    const float right = left.x + sample.width, step = sample.up > 0 ? sample.down + sample.up : sample.width;
    for (float x = left.x; x < right; x += step) {
        const float end = std::min(x + (sample.up > 0 ? sample.down : step), right);
        sheet.rect({{x, left.y - sample.half}, {end, left.y + sample.half}}, colour);
    }
}

}  // namespace drover::desktop
