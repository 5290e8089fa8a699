// Guards against a display that accepts the connection and never answers: unless the watch is destroyed in
// time, it ends the program with kNoDisplay. The window has one during its first calls to SDL.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace drover::desktop {

// Advice that ends every error message about a missing display.
extern const char* const kUseTheLab;

class DisplayWatch {
  public:
    DisplayWatch();
    ~DisplayWatch();  // destroy it when the display has answered
    DisplayWatch(const DisplayWatch&) = delete;
    DisplayWatch& operator=(const DisplayWatch&) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable answered_;
    bool has_answered_ = false;
    std::thread thread_;
};

}  // namespace drover::desktop
