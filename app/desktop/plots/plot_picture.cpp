#include "app/desktop/plots/plot_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/desktop/plots/histogram.h"
#include "app/desktop/plots/line.h"
#include "app/desktop/plots/time_ticks.h"

namespace drover::desktop {
namespace {

constexpr float kLine = 1.5F;
constexpr unsigned kPaleBeside = 110;
constexpr float kWidthOfScaleOne = 960, kHeightOfScaleOne = 540;

struct Picture {
    Sheet& sheet;
    const PlotDesk& desk;
    const PlotState& state;
    const PlotSpec& spec;
    const PlotFeed& feed;
    const PlotTheme& theme;
    Rect area;
    bool has_caption;  // of the horizontal axis

    float s() const { return theme.scale; }
    bool showsBeside() const { return feed.beside && !state.shows_difference && !spec.is_histogram; }
};

float sampleWidth(const PlotTheme& theme) { return 26 * theme.scale; }
// A reader of the SVG may have no such font but a wider one.
float roomFor(const PlotFont& font, std::string_view text) { return textWidth(font, text) * 1.1F; }

float legendWidth(const Picture& p) {
    float width = 0;
    for (std::size_t i = 0; i < p.spec.series.size(); ++i) {
        if (!p.state.is_off[i])
            width += sampleWidth(p.theme) + roomFor(p.theme.label, p.spec.series[i].label) + 20 * p.s();
    }
    return width;
}

void drawPictureLegend(const Picture& p, float left, float top) {
    const float middle = top + p.theme.label.height_px / 2;
    for (std::size_t i = 0; i < p.spec.series.size(); ++i) {
        if (p.state.is_off[i]) continue;
        const SeriesSpec& series = p.spec.series[i];
        const float right = left + sampleWidth(p.theme);
        const ImU32 colour = p.theme.series[series.colour];
        // A rectangle for each dash: only the series themselves are polylines.
        const float step = series.style == LineStyle::kDashed   ? 10 * p.s()
                           : series.style == LineStyle::kDotted ? 5 * p.s()
                                                                : sampleWidth(p.theme);
        const float on = series.style == LineStyle::kSolid ? step : step * 0.6F;
        for (float x = left; x < right; x += step)
            p.sheet.rect({{x, middle - p.s()}, {std::min(x + on, right), middle + p.s()}}, colour);
        p.sheet.text({right + 5 * p.s(), top}, Anchor::kLeft, p.theme.label, p.theme.text, series.label);
        left = right + roomFor(p.theme.label, series.label) + 20 * p.s();
    }
}

void drawValueAxis(const Picture& p, const ValueAxis& axis) {
    const float height = p.theme.label.height_px;
    const auto most = static_cast<std::size_t>(std::max(2.F, p.area.height() / (height * 1.8F)));
    for (const Tick& tick : axis.ticks(most)) {
        const float y = p.area.max.y - static_cast<float>(axis.position(tick.value)) * p.area.height();
        p.sheet.line({p.area.min.x, y}, {p.area.max.x, y}, p.theme.grid, p.s());
        p.sheet.text({p.area.min.x - 5 * p.s(), y - height / 2}, Anchor::kRight, p.theme.label, p.theme.text,
                     tick.text.view());
    }
}

void drawTickAcross(const Picture& p, float x, std::string_view text) {
    p.sheet.line({x, p.area.min.y}, {x, p.area.max.y}, p.theme.grid, p.s());
    const float half = textWidth(p.theme.label, text) / 2;
    const float middle =
        std::clamp(x, p.area.min.x + half, std::max(p.area.min.x + half, p.area.max.x - half));
    p.sheet.text({middle, p.area.max.y + 3 * p.s()}, Anchor::kMiddle, p.theme.label, p.theme.text, text);
}

void drawCaption(const Picture& p, std::string_view text) {
    if (!p.has_caption) return;
    p.sheet.text({(p.area.min.x + p.area.max.x) / 2, p.area.max.y + 6 * p.s() + p.theme.label.height_px},
                 Anchor::kMiddle, p.theme.label, p.theme.muted, text);
}

void drawSpikesAndGaps(const Picture& p, const PlotScale& scale) {
    for (const SpikeFrames& spike : p.desk.marks.spikes()) {
        const float left = std::max(p.area.min.x, scale.x(static_cast<double>(spike.frames.first)));
        const float right = std::min(p.area.max.x, scale.x(static_cast<double>(spike.frames.end)));
        if (left < right) p.sheet.rect({{left, p.area.min.y}, {right, p.area.max.y}}, p.theme.spike);
    }
    for (const Gap& gap : p.desk.marks.gaps()) {
        const float x = scale.x(static_cast<double>(gap.frame));
        if (x >= p.area.min.x && x <= p.area.max.x)
            p.sheet.line({x, p.area.min.y}, {x, p.area.max.y}, p.theme.warning, 2 * p.s());
    }
}

// One line through all values of a series. Where a pixel covers several frames, it goes through the smallest
// and the largest of them.
class SeriesPen {
  public:
    SeriesPen(const Picture& p, const PlotScale& scale, LineStyle style, ImU32 colour, float width)
        : p_(p), scale_(scale), style_(style), colour_(colour), width_(width) {}

