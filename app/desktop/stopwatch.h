// Milliseconds since it was made: for what may take only a share of a frame of the window, and for what a
// frame costs. No time of a world is read here.
#pragma once

#include <chrono>

namespace drover::desktop {

class Stopwatch {
  public:
    double ms() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The way to another moment may take so much of a frame of the window, which stays fluid while one drags.
inline constexpr double kWayShare_ms = 30;

}  // namespace drover::desktop
