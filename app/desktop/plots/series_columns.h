// The smallest and largest value of each pixel column of a series. A column always covers the same frames. So
// a live plot does not flicker as it moves, and each draw reads only new frames. plot_desk.cpp keeps one per
// series.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/desktop/plots/periods.h"
#include "app/desktop/plots/plot_spec.h"
#include "core/record/history.h"

namespace drover::desktop {

// What a series shows in each frame: a measure of a world, or by how much it is larger than in another world.
struct SeriesValues {
    const record::History& history;
    std::size_t column;
    // The column with the number of things that the value is a mean of. If that is 0, there is no value.
    std::optional<std::size_t> counted_by = {};
    const record::History* less = nullptr;  // subtracted; no value where either world has none

    // The frames that all its worlds have.
    record::FrameRange frames() const;
    std::optional<double> at(std::uint64_t frame) const;
};

class SeriesColumns {
  public:
    // Finds the columns that cover `visible`, each of `frames_each` frames. Column i starts at frame i *
    // frames_each; firstColumn() is the i of the first column returned. Frames without a value do not count.
    std::span<const record::MinMax> update(const SeriesValues& values, record::FrameRange visible,
                                           std::uint64_t frames_each);
    std::span<const record::MinMax> columns() const { return columns_; }
    std::uint64_t firstColumn() const { return first_; }
    std::uint64_t framesEach() const { return frames_each_; }
    void forget() { columns_.clear(); }  // for another history

  private:
    std::uint64_t first_ = 0, frames_each_ = 1;
    std::uint64_t known_end_ = 0;  // the history's end at the last update; columns beyond it are incomplete
    std::vector<record::MinMax> columns_, next_;
};

// plot_csv.cpp: a plot's numbers as CSV, for an export. The columns are frame, t_ms and the plot's series
// under their column names; one row per frame of `range` that the history still has. With a world on the
// right, the series are by how much they are larger there: a column is then called ai_ms_difference, and is
// empty where either world has no value.
void appendPlotCsv(std::string& out, const PlotSpec& plot, const record::History& history,
                   record::FrameRange range, const record::History* right = nullptr);
// One row per step of periods that is not empty.
void appendPeriodsCsv(std::string& out, const PeriodCounts& periods);

}  // namespace drover::desktop
