// Outputs that are written during a run, and runs that are stopped.
#include "app/command_line/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/command_line/exit.h"
#include "app/command_line/interrupt.h"

namespace drover::lab {
namespace {

class Output : public testing::Test {
  protected:
    void SetUp() override {
        char name[] = "/tmp/drover-output-test-XXXXXX";
        folder_ = mkdtemp(name);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string contentOf(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::filesystem::path folder_;
};

// The code of the exit that `act` throws; kDone if none.
template <class Act>
command_line::Exit exitOf(Act act) {
    try {
        act();
    } catch (const command_line::Exit& e) {
        return e;
    }
    return {command_line::kDone, ""};
}

TEST_F(Output, GrowsAndReplacesWhatWasThere) {
    const std::string path = folder_ / "out.csv";
    command_line::writeOutput(path, "a long text that was there before\n");
    command_line::OutputStream out(path);
    std::string expected;
    for (int i = 0; i < 10'000; ++i) {
        const std::string line = "line " + std::to_string(i) + "\n";
        out.append(line);
        expected += line;
    }
    out.close();
    out.close();
    EXPECT_EQ(contentOf(path), expected);
}

TEST_F(Output, TheStartOfAFileIsReplacedWhileItGrows) {
    const std::string path = folder_ / "out";
    command_line::OutputStream out(path);
    out.replaceStart("0 rows\n");
    out.append("a\n");
    out.replaceStart("1 row \n");
    EXPECT_EQ(contentOf(path), "1 row \na\n");
    out.append("b\n");
    out.replaceStart("2 rows\n");
    out.append("c\n");
    out.close();
    out.replaceStart("closed\n");
    EXPECT_EQ(contentOf(path), "2 rows\na\nb\nc\n");

    if (!std::filesystem::exists("/dev/full")) return;
    command_line::OutputStream full("/dev/full");
    full.append("fits the buffer");
    EXPECT_EQ(exitOf([&] { full.replaceStart("start"); }).message,
              "/dev/full: cannot write: No space left on device");
}

TEST_F(Output, AFileThatCannotBeOpenedEndsWith73) {
    const command_line::Exit exit = exitOf([] { command_line::OutputStream out("/nowhere/at/all"); });
    EXPECT_EQ(exit.code, command_line::kCannotCreate);
    EXPECT_EQ(exit.message, "/nowhere/at/all: cannot create: No such file or directory");
    EXPECT_EQ(exitOf([&] { command_line::OutputStream out(folder_.string()); }).code,
              command_line::kCannotCreate);
}

TEST_F(Output, AFullDiskIsNoticedWhileWritingAndAtTheEnd) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const std::string message = "/dev/full: cannot write: No space left on device";
    command_line::OutputStream small("/dev/full");
    small.append("fits the buffer");
    const command_line::Exit at_end = exitOf([&] { small.close(); });
    EXPECT_EQ(at_end.code, command_line::kCannotWrite);
    EXPECT_EQ(at_end.message, message);

    command_line::OutputStream large("/dev/full");
    const command_line::Exit on_the_way = exitOf([&] {
        for (int i = 0; i < 1000; ++i) large.append(std::string(1000, 'x'));
    });
    EXPECT_EQ(on_the_way.code, command_line::kCannotWrite);
    EXPECT_EQ(on_the_way.message, message);
    large.append("taken no more");
    large.close();
}

// Writes a million bytes to a file limited to a tenth of that, and ends like the lab.
[[noreturn]] void writePastTheLimit(const std::string& path) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {100'500, 100'500};
    setrlimit(RLIMIT_FSIZE, &limit);
    const command_line::Exit exit = exitOf([&] {
        command_line::OutputStream out(path);
        for (int i = 0; i < 1000; ++i) out.append(std::string(999, 'x') + "\n");
        out.close();
    });
    std::fputs(exit.message.c_str(), stderr);
    std::_Exit(exit.code);
}

TEST_F(Output, WhatHadBeenWrittenWholeStays) {
    const std::string path = folder_ / "limited.csv";
    EXPECT_EXIT(writePastTheLimit(path), testing::ExitedWithCode(74),
                "limited.csv: cannot write: File too large");
    EXPECT_EQ(std::filesystem::file_size(path), 100'000u);
}

TEST_F(Output, AClosedPipeEndsWith74) {
    std::signal(SIGPIPE, SIG_IGN);  // as main does
    const std::string path = folder_ / "pipe";
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    command_line::OutputStream out(path), has_no_start(path);
    close(reader);
    EXPECT_EQ(exitOf([&] { has_no_start.replaceStart("start"); }).message,
              path + ": cannot write: Illegal seek");
    const command_line::Exit exit = exitOf([&] {
        out.append("nobody reads this");
        out.close();
    });
    EXPECT_EQ(exit.code, command_line::kCannotWrite);
    EXPECT_EQ(exit.message, path + ": cannot write: Broken pipe");
}

TEST(Interrupt, ASignalIsNotedAndTheOldHandlerComesBack) {
    const auto previous = std::signal(SIGTERM, SIG_IGN);
    {
        const command_line::InterruptWatch watch;
        EXPECT_FALSE(watch.isAsked());
        std::raise(SIGINT);
        EXPECT_TRUE(watch.isAsked());
        EXPECT_EQ(watch.code(), 130);
    }
    {
        const command_line::InterruptWatch watch;
        EXPECT_FALSE(watch.isAsked());
        std::raise(SIGTERM);
        EXPECT_EQ(watch.code(), 143);
    }
    EXPECT_EQ(std::signal(SIGTERM, previous), SIG_IGN);
}

TEST(Interrupt, ASecondSignalEndsAtOnce) {
    EXPECT_EXIT(
        {
            const command_line::InterruptWatch watch;
            std::raise(SIGINT);
            std::fputs("noted\n", stderr);
            std::raise(SIGINT);
        },
        testing::KilledBySignal(SIGINT), "noted");
}

// A job of a sweep has seen the signal; the thread that waits for the others is stuck.
TEST(Interrupt, AThreadThatHasSeenTheSignalKeepsNoOneWaiting) {
    EXPECT_EXIT(
        {
            const command_line::InterruptWatch watch(std::chrono::milliseconds(50));
            std::raise(SIGTERM);
            while (watch.hasCome()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        },
        testing::ExitedWithCode(143), "stopped within a frame");
}

}  // namespace
}  // namespace drover::lab
