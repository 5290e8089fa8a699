// The stretch of the world's time that all plots show. While live it follows the newest frame. When it is
// paused, or zoomed or panned away from the newest frame, it stays where it is. plot_desk.cpp keeps one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/chart/axis.h"
#include "app/chart/sheet.h"
#include "core/record/history.h"

namespace drover::desktop {

// From the beginning of the first frame to the end of the last one, in ms of the world.
struct TimeRange {
    double first_ms = 0, end_ms = 0;

    double length_ms() const { return end_ms - first_ms; }
};

// That of the frames that the history holds.
TimeRange timeOf(const record::History& history);
// When the frame begins; halfway through it for frame + 0.5. Beyond the frames of the history: its ends.
double timeAt(const record::History& history, double frame);
// The frame during which it is that time, or the nearest one; none of an empty history may be asked for.
std::uint64_t frameAtTime(const record::History& history, double t_ms);

class TimeView {
  public:
    static constexpr double kFirstSpan_ms = 20'000;
    static constexpr double kLeastSpan_ms = 250;
    static constexpr double kStartSpan_ms = 4'000;  // for a new history, so that it soon fills the plots

    // Call once per draw, before reading anything. A history that ends earlier than before is a new one; it
    // resets the view to live.
    void update(TimeRange held);

    double first_ms() const { return end_ms_ - span_ms_; }
    double end_ms() const { return end_ms_; }
    double span_ms() const { return span_ms_; }
    // The span while live, once the history is that long.
    double liveSpan_ms() const { return live_span_ms_; }
    // The frames of the history that the view shows.
    record::FrameRange visible(const record::History& history) const;

    bool isLive() const { return state_ == State::kLive; }
    bool isPaused() const { return state_ == State::kPaused; }
    bool showsAll() const { return shows_all_; }

    void pause() { state_ = State::kPaused; }
    void goLive() { state_ = State::kLive; }
    void showLast(double span_ms);  // live
    void fit();                     // all that is kept, live; called again, the first span

    // `share` is a position in the view, from 0 at its left to 1 at its right.
    double timeAtShare(double share) const { return first_ms() + share * span_ms_; }
    double shareOf(double t_ms) const { return (t_ms - first_ms()) / span_ms_; }
    // What is at `share` stays there; a factor above 1 shows more.
    void zoom(double share, double factor);
    void place(double t_ms, double share);  // pans so that `t_ms` is at `share`

  private:
    enum class State { kLive, kAway, kPaused };
    void moveTo(double end_ms);

    TimeRange held_;
    double end_ms_ = kFirstSpan_ms, span_ms_ = kFirstSpan_ms, live_span_ms_ = kFirstSpan_ms;
    State state_ = State::kLive;
    bool shows_all_ = false;
};

// Steps of the axis of time, in seconds of the world. Above five they are those of a clock.
double niceSeconds(double least);

// Calls use(t_ms, text) for each tick of the axis of time, from left to right. `most` is how many have room.
template <class Use>
void eachTimeTick(const TimeView& time, TimeRange held, double most, Use use) {
    const double from = std::max(time.first_ms(), held.first_ms), to = std::min(time.end_ms(), held.end_ms);
    const double step_ms = niceSeconds(time.span_ms() / 1e3 / std::max(2., most)) * 1e3;
    for (double i = std::ceil(from / step_ms); i * step_ms <= to; ++i)
        use(i * step_ms, chart::timeText(i * step_ms, step_ms));
}

// Where frames and values are in a plot's area.
struct PlotScale {
    chart::Box area;
    const TimeView& time;
    const record::History& history;  // which frame is when
    const chart::ValueAxis& axis;

    float xAtTime(double t_ms) const {
        return area.min.x + static_cast<float>(time.shareOf(t_ms)) * area.width();
    }
    float x(double frame) const { return xAtTime(timeAt(history, frame)); }  // frame + 0.5 is its middle
    float y(double value) const {
        return area.max.y - static_cast<float>(axis.position(value)) * area.height();
    }
    double valueAt(float y) const {
        return axis.value(static_cast<double>((area.max.y - y) / area.height()));
    }
    double shareAt(float x) const { return static_cast<double>((x - area.min.x) / area.width()); }
};

}  // namespace drover::desktop
