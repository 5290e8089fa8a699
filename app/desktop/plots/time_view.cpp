#include "app/desktop/plots/time_view.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

double asDouble(std::uint64_t frame) { return static_cast<double>(frame); }

// Share of the span: a zoom this close to the newest frame stays live.
constexpr double kAtTheEnd = 0.02;

}  // namespace

void TimeView::update(record::FrameRange held) {
    if (held.end < held_.end) state_ = State::kLive;
    held_ = held;
    if (state_ != State::kLive) return;
    const double held_frames = asDouble(held.size());
    span_ = shows_all_ ? std::max(kLeastSpan, held_frames)
                       : std::min(live_span_, std::max(kStartSpan, held_frames));
    end_ = asDouble(held.end);
}

record::FrameRange TimeView::visible() const {
    const double low = std::clamp(std::floor(first()), asDouble(held_.first), asDouble(held_.end));
    const double high = std::clamp(std::ceil(end_), low, asDouble(held_.end));
    return {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)};
}

void TimeView::showLast(double frames) {
    live_span_ = std::max(kLeastSpan, frames);
    shows_all_ = false;
    state_ = State::kLive;
    update(held_);
}

void TimeView::fit() {
    const bool was_fit = shows_all_ && state_ == State::kLive;
    showLast(was_fit ? kFirstSpan : asDouble(held_.size()));
    shows_all_ = !was_fit;
    update(held_);
}

void TimeView::zoom(double share, double factor) {
    const double frame = frameAt(share);
    const double most = std::max(kFirstSpan, asDouble(held_.size()));
    const double span = std::clamp(span_ * factor, kLeastSpan, most);
    if (span == span_) return;
    span_ = live_span_ = span;
    shows_all_ = false;
    const double end = frame + (1 - share) * span;
    const bool stays_live = isLive() && end >= asDouble(held_.end) - kAtTheEnd * span;
    moveTo(stays_live ? asDouble(held_.end) : end);
}

void TimeView::place(double frame, double share) {
    shows_all_ = false;
    moveTo(frame + (1 - share) * span_);
}

void TimeView::moveTo(double end) {
    const double newest = asDouble(held_.end);
    end_ = std::clamp(end, std::min(newest, asDouble(held_.first) + span_), newest);
    if (!isPaused()) state_ = end_ >= newest ? State::kLive : State::kAway;
}

}  // namespace drover::desktop
