#include "app/desktop/plots/time_view.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

constexpr std::size_t kTime = record::columnOf("t_ms"), kFrameTime = record::columnOf("tf_ms");

// Share of the span: a zoom this close to the newest frame stays live.
constexpr double kAtTheEnd = 0.02;

double beginOf(const record::History& history, std::uint64_t frame) {
    const record::FrameRange held = history.frames();
    if (held.size() == 0) return 0;
    if (frame > held.first) return history.value(kTime, std::min(frame, held.end) - 1);
    return history.value(kTime, held.first) - history.value(kFrameTime, held.first);
}

}  // namespace

TimeRange timeOf(const record::History& history) {
    return {beginOf(history, history.frames().first), beginOf(history, history.frames().end)};
}

double timeAt(const record::History& history, double frame) {
    const record::FrameRange held = history.frames();
    const double whole =
        std::floor(std::clamp(frame, static_cast<double>(held.first), static_cast<double>(held.end)));
    const auto number = static_cast<std::uint64_t>(whole);
    const double begin = beginOf(history, number), part = std::clamp(frame - whole, 0., 1.);
    return part == 0 ? begin : begin + part * (beginOf(history, number + 1) - begin);
}

std::uint64_t frameAtTime(const record::History& history, double t_ms) {
    record::FrameRange range = history.frames();
    const std::uint64_t last = range.end - 1;
    while (range.first < range.end) {
        const std::uint64_t middle = range.first + range.size() / 2;
        if (history.value(kTime, middle) <= t_ms) {
            range.first = middle + 1;
        } else {
            range.end = middle;
        }
    }
    return std::min(range.first, last);
}

double niceSeconds(double least) {
    if (least <= 5) return chart::niceStep(least);
    for (const double step : {10., 15., 30., 60., 120., 300., 600., 900., 1800., 3600.}) {
        if (step >= least) return step;
    }
    return chart::niceStep(least / 3600) * 3600;
}

void TimeView::update(TimeRange held) {
    if (held.end_ms < held_.end_ms) state_ = State::kLive;
    held_ = held;
    if (state_ != State::kLive) return;
    span_ms_ = shows_all_ ? std::max(kLeastSpan_ms, held.length_ms())
                          : std::min(live_span_ms_, std::max(kStartSpan_ms, held.length_ms()));
    end_ms_ = held.end_ms;
}

record::FrameRange TimeView::visible(const record::History& history) const {
    const record::FrameRange held = history.frames();
    if (held.size() == 0) return held;
    const TimeRange time = timeOf(history);
    if (first_ms() >= time.end_ms || end_ms_ <= time.first_ms) return {held.end, held.end};
    const std::uint64_t last = frameAtTime(history, end_ms_);
    const bool has_begun = timeAt(history, static_cast<double>(last)) < end_ms_;
    return {frameAtTime(history, first_ms()), has_begun ? last + 1 : last};
}

void TimeView::showLast(double span_ms) {
    live_span_ms_ = std::max(kLeastSpan_ms, span_ms);
    shows_all_ = false;
    state_ = State::kLive;
    update(held_);
}

void TimeView::fit() {
    const bool was_fit = shows_all_ && state_ == State::kLive;
    showLast(was_fit ? kFirstSpan_ms : held_.length_ms());
    shows_all_ = !was_fit;
    update(held_);
}

void TimeView::zoom(double share, double factor) {
    const double t_ms = timeAtShare(share);
    const double most = std::max(kFirstSpan_ms, held_.length_ms());
    const double span = std::clamp(span_ms_ * factor, kLeastSpan_ms, most);
    if (span == span_ms_) return;
    span_ms_ = live_span_ms_ = span;
    shows_all_ = false;
    const double end = t_ms + (1 - share) * span;
    const bool stays_live = isLive() && end >= held_.end_ms - kAtTheEnd * span;
    moveTo(stays_live ? held_.end_ms : end);
}

void TimeView::place(double t_ms, double share) {
    shows_all_ = false;
    moveTo(t_ms + (1 - share) * span_ms_);
}

void TimeView::moveTo(double end_ms) {
    const double newest = held_.end_ms;
    end_ms_ = std::clamp(end_ms, std::min(newest, held_.first_ms + span_ms_), newest);
    if (!isPaused()) state_ = end_ms_ >= newest ? State::kLive : State::kAway;
}

}  // namespace drover::desktop
