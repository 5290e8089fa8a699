#include "app/desktop/plots/drawing.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

void drawTicksUp(const Drawing& d) {
    const Box& area = d.area;
    const float height = d.theme.label.height_px, row = height * (d.screen ? 1.4F : 1.8F);
    float last_top = area.max.y + height;
    for (const Tick& tick :
         d.state.shownAxis().ticks(static_cast<std::size_t>(std::max(2.F, area.height() / row)))) {
        const float y = d.scale.y(tick.value);
        d.sheet.line({area.min.x, y}, {area.max.x, y}, d.theme.grid, d.s);
        float top = y - height / 2;
        if (d.screen) top = std::clamp(top, area.min.y - height / 3, d.layout.cell.max.y - height);
        if (d.screen && top + height > last_top) continue;
        last_top = top;
        d.sheet.text({area.min.x - (d.screen ? 3 : 5) * d.s, top}, Anchor::kRight, d.theme.label,
                     d.screen ? d.theme.muted : d.theme.text, tick.text.view());
    }
}

// A line over the area and a label below it. `last_right` is the right end of the previous label.
void drawTickAcross(const Drawing& d, float x, std::string_view text, float& last_right) {
    const Box& area = d.area;
    d.sheet.line({x, area.min.y}, {x, area.max.y}, d.theme.grid, d.s);
    if (!d.layout.has_time_labels) return;
    const float half = textWidth(d.theme.label, text) / 2;
    const float middle = std::clamp(x, area.min.x + half, std::max(area.min.x + half, area.max.x - half));
    if (d.screen && middle - half < last_right + 4 * d.s) return;
    last_right = middle + half;
    d.sheet.text({middle, area.max.y + (d.screen ? 1 : 3) * d.s}, Anchor::kMiddle, d.theme.label,
                 d.screen ? d.theme.muted : d.theme.text, text);
}

// Stripes mark a spike inside the AI on the screen, so that it differs from one outside without colour.
void drawSpike(const Drawing& d, const SpikeFrames& spike) {
    const float begin = d.scale.x(static_cast<double>(spike.frames.first));
    const float end =
        std::max(begin + (d.screen ? 2 * d.s : 0), d.scale.x(static_cast<double>(spike.frames.end)));
    const float left = std::max(d.area.min.x, begin), right = std::min(d.area.max.x, end);
    if (left >= right) return;
    d.sheet.rect({{left, d.area.min.y}, {right, d.area.max.y}}, d.theme.spike);
    if (!d.screen || !spike.is_inside) return;
    for (float y = d.area.min.y; y < d.area.max.y; y += 6 * d.s)
        d.sheet.rect({{left, y}, {right, std::min(y + d.s, d.area.max.y)}}, d.theme.spike);
}

void drawHunts(const Drawing& d) {
    for (const record::FrameRange& hunt : d.desk.marks.hunts()) {
        const float left = std::max(d.area.min.x, d.scale.x(static_cast<double>(hunt.first)));
        const float right = std::min(d.area.max.x, d.scale.x(static_cast<double>(hunt.end)));
        if (left < right) drawComb(d.sheet, left, right, d.area.max.y, d.theme);
    }
}

float levelAt(const Drawing& d, double value) {
    const float y = d.scale.y(value);
    if (y >= d.area.min.y && y <= d.area.max.y)
        d.sheet.line({d.area.min.x, y}, {d.area.max.x, y}, d.theme.text,
                     d.s * (d.screen ? d.theme.stroke : 1));
    return y;
}

ShortText unitOf(const Drawing& d) {
    return d.state.shows_difference ? shortText("{}, right minus left", d.spec.axis_unit)
                                    : shortText("{}", d.spec.axis_unit);
}

float acrossAt(const Drawing& d, double period_ms) {
    return d.area.min.x + static_cast<float>(d.desk.period_axis.position(period_ms)) * d.area.width();
}

// Full, striped, or an outline with a faint fill, so that bands can be told apart without colour.
void drawBar(const Drawing& d, const Box& bar, record::Band band, Colour colour) {
    if (band == record::Band::kNear) return d.sheet.rect(bar, colour);
    d.sheet.rect(bar, withAlpha(colour, 90));
    if (band == record::Band::kMiddle) {
        for (float y = bar.max.y - d.s; y > bar.min.y; y -= 3 * d.s)
            d.sheet.rect({{bar.min.x, std::max(y - d.s, bar.min.y)}, {bar.max.x, y}}, colour);
        return;
    }
    const Point corners[] = {bar.min, {bar.max.x, bar.min.y}, bar.max, {bar.min.x, bar.max.y}, bar.min};
    for (std::size_t i = 0; i < 4; ++i) d.sheet.line(corners[i], corners[i + 1], colour, d.s);
}

}  // namespace

