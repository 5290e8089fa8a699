#include "app/command_line/interrupt.h"

#include <atomic>
#include <cassert>

namespace drover::command_line {
namespace {

// A signal handler gets nothing but the signal's number, so its result needs a static variable, the only one
// in the project. A lock-free atomic is safe to use in a handler.
std::atomic<int> signal_seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) { signal_seen.store(signal, std::memory_order_relaxed); }

}  // namespace

InterruptWatch::InterruptWatch() {
    signal_seen = 0;
    struct sigaction action = {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    // Interrupted reads and writes are restarted. A second signal finds the default action, which ends the
    // program.
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    sigaction(SIGINT, &action, &before_int_);
    sigaction(SIGTERM, &action, &before_term_);
    sigaction(SIGHUP, &action, &before_hup_);
    assert(before_int_.sa_handler != note);
}

InterruptWatch::~InterruptWatch() {
    sigaction(SIGINT, &before_int_, nullptr);
    sigaction(SIGTERM, &before_term_, nullptr);
    sigaction(SIGHUP, &before_hup_, nullptr);
}

ExitCode InterruptWatch::code() const {
    switch (signal_seen.load(std::memory_order_relaxed)) {
        case SIGINT: return kInterrupted;
        case SIGTERM: return kTerminated;
        case SIGHUP: return kHungUp;
        default: return kDone;
    }
}

}  // namespace drover::command_line
