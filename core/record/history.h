// The last frames' records, ten minutes of them at 60 a second. The world's owner pushes one a frame; panels
// and plots read. A ring of columns: a plot of one measure over all frames reads one piece of memory from end
// to end, which needs no index of minima beside it. All memory is taken by the constructor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/record/columns.h"
#include "core/record/summary.h"

namespace drover::record {

struct FrameRange {
    std::uint64_t first = 0, end = 0;  // frame numbers; `end` is the first one behind it

    std::uint64_t size() const { return end - first; }
    bool has(std::uint64_t frame) const { return frame >= first && frame < end; }
};

struct MinMax {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    bool isEmpty() const { return min > max; }  // no frame fell into it
};

class History {
  public:
    static constexpr std::size_t kFrames = 36'000;

    explicit History(std::size_t capacity = kFrames);

    // The frame after the last one pushed; the first may have any number. The oldest is dropped when all rows
    // are taken.
    void push(const FrameRecord& record);
    void clear() { size_ = 0; }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    std::size_t bytes() const { return kept_.capacity() * sizeof(double); }

    // The frames that are held. What is asked beyond them counts as absent in ranges, and is an assert
    // elsewhere.
    FrameRange frames() const { return {end_ - size_, end_}; }

    FrameRecord atFrame(std::uint64_t frame) const;
    FrameRecord atAge(std::size_t age) const { return atFrame(end_ - 1 - age); }  // 0: the newest

    // One number as it is shown. Columns go by their place in kColumns: columnOf("c_total_ms").
    double value(std::size_t column, std::uint64_t frame) const;

    // `room` is for sorting in; whoever keeps it from call to call saves the allocation.
    Summary summary(std::size_t column, FrameRange range, std::vector<double>& room) const;

    // The smallest and largest value of each of a plot's pixel columns, the range divided evenly among them.
    // Where there are more pixels than frames, neighbouring pixels show the same frame.
    void minMaxPerPixel(std::size_t column, FrameRange range, std::span<MinMax> pixels) const;

  private:
    FrameRange held(FrameRange range) const;
    MinMax minMaxOf(std::size_t column, FrameRange range) const;
    // A range that is held, in the order of its frames: up to the ring's seam, and from there.
    std::array<std::span<const double>, 2> pieces(std::size_t column, FrameRange range) const;
    std::size_t place(std::uint64_t frame) const { return static_cast<std::size_t>(frame % capacity_); }
    const double* column(std::size_t c) const { return kept_.data() + c * capacity_; }

    std::size_t capacity_;
    std::size_t size_ = 0;
    std::uint64_t end_ = 0;     // the frame number that comes next
    std::vector<double> kept_;  // as keptValue: capacity_ rows of the first column, then of the second, ...
};

}  // namespace drover::record
