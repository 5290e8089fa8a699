// The lines of a plot. If a frame is a pixel or wider, and in pictures, a line goes from value to value. Else
// the screen has one vertical stroke per pixel column from the smallest to the largest value. So a spike of
// one frame stays visible among 36,000.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/desktop/plots/drawing.h"
#include "app/desktop/plots/plot_parts.h"

namespace drover::desktop {
namespace {

constexpr float kThickness = 1.5F;
constexpr float kThinBeside = 0.7F;  // of the line, for the world on the right
constexpr unsigned kPaleBeside = 110;

struct Ink {
    LineStyle style;
    Colour colour;
    float width;
    bool breaks_without_value = false;  // else the line goes on to the next frame that has one

    chart::Dashes dashes() const { return chart::dashesOf(style, width); }
};

float clampedY(const Drawing& d, double value) {
    const float beyond = d.screen ? 2 : 0;
    return std::clamp(d.scale.y(value), d.area.min.y - beyond, d.area.max.y + beyond);
}

// Dashes of the screen stay on the data as it moves, so they begin at a place along all of its time.
double pxEachMs(const Drawing& d) { return static_cast<double>(d.area.width()) / d.desk.time.span_ms(); }

bool isGapIn(const Drawing& d, record::FrameRange frames) {
    const std::span<const Gap> gaps = d.desk.marks.gaps();
    const auto at = std::ranges::lower_bound(gaps, frames.first, {}, &Gap::frame);
    return at != gaps.end() && frames.has(at->frame);
}

void lift(const Drawing& d, const Ink& ink, double begun) {
    if (d.points.size() == 1) {  // a lonely value is a dot
        const Point only = d.points[0];
        d.points = {{only.x - ink.width / 2, only.y}, {only.x + ink.width / 2, only.y}};
    }
    chart::Dashes dashes = ink.dashes();
    if (d.screen && dashes.up > 0) {
        dashes.begun = static_cast<float>(std::fmod(begun, static_cast<double>(dashes.down + dashes.up)));
        dashes.counts_across = true;
    }
    // On the screen dashes are twice as wide: beside a solid line they would be too faint.
    const float width = dashes.counts_across ? 2 * ink.width : ink.width;
    if (!d.points.empty()) d.sheet.polyline(d.points, dashes, ink.colour, width);
    d.points.clear();
}

// Where a pixel covers several frames, the line goes through the smallest and the largest of them.
void drawThrough(const Drawing& d, const SeriesColumns& series, const Ink& ink) {
    const auto each = static_cast<double>(series.framesEach());
    const double px_each_ms = pxEachMs(d);
    double begun = 0;
    d.points.clear();
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        const record::MinMax& column = series.columns()[i];
        const std::uint64_t first = (series.firstColumn() + i) * series.framesEach();
        if (isGapIn(d, {first, first + series.framesEach()}) ||
            (column.isEmpty() && ink.breaks_without_value))
            lift(d, ink, begun);
        if (column.isEmpty()) continue;
        const double middle_ms = timeAt(d.feed.history, static_cast<double>(first) + each / 2);
        const float x = d.scale.xAtTime(middle_ms);
        const float low = clampedY(d, column.min), high = clampedY(d, column.max);
        if (d.points.empty()) begun = middle_ms * px_each_ms;
        const bool begins_high = !d.points.empty() && d.points.back().y < (low + high) / 2;
        d.points.push_back({x, begins_high ? high : low});
        if (low != high) d.points.push_back({x, begins_high ? low : high});
    }
    lift(d, ink, begun);
}

// Dashes are not visible in vertical strokes, so the strokes are faint and dashes run along their middle.
void drawStrokes(const Drawing& d, const SeriesColumns& series, const Ink& ink) {
    const chart::Dashes dashes = ink.dashes();
    const double period = static_cast<double>(dashes.down + dashes.up),
                 down = static_cast<double>(dashes.down);
    const double frames_each = static_cast<double>(series.framesEach());
    const double px_each_ms = pxEachMs(d);
    const float half = ink.width / 2;
    const Colour faint = withAlpha(ink.colour, 100);
    const int most = static_cast<int>(series.columns().size()) * 2;
    ImDrawList& list = *d.screen;
    list.PrimReserve(most * 6, most * 4);
    int used = 0;
    const PlotScale scale = d.scale;
    const float highest = d.area.min.y - 2, lowest = d.area.max.y + 2;
    const auto yOf = [&](double value) { return std::clamp(scale.y(value), highest, lowest); };
    const auto stroke = [&](float left, float right, float top, float bottom, Colour colour) {
        list.PrimRect({left, top}, {right, bottom}, colour);
        ++used;
    };
    record::MinMax before;
    double to_ms = timeAt(scale.history, static_cast<double>(series.firstColumn()) * frames_each);
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        const record::MinMax& column = series.columns()[i];
        const double next = static_cast<double>(series.firstColumn() + i + 1) * frames_each;
        const double from_ms = std::exchange(to_ms, timeAt(scale.history, next));
        if (!column.isEmpty()) {
            // Reaches the next column's range, so that the line has no holes.
            const bool is_first = before.isEmpty();
            const float bottom = yOf(is_first ? column.min : std::min(column.min, before.max)) + half;
            const float top = yOf(is_first ? column.max : std::max(column.max, before.min)) - half;
            const float left = scale.xAtTime(from_ms), right = scale.xAtTime(to_ms);
            const float middle = (top + bottom) / 2;
            if (period == 0) {
                stroke(left, right, top, bottom, ink.colour);
            } else {
                if (bottom - top > 3 * half) stroke(left, right, top, bottom, faint);
                const double way = from_ms * px_each_ms;
                if (way - std::floor(way / period) * period < down)
                    stroke(left, right, middle - half, middle + half, ink.colour);
            }
        }
        if (!column.isEmpty() || ink.breaks_without_value) before = column;
    }
    list.PrimUnreserve((most - used) * 6, (most - used) * 4);
}