    void draw(const SeriesColumns& series, bool breaks_without_value) {
        const auto each = static_cast<double>(series.framesEach());
        for (std::size_t i = 0; i < series.columns().size(); ++i) {
            const record::MinMax& column = series.columns()[i];
            const std::uint64_t first = (series.firstColumn() + i) * series.framesEach();
            if (isGapIn({first, first + series.framesEach()}) || (column.isEmpty() && breaks_without_value))
                lift();
            if (!column.isEmpty()) to(scale_.x(static_cast<double>(first) + each / 2), column);
        }
        lift();
    }

  private:
    bool isGapIn(record::FrameRange frames) const {
        const std::span<const Gap> gaps = p_.desk.marks.gaps();
        const auto at = std::ranges::lower_bound(gaps, frames.first, {}, &Gap::frame);
        return at != gaps.end() && frames.has(at->frame);
    }
    void to(float x, const record::MinMax& column) {
        const float low = y(column.min), high = y(column.max);
        const bool begins_high = !points_.empty() && points_.back().y < (low + high) / 2;
        points_.push_back({x, begins_high ? high : low});
        if (low != high) points_.push_back({x, begins_high ? low : high});
    }
    float y(double value) const { return std::clamp(scale_.y(value), p_.area.min.y, p_.area.max.y); }
    void lift() {
        if (points_.size() == 1) {  // a lonely value is a dot
            const ImVec2 only = points_[0];
            points_ = {{only.x - width_ / 2, only.y}, {only.x + width_ / 2, only.y}};
        }
        if (!points_.empty()) p_.sheet.polyline(points_, style_, colour_, width_);
        points_.clear();
    }

