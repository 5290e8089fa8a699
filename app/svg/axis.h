// An axis of a plot: the position of each value, and the values that get a mark. Only plot.cpp uses it.
#pragma once

#include <string>
#include <vector>

namespace drover::svg {

class Axis {
  public:
    // Covers `low` to `high`, rounded outwards to marked values. A linear axis of positive numbers begins at
    // zero.
    Axis(double low, double high, bool is_log, double from_px, double to_px);

    double place(double value) const;  // in pixels, clamped to the axis
    const std::vector<double>& marks() const { return marks_; }

  private:
    double low_ = 0, high_ = 1;
    bool is_log_ = false;
    double from_px_ = 0, to_px_ = 0;
    std::vector<double> marks_;
};

// The shortest text with grouped digits, such as 0.5, 20 or 65,536.
std::string markText(double value);

}  // namespace drover::svg
