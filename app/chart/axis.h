// The axis of a chart: the range of values that it shows, where each of them is, and its ticks. Every chart
// of the window and of the lab's pages has this one.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/chart/short_text.h"

namespace drover::chart {

struct ValueRange {
    double low = 0, high = 1;
};

enum class AxisKind { kLinear, kLogarithmic };

// The smallest of 1, 2, 5 times a power of ten that is not below `least`.
double niceStep(double least);

struct Tick {
    double value = 0;
    ShortText text;
};

struct Ticks {
    std::array<Tick, 12> all;
    std::size_t count = 0;

    const Tick* begin() const { return all.data(); }
    const Tick* end() const { return all.data() + count; }
};

// The largest value that an axis should show. `highs` has the largest value of each pixel column. A few
// values that stand out far are left out, because they would flatten the rest. Reorders `highs`.
double robustHigh(std::span<double> highs);
// Where a logarithmic axis should begin; a twentieth of the positive values may be lower. Reorders `highs`.
double usualLow(std::span<double> highs);

class Axis {
  public:
    Axis() = default;
    Axis(AxisKind kind, ValueRange shown) : kind_(kind), shown_(shown) {}

    AxisKind kind() const { return kind_; }
    const ValueRange& shown() const { return shown_; }

    // A position is 0 at the low end and 1 at the high one.
    double position(double value) const;
    double value(double position) const;

    // At most `most` and at least two.
    Ticks ticks(std::size_t most) const;
    // The ticks at whole steps, for a linear axis.
    Ticks ticksOfStep(double step) const;

  protected:
    AxisKind kind_ = AxisKind::kLinear;
    ValueRange shown_{0, 0};  // empty until it is known
};

// The axis of a plot that moves. It grows at once when a value does not fit and shrinks only after needing
// less for a while. So it never hides a spike and does not flicker.
class ValueAxis : public Axis {
  public:
    static constexpr int kCalmDraws = 45;  // draws in a row that need less, before it shrinks

    void setKind(AxisKind kind);
    // Adapts to the visible range; call once per draw. While the axis must stand still, do not call it.
    void aim(ValueRange visible);
    void show(ValueRange exactly) { shown_ = exactly; }

  private:
    ValueRange target(ValueRange visible) const;

    int calm_draws_ = 0;
};

}  // namespace drover::chart
