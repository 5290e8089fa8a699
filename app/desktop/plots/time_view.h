// Which frames all plots show. Live, it follows the newest frame; zoomed or panned away from it, or paused,
// it stays on the frames it shows while the world runs on.
#pragma once

#include <cstdint>

#include "core/record/history.h"

namespace drover::desktop {

class TimeView {
  public:
    static constexpr double kFirstSpan = 1'200;  // 20 seconds at 60 a second
    static constexpr double kLeastSpan = 16;
    static constexpr double kStartSpan = 240;  // of a history that has just begun: it fills the plots soon

    // Once a draw, before anything is asked: what the history holds now. A history that begins anew is live
    // again.
    void update(record::FrameRange held);

    double first() const { return end_ - span_; }
    double end() const { return end_; }
    double span() const { return span_; }
    // What it shows while it is live, as soon as there are so many frames.
    double liveSpan() const { return live_span_; }
    // Of those that are held, all that can be seen.
    record::FrameRange visible() const;

    bool isLive() const { return state_ == State::kLive; }
    bool isPaused() const { return state_ == State::kPaused; }
    bool showsAll() const { return shows_all_; }

    void pause() { state_ = State::kPaused; }
    void goLive() { state_ = State::kLive; }
    void showLast(double frames);  // live
    void fit();                    // all frames, live; asked again, the first span

    // `share` is where in the view, from 0 at its left to 1 at its right.
    double frameAt(double share) const { return first() + share * span_; }
    double shareOf(double frame) const { return (frame - first()) / span_; }
    void zoom(double share,
              double factor);  // the frame there stays there; a factor above 1 shows more frames
    void place(double frame, double share);  // pans until that frame is there

  private:
    enum class State { kLive, kAway, kPaused };
    void moveTo(double end);

    record::FrameRange held_;
    double end_ = kFirstSpan, span_ = kFirstSpan, live_span_ = kFirstSpan;
    State state_ = State::kLive;
    bool shows_all_ = false;
};

}  // namespace drover::desktop
