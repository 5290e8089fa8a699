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
#include <optional>
#include <thread>

#include "app/command_line/exit.h"
#include "app/command_line/interrupt.h"
#include "core/base/named_outputs.h"
#include "core/base/output_lock.h"
#include "core/replay/recording.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::lab::output_test {
namespace {

using tests::contentOf;

class Output : public testing::Test {
  protected:
    const tests::Folder made_;
    const std::filesystem::path folder_ = made_.path();
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

// A descriptor of what another program writes to; both have it locked.
class Held {
  public:
    explicit Held(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        EXPECT_TRUE(lockOutput(file_));
    }
    ~Held() { close(file_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

  private:
    int file_;
};

TEST_F(Output, WhatAnotherProgramWritesToStaysAsItIs) {
    const std::string path = folder_ / "out", link = folder_ / "link",
                      message = ": another drover writes to it";
    command_line::writeOutput(path, "precious");
    std::filesystem::create_symlink("out", link);
    std::optional<Held> held(path);
    for (const std::string& name : {path, link}) {
        const command_line::Exit stream = exitOf([&] { command_line::OutputStream out(name); }),
                                 whole = exitOf([&] { command_line::writeOutput(name, "other"); });
        EXPECT_EQ(stream.code, command_line::kCannotWrite);
        EXPECT_EQ(stream.message, name + message);
        EXPECT_EQ(whole.code, command_line::kCannotWrite);
        EXPECT_EQ(whole.message, name + message);
        EXPECT_EQ(openOutput(name, OldContent::kKept).error.message(name), name + message);
        replay::RecordingWriter recording;
        EXPECT_EQ(recording.open(name, {}, world::worldOf({{"a", 1}})), name + message);
        EXPECT_TRUE(recording.isMade()) << "what fails is writing it";
        EXPECT_EQ(contentOf(path), "precious");
    }
    held.reset();
    command_line::writeOutput(link, "other");
    EXPECT_EQ(contentOf(path), "other");
    EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(Output, KeepsItsFileForItselfUntilItIsClosed) {
    const std::string path = folder_ / "out", recorded = folder_ / "run.drover";
    command_line::OutputStream out(path);
    EXPECT_TRUE(isOutputLocked(path));
    out.close();
    EXPECT_FALSE(isOutputLocked(path));
    replay::RecordingWriter recording;
    EXPECT_EQ(recording.open(recorded, {}, world::worldOf({{"a", 1}})), "");
    EXPECT_TRUE(isOutputLocked(recorded));
    recording.close({}, std::nullopt);
    EXPECT_FALSE(isOutputLocked(recorded));
    {
        const command_line::OutputFolder filled(folder_);
        const command_line::Exit second = exitOf([&] { command_line::OutputFolder again(folder_); });
        EXPECT_EQ(second.code, command_line::kCannotWrite);
        EXPECT_EQ(second.message, folder_.string() + ": another drover writes to it");
    }
    EXPECT_EQ(exitOf([&] { command_line::OutputFolder again(folder_); }).code, command_line::kDone);
}

TEST_F(Output, NamedOnceIsNotRead) {
    const std::string path = folder_ / "own", link = folder_ / "link";
    command_line::writeOutput(path, "precious");
    std::filesystem::create_hard_link(path, link);
    nameOutput({"--csv", path});
    nameOutput({"--json", folder_ / "new"});
    for (const std::string& name : {path, link}) {
        const Result<std::string> text = readFile(name, 100);
        ASSERT_FALSE(text);
        EXPECT_EQ(text.error.message(),
                  name + ": found the output of --csv, allowed a file that is not written");
        const command_line::Exit exit = command_line::exitFor(text.error);
        EXPECT_EQ(exit.code, command_line::kUsage);
        EXPECT_EQ(exit.message,
                  "--csv " + path + ": " + name + " is the same file and is read, allowed is another one");
    }
    command_line::writeOutput(folder_ / "new", "what was not there before may be read");
    EXPECT_TRUE(readFile(folder_ / "new", 100));
    forgetOutputs();
    EXPECT_TRUE(readFile(path, 100));
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
}  // namespace drover::lab::output_test
