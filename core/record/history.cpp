#include "core/record/history.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drover::record {

History::History(std::size_t capacity) : capacity_(capacity), kept_(kColumnCount * capacity) {
    assert(capacity > 0);
}

void History::showUntil(std::uint64_t frame) {
    const std::uint64_t first = end_ - size_, last = end_ + hidden_;
    const std::uint64_t end = std::clamp(frame + 1, first, last);
    size_ = static_cast<std::size_t>(end - first);
    hidden_ = static_cast<std::size_t>(last - end);
    end_ = end;
}

History History::resized(std::size_t capacity) const {
    History resized(capacity);
    assert(capacity >= size_);
    for (std::uint64_t frame = end_ - size_; frame < end_; ++frame) {
        for (std::size_t c = 0; c < kColumnCount; ++c)
            resized.kept_[c * capacity + resized.place(frame)] = kept_[c * capacity_ + place(frame)];
    }
    resized.size_ = size_, resized.end_ = end_;
    return resized;
}

void History::push(const FrameRecord& record) {
    assert(size_ == 0 || record.frame == end_);
    hidden_ = 0;
    const std::size_t at = place(record.frame);
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        const double value = keptValue(kColumns[c], record);
        assert(std::isfinite(value));
        kept_[c * capacity_ + at] = value;
    }
    size_ = std::min(size_ + 1, capacity_);
    end_ = record.frame + 1;
}

FrameRecord History::atFrame(std::uint64_t frame) const {
    assert(frames().has(frame));
    FrameRecord record;
    for (std::size_t c = 0; c < kColumnCount; ++c) keepValue(kColumns[c], record, column(c)[place(frame)]);
    return record;
}

double History::value(std::size_t c, std::uint64_t frame) const {
    assert(frames().has(frame));
    return shownValue(kColumns[c], column(c)[place(frame)]);
}

Summary History::summary(std::size_t c, FrameRange range, std::vector<double>& scratch) const {
    range = held(range);
    scratch.clear();
    scratch.reserve(capacity_);
    for (const std::span<const double> piece : pieces(c, range))
        scratch.insert(scratch.end(), piece.begin(), piece.end());
    Summary summary = summarize(scratch);
    for (double* number : {&summary.min, &summary.max, &summary.mean, &summary.p50, &summary.p99}) {
        *number = shownValue(kColumns[c], *number);
    }
    return summary;
}

std::optional<double> History::mean(std::size_t c, FrameRange range) const {
    const std::optional<std::size_t> weight = weightOf(c);
    const FrameRange frames = held(range);
    double sum = 0, weights = 0;
    for (std::uint64_t frame = frames.first; frame < frames.end; ++frame) {
        const double counted = weight ? value(*weight, frame) : 1;
        sum += counted * value(c, frame), weights += counted;
    }
    return weights > 0 ? std::optional(sum / weights) : std::nullopt;
}

void History::minMaxPerPixel(std::size_t c, FrameRange range, std::span<MinMax> pixels) const {
    const std::uint64_t frames = range.size();
    for (std::size_t p = 0; p < pixels.size(); ++p) {
        const std::uint64_t first = range.first + frames * p / pixels.size();
        const std::uint64_t end = range.first + frames * (p + 1) / pixels.size();
        pixels[p] = frames == 0 ? MinMax{} : minMaxOf(c, held({first, std::max(end, first + 1)}));
    }
}

FrameRange History::held(FrameRange range) const {
    const FrameRange all = frames();
    const std::uint64_t first = std::clamp(range.first, all.first, all.end);
    return {first, std::clamp(range.end, first, all.end)};
}

std::array<std::span<const double>, 2> History::pieces(std::size_t c, FrameRange range) const {
    const std::size_t from = place(range.first), count = static_cast<std::size_t>(range.size());
    const std::size_t before_seam = std::min(count, capacity_ - from);
    return {std::span(column(c) + from, before_seam), std::span(column(c), count - before_seam)};
}

MinMax History::minMaxOf(std::size_t c, FrameRange range) const {
    MinMax out;
    for (const std::span<const double> piece : pieces(c, range)) {
        for (const double value : piece) {
            out.min = std::min(out.min, value);
            out.max = std::max(out.max, value);
        }
    }
    if (out.isEmpty()) return out;
    return {shownValue(kColumns[c], out.min), shownValue(kColumns[c], out.max)};
}

}  // namespace drover::record
