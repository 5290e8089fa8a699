// The upright axis of a plot: which values it shows, where its ticks stand. It grows at once when a value
// would not fit and shrinks only after a while of needing less, so that it neither hides a spike nor
// trembles.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/desktop/plots/short_text.h"

namespace drover::desktop {

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

// The largest value that an axis should show of `highs`, the largest of each pixel column: those few that
// stand out so far that they would press the rest flat are left out. `highs` is left in another order.
double robustHigh(std::span<double> highs);
// Where a logarithmic axis of them should begin: a twentieth of them may be lower. Zeros do not count.
double usualLow(std::span<double> highs);

class ValueAxis {
  public:
    static constexpr int kCalmDraws = 45;  // that need less before it shrinks

    AxisKind kind() const { return kind_; }
    void setKind(AxisKind kind);
    const ValueRange& shown() const { return shown_; }

    // The range of what is visible, once a draw; whoever holds the axis still does not call it.
    void aim(ValueRange visible);

    // From 0 at the bottom to 1 at the top, and back.
    double position(double value) const;
    double value(double position) const;

    Ticks ticks(std::size_t most) const;

  private:
    ValueRange target(ValueRange visible) const;

    AxisKind kind_ = AxisKind::kLinear;
    ValueRange shown_{0, 0};  // empty until first aimed
    int calm_draws_ = 0;
};

}  // namespace drover::desktop
