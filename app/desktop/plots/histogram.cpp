#include "app/desktop/plots/histogram.h"

#include <algorithm>

#include "app/desktop/plots/backdrop.h"

namespace drover::desktop {
namespace {

float xOf(const Rect& area, const ValueAxis& across, double period_ms) {
    return area.min.x + static_cast<float>(across.position(period_ms)) * area.width();
}

// Full, striped, or an outline with a faint fill, so that bands can be told apart without colour.
void drawPiece(ImDrawList& list, const Rect& bar, record::Band band, ImU32 colour, float scale) {
    if (band == record::Band::kNear) {
        list.AddRectFilled(bar.min, bar.max, colour);
        return;
    }
    list.AddRectFilled(bar.min, bar.max, withAlpha(colour, 90));
    if (band == record::Band::kMiddle) {
        for (float y = bar.max.y - scale; y > bar.min.y; y -= 3 * scale) {
            list.AddRectFilled({bar.min.x, std::max(y - scale, bar.min.y)}, {bar.max.x, y}, colour);
        }
        return;
    }
    list.AddRect(bar.min, bar.max, colour, 0, 0, scale);
}

}  // namespace

std::uint32_t tasksIn(const PeriodCounts& periods, const BandsOff& is_off, std::size_t step) {
    std::uint32_t tasks = 0;
    for (std::size_t band = 0; band < record::kBands; ++band) {
        if (!is_off[band]) tasks += periods.at(static_cast<record::Band>(band), step);
    }
    return tasks;
}

void aimHistogram(const PeriodCounts& periods, const BandsOff& is_off, ValueAxis& across, ValueAxis& up) {
    std::uint32_t most = 0;
    std::size_t first = PeriodCounts::kSteps, last = 0;
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) {
        const std::uint32_t tasks = tasksIn(periods, is_off, step);
        if (tasks == 0) continue;
        most = std::max(most, tasks);
        first = std::min(first, step);
        last = step;
    }
    up.aim({0, std::max(4., static_cast<double>(most))});
    across.aim(most == 0 ? ValueRange{10, 100}
                         : ValueRange{PeriodCounts::fromMs(first), PeriodCounts::fromMs(last + 1)});
}

void drawHistogram(ImDrawList& list, const PlotLayout& layout, const PeriodCounts& periods,
                   const BandsOff& is_off, const ValueAxis& across, const ValueAxis& up,
                   const PlotTheme& theme) {
    const Rect& area = layout.area;
    drawValueTicks(list, layout, up, theme);
    float last_right = area.min.x - 4 * theme.scale;
    const auto most = static_cast<std::size_t>(std::max(2.F, area.width() / (theme.label.height_px * 5)));
    for (const Tick& tick : across.ticks(most)) {
        drawTickBelow(list, layout, xOf(area, across, tick.value), periodText(tick).view(), last_right,
                      theme);
    }
    list.PushClipRect(area.min, area.max, true);
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) {
        if (tasksIn(periods, is_off, step) == 0) continue;
        const float left = xOf(area, across, PeriodCounts::fromMs(step)) + theme.scale / 2;
        const float right = xOf(area, across, PeriodCounts::fromMs(step + 1)) - theme.scale / 2;
        std::uint32_t below = 0;
        for (std::size_t band = 0; band < record::kBands; ++band) {
            const std::uint32_t tasks = is_off[band] ? 0 : periods.at(static_cast<record::Band>(band), step);
            if (tasks == 0) continue;
            const auto y = [&](std::uint32_t n) {
                return area.max.y - static_cast<float>(up.position(n)) * area.height();
            };
            // At least one pixel high, so that one task among thousands is visible.
            const Rect bar{{left, std::min(y(below + tasks), y(below) - theme.scale)}, {right, y(below)}};
            drawPiece(list, bar, static_cast<record::Band>(band), theme.series[kPeriodSeries[band].colour],
                      theme.scale);
            below += tasks;
        }
    }
    list.PopClipRect();
}

ShortText periodText(const Tick& tick) {
    return tick.value < 1e3 ? shortText("{} ms", tick.text.view()) : shortText("{:g} s", tick.value / 1e3);
}

std::optional<std::size_t> stepAt(const PlotLayout& layout, const ValueAxis& across, float x) {
    const double period_ms = across.value(static_cast<double>((x - layout.area.min.x) / layout.area.width()));
    const std::size_t step = PeriodCounts::stepOf(static_cast<std::int64_t>(period_ms * 1e6));
    return period_ms >= PeriodCounts::fromMs(step) && period_ms < PeriodCounts::fromMs(step + 1)
               ? std::optional(step)
               : std::nullopt;
}

}  // namespace drover::desktop
