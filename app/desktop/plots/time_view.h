// The range of frames that all plots show. While live it follows the newest frame. When it is paused, or
// zoomed or panned away from the newest frame, it stays where it is. plot_desk.cpp keeps one.
#pragma once

#include <cstdint>

#include "core/record/history.h"

namespace drover::desktop {

class TimeView {
  public:
    static constexpr double kFirstSpan = 1'200;  // 20 seconds at 60 a second
    static constexpr double kLeastSpan = 16;
    static constexpr double kStartSpan = 240;  // for a new history, so that it soon fills the plots

    // Call once per draw, before reading anything, with the frames that the history holds. A new history
    // resets the view to live.
    void update(record::FrameRange held);

    double first() const { return end_ - span_; }
    double end() const { return end_; }
    double span() const { return span_; }
    // The span while live, once the history has that many frames.
    double liveSpan() const { return live_span_; }
    // The frames that the history holds and the view shows.
    record::FrameRange visible() const;

    bool isLive() const { return state_ == State::kLive; }
    bool isPaused() const { return state_ == State::kPaused; }
    bool showsAll() const { return shows_all_; }

    void pause() { state_ = State::kPaused; }
    void goLive() { state_ = State::kLive; }
    void showLast(double frames);  // live
    void fit();                    // all frames, live; called again, the first span

    // `share` is a position in the view, from 0 at its left to 1 at its right.
    double frameAt(double share) const { return first() + share * span_; }
    double shareOf(double frame) const { return (frame - first()) / span_; }
    void zoom(double share,
              double factor);  // the frame at `share` stays there; a factor above 1 shows more frames
    void place(double frame, double share);  // pans so that `frame` is at `share`

  private:
    enum class State { kLive, kAway, kPaused };
    void moveTo(double end);

    record::FrameRange held_;
    double end_ = kFirstSpan, span_ = kFirstSpan, live_span_ = kFirstSpan;
    State state_ = State::kLive;
    bool shows_all_ = false;
};

}  // namespace drover::desktop
