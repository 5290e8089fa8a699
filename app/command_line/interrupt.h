// Lets a run end in order when somebody presses Ctrl-C or a scheduler asks it to stop: while a watch exists,
// SIGINT and SIGTERM are noted instead of ending the program. The run's loop asks after each frame, closes
// its files and throws Exit with the watch's code. A second signal ends the program at once.
//
//     const InterruptWatch watch;
//     for (...) {
//         world.step(...);
//         if (watch.isAsked()) break;
//     }
//     ... finish and close the files ...
//     if (watch.isAsked()) throw Exit{watch.code(), fmt::format("stopped after {} frames; files are
//     complete", n)};
#pragma once

#include <csignal>

#include "app/command_line/exit.h"

namespace drover::command_line {

// One at a time.
class InterruptWatch {
  public:
    InterruptWatch();
    ~InterruptWatch();  // what the signals did before comes back
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    bool isAsked() const { return code() != kDone; }

    // kInterrupted, kTerminated, or kDone while nobody has asked.
    ExitCode code() const;

  private:
    struct sigaction before_int_ = {}, before_term_ = {};
};

}  // namespace drover::command_line