// Its teeth stand at the same places of the screen in every frame.
void drawComb(Sheet& sheet, float left, float right, float bottom, const PlotTheme& theme) {
    const float s = theme.scale, high = 6 * s, step = 4 * s;
    sheet.rect({{left, bottom - 2 * s}, {std::max(right, left + s), bottom}}, theme.muted);
    for (float x = std::ceil(left / step) * step; x + s <= right; x += step)
        sheet.rect({{x, bottom - high}, {x + s, bottom}}, theme.muted);
}

bool showsHunts(const PlotSpec& spec, const PlotDesk& desk) {
    return spec.shows_hunts && !desk.marks.hunts().empty();
}

void drawTicks(const Drawing& d) {
    drawTicksUp(d);
    float last_right = d.area.min.x - 4 * d.s;
    const float width = d.area.width(), height = d.theme.label.height_px;
    if (d.spec.is_histogram) {
        const float most = d.screen ? std::max(2.F, width / (height * 5)) : 8;
        for (const Tick& tick : d.desk.period_axis.ticks(static_cast<std::size_t>(most))) {
            const ShortText text = tick.value < 1e3 ? shortText("{} ms", tick.text.view())
                                                    : shortText("{:g} s", tick.value / 1e3);
            drawTickAcross(d, acrossAt(d, tick.value), text.view(), last_right);
        }
        return;
    }
    eachTimeTick(d.desk.time, timeOf(d.feed.history), static_cast<double>(width / (height * 4.5F)),
                 [&](double t_ms, const ShortText& text) {
                     drawTickAcross(d, d.scale.xAtTime(t_ms), text.view(), last_right);
                 });
}

void drawMarks(const Drawing& d) {
    for (const SpikeFrames& spike : d.desk.marks.spikes()) drawSpike(d, spike);
    if (d.spec.shows_hunts) drawHunts(d);
    for (const Gap& gap : d.desk.marks.gaps()) {
        const float x = d.scale.x(static_cast<double>(gap.frame));
        if (x < d.area.min.x || x > d.area.max.x) continue;
        const Point ends[] = {{x, d.area.min.y}, {x, d.area.max.y}};
        if (d.screen)
            d.sheet.polyline(ends, {3 * d.s, 3 * d.s}, d.theme.warning, 2 * d.s);
        else
            d.sheet.line(ends[0], ends[1], d.theme.warning, 2 * d.s);
    }
}

void drawChangeLines(const Drawing& d) {
    float drawn_until = d.area.min.x - 1;
    for (const MarkLabel& label : d.desk.labels) {
        if (!label.isChange()) continue;
        const float x = d.scale.x(static_cast<double>(label.frame));
        if (x < drawn_until || x > d.area.max.x) continue;
        d.sheet.line({x, d.area.min.y}, {x, d.area.max.y}, d.theme.muted, d.s);
        drawn_until = x + d.s;
    }
}

void drawLevels(const Drawing& d) {
    if (d.state.shows_difference) levelAt(d, 0);
    if (!d.spec.has_animals_line || d.state.shows_difference || d.feed.animals == 0) return;
    const float y = levelAt(d, static_cast<double>(d.feed.animals)), right = d.area.max.x - 4 * d.s;
    const ShortText text = shortText("{} animals", countText(static_cast<double>(d.feed.animals)).view());
    if (right - textWidth(d.theme.label, text.view()) > d.area.min.x)
        d.sheet.text({right, y + 2 * d.s}, Anchor::kRight, d.theme.label, d.theme.text, text.view());
}

void drawBars(const Drawing& d) {
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) {
        std::uint32_t below = 0;
        for (std::size_t band = 0; band < record::kBands; ++band) {
            const std::uint32_t tasks =
                d.state.is_off[band] ? 0 : d.desk.periods.at(static_cast<record::Band>(band), step);
            if (tasks == 0) continue;
            const float bottom = d.scale.y(below);
            float top = d.scale.y(below + tasks);
            if (d.screen) top = std::min(top, bottom - d.s);  // so that one task among thousands is visible
            const Box bar{{acrossAt(d, PeriodCounts::fromMs(step)) + d.s / 2, top},
                          {acrossAt(d, PeriodCounts::fromMs(step + 1)) - d.s / 2, bottom}};
            drawBar(d, bar, static_cast<record::Band>(band), d.theme.series[kPeriodSeries[band].colour]);
            below += tasks;
        }
    }
}

