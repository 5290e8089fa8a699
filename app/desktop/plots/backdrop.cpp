#include "app/desktop/plots/backdrop.h"

#include <algorithm>

#include "app/desktop/plots/time_ticks.h"

namespace drover::desktop {
namespace {

// Stripes mark a spike inside the AI, so that it differs from one outside without colour.
void drawStripes(ImDrawList& list, const Rect& rect, ImU32 colour, float scale) {
    for (float y = rect.min.y; y < rect.max.y; y += 6 * scale) {
        list.AddRectFilled({rect.min.x, y}, {rect.max.x, std::min(y + scale, rect.max.y)}, colour);
    }
}

void drawSpike(ImDrawList& list, const PlotScale& scale, const SpikeFrames& spike, const PlotTheme& theme) {
    const float left = scale.x(static_cast<double>(spike.frames.first));
    const float right = std::max(left + 2 * theme.scale, scale.x(static_cast<double>(spike.frames.end)));
    if (right < scale.area.min.x || left > scale.area.max.x) return;
    const Rect rect{{std::max(left, scale.area.min.x), scale.area.min.y},
                    {std::min(right, scale.area.max.x), scale.area.max.y}};
    list.AddRectFilled(rect.min, rect.max, theme.spike);
    if (spike.is_inside) drawStripes(list, rect, theme.spike, theme.scale);
}

}  // namespace

void drawValueTicks(ImDrawList& list, const PlotLayout& layout, const ValueAxis& axis,
                    const PlotTheme& theme) {
    const Rect& area = layout.area;
    list.AddRectFilled(area.min, area.max, theme.background);
    const float height = theme.label.height_px;
    const auto most = static_cast<std::size_t>(std::max(2.F, area.height() / (height * 1.4F)));
    float last_top = area.max.y + height;
    for (const Tick& tick : axis.ticks(most)) {
        const float y = area.max.y - static_cast<float>(axis.position(tick.value)) * area.height();
        list.AddRectFilled({area.min.x, y - theme.scale / 2}, {area.max.x, y + theme.scale / 2}, theme.grid);
        const float top = std::clamp(y - height / 2, area.min.y - height / 3, layout.cell.max.y - height);
        if (top + height > last_top) continue;
        last_top = top;
        const float width = textWidth(theme.label, tick.text.view());
        drawText(list, theme.label, {area.min.x - width - 3 * theme.scale, top}, theme.muted,
                 tick.text.view());
    }
}

void drawTickBelow(ImDrawList& list, const PlotLayout& layout, float x, std::string_view text,
                   float& last_right, const PlotTheme& theme) {
    const Rect& area = layout.area;
    list.AddRectFilled({x - theme.scale / 2, area.min.y}, {x + theme.scale / 2, area.max.y}, theme.grid);
    if (!layout.has_time_labels) return;
    const float width = textWidth(theme.label, text);
    const float left = std::clamp(x - width / 2, area.min.x, area.max.x - width);
    if (left < last_right + 4 * theme.scale) return;
    last_right = left + width;
    drawText(list, theme.label, {left, area.max.y + theme.scale}, theme.muted, text);
}

void drawTimeTicks(ImDrawList& list, const PlotLayout& layout, const TimeView& time, TimeRange held,
                   const PlotTheme& theme) {
    const double most = static_cast<double>(layout.area.width() / (theme.label.height_px * 4.5F));
    float last_right = layout.area.min.x - 4 * theme.scale;
    eachTimeTick(time, held, most, [&](double t_ms, const ShortText& text) {
        const float x = layout.area.min.x + static_cast<float>(time.shareOf(t_ms)) * layout.area.width();
        drawTickBelow(list, layout, x, text.view(), last_right, theme);
    });
}

void drawAxisUnit(ImDrawList& list, const PlotLayout& layout, std::string_view unit, const PlotTheme& theme) {
    if (unit.empty()) return;
    const ImVec2 at{layout.area.min.x + 3 * theme.scale, layout.area.min.y + theme.scale};
    const ImVec2 end{at.x + textWidth(theme.label, unit) + 2 * theme.scale, at.y + theme.label.height_px};
    list.AddRectFilled({at.x - 2 * theme.scale, at.y}, end, withAlpha(theme.background, 205));
    drawText(list, theme.label, at, theme.muted, unit);
}

void drawMarks(ImDrawList& list, const PlotScale& scale, const Marks& marks, const PlotTheme& theme) {
    for (const SpikeFrames& spike : marks.spikes()) drawSpike(list, scale, spike, theme);
    for (const Gap& gap : marks.gaps()) {
        const float x = scale.x(static_cast<double>(gap.frame)), s = theme.scale;
        if (x < scale.area.min.x || x > scale.area.max.x) continue;
        for (float y = scale.area.min.y; y < scale.area.max.y; y += 6 * s) {
            list.AddRectFilled({x - s, y}, {x + s, std::min(y + 3 * s, scale.area.max.y)}, theme.warning);
        }
    }
}

}  // namespace drover::desktop
