#include "app/desktop/plots/canvas.h"

#include <algorithm>
#include <cfloat>

namespace drover::desktop {
namespace {

ImFont* faceOf(const PlotFont& font) { return font.face ? font.face : ImGui::GetFont(); }

}  // namespace

float textWidth(const PlotFont& font, std::string_view text) {
    return faceOf(font)->CalcTextSizeA(font.height_px, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void drawText(ImDrawList& list, const PlotFont& font, ImVec2 at, ImU32 colour, std::string_view text) {
    // Text is sharp only on whole pixels.
    const ImVec2 pixel{static_cast<float>(static_cast<int>(at.x)),
                       static_cast<float>(static_cast<int>(at.y))};
    list.AddText(faceOf(font), font.height_px, pixel, colour, text.data(), text.data() + text.size());
}

PlotLayout layOut(const Rect& cell, const PlotTheme& theme) {
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

void drawSample(ImDrawList& list, ImVec2 left, float width, LineStyle style, ImU32 colour, float thickness) {
    const float right = left.x + width;
    const float on = style == LineStyle::kSolid    ? width
                     : style == LineStyle::kDashed ? width * 0.4F
                                                   : thickness * 1.5F;
    const float step = style == LineStyle::kSolid    ? width
                       : style == LineStyle::kDashed ? width * 0.6F
                                                     : thickness * 3;
    for (float x = left.x; x < right; x += step) {
        list.AddRectFilled({x, left.y - thickness}, {std::min(x + on, right), left.y + thickness}, colour);
    }
}

bool textButton(const char* id, const Rect& rect, std::string_view text, bool is_on, const PlotTheme& theme) {
    ImGui::SetCursorScreenPos(rect.min);
    const bool is_pressed = ImGui::InvisibleButton(id, {rect.width(), rect.height()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_lit = is_on || ImGui::IsItemHovered();
    const float round = 3 * theme.scale, edge = 3 * theme.scale;
    list.AddRectFilled(rect.min, rect.max, is_lit ? theme.pressed : theme.panel, round);
    if (is_on)
        list.AddRectFilled({rect.min.x, rect.min.y + round}, {rect.min.x + edge, rect.max.y - round},
                           theme.text);
    const float down = (rect.height() - theme.label.height_px) / 2;
    drawText(list, theme.label, {rect.min.x + 3 * edge, rect.min.y + down}, is_on ? theme.text : theme.muted,
             text);
    return is_pressed;
}

}  // namespace drover::desktop
