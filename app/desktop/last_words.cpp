#include "app/desktop/last_words.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "app/command_line/exit.h"
#include "app/command_line/output.h"
#include "core/base/outside_text.h"

namespace drover::desktop {
namespace {

constexpr std::array kFatal = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// A signal handler and exit() get nothing of ours, so what they need is static.
std::atomic<const std::function<std::string()>*> to_be_said = nullptr;
std::atomic<pthread_t> speaker = {};  // the thread that says them
std::atomic<int> cause = 0;           // the signal; 0: none
std::atomic<int> exit_code = 0;       // without one
std::atomic<unsigned> patience_s = 0;
static_assert(std::atomic<pthread_t>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

[[noreturn]] void endNow() {
    const int signal = cause;
    if (signal == 0) ::_exit(exit_code);
    std::signal(signal, SIG_DFL);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, signal);
    pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
    ::raise(signal);
    ::_exit(128 + signal);
}

void takesTooLong(int) { endNow(); }

void print(const std::string& sentence) {
    if (!sentence.empty()) command_line::say(fmt::format("drover: {}\n", shown(sentence)));
}

std::string kept(const std::function<std::string()>& keep) {
    try {
        return keep();
    } catch (...) {
        return {};  // the program is ending already
    }
}

// If several threads fail, one speaks, and the others wait for the end. What fails while it speaks ends
// it.
[[noreturn]] void speak(const char* why, int signal, int code) {
    pthread_t other = {};
    if (!speaker.compare_exchange_strong(other, pthread_self())) {
        while (!pthread_equal(other, pthread_self())) ::pause();
        endNow();
    }
    cause = signal, exit_code = code;
    std::signal(SIGALRM, takesTooLong);
    ::alarm(patience_s);
    if (const auto* const keep = to_be_said.load()) {
        const std::string what = kept(*keep);
        command_line::closeFilesForEver();
        print(what.empty() ? why : fmt::format("{}; {}", why, what));
        command_line::closePipesForEver();
        std::fflush(stdout);
    }
    endNow();
}

void fail(int signal) { speak("the program has failed", signal, 0); }

// A library has called exit(), or the program ends in order.
void atExit() {
    if (to_be_said == nullptr && speaker == pthread_t{}) return;
    std::atexit(atExit);  // they may call exit() too
    speak("the display is gone", 0, command_line::kNoDisplay);
}

// A sanitizer that reports a signal itself goes on doing so.
void catchFatalSignals() {
    for (const int signal : kFatal) {
        struct sigaction action = {};
        if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
        action.sa_handler = fail;
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace

LastWords::LastWords(std::function<std::string()> keep, std::chrono::seconds patience)
    : keep_(std::move(keep)), exceptions_(std::uncaught_exceptions()) {
    static const bool is_asked = std::atexit(atExit) == 0;
    static_cast<void>(is_asked);
    patience_s = static_cast<unsigned>(patience.count());
    to_be_said = &keep_;
    catchFatalSignals();
}

LastWords::~LastWords() {
    if (to_be_said.exchange(nullptr) == nullptr) return;
    if (std::uncaught_exceptions() > exceptions_) print(kept(keep_));
}

void LastWords::sayAndEnd(const char* why, int code) {
    if (to_be_said != nullptr) speak(why, 0, code);
}

}  // namespace drover::desktop
