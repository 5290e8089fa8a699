#include "app/desktop/plots/line.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::desktop {
namespace {

constexpr float kThickness = 1.5F;

// Dashes are fixed to the data and move with it: the position along the frames alone decides whether the pen
// is down.
struct Dashes {
    double on = 1, period = 0;  // pixels; period 0 is a solid line

    static Dashes of(LineStyle style, float scale) {
        const double s = static_cast<double>(scale);
        if (style == LineStyle::kDashed) return {7 * s, 11 * s};
        if (style == LineStyle::kDotted) return {2 * s, 5 * s};
        return {};
    }
    bool isDown(double way) const { return period == 0 || way - std::floor(way / period) * period < on; }
    // Where the pen is next lifted or set down.
    double next(double way) const {
        const double start = std::floor(way / period) * period;
        return way - start < on ? start + on : start + period;
    }
};

float clampedY(const PlotScale& scale, double value) {
    return std::clamp(scale.y(value), scale.area.min.y - 2, scale.area.max.y + 2);
}

class Pen {
  public:
    Pen(ImDrawList& list, std::vector<ImVec2>& points, const LineInk& ink)
        : list_(list), points_(points), ink_(ink) {
        points_.clear();
    }
    void to(ImVec2 point) { points_.push_back(point); }
    void lift() {
        if (points_.size() > 1) {
            list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), ink_.colour, 0,
                              kThickness * ink_.scale * ink_.thinness);
        } else if (points_.size() == 1) {
            const float r = kThickness * ink_.scale * ink_.thinness / 2;
            const ImVec2 p = points_[0];
            list_.AddRectFilled({p.x - r, p.y - r}, {p.x + r, p.y + r}, ink_.colour);
        }
        points_.clear();
    }

  private:
    ImDrawList& list_;
    std::vector<ImVec2>& points_;
    const LineInk& ink_;
};

bool isGap(std::span<const Gap> gaps, std::uint64_t frame) {
    const auto at = std::lower_bound(gaps.begin(), gaps.end(), frame,
                                     [](const Gap& gap, std::uint64_t f) { return gap.frame < f; });
    return at != gaps.end() && at->frame == frame;
}

// From one frame's point to the next, lifting the pen between dashes.
void drawPiece(Pen& pen, const Dashes& dashes, double way, ImVec2 from, ImVec2 to) {
    if (dashes.period == 0) {
        pen.to(to);
        return;
    }
    const double length = static_cast<double>(to.x - from.x);
    for (double done = 0; done < length;) {
        const bool is_down = dashes.isDown(way + done);
        const double next = std::min(length, std::max(dashes.next(way + done) - way, done + 0.01));
        const auto at = [&](double share) { return from.y + static_cast<float>(share) * (to.y - from.y); };
        if (is_down) {
            pen.to({from.x + static_cast<float>(done), at(done / length)});
            pen.to({from.x + static_cast<float>(next), at(next / length)});
        }
        if (!dashes.isDown(way + next + 1e-6)) pen.lift();
        done = next;
    }
}

void drawFrames(ImDrawList& list, const PlotScale& scale, const SeriesColumns& series,
                std::span<const Gap> gaps, const LineInk& ink, std::vector<ImVec2>& points) {
    const Dashes dashes = Dashes::of(ink.style, ink.scale);
    const double px_each_ms = static_cast<double>(scale.area.width()) / scale.time.span_ms();
    Pen pen(list, points, ink);
    ImVec2 before;
    double before_way = 0;
    bool begins = true;  // the next point starts a new line
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        const std::uint64_t frame = series.firstColumn() + i;
        const record::MinMax& value = series.columns()[i];
        begins = begins || isGap(gaps, frame) || (ink.breaks_without_value && value.isEmpty());
        if (value.isEmpty()) continue;
        const double middle_ms = timeAt(scale.history, static_cast<double>(frame) + 0.5);
        const ImVec2 point{scale.xAtTime(middle_ms), clampedY(scale, value.max)};
        if (begins) {
            pen.lift();
            pen.to(point);
        } else {
            drawPiece(pen, dashes, before_way, before, point);
        }
        begins = false;
        before = point;
        before_way = middle_ms * px_each_ms;
    }
    pen.lift();
}

// Dashes are not visible in vertical strokes, so the strokes are faint and dashes run along their middle.
void drawColumns(ImDrawList& list, const PlotScale& scale, const SeriesColumns& series, const LineInk& ink) {
    const Dashes dashes = Dashes::of(ink.style, ink.scale);
    const double frames_each = static_cast<double>(series.framesEach());
    const double px_each_ms = static_cast<double>(scale.area.width()) / scale.time.span_ms();
    const float half = kThickness * ink.scale * ink.thinness / 2;
    const ImU32 faint = withAlpha(ink.colour, 100);
    const int most = static_cast<int>(series.columns().size()) * 2;
    list.PrimReserve(most * 6, most * 4);
    int used = 0;
    const auto stroke = [&](float left, float right, float top, float bottom, ImU32 colour) {
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
            const float bottom =
                clampedY(scale, before.isEmpty() ? column.min : std::min(column.min, before.max)) + half;
            const float top =
                clampedY(scale, before.isEmpty() ? column.max : std::max(column.max, before.min)) - half;
            const float left = scale.xAtTime(from_ms), right = scale.xAtTime(to_ms);
            const float middle = (top + bottom) / 2;
            const bool is_band = dashes.period > 0 && bottom - top > 3 * half;
            if (dashes.period == 0) stroke(left, right, top, bottom, ink.colour);
            if (is_band) stroke(left, right, top, bottom, faint);
            if (dashes.period > 0 && dashes.isDown(from_ms * px_each_ms))
                stroke(left, right, middle - half, middle + half, ink.colour);
        }
        if (!column.isEmpty() || ink.breaks_without_value) before = column;
    }
    list.PrimUnreserve((most - used) * 6, (most - used) * 4);
}

}  // namespace

void drawLine(ImDrawList& list, const PlotScale& scale, const SeriesColumns& series,
              std::span<const Gap> gaps, const LineInk& ink, std::vector<ImVec2>& points) {
    if (series.framesEach() == 1) {
        drawFrames(list, scale, series, gaps, ink, points);
    } else {
        drawColumns(list, scale, series, ink);
    }
}

}  // namespace drover::desktop