void placeLabels(const Drawing& d, const std::function<void(const PlacedLabel&)>& use) {
    const std::vector<MarkLabel>& labels = d.desk.labels;
    const Box& area = d.area;
    const float pad = 3 * d.s, height = d.theme.label.height_px + d.s;
    const std::size_t rows = area.height() >= 4 * height ? 2 : 1;
    const float unit_ends =
        area.min.x + textWidth(d.theme.label, unitOf(d).view()) + (d.screen ? 6 : 8) * d.s;
    float taken_until[2] = {unit_ends, area.min.x};
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto xOf = [&](std::size_t label) {
            return d.scale.x(static_cast<double>(labels[label].frame));
        };
        const float x = xOf(i), next_x = i + 1 < labels.size() ? xOf(i + 1) : area.max.x;
        if (x < area.min.x || x > area.max.x) continue;
        if (x < taken_until[0] && (rows == 1 || x < taken_until[1])) continue;
        const auto fitsIn = [&](std::size_t row, const ShortText& text, bool may_pass_next) {
            const float width = textWidth(d.theme.label, text.view()) + 2 * pad;
            const bool is_right = x + width <= area.max.x;
            const float from = is_right ? x : x - width;
            if (from < taken_until[row] || from < area.min.x) return false;
            if (!may_pass_next && (!is_right || x + width > next_x)) return false;
            const float top = area.min.y + d.s + static_cast<float>(row) * height;
            use({{{from, top}, {from + width, top + height}}, text, &labels[i]});
            taken_until[row] = from + width;
            return true;
        };
        const ShortText text = labels[i].text(), kind = labels[i].kind();
        for (std::size_t row = 0; row < rows; ++row) {
            if (fitsIn(row, text, false) || fitsIn(row, kind, true)) break;
        }
    }
}

void drawLabels(const Drawing& d) {
    placeLabels(d, [&](const PlacedLabel& placed) {
        d.sheet.rect(placed.rect, withAlpha(d.theme.background, 205));
        d.sheet.text({placed.rect.min.x + 3 * d.s, placed.rect.min.y}, Anchor::kLeft, d.theme.label,
                     placed.label->isGap() ? d.theme.warning : d.theme.text, placed.text.view());
    });
}

// On a ground of its own, so that lines below it do not cross it out.
void drawUnit(const Drawing& d) {
    const ShortText unit = unitOf(d);
    if (unit.size == 0) return;
    const Point at{d.area.min.x + (d.screen ? 3 : 4) * d.s, d.area.min.y + d.s};
    const Point end{at.x + textWidth(d.theme.label, unit.view()) + 2 * d.s, at.y + d.theme.label.height_px};
    d.sheet.rect({{at.x - 2 * d.s, at.y}, end}, withAlpha(d.theme.background, 205));
    d.sheet.text(at, Anchor::kLeft, d.theme.label, d.theme.muted, unit.view());
}

std::uint32_t tasksIn(const PeriodCounts& periods, const std::array<bool, kMostSeries>& is_off,
                      std::size_t step) {
    std::uint32_t tasks = 0;
    for (std::size_t band = 0; band < record::kBands; ++band) {
        if (!is_off[band]) tasks += periods.at(static_cast<record::Band>(band), step);
    }
    return tasks;
}

void aimHistogram(PlotDesk& desk, PlotState& state) {
    std::uint32_t most = 0;
    std::size_t first = PeriodCounts::kSteps, last = 0;
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) {
        const std::uint32_t tasks = tasksIn(desk.periods, state.is_off, step);
        if (tasks == 0) continue;
        most = std::max(most, tasks);
        first = std::min(first, step);
        last = step;
    }
    state.axis.aim({0, std::max(4., static_cast<double>(most))});
    desk.period_axis.aim(most == 0 ? ValueRange{10, 100}
                                   : ValueRange{PeriodCounts::fromMs(first), PeriodCounts::fromMs(last + 1)});
}

}  // namespace drover::desktop