    const Picture& p_;
    const PlotScale& scale_;
    LineStyle style_;
    ImU32 colour_;
    float width_;
    std::vector<ImVec2> points_;
};

// At the edge, where a line leaves the area.
void drawBeyond(const Picture& p, const PlotScale& scale, const SeriesColumns& series, bool has_lower_edge) {
    const ValueRange shown = scale.axis.shown();
    float drawn_until[2] = {p.area.min.x, p.area.min.x};
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        const record::MinMax& column = series.columns()[i];
        const double middle =
            (static_cast<double>(series.firstColumn() + i) + 0.5) * static_cast<double>(series.framesEach());
        const float x = scale.x(middle);
        const bool is_beyond[2] = {column.max > shown.high, has_lower_edge && column.min < shown.low};
        for (std::size_t edge = 0; edge < 2 && !column.isEmpty(); ++edge) {
            if (!is_beyond[edge] || x < drawn_until[edge]) continue;
            const float y = edge == 0 ? p.area.min.y : p.area.max.y - 4 * p.s();
            p.sheet.rect({{x - 2 * p.s(), y}, {x + 2 * p.s(), y + 4 * p.s()}}, p.theme.warning);
            drawn_until[edge] = x + 9 * p.s();
        }
    }
}

void drawSeries(const Picture& p, const PlotScale& scale) {
    const record::FrameRange visible = p.desk.time.visible(p.feed.history);
    const double columns = std::max(1., static_cast<double>(p.area.width() / p.s()));
    const auto each =
        static_cast<std::uint64_t>(std::max(1., std::ceil(static_cast<double>(visible.size()) / columns)));
    const float width = kLine * p.s() * p.theme.stroke;
    for (std::size_t i = p.spec.series.size(); i-- > 0;) {
        if (p.state.is_off[i]) continue;
        const SeriesSpec& series = p.spec.series[i];
        const ImU32 colour = p.theme.series[series.colour];
        const auto draw = [&](const record::History& history, const record::History* less, ImU32 ink,
                              float thickness) {
            SeriesColumns of;
            of.update({history, series.column, series.counted_by, less}, visible, each);
            SeriesPen(p, scale, series.style, ink, thickness).draw(of, less != nullptr);
            drawBeyond(p, scale, of, less != nullptr);
        };
        if (p.state.shows_difference) {
            draw(*p.feed.beside, &p.feed.history, colour, width);
            continue;
        }
        if (p.feed.beside) draw(*p.feed.beside, nullptr, withAlpha(colour, kPaleBeside), width * kThinBeside);
        draw(p.feed.history, nullptr, colour, width);
    }
}

void drawLevels(const Picture& p, const PlotScale& scale) {
    const auto level = [&](double value) {
        const float y = scale.y(value);
        if (y >= p.area.min.y && y <= p.area.max.y)
            p.sheet.line({p.area.min.x, y}, {p.area.max.x, y}, p.theme.text, p.s());
        return y;
    };
    if (p.state.shows_difference) level(0);
    if (!p.spec.has_animals_line || p.state.shows_difference || p.feed.animals == 0) return;
    const float y = level(static_cast<double>(p.feed.animals));
    const ShortText text = shortText("{} animals", countText(static_cast<double>(p.feed.animals)).view());
    p.sheet.text({p.area.max.x - 4 * p.s(), y + 2 * p.s()}, Anchor::kRight, p.theme.label, p.theme.text,
                 text.view());
}

void drawMarksOf(const Picture& p, const PlotScale& scale, float left) {
    float drawn_until = p.area.min.x - 1;
    for (const MarkLabel& label : p.desk.labels) {
        const float x = scale.x(static_cast<double>(label.frame));
        if (!label.isChange() || x < drawn_until || x > p.area.max.x) continue;
        p.sheet.line({x, p.area.min.y}, {x, p.area.max.y}, p.theme.muted, p.s());
        drawn_until = x + p.s();
    }
    placeLabels(scale, p.desk.labels, left, p.theme, [&](const PlacedLabel& placed) {
        p.sheet.rect(placed.rect, withAlpha(p.theme.background, 205));
        p.sheet.text({placed.rect.min.x + 3 * p.s(), placed.rect.min.y}, Anchor::kLeft, p.theme.label,
                     placed.label->isGap() ? p.theme.warning : p.theme.text, placed.text.view());
    });
}

// On a ground of its own, so that lines below it do not cross it out.
void drawUnit(const Picture& p, std::string_view unit) {
    if (unit.empty()) return;
    const ImVec2 at{p.area.min.x + 4 * p.s(), p.area.min.y + p.s()};
    const ImVec2 end{at.x + textWidth(p.theme.label, unit) + 2 * p.s(), at.y + p.theme.label.height_px};
    p.sheet.rect({{at.x - 2 * p.s(), at.y}, end}, withAlpha(p.theme.background, 205));
    p.sheet.text(at, Anchor::kLeft, p.theme.label, p.theme.muted, unit);
}

void drawOverTime(const Picture& p) {
    const PlotScale scale{p.area, p.desk.time, p.feed.history, p.state.shownAxis()};
    const ShortText unit = p.state.shows_difference ? shortText("{}, right minus left", p.spec.axis_unit)
                                                    : shortText("{}", p.spec.axis_unit);
    drawSpikesAndGaps(p, scale);
    drawValueAxis(p, p.state.shownAxis());
    eachTimeTick(
        p.desk.time, timeOf(p.feed.history),
        static_cast<double>(p.area.width() / (p.theme.label.height_px * 4.5F)),
        [&](double t_ms, const ShortText& text) { drawTickAcross(p, scale.xAtTime(t_ms), text.view()); });
    drawCaption(p, "time of the world, minutes:seconds");
    drawLevels(p, scale);
    drawSeries(p, scale);
    drawUnit(p, unit.view());
    drawMarksOf(p, scale, p.area.min.x + textWidth(p.theme.label, unit.view()) + 8 * p.s());
}

// Full, striped, or an outline, as on the screen.
void drawBar(const Picture& p, const Rect& bar, record::Band band, ImU32 colour) {
    const float s = p.s();
    if (band == record::Band::kNear) {
        p.sheet.rect(bar, colour);
        return;
    }
    p.sheet.rect(bar, withAlpha(colour, 90));
    if (band == record::Band::kMiddle) {
        for (float y = bar.max.y - s; y > bar.min.y; y -= 3 * s)
            p.sheet.rect({{bar.min.x, std::max(y - s, bar.min.y)}, {bar.max.x, y}}, colour);
        return;
    }
    const ImVec2 corners[] = {bar.min, {bar.max.x, bar.min.y}, bar.max, {bar.min.x, bar.max.y}, bar.min};
    for (std::size_t i = 0; i < 4; ++i) p.sheet.line(corners[i], corners[i + 1], colour, s);
}

void drawPeriods(const Picture& p) {
    const ValueAxis &across = p.desk.period_axis, &up = p.state.axis;
    drawValueAxis(p, up);
    const auto xOf = [&](double period_ms) {
        return p.area.min.x + static_cast<float>(across.position(period_ms)) * p.area.width();
    };
    const auto yOf = [&](std::uint32_t tasks) {
        return p.area.max.y - static_cast<float>(up.position(tasks)) * p.area.height();
    };
    for (const Tick& tick : across.ticks(8)) drawTickAcross(p, xOf(tick.value), periodText(tick).view());
    drawCaption(p, "period between two updates");
    drawUnit(p, p.spec.axis_unit);
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) {
        std::uint32_t below = 0;
        for (std::size_t band = 0; band < record::kBands; ++band) {
            const std::uint32_t tasks =
                p.state.is_off[band] ? 0 : p.desk.periods.at(static_cast<record::Band>(band), step);
            if (tasks == 0) continue;
            const Rect bar{{xOf(PeriodCounts::fromMs(step)) + p.s() / 2, yOf(below + tasks)},
                           {xOf(PeriodCounts::fromMs(step + 1)) - p.s() / 2, yOf(below)}};
            drawBar(p, bar, static_cast<record::Band>(band), p.theme.series[kPeriodSeries[band].colour]);
            below += tasks;
        }
    }
}

