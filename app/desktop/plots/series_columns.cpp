#include "app/desktop/plots/series_columns.h"

#include <algorithm>

namespace drover::desktop {

namespace {

void findCounted(const record::History& history, std::size_t measure, std::size_t counted_by,
                 record::FrameRange range, std::span<record::MinMax> columns) {
    std::fill(columns.begin(), columns.end(), record::MinMax{});
    if (columns.empty()) return;
    const record::FrameRange held = history.frames();
    const std::uint64_t frames_each = range.size() / columns.size();
    for (std::uint64_t frame = std::max(range.first, held.first); frame < std::min(range.end, held.end);
         ++frame) {
        if (history.value(counted_by, frame) == 0) continue;
        record::MinMax& column = columns[static_cast<std::size_t>((frame - range.first) / frames_each)];
        const double value = history.value(measure, frame);
        column.min = std::min(column.min, value);
        column.max = std::max(column.max, value);
    }
}

}  // namespace

std::span<const record::MinMax> SeriesColumns::update(const record::History& history, std::size_t measure,
                                                      record::FrameRange visible, std::uint64_t frames_each,
                                                      std::optional<std::size_t> counted_by) {
    const record::FrameRange wanted{visible.first / frames_each,
                                    (visible.end + frames_each - 1) / frames_each};
    const auto find = [&](std::uint64_t first, std::uint64_t end) {
        const auto at = static_cast<std::size_t>(first - wanted.first);
        const std::span columns = std::span(next_).subspan(at, static_cast<std::size_t>(end - first));
        const record::FrameRange frames{first * frames_each, end * frames_each};
        if (counted_by) {
            findCounted(history, measure, *counted_by, frames, columns);
        } else {
            history.minMaxPerPixel(measure, frames, columns);
        }
    };

    // Keep the columns that are still visible and complete.
    record::FrameRange kept{first_, first_ + columns_.size()};
    kept.end = std::min(kept.end, known_end_ / frames_each_);
    kept = {std::max(kept.first, wanted.first), std::min(kept.end, wanted.end)};
    if (frames_each != frames_each_ || kept.first >= kept.end) kept = {wanted.first, wanted.first};

    next_.resize(static_cast<std::size_t>(wanted.size()));
    find(wanted.first, kept.first);
    std::copy_n(columns_.begin() + static_cast<std::ptrdiff_t>(kept.size() == 0 ? 0 : kept.first - first_),
                kept.size(), next_.begin() + static_cast<std::ptrdiff_t>(kept.first - wanted.first));
    find(kept.end, wanted.end);

    columns_.swap(next_);
    first_ = wanted.first;
    frames_each_ = frames_each;
    known_end_ = history.frames().end;
    return columns_;
}

}  // namespace drover::desktop
