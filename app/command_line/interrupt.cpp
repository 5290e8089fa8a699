#include "app/command_line/interrupt.h"

#include <semaphore.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <system_error>

#include "app/command_line/output.h"

namespace drover::command_line {
namespace {

// A signal handler gets only the signal's number, so its results are static. A lock-free atomic and sem_post
// are safe in a handler.
std::atomic<int> signal_seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);

// Each signal posts it, and so does the end of the watch.
struct WakeUp {
    sem_t semaphore;
    WakeUp() { sem_init(&semaphore, 0, 0); }
};
sem_t& wakeUp() {
    static WakeUp made;
    return made.semaphore;
}

void note(int signal) {
    signal_seen.store(signal, std::memory_order_relaxed);
    sem_post(&wakeUp());
}

ExitCode codeOf(int signal) {
    switch (signal) {
        case SIGINT: return kInterrupted;
        case SIGTERM: return kTerminated;
        case SIGHUP: return kHungUp;
        default: return kDone;
    }
}

}  // namespace

InterruptWatch::InterruptWatch(std::chrono::milliseconds patience) {
    signal_seen = 0;
    while (sem_trywait(&wakeUp()) == 0) {
    }
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
    try {
        thread_ = std::thread([this, patience] { waitForSignal(patience); });
    } catch (const std::system_error&) {
        // No thread can be had: then only the loop notices signals.
    }
}

InterruptWatch::~InterruptWatch() {
    is_over_ = true;
    sem_post(&wakeUp());
    if (thread_.joinable()) thread_.join();
    sigaction(SIGINT, &before_int_, nullptr);
    sigaction(SIGTERM, &before_term_, nullptr);
    sigaction(SIGHUP, &before_hup_, nullptr);
}

void InterruptWatch::waitForSignal(std::chrono::milliseconds patience) {
    while (sem_wait(&wakeUp()) != 0) {
    }
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!is_over_ && !is_noticed_) {
        if (std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            continue;
        }
        closeForEver();
        std::fputs("stopped within a frame; tables have whole rows up to the frame before\n", stderr);
        ::_exit(codeOf(signal_seen.load(std::memory_order_relaxed)));
    }
}

bool InterruptWatch::hasCome() const { return codeOf(signal_seen.load(std::memory_order_relaxed)) != kDone; }

ExitCode InterruptWatch::code() const {
    const ExitCode code = codeOf(signal_seen.load(std::memory_order_relaxed));
    if (code != kDone) is_noticed_ = true;
    return code;
}

}  // namespace drover::command_line
