#include "app/command_line/interrupt.h"

#include <atomic>
#include <cassert>

namespace drover::command_line {
namespace {

// The one static state there is: a signal handler is given nothing but the signal's number, so what it tells
// must lie where it can find it. A lock-free atomic is what it may touch.
std::atomic<int> signal_seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) { signal_seen.store(signal, std::memory_order_relaxed); }

}  // namespace

InterruptWatch::InterruptWatch() {
    signal_seen = 0;
    struct sigaction action = {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    // Reads and writes go on where they were, and a second signal finds the default: the end.
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    sigaction(SIGINT, &action, &before_int_);
    sigaction(SIGTERM, &action, &before_term_);
    assert(before_int_.sa_handler != note);
}

InterruptWatch::~InterruptWatch() {
    sigaction(SIGINT, &before_int_, nullptr);
    sigaction(SIGTERM, &before_term_, nullptr);
}

ExitCode InterruptWatch::code() const {
    switch (signal_seen.load(std::memory_order_relaxed)) {
        case SIGINT: return kInterrupted;
        case SIGTERM: return kTerminated;
        default: return kDone;
    }
}

}  // namespace drover::command_line
