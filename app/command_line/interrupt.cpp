#include "app/command_line/interrupt.h"

#include <fmt/format.h>
#include <poll.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <ctime>
#include <memory>
#include <system_error>
#include <utility>

#include "app/command_line/output.h"
#include "core/base/write_all.h"

namespace drover::command_line {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{10};
constexpr int kMostOnABusyMachine = 5;

// A signal handler gets only the signal's number, so its results are static. A lock-free atomic and sem_post
// are safe in a handler.
std::atomic<int> signal_seen = 0, signals_seen = 0;  // the last one, how many
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
    signals_seen.fetch_add(1, std::memory_order_relaxed);
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
ExitCode codeSeen() { return codeOf(signal_seen.load(std::memory_order_relaxed)); }

// Since when a write waits for a reader who takes nothing.
class Stall {
  public:
    explicit Stall(Clock::time_point now) : moved_(now) {}
    Clock::duration lasts(Clock::time_point now) {
        const std::uint64_t before = std::exchange(write_, writeUnderWay());
        const bool is_stuck = write_ != 0 && write_ == before;
        if (!is_stuck && standardStreamsTakeMore()) moved_ = now;
        return now - moved_;
    }

  private:
    // What is printed does not go through writeAll().
    static bool standardStreamsTakeMore() {
        for (const int file : {STDOUT_FILENO, STDERR_FILENO}) {
            pollfd look{file, POLLOUT, 0};
            if (::poll(&look, 1, 0) == 0) return false;
        }
        return true;
    }

    Clock::time_point moved_;
    std::uint64_t write_ = 0;
};

// Whatever still keeps the program, it ends. Files get what they lack; pipes only if a reader takes it soon,
// which a thread of their own waits for.
[[noreturn]] void endNow(const char* why) {
    constexpr int kLooksAtPipes = 10;
    closeFilesForEver();
    std::atomic<bool> is_said = false;
    try {
        std::thread([&is_said, why] {
            closePipesForEver();
            say(fmt::format("stopped {}; tables have whole rows up to the frame before\n", why));
            is_said = true;
        }).detach();
        for (int i = 0; i < kLooksAtPipes && !is_said; ++i) std::this_thread::sleep_for(kLook);
    } catch (const std::system_error&) {
        // No thread can be had.
    }
    ::_exit(codeSeen());
}

}  // namespace

// What the watch and its thread share. The thread may outlive the watch.
struct InterruptWatch::State {
    enum class EndedBy { kNobody, kLoop, kWatch };

    explicit State(LastAct act) : last_act(std::move(act)) {}

    // True for the one that comes first, and again when it comes again.
    bool isEndedBy(EndedBy who) {
        EndedBy before = EndedBy::kNobody;
        return ended_by.compare_exchange_strong(before, who) || before == who;
    }

    const LastAct last_act;
    std::atomic<EndedBy> ended_by = EndedBy::kNobody;
    std::atomic<bool> is_over = false;  // without a signal
};

InterruptWatch::InterruptWatch(std::chrono::milliseconds patience, LastAct last_act)
    : state_(std::make_shared<State>(std::move(last_act))) {
    signal_seen = signals_seen = 0;
    while (sem_trywait(&wakeUp()) == 0) {
    }
    try {
        thread_ = std::thread([state = state_, patience] { waitForSignal(*state, patience); });
    } catch (const std::system_error&) {
        // No thread can be had: then only the loop notices signals.
    }
    struct sigaction action = {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    // Interrupted reads and writes are restarted. A second signal finds the default action, which ends the
    // program, unless there is a last act.
    const bool has_last_act = state_->last_act && thread_.joinable();
    action.sa_flags = static_cast<int>(has_last_act ? SA_RESTART : SA_RESTART | SA_RESETHAND);
    sigaction(SIGINT, &action, &before_int_);
    sigaction(SIGTERM, &action, &before_term_);
    sigaction(SIGHUP, &action, &before_hup_);
    assert(before_int_.sa_handler != note);
}

InterruptWatch::~InterruptWatch() {
    sigaction(SIGINT, &before_int_, nullptr);
    sigaction(SIGTERM, &before_term_, nullptr);
    sigaction(SIGHUP, &before_hup_, nullptr);
    if (!thread_.joinable()) return;
    if (hasCome()) {
        // The program is ending, and may wait for readers on its way.
        state_->isEndedBy(State::EndedBy::kLoop);
        thread_.detach();
    } else {
        state_->is_over = true;
        sem_post(&wakeUp());
        thread_.join();
    }
}

void InterruptWatch::waitForSignal(State& state, std::chrono::milliseconds patience) {
    while (sem_wait(&wakeUp()) != 0) {
    }
    const Clock::time_point came = Clock::now();
    const std::clock_t used_before = std::clock();
    // On a busy machine time passes without the loop: it gets its patience as processor time.
    const auto isTooLong = [&](Clock::duration passed) {
        const std::chrono::duration<double> used(static_cast<double>(std::clock() - used_before) /
                                                 CLOCKS_PER_SEC);
        return passed > patience && (used > patience || passed > kMostOnABusyMachine * patience);
    };
    // Another watch forgets the signal.
    for (Stall stall(came); !state.is_over && codeSeen() != kDone; std::this_thread::sleep_for(kLook)) {
        const Clock::time_point now = Clock::now();
        if (stall.lasts(now) > kPatience) endNow("while a reader took nothing");
        const bool is_asked_again = state.last_act && signals_seen > 1;
        if (state.ended_by != State::EndedBy::kNobody || !(is_asked_again || isTooLong(now - came))) continue;
        if (!state.isEndedBy(State::EndedBy::kWatch)) continue;
        if (state.last_act) state.last_act("stopped within a frame", codeSeen());
        endNow("within a frame");
    }
}

bool InterruptWatch::hasCome() const { return codeSeen() != kDone; }

ExitCode InterruptWatch::code() const {
    const ExitCode code = codeSeen();
    // The last act needs all as it is.
    if (code != kDone && !state_->isEndedBy(State::EndedBy::kLoop) && state_->last_act)
        for (;;) ::pause();
    return code;
}

}  // namespace drover::command_line