float ticksWidth(const ValueAxis& axis, const PlotTheme& theme) {
    float width = 0;
    for (const Tick& tick : axis.ticks(12)) width = std::max(width, roomFor(theme.label, tick.text.view()));
    return width;
}

}  // namespace

PlotTheme themeOfPicture(const PlotTheme& theme, ImVec2 size) {
    const float scale = std::min(size.x / kWidthOfScaleOne, size.y / kHeightOfScaleOne);
    PlotTheme out = theme;
    const float larger = std::max(scale, 0.5F) / theme.scale;
    out.scale *= larger, out.title.height_px *= larger, out.label.height_px *= larger;
    return out;
}

void drawPicture(Sheet& sheet, const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ImVec2 size) {
    const PlotTheme& theme = feed.theme;
    const float s = theme.scale, pad = 10 * s, label = theme.label.height_px;
    Picture p{sheet, desk, desk.plots[plot], kPlots[plot], feed, theme, {}, size.y >= 16 * label};
    const float title_end = pad + roomFor(theme.title, p.spec.title);
    const bool has_own_row = title_end + legendWidth(p) > size.x - pad;
    const float second_row = has_own_row ? label + 4 * s : 0, note = p.showsBeside() ? label + 4 * s : 0;
    const float top = pad + theme.title.height_px + second_row + note + 8 * s;
    const ValueAxis& axis = p.state.shownAxis();
    const float left = pad + ticksWidth(axis, theme) + 5 * s;
    const float below = pad + label * (p.has_caption ? 2.2F : 1) + 4 * s;
    p.area = {{left, top}, {std::max(left + 1, size.x - pad), std::max(top + 1, size.y - below)}};
    sheet.rect({{0, 0}, size}, theme.panel);
    sheet.rect(p.area, theme.background);
    sheet.text({pad, pad}, Anchor::kLeft, theme.title, theme.text, p.spec.title);
    const float legend_top =
        has_own_row ? pad + theme.title.height_px + 4 * s : pad + (theme.title.height_px - label) / 2;
    if (p.spec.series.size() > 1)
        drawPictureLegend(p, has_own_row ? pad : size.x - pad - legendWidth(p) + 20 * s, legend_top);
    if (p.showsBeside())
        sheet.text({size.x - pad, top - label - 6 * s}, Anchor::kRight, theme.label, theme.muted,
                   "pale and thin: the world on the right");
    if (!(axis.shown().high > axis.shown().low)) return;
    p.spec.is_histogram ? drawPeriods(p) : drawOverTime(p);
}

std::string svgOf(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ImVec2 size) {
    SvgSheet sheet(size);
    drawPicture(sheet, desk, plot, feed, size);
    return sheet.file(kPlots[plot].title);
}

}  // namespace drover::desktop
