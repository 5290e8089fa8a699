// Lets a run end in order after Ctrl-C, a scheduler's stop request, or a terminal that is closed. While a
// watch exists, SIGINT, SIGTERM and SIGHUP are only recorded. The run's loop checks after each frame, closes
// its files and throws Exit with the watch's code. A second signal ends the program at once.
//
//     const InterruptWatch watch;
//     for (...) {
//         world.step(...);
//         if (watch.isAsked()) break;
//     }
//     ... finish and close the files ...
//     if (watch.isAsked()) throw Exit{watch.code(), "stopped; files are complete"};
#pragma once

#include <csignal>

#include "app/command_line/exit.h"

namespace drover::command_line {

// Only one may exist at a time.
class InterruptWatch {
  public:
    InterruptWatch();
    ~InterruptWatch();  // restores the previous signal handlers
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    bool isAsked() const { return code() != kDone; }

    // kInterrupted, kTerminated, kHungUp, or kDone if no signal came.
    ExitCode code() const;

  private:
    struct sigaction before_int_ = {}, before_term_ = {}, before_hup_ = {};
};

}  // namespace drover::command_line
