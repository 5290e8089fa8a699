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
//
// One frame of a huge flock may take long, and a write waits as long as its reader takes nothing. If the loop
// does not check for a while, or a reader stalls, the watch writes what the open outputs still hold and ends
// the program itself: also after the loop, until the program has ended. A program that keeps more than its
// outputs does so in a last act.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <thread>

#include "app/command_line/exit.h"

namespace drover::command_line {

// Only one may exist at a time.
class InterruptWatch {
  public:
    static constexpr std::chrono::milliseconds kPatience{800};

    // `patience`: with the loop, of processor time, or five times as long; with a reader it is kPatience.
    // `last_act`: called before the watch ends the program within a frame, by a thread of its own, with why
    // and with the code. Then a second signal waits for it, and the loop that asks meanwhile does not go on.
    using LastAct = std::function<void(const char*, ExitCode)>;
    explicit InterruptWatch(std::chrono::milliseconds patience = kPatience, LastAct last_act = {});
    ~InterruptWatch();  // restores the previous signal handlers
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    // The run's loop asks; if a signal came it ends soon.
    bool isAsked() const { return code() != kDone; }
    // Whether a signal came: for a thread that cannot promise that the others end soon, too.
    bool hasCome() const;

    // kInterrupted, kTerminated, kHungUp, or kDone if no signal came.
    ExitCode code() const;

  private:
    struct State;
    static void waitForSignal(State& state, std::chrono::milliseconds patience);

    struct sigaction before_int_ = {}, before_term_ = {}, before_hup_ = {};
    std::shared_ptr<State> state_;
    std::thread thread_;
};

}  // namespace drover::command_line
