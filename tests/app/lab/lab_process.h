// Runs drover-lab as a process: the fixture of the tests that run the program. DROVER_LAB is the program's
// path.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "tests/folder.h"

namespace drover::lab {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Whether limits on the address space can be tried: the sanitizers reserve more than any of them. g++ and
// clang++ say in their own ways that one is there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHasLimits = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kHasLimits = false;
#else
constexpr bool kHasLimits = true;
#endif
#else
constexpr bool kHasLimits = true;
#endif

// Enough frames for days: such a run ends only when it is stopped.
constexpr const char* kEndless = "--frames 1000000000";

struct Ended {
    int code = -1;
    std::string out, err;
    long peak_kib = 0;
};

using tests::contentOf;

// How a command ended, and some words of what it wrote as an error.
inline void expectEnd(const Ended& run, int code, const std::string& says,
                      const char* in_file = __builtin_FILE(), int at_line = __builtin_LINE()) {
    const testing::ScopedTrace trace(in_file, at_line, "");
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_NE(run.err.find(says), std::string::npos) << run.err;
}

class Lab : public testing::Test {
  protected:
    // Starts `drover-lab ARGUMENTS` through a shell, so that arguments may contain redirections.
    // `address_space` is its limit, as of `ulimit -v`.
    pid_t start(const std::string& arguments, rlim_t address_space = RLIM_INFINITY) {
        return startLine(std::string(DROVER_LAB) + " " + arguments, [=] {
            const rlimit limit{address_space, address_space};
            if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(126);
        });
    }
    // Any command line; `before` is called in the new process.
    pid_t startLine(const std::string& line, const std::function<void()>& before) {
        const std::string command = "exec " + line, out = folder_ / "out", err = folder_ / "err";
        std::fflush(nullptr);  // or the child prints it again
        const pid_t child = fork();
        if (child != 0) return child;
        if (!std::freopen(out.c_str(), "w", stdout)) _exit(126);
        if (!std::freopen(err.c_str(), "w", stderr)) _exit(126);
        if (before) before();
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    Ended waitFor(pid_t child) {
        int status = 0;
        rusage used{};
        wait4(child, &status, 0, &used);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contentOf(folder_ / "out"),
                contentOf(folder_ / "err"), used.ru_maxrss};
    }
    Ended lab(const std::string& arguments) { return waitFor(start(arguments)); }
    // Waits until the run has written this many bytes, so that it is stopped in the middle.
    Ended stopOnceWritten(const std::string& arguments, const std::filesystem::path& written, int signal,
                          std::uintmax_t bytes = 1) {
        const pid_t child = start(arguments);
        std::error_code not_there_yet;
        while (std::filesystem::file_size(written, not_there_yet) < bytes || not_there_yet) {
            if (kill(child, 0) != 0) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        kill(child, signal);
        return waitFor(child);
    }
    // Whether the program itself, and not the shell that started it, catches the signal.
    static bool catches(pid_t child, int signal, const std::filesystem::path& program = DROVER_LAB) {
        const std::filesystem::path process = "/proc/" + std::to_string(child);
        std::error_code gone;
        if (std::filesystem::read_symlink(process / "exe", gone).filename() != program.filename())
            return false;
        const std::string status = contentOf(process / "status");
        const std::size_t at = status.find("SigCgt:");
        return at != std::string::npos &&
               (std::strtoull(status.c_str() + at + 7, nullptr, 16) >> (signal - 1) & 1) != 0;
    }
    static void waitUntilItCatches(pid_t child, int signal) {
        while (kill(child, 0) == 0 && !catches(child, signal))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::string file(const std::string& name, const std::string& content) {
        tests::write(folder_ / name, content);
        return folder_ / name;
    }

  private:
    const tests::Folder made_;

  protected:
    std::filesystem::path folder_ = made_.path();
};

// Runs with little room.
class Limited : public Lab {
  protected:
    void SetUp() override {
        if (!kHasLimits) GTEST_SKIP() << "no limit on the address space under a sanitizer";
    }
    Ended within(std::uint64_t mib, const std::string& arguments) {
        return waitFor(start(arguments, mib * kMiB));
    }
};

}  // namespace drover::lab
