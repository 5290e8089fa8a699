// The records of the last 36,000 frames: ten minutes at 60 a second. The world's owner pushes one record per
// frame; panels and plots read. It is a ring stored by column, so that a plot of one measure over all frames
// reads one piece of memory from end to end and needs no index of minima. The constructor allocates all
// memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/record/columns.h"
#include "core/record/summary.h"

namespace drover::record {

struct FrameRange {
    std::uint64_t first = 0, end = 0;  // frame numbers; `end` is one past the last

    std::uint64_t size() const { return end - first; }
    bool has(std::uint64_t frame) const { return frame >= first && frame < end; }
};

struct MinMax {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    bool isEmpty() const { return min > max; }  // true if there was no frame
};

class History {
  public:
    static constexpr std::size_t kFrames = 36'000;

    explicit History(std::size_t capacity = kFrames);

    // `record` must be of the frame after the last one shown; the first may have any number. A full ring
    // drops its oldest record.
    void push(const FrameRecord& record);
    void clear() { size_ = hidden_ = 0; }

    // As it was when this frame was the newest one; later ones are kept until the next push, or are shown
    // again.
    void showUntil(std::uint64_t frame);
    void showAll() { showUntil(end_ + hidden_); }
    // The frames that are shown, in a ring of another capacity, which has room for them.
    History resized(std::size_t capacity) const;

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    std::size_t bytes() const { return kept_.capacity() * sizeof(double); }

    // The frames in the ring. Ranges may reach beyond them, and the missing frames are skipped. Single frames
    // beyond them are an assertion failure.
    FrameRange frames() const { return {end_ - size_, end_}; }

    FrameRecord atFrame(std::uint64_t frame) const;
    FrameRecord atAge(std::size_t age) const { return atFrame(end_ - 1 - age); }  // 0: the newest

    // One number, in the unit that is shown. `column` is an index in kColumns: columnOf("c_total_ms").
    double value(std::size_t column, std::uint64_t frame) const;

    // `scratch` is used for sorting; a caller that keeps it saves the allocation.
    Summary summary(std::size_t column, FrameRange range, std::vector<double>& scratch) const;

    // A column whose values are means counts each frame by weightOf(). Nothing if no frame of the range had
    // anything to measure.
    std::optional<double> mean(std::size_t column, FrameRange range) const;

    // The smallest and largest value for each pixel column of a plot, with the range divided evenly among the
    // pixels. If there are more pixels than frames, neighbouring pixels show the same frame.
    void minMaxPerPixel(std::size_t column, FrameRange range, std::span<MinMax> pixels) const;

  private:
    FrameRange held(FrameRange range) const;
    MinMax minMaxOf(std::size_t column, FrameRange range) const;
    // A range inside the ring in frame order: the part up to the ring's seam, and the part after it.
    std::array<std::span<const double>, 2> pieces(std::size_t column, FrameRange range) const;
    std::size_t place(std::uint64_t frame) const { return static_cast<std::size_t>(frame % capacity_); }
    const double* column(std::size_t c) const { return kept_.data() + c * capacity_; }

    std::size_t capacity_;
    std::size_t size_ = 0, hidden_ = 0;  // hidden ones come after those that are shown
    std::uint64_t end_ = 0;              // number of the next frame
    // values by keptValue(): capacity_ rows of the first column, then of the second, ...
    std::vector<double> kept_;
};

}  // namespace drover::record
