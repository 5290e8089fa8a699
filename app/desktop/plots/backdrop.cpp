#include "app/desktop/plots/backdrop.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

constexpr std::size_t kTime = record::columnOf("t_ms");

// Above five seconds the steps are those of a clock.
double niceSeconds(double least) {
    if (least <= 5) return niceStep(least);
    for (const double step : {10., 15., 30., 60., 120., 300., 600., 900., 1800., 3600.}) {
        if (step >= least) return step;
    }
    return niceStep(least / 3600) * 3600;
}

ShortText secondsText(double seconds, double step) {
    const int decimals = step >= 1 ? 0 : std::min(3, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    if (seconds < 60 || step < 1) return shortText("{:.{}f} s", seconds, decimals);
    const double minutes = std::floor(seconds / 60);
    return shortText("{:.0f}:{:02.0f}", minutes, seconds - minutes * 60);
}

// The first frame of `range` that ends at this time or later. Times only increase, except at a gap.
std::uint64_t frameAtTime(const record::History& history, record::FrameRange range, double t_ms) {
    while (range.first < range.end) {
        const std::uint64_t middle = range.first + range.size() / 2;
        if (history.value(kTime, middle) < t_ms) {
            range.first = middle + 1;
        } else {
            range.end = middle;
        }
    }
    return range.first;
}

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
    const std::string_view text = spike.is_inside ? "spike inside" : "spike";
    if (rect.width() < textWidth(theme.label, text) + 4 * theme.scale) return;
    drawText(list, theme.label, {rect.min.x + 2 * theme.scale, rect.max.y - theme.label.height_px - 2},
             theme.muted, text);
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

void drawTimeTicks(ImDrawList& list, const PlotLayout& layout, const TimeView& time,
                   const record::History& history, const PlotTheme& theme) {
    const record::FrameRange visible = time.visible();
    if (visible.size() < 2) return;
    const double from = history.value(kTime, visible.first), to = history.value(kTime, visible.end - 1);
    const double shown_share = static_cast<double>(visible.size()) / time.span();
    const double room =
        static_cast<double>(layout.area.width() / (theme.label.height_px * 4.5F)) * shown_share;
    const double step_ms = niceSeconds((to - from) / 1e3 / std::max(2., room)) * 1e3;
    float last_right = layout.area.min.x - 4 * theme.scale;
    for (double i = std::ceil(from / step_ms); i * step_ms <= to; ++i) {
        const std::uint64_t frame = frameAtTime(history, visible, i * step_ms);
        const double share = time.shareOf(static_cast<double>(frame) + 0.5);
        const float x = layout.area.min.x + static_cast<float>(share) * layout.area.width();
        drawTickBelow(list, layout, x, secondsText(i * step_ms / 1e3, step_ms / 1e3).view(), last_right,
                      theme);
    }
}

void drawMarks(ImDrawList& list, const PlotScale& scale, const Marks& marks, const PlotTheme& theme) {
    for (const SpikeFrames& spike : marks.spikes()) drawSpike(list, scale, spike, theme);
    for (const Gap& gap : marks.gaps()) {
        const float x = scale.x(static_cast<double>(gap.frame)), s = theme.scale;
        if (x < scale.area.min.x || x > scale.area.max.x) continue;
        for (float y = scale.area.min.y; y < scale.area.max.y; y += 6 * s) {
            list.AddRectFilled({x - s, y}, {x + s, std::min(y + 3 * s, scale.area.max.y)}, theme.warning);
        }
        const ShortText text = gap.missing_ms == 0
                                   ? shortText("gap")
                                   : shortText("gap {} s", valueText(gap.missing_ms / 1e3).view());
        const float width = textWidth(theme.label, text.view());
        const float left = x + width + 4 * s < scale.area.max.x ? x + 3 * s : x - width - 3 * s;
        drawText(list, theme.label, {left, scale.area.min.y + s}, theme.warning, text.view());
    }
}

}  // namespace drover::desktop
