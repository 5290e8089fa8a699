// A display that takes the connection and never answers would hold the program for ever: while a watch exists
// the program ends with kNoDisplay when its time is over. Used by the window around the first calls to SDL.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace drover::desktop {

// The sentence that is told when there is nothing to draw on.
extern const char* const kUseTheLab;

class DisplayWatch {
  public:
    DisplayWatch();
    ~DisplayWatch();  // the display has answered
    DisplayWatch(const DisplayWatch&) = delete;
    DisplayWatch& operator=(const DisplayWatch&) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable answered_;
    bool has_answered_ = false;
    std::thread thread_;
};

}  // namespace drover::desktop
