// A window that ends in a way that was not meant: what happened so far is kept. Each ends a process of its
// own, and this one has no window, so that it can be copied.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <new>
#include <thread>

#include "app/command_line/exit.h"
#include "app/desktop/user_files.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "window_test.h"

namespace drover::desktop::last_words_test {
namespace {

using command_line::Exit;

struct Failure {
    const char* name;
    void (*fail)();
    int status;
    const char* why;  // what is printed first
};

[[noreturn]] void inThreads(int count) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back([] { std::abort(); });
    for (;;) ::pause();
}

void push(Uint32 type, Uint8 of_window = SDL_WINDOWEVENT_NONE) {
    SDL_Event event = {};
    event.type = type;
    event.window.event = of_window;
    SDL_PushEvent(&event);
}

constexpr const char *kFailed = "drover: the program has failed; ", *kGone = "drover: the display is gone; ",
                     *kKept = "drover: ";
const Failure kFailures[] = {
    {"an assert", [] { std::abort(); }, 128 + SIGABRT, kFailed},
    {"a wrong access", [] { std::raise(SIGSEGV); }, 128 + SIGSEGV, kFailed},
    {"an assert in a thread", [] { inThreads(1); }, 128 + SIGABRT, kFailed},
    {"asserts in threads at once", [] { inThreads(4); }, 128 + SIGABRT, kFailed},
    {"terminate", [] { std::terminate(); }, 128 + SIGABRT, kFailed},
    {"exit() by a library", [] { std::exit(1); }, command_line::kNoDisplay, kGone},
    {"a Wayland display that goes", [] { push(SDL_QUIT); }, command_line::kNoDisplay, kGone},
    {"an Exit", [] { throw Exit{command_line::kCannotWrite, "a reason"}; }, command_line::kCannotWrite,
     kKept},
    {"no memory", [] { throw std::bad_alloc(); }, command_line::kNoMemory, kKept},
    {"a bug", [] { throw std::logic_error("a bug"); }, command_line::kInternal, kKept},
};

class LastWordsTest : public WindowTest {
  protected:
    // The status of a process that does this, as a shell has it. What it prints as an error is in errors().
    int statusOf(const std::function<int()>& body) {
        const pid_t child = fork();
        if (child == 0) {
            rlimit no_core = {};
            setrlimit(RLIMIT_CORE, &no_core);
            if (!freopen((folder() / "errors").c_str(), "w", stderr)) _exit(1);
            std::setvbuf(stderr, nullptr, _IONBF, 0);
            std::exit(body());
        }
        int status = 0;
        waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    std::string errors() const { return contentOf(folder() / "errors"); }

    // Some frames of a window, then what fails.
    int statusAfter(std::vector<std::string> arguments, void (*fail)(), bool ends = false) {
        return statusOf([&] {
            return withWindow(arguments, [&](const DesktopOptions& options) {
                Desktop window(options);
                for (int i = 0; i < kFrames; ++i) window.frame(1.0 / 60);
                fail();
                window.frame(1.0 / 60);
                if (ends) window.end();
            });
        });
    }
    static int withWindow(std::vector<std::string> arguments,
                          const std::function<void(const DesktopOptions&)>& body) {
        arguments.insert(arguments.begin(), "drover");
        arguments.insert(arguments.end(), {"--clock", "model", "--theme", "light"});
        std::vector<char*> words;
        for (std::string& argument : arguments) words.push_back(argument.data());
        return withOptions(static_cast<int>(words.size()), words.data(), body);
    }

    static void expectWhole(const std::filesystem::path& path, std::uint64_t frames = kFrames) {
        auto recording = replay::readRecording(path, ~std::uint64_t{0});
        ASSERT_TRUE(recording) << recording.error.message();
        EXPECT_FALSE(recording->is_cut_off);
        EXPECT_EQ(recording->tape.frames(), frames);
        world::World world(recording->scenario);
        replay::Replayer replayer(recording->tape, world);
        while (replayer.step()) {
        }
        EXPECT_EQ(replayer.frame(), frames);
        EXPECT_FALSE(replayer.difference());
    }
    // As for a program that was never there.
    void forget() const {
        std::filesystem::remove_all(folder() / "config");
        std::filesystem::remove_all(folder() / "state");
    }
    void expectSettings() const {
        EXPECT_TRUE(std::filesystem::exists(configFolder() / "settings.json"));
        EXPECT_TRUE(std::filesystem::exists(stateFolder() / "layout.json"));
    }

    static constexpr int kFrames = 75;  // a full chunk, and one that is not
};

TEST_F(LastWordsTest, ARecordingIsCompletedHoweverTheWindowEnds) {
    for (const Failure& failure : kFailures) {
        SCOPED_TRACE(failure.name);
        const std::string recording = folder() / "a.drover", rows = folder() / "a.csv";
        EXPECT_EQ(statusAfter({"one-flock", "--record", recording, "--csv", rows}, failure.fail),
                  failure.status);
        EXPECT_NE(errors().find(fmt::format("{}the recording {} is complete\n", failure.why, recording)),
                  std::string::npos)
            << errors();
        expectWhole(recording);
        EXPECT_EQ(column(rows, "frame").size(), std::size_t{kFrames});
        EXPECT_TRUE(contentOf(rows).ends_with('\n'));
        expectSettings();
        EXPECT_FALSE(std::filesystem::exists(stateFolder() / "unsaved-1.drover"));
        forget();
    }
}

TEST_F(LastWordsTest, ASessionThatIsNotRecordedBecomesARecentFile) {
    for (const Failure& failure : kFailures) {
        SCOPED_TRACE(failure.name);
        EXPECT_EQ(statusAfter({"one-flock"}, failure.fail), failure.status);
        const std::string kept = stateFolder() / "unsaved-1.drover";
        EXPECT_NE(
            errors().find(fmt::format("{}the session is in {}, among the recent files\n", failure.why, kept)),
            std::string::npos)
            << errors();
        expectWhole(kept);
        EXPECT_NE(contentOf(stateFolder() / "layout.json").find(kept), std::string::npos);
        expectSettings();
        forget();
    }
}

TEST_F(LastWordsTest, AWindowThatEndsInOrderSaysNothingAndKeepsNoSession) {
    const auto close = [] { push(SDL_WINDOWEVENT, SDL_WINDOWEVENT_CLOSE), push(SDL_QUIT); };
    EXPECT_EQ(statusAfter({"one-flock"}, close, true), 0);
    EXPECT_EQ(errors(), "");
    expectSettings();
    EXPECT_FALSE(std::filesystem::exists(stateFolder() / "unsaved-1.drover"));
    EXPECT_EQ(statusAfter({"one-flock"}, [] {}, false), 0) << "no failure, though nothing was completed";
    EXPECT_EQ(errors(), "");
}

// The frame asks for a file, and never ends.
[[noreturn]] void standStill(const std::vector<int>& signals) {
    for (const int signal : signals) std::raise(signal);
    for (std::atomic<unsigned> turns = 0;;) ++turns;
}

TEST_F(LastWordsTest, AFrameThatStandsIsEndedByASignalAndTheSessionKept) {
    struct Asked {
        std::vector<int> signals;
        int status;
    };
    const Asked kAsked[] = {{{SIGTERM}, command_line::kTerminated},
                            {{SIGINT, SIGINT}, command_line::kInterrupted},
                            {{SIGHUP, SIGTERM}, command_line::kTerminated}};
    for (const Asked& asked : kAsked) {
        for (const bool is_recorded : {false, true}) {
            const std::string kept = is_recorded ? folder() / "a.drover" : stateFolder() / "unsaved-1.drover";
            std::vector<std::string> arguments = {"one-flock"};
            if (is_recorded) arguments.insert(arguments.end(), {"--record", kept});
            const int status = statusOf([&] {
                return withWindow(arguments, [&](DesktopOptions options) {
                    options.ask_for_file = [&] { standStill(asked.signals); };
                    Desktop window(options);
                    for (int i = 0; i < kFrames; ++i) window.frame(1.0 / 60);
                    sendPress("Ctrl+O");
                    window.run();
                });
            });
            EXPECT_EQ(status, asked.status) << errors();
            EXPECT_NE(errors().find("drover: stopped within a frame; the "), std::string::npos) << errors();
            EXPECT_NE(errors().find(kept), std::string::npos) << errors();
            expectWhole(kept, kFrames + 1);
            expectSettings();
            forget();
        }
    }
}

TEST_F(LastWordsTest, AFewSessionsAreKeptTheOldestGoes) {
    std::vector<std::filesystem::path> kept;
    for (int n = 1; n <= 5; ++n) {
        kept.push_back(unsavedSession());
        EXPECT_EQ(kept.back().filename(), fmt::format("unsaved-{}.drover", n));
        write(kept.back(), "");
    }
    std::filesystem::last_write_time(kept[2], std::filesystem::file_time_type::min());
    EXPECT_EQ(unsavedSession(), kept[2]);
}

// The windows of a display that goes away.
TEST_F(LastWordsTest, SeveralWindowsKeepTheirSessionsInTurn) {
    const std::filesystem::path first = stateFolder() / "unsaved-1.drover";
    auto other = std::make_optional<StateLock>();
    std::jthread done([&] {
        std::this_thread::sleep_for(std::chrono::seconds(1));  // sooner is no harm
        write(first, "the session of the other window");
        write(stateFolder() / "layout.json", R"({"recent_scenarios": [")" + first.string() + R"("]})");
        other.reset();
    });
    EXPECT_EQ(statusAfter({"one-flock"}, [] { std::abort(); }), 128 + SIGABRT);
    done.join();
    EXPECT_EQ(contentOf(first), "the session of the other window");
    expectWhole(stateFolder() / "unsaved-2.drover");
    const std::string recent = contentOf(stateFolder() / "layout.json");
    EXPECT_NE(recent.find("unsaved-1.drover"), std::string::npos) << recent;
    EXPECT_NE(recent.find("unsaved-2.drover"), std::string::npos) << recent;
}

TEST_F(LastWordsTest, WithoutAFolderToKeepItInTheSentenceSaysSo) {
    write(folder() / "state", "a file where the folder should be");
    EXPECT_EQ(statusAfter({"one-flock"}, [] { std::abort(); }), 128 + SIGABRT);
    EXPECT_NE(errors().find("drover: the program has failed; the session is lost: "), std::string::npos)
        << errors();
    EXPECT_TRUE(std::filesystem::exists(configFolder() / "settings.json"));
}

TEST_F(LastWordsTest, WhatFailsOrHangsInThemEndsTheProgramByItsFirstCause) {
    using Keep = std::string (*)();
    const Keep kBad[] = {
        [] { return std::abort(), std::string(); }, [] { return std::raise(SIGSEGV), std::string(); },
        [] { return std::exit(1), std::string(); }, []() -> std::string { throw std::bad_alloc(); },
        []() -> std::string {
            for (;;) ::pause();
        }};
    for (const Keep keep : kBad) {
        for (const bool is_exit : {false, true}) {
            const int status = statusOf([&]() -> int {
                const LastWords words(keep, std::chrono::seconds(1));
                if (is_exit) std::exit(1);
                std::abort();
            });
            EXPECT_EQ(status, is_exit ? int{command_line::kNoDisplay} : 128 + SIGABRT);
        }
    }
}

TEST_F(LastWordsTest, AHandlerThatWasThereBeforeStays) {
    const int status = statusOf([] {
        std::signal(SIGSEGV, [](int) { ::_exit(3); });
        const LastWords words([] { return std::string("not said"); });
        return std::raise(SIGSEGV);
    });
    EXPECT_EQ(status, 3) << "a sanitizer's report";
    EXPECT_EQ(errors(), "");
}

}  // namespace
}  // namespace drover::desktop::last_words_test
