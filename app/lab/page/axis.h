// An axis of a plot: where a value lies on it and which values are marked. Only plot.cpp uses it.
#pragma once

#include <string>
#include <vector>

namespace drover::lab {

class Axis {
  public:
    // Holds `low` to `high`, rounded outwards to marked values; linear axes of numbers above zero begin at
    // zero.
    Axis(double low, double high, bool is_log, double from_px, double to_px);

    double place(double value) const;  // in pixels, cut to the axis
    const std::vector<double>& marks() const { return marks_; }

  private:
    double low_ = 0, high_ = 1;
    bool is_log_ = false;
    double from_px_ = 0, to_px_ = 0;
    std::vector<double> marks_;
};

// 0.5, 20, 65,536: the shortest, digits grouped.
std::string markText(double value);

}  // namespace drover::lab
