// The smallest and largest value of every pixel column of a series. A column is the same frames from draw to
// draw, so a live plot of all frames does not shimmer as it moves, and looks only at the frames that are new.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/record/history.h"

namespace drover::desktop {

class SeriesColumns {
  public:
    // Columns of `frames_each` frames, from the one that holds `visible.first` to the one that holds the
    // last. The column i is of the frames from i * frames_each on; firstColumn() is the i of the answer's
    // first. Frames in which the measure `counted_by` is 0 do not count.
    std::span<const record::MinMax> update(const record::History& history, std::size_t measure,
                                           record::FrameRange visible, std::uint64_t frames_each,
                                           std::optional<std::size_t> counted_by = {});
    std::span<const record::MinMax> columns() const { return columns_; }
    std::uint64_t firstColumn() const { return first_; }
    std::uint64_t framesEach() const { return frames_each_; }
    void forget() { columns_.clear(); }  // another history

  private:
    std::uint64_t first_ = 0, frames_each_ = 1;
    std::uint64_t known_end_ =
        0;  // the history's end when they were found: what reached beyond is unfinished
    std::vector<record::MinMax> columns_, next_;
};

}  // namespace drover::desktop
