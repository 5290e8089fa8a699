#include "app/desktop/plots/series_columns.h"

#include <algorithm>

namespace drover::desktop {

namespace {

void findOneByOne(const SeriesValues& values, record::FrameRange range, std::span<record::MinMax> columns) {
    std::fill(columns.begin(), columns.end(), record::MinMax{});
    if (columns.empty()) return;
    const record::FrameRange held = values.frames();
    const std::uint64_t frames_each = range.size() / columns.size();
    for (std::uint64_t frame = std::max(range.first, held.first); frame < std::min(range.end, held.end);
         ++frame) {
        const std::optional<double> value = values.at(frame);
        if (!value) continue;
        record::MinMax& column = columns[static_cast<std::size_t>((frame - range.first) / frames_each)];
        column.min = std::min(column.min, *value);
        column.max = std::max(column.max, *value);
    }
}

}  // namespace

record::FrameRange SeriesValues::frames() const {
    const record::FrameRange held = history.frames();
    if (!less) return held;
    const record::FrameRange other = less->frames();
    const std::uint64_t first = std::max(held.first, other.first);
    return {first, std::max(first, std::min(held.end, other.end))};
}

std::optional<double> SeriesValues::at(std::uint64_t frame) const {
    if (!frames().has(frame)) return std::nullopt;
    if (counted_by && history.value(*counted_by, frame) == 0) return std::nullopt;
    if (!less) return history.value(column, frame);
    if (counted_by && less->value(*counted_by, frame) == 0) return std::nullopt;
    return history.value(column, frame) - less->value(column, frame);
}

std::span<const record::MinMax> SeriesColumns::update(const SeriesValues& values, record::FrameRange visible,
                                                      std::uint64_t frames_each) {
    const record::FrameRange wanted{visible.first / frames_each,
                                    (visible.end + frames_each - 1) / frames_each};
    const auto find = [&](std::uint64_t first, std::uint64_t end) {
        const auto at = static_cast<std::size_t>(first - wanted.first);
        const std::span columns = std::span(next_).subspan(at, static_cast<std::size_t>(end - first));
        const record::FrameRange frames{first * frames_each, end * frames_each};
        if (values.counted_by || values.less) {
            findOneByOne(values, frames, columns);
        } else {
            values.history.minMaxPerPixel(values.column, frames, columns);
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
    known_end_ = values.frames().end;
    return columns_;
}

}  // namespace drover::desktop