// At the edge where a line leaves the area, because the axis leaves out values that stand out far: a
// triangle, in pictures a square.
void drawBeyond(const Drawing& d, const SeriesColumns& series) {
    const float s = d.s;
    const ValueRange shown = d.state.shownAxis().shown();
    float drawn_until[2] = {d.area.min.x, d.area.min.x};
    const auto mark = [&](std::size_t column, std::size_t edge) {
        const double middle = (static_cast<double>(series.firstColumn() + column) + 0.5) *
                              static_cast<double>(series.framesEach());
        const float x = d.scale.x(middle), y = edge == 0 ? d.area.min.y : d.area.max.y;
        if (x < drawn_until[edge]) return;
        drawn_until[edge] = x + 9 * s;
        const float in = edge == 0 ? s : -s;
        if (d.screen)
            d.screen->AddTriangleFilled({x, y}, {x + 4 * s, y + 6 * in}, {x - 4 * s, y + 6 * in},
                                        d.theme.warning);
        else
            d.sheet.rect({{x - 2 * s, std::min(y, y + 4 * in)}, {x + 2 * s, std::max(y, y + 4 * in)}},
                         d.theme.warning);
    };
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        const record::MinMax& column = series.columns()[i];
        if (column.isEmpty()) continue;
        if (column.max > shown.high) mark(i, 0);
        if (d.state.shows_difference && column.min < shown.low) mark(i, 1);
    }
}

}  // namespace

void drawSeries(const Drawing& d) {
    const float width = kThickness * d.s * d.theme.stroke;
    for (std::size_t i = d.spec.series.size(); i-- > 0;) {
        if (d.state.is_off[i]) continue;
        const SeriesSpec& series = d.spec.series[i];
        const auto draw = [&](const SeriesColumns& kept, const SeriesValues& values, bool is_beside) {
            const Colour colour = d.theme.series[series.colour];
            const Ink ink{series.style, is_beside ? withAlpha(colour, kPaleBeside) : colour,
                          is_beside ? width * kThinBeside : width, d.state.shows_difference};
            if (d.screen) {
                kept.framesEach() == 1 ? drawThrough(d, kept, ink) : drawStrokes(d, kept, ink);
                if (!is_beside) drawBeyond(d, kept);
                return;
            }
            const record::FrameRange visible = d.desk.time.visible(d.feed.history);
            const double columns = std::max(1., static_cast<double>(d.area.width() / d.s));
            const double each = std::max(1., std::ceil(static_cast<double>(visible.size()) / columns));
            SeriesColumns own;  // of the picture's width
            own.update(values, visible, static_cast<std::uint64_t>(each));
            drawThrough(d, own, ink);
            drawBeyond(d, own);
        };
        if (d.feed.beside && !d.state.shows_difference)
            draw(d.state.beside[i], {*d.feed.beside, series.column, series.counted_by}, true);
        draw(d.state.series[i], shownValues(d.state, series, d.feed), false);
    }
}

}  // namespace drover::desktop
