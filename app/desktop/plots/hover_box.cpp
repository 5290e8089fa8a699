#include <algorithm>
#include <cmath>

#include "app/desktop/plots/plot_parts.h"

namespace drover::desktop {
namespace {

struct BoxLine {
    LineStyle style = LineStyle::kSolid;
    Colour colour = 0;  // 0: no sample before the text
    ShortText text;
};

struct BoxLines {
    std::array<BoxLine, kMostSeries + std::tuple_size_v<decltype(LabelsNear::all)> + 1> all;
    std::size_t count = 0;

    void add(const BoxLine& line) { all[count++] = line; }
};

// Next to x, on the side with more space, in enough columns to fit into the cell's height.
void drawBox(ScreenSheet& sheet, const PlotLayout& layout, float x, const BoxLines& lines,
             const PlotTheme& theme) {
    const float s = theme.scale, line_height = theme.label.height_px + 2 * s, sample = 14 * s;
    float text_width = 0;
    for (std::size_t i = 0; i < lines.count; ++i) {
        text_width = std::max(text_width, textWidth(theme.label, lines.all[i].text.view()));
    }
    const float column_width = sample + text_width + 10 * s;
    const auto fitting =
        static_cast<std::size_t>(std::max(1.F, (layout.area.height() - 6 * s) / line_height));
    const std::size_t columns = (lines.count + fitting - 1) / fitting;
    const std::size_t rows = (lines.count + columns - 1) / columns;
    const float width = column_width * static_cast<float>(columns),
                height = line_height * static_cast<float>(rows) + 4 * s;
    const bool fits_right = x + 6 * s + width < layout.area.max.x;
    const float wanted = std::max(layout.area.min.x, fits_right ? x + 6 * s : x - 6 * s - width);
    const float left = std::min(wanted, ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - width);
    const float top = layout.area.min.y + 2 * s;
    sheet.list.AddRectFilled({left, top}, {left + width, top + height}, withAlpha(theme.panel, 235), 3 * s);
    for (std::size_t i = 0; i < lines.count; ++i) {
        const Point at{left + 4 * s + column_width * static_cast<float>(i / rows),
                       top + 2 * s + line_height * static_cast<float>(i % rows)};
        const BoxLine& line = lines.all[i];
        if (line.colour != 0)
            drawSample(sheet, {at.x, at.y + line_height / 2}, sampleOf(line.style, sample, s), line.colour);
        sheet.text({at.x + sample + 3 * s, at.y}, theme.label, theme.text, line.text.view());
    }
}

// The time and the number of the frame, below the plot that the mouse is in.
void drawFrameText(ScreenSheet& sheet, const PlotLayout& layout, float x, std::uint64_t frame,
                   const PlotFeed& feed) {
    const PlotTheme& theme = feed.theme;
    const ShortText text =
        shortText("{}, frame {}", timeText(feed.history.value(record::columnOf("t_ms"), frame), 10).view(),
                  countText(static_cast<double>(frame)).view());
    const float width = textWidth(theme.label, text.view()), s = theme.scale;
    const float left =
        std::clamp(x - width / 2, layout.area.min.x, std::max(layout.area.min.x, layout.area.max.x - width));
    const float top = std::min(layout.area.max.y + s, layout.cell.max.y - theme.label.height_px - s);
    sheet.list.AddRectFilled({left - 3 * s, top - s}, {left + width + 3 * s, top + theme.label.height_px + s},
                             theme.pressed, 2 * s);
    sheet.text({left, top}, theme.label, theme.text, text.view());
}

}  // namespace

ShortText huntedText(const PlotSpec& spec, const record::History& history, std::uint64_t frame) {
    const double herds = spec.shows_hunts ? history.value(kHunted, frame) : 0;
    if (herds == 0) return {};
    return shortText("{} {} hunted", countText(herds).view(), herds == 1 ? "herd" : "herds");
}

LabelsNear labelsNear(const PlotScale& scale, std::span<const MarkLabel> labels, float x,
                      const PlotTheme& theme) {
    constexpr float kReach = 5;  // pixels
    LabelsNear near;
    for (const MarkLabel& label : labels) {
        if (near.count == near.all.size()) break;
        const float away = std::abs(scale.x(static_cast<double>(label.frame)) - x);
        if (away <= kReach * theme.scale) near.all[near.count++] = &label;
    }
    return near;
}

void drawHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    const PlotState& state = desk.plots[plot];
    const PlotScale scale{state.layout.area, desk.time, feed.history, state.shownAxis()};
    const PlotTheme& theme = feed.theme;
    const float x = scale.x(static_cast<double>(*desk.hovered) + 0.5);
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    sheet.line({x, scale.area.min.y}, {x, scale.area.max.y}, theme.muted, theme.scale);
    BoxLines lines;
    if (desk.hovered_plot == plot) {
        const LabelsNear near = labelsNear(scale, desk.labels, ImGui::GetIO().MousePos.x, theme);
        for (std::size_t i = 0; i < near.count; ++i) lines.add({LineStyle::kSolid, 0, near.all[i]->text()});
    }
    if (const ShortText hunted = huntedText(kPlots[plot], feed.history, *desk.hovered); hunted.size > 0)
        lines.add({LineStyle::kSolid, 0, hunted});
    for (std::size_t i = 0; i < kPlots[plot].series.size(); ++i) {
        if (state.is_off[i]) continue;
        const SeriesSpec& series = kPlots[plot].series[i];
        const Colour colour = theme.series[series.colour];
        const std::optional<double> value = shownValues(state, series, feed).at(*desk.hovered);
        if (!value) {
            lines.add({series.style, colour, shortText("{} no value", series.label)});
            continue;
        }
        const float y = std::clamp(scale.y(*value), scale.area.min.y, scale.area.max.y);
        sheet.list.AddCircleFilled({x, y}, 2.5F * theme.scale, colour, 8);
        lines.add(
            {series.style, colour,
             shortText("{} {} {}", series.label,
                       shownText(series.column, *value, state.shows_difference).view(), kPlots[plot].unit)});
    }
    if (lines.count > 0) drawBox(sheet, state.layout, x, lines, theme);
    if (desk.hovered_plot == plot) drawFrameText(sheet, state.layout, x, *desk.hovered, feed);
}

void drawHistogramHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    const PlotState& state = desk.plots[plot];
    const float x = ImGui::GetIO().MousePos.x;
    const Box& area = state.layout.area;
    const double period_ms = desk.period_axis.value(static_cast<double>((x - area.min.x) / area.width()));
    const std::size_t step = PeriodCounts::stepOf(static_cast<std::int64_t>(period_ms * 1e6));
    if (period_ms < PeriodCounts::fromMs(step) || period_ms >= PeriodCounts::fromMs(step + 1)) return;
    BoxLines lines;
    lines.add({LineStyle::kSolid, 0,
               shortText("{} to {} ms", valueText(PeriodCounts::fromMs(step)).view(),
                         valueText(PeriodCounts::fromMs(step + 1)).view())});
    for (std::size_t band = 0; band < record::kBands; ++band) {
        if (state.is_off[band]) continue;
        const SeriesSpec& series = kPeriodSeries[band];
        lines.add({series.style, feed.theme.series[series.colour],
                   shortText("{} {}", series.label, desk.periods.at(static_cast<record::Band>(band), step))});
    }
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    drawBox(sheet, state.layout, x, lines, feed.theme);
}

}  // namespace drover::desktop
