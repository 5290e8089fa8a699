#include <algorithm>

#include "app/chart/svg.h"
#include "app/desktop/plots/drawing.h"

namespace drover::desktop {
namespace {

constexpr float kWidthOfScaleOne = 960, kHeightOfScaleOne = 540;

float sampleWidth(const PlotTheme& theme) { return 26 * theme.scale; }
// A reader of the SVG may have no such font but a wider one.
float roomFor(const Font& font, std::string_view text) { return textWidth(font, text) * 1.1F; }

float pictureEntryWidth(const char* label, const PlotTheme& theme) {
    return sampleWidth(theme) + roomFor(theme.label, label) + 20 * theme.scale;
}

float pictureLegendWidth(const PlotSpec& spec, const PlotState& state, bool shows_hunts,
                         const PlotTheme& theme) {
    float width = shows_hunts ? pictureEntryWidth(kHuntsLabel, theme) : 0;
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        if (!state.is_off[i]) width += pictureEntryWidth(spec.series[i].label, theme);
    }
    return width;
}

void drawPictureLegend(const Drawing& d, float left, float top) {
    const PlotTheme& theme = d.theme;
    for (std::size_t i = 0; i < d.spec.series.size(); ++i) {
        if (d.state.is_off[i]) continue;
        const SeriesSpec& series = d.spec.series[i];
        // A rectangle for each dash: only the series themselves are polylines.
        Sample sample{sampleWidth(theme), d.s};
        if (series.style == LineStyle::kDashed) sample.down = 6 * d.s, sample.up = 4 * d.s;
        if (series.style == LineStyle::kDotted) sample.down = 3 * d.s, sample.up = 2 * d.s;
        drawSample(d.sheet, {left, top + theme.label.height_px / 2}, sample, theme.series[series.colour]);
        left += sample.width;
        d.sheet.text({left + 5 * d.s, top}, Anchor::kLeft, theme.label, theme.text, series.label);
        left += roomFor(theme.label, series.label) + 20 * d.s;
    }
    if (!showsHunts(d.spec, d.desk)) return;
    drawComb(d.sheet, left, left + sampleWidth(theme), top + theme.label.height_px / 2 + 3 * d.s, theme);
    d.sheet.text({left + sampleWidth(theme) + 5 * d.s, top}, Anchor::kLeft, theme.label, theme.text,
                 kHuntsLabel);
}

float ticksWidth(const ValueAxis& axis, const PlotTheme& theme) {
    float width = 0;
    for (const Tick& tick : axis.ticks(12)) width = std::max(width, roomFor(theme.label, tick.text.view()));
    return width;
}

void drawCaption(const Drawing& d, bool has_caption, std::string_view text) {
    if (!has_caption) return;
    d.sheet.text({d.area.middle().x, d.area.max.y + 6 * d.s + d.theme.label.height_px}, Anchor::kMiddle,
                 d.theme.label, d.theme.muted, text);
}

}  // namespace

PlotTheme themeOfPicture(const PlotTheme& theme, Point size) {
    const float scale = std::min(size.x / kWidthOfScaleOne, size.y / kHeightOfScaleOne);
    PlotTheme out = theme;
    const float larger = std::max(scale, 0.5F) / theme.scale;
    out.scale *= larger, out.title.height_px *= larger, out.label.height_px *= larger;
    return out;
}

void drawPicture(Sheet& sheet, const PlotDesk& desk, std::size_t plot, const PlotFeed& feed,
                 const PlotTheme& theme, Point size) {
    const PlotSpec& spec = kPlots[plot];
    const PlotState& state = desk.plots[plot];
    const float s = theme.scale, pad = 10 * s, label = theme.label.height_px;
    const bool has_caption = size.y >= 16 * label;
    const bool shows_beside = feed.beside && !state.shows_difference && !spec.is_histogram;
    const float legend_width = pictureLegendWidth(spec, state, showsHunts(spec, desk), theme);
    const bool has_own_row = pad + roomFor(theme.title, spec.title) + legend_width > size.x - pad;
    const float second_row = has_own_row ? label + 4 * s : 0, note = shows_beside ? label + 4 * s : 0;
    const float top = pad + theme.title.height_px + second_row + note + 8 * s;
    const ValueAxis& axis = state.shownAxis();
    const float left = pad + ticksWidth(axis, theme) + 5 * s;
    const float below = pad + label * (has_caption ? 2.2F : 1) + 4 * s;
    const PlotLayout layout{
        .cell = {{0, 0}, size},
        .title = {},
        .area = {{left, top}, {std::max(left + 1, size.x - pad), std::max(top + 1, size.y - below)}},
        .has_time_labels = true};
    std::vector<Point> points;
    const Drawing d(sheet, nullptr, desk, plot, feed, theme, layout, points);
    sheet.rect(layout.cell, theme.panel);
    sheet.rect(d.area, theme.background);
    sheet.text({pad, pad}, Anchor::kLeft, theme.title, theme.text, spec.title);
    const float legend_top =
        has_own_row ? pad + theme.title.height_px + 4 * s : pad + (theme.title.height_px - label) / 2;
    if (spec.series.size() > 1)
        drawPictureLegend(d, has_own_row ? pad : size.x - pad - legend_width + 20 * s, legend_top);
    if (shows_beside)
        sheet.text({size.x - pad, top - label - 6 * s}, Anchor::kRight, theme.label, theme.muted,
                   "pale and thin: the world on the right");
    if (!(axis.shown().high > axis.shown().low)) return;
    if (!spec.is_histogram) drawMarks(d);
    drawTicks(d);
    drawCaption(d, has_caption,
                spec.is_histogram ? "period between two updates" : "time of the world, minutes:seconds");
    if (spec.is_histogram) {
        drawUnit(d);
        return drawBars(d);
    }
    drawLevels(d);
    drawSeries(d);
    drawUnit(d);
    drawChangeLines(d);
    drawLabels(d);
}

std::string svgOf(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, const PlotTheme& theme,
                  Point size) {
    chart::Svg svg(static_cast<double>(size.x), static_cast<double>(size.y));
    drawPicture(svg, desk, plot, feed, theme, size);
    return svg.file(kPlots[plot].title,
                    "<style>text{font-family:Inter,'DejaVu Sans',system-ui,sans-serif}</style>\n");
}

}  // namespace drover::desktop
