// What a machine gives only in part: memory, threads, time.
#include <cstdlib>

#include "app/command_line/memory.h"
#include "app/command_line/world_options.h"
#include "lab_process.h"

namespace drover::lab::limits_test {
namespace {

using command_line::availableMemory;

class Memory : public Lab {
  protected:
    Memory() { file("proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable: 8388608 kB\n"); }
};

// 16 MiB are for the program itself.
TEST_F(Memory, IsWhatTheMachineHas) { EXPECT_EQ(availableMemory(folder_), 8176 * kMiB); }

TEST_F(Memory, IsWhatTheControlGroupsLeave) {
    file("proc/self/cgroup", "0::/work/job\n");
    file("sys/fs/cgroup/work/job/memory.max", "max\n");
    file("sys/fs/cgroup/work/job/memory.current", "1000\n");
    EXPECT_EQ(availableMemory(folder_), 8176 * kMiB) << "no limit";
    file("sys/fs/cgroup/work/job/memory.max", std::to_string(2048 * kMiB));
    file("sys/fs/cgroup/work/job/memory.current", std::to_string(500 * kMiB));
    EXPECT_EQ(availableMemory(folder_), 1532 * kMiB);
    file("sys/fs/cgroup/work/job/memory.stat", "anon 5\ninactive_file " + std::to_string(100 * kMiB) + "\n");
    EXPECT_EQ(availableMemory(folder_), 1632 * kMiB) << "cached files can go";
    file("sys/fs/cgroup/work/memory.max", std::to_string(1024 * kMiB));
    file("sys/fs/cgroup/work/memory.current", std::to_string(1000 * kMiB));
    EXPECT_EQ(availableMemory(folder_), 8 * kMiB) << "a group above it counts";
    file("sys/fs/cgroup/work/memory.current", std::to_string(2000 * kMiB));
    EXPECT_EQ(availableMemory(folder_), 0u);
}

TEST_F(Memory, IsWhatTheOlderControlGroupsLeave) {
    file("proc/self/cgroup", "5:cpu:/job\n4:memory:/job\n0::/\n");
    file("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(512 * kMiB));
    file("sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(112 * kMiB));
    EXPECT_EQ(availableMemory(folder_), 384 * kMiB);
}

TEST_F(Limited, AWorldThatMayNotFitIsRefusedWithTheFigures) {
    const Ended run = within(300, "run million --frames 2");
    expectEnd(run, 71, "MiB, allowed what fits in ");
    EXPECT_EQ(within(1200, "run million --frames 2 --quiet").code, 0);
    // Few herds unfold at a time there, so that what they retain is little.
    EXPECT_EQ(within(1200, "run million --frames 2 --quiet --reinit retained").code, 0);
    expectEnd(within(300, "run million --frames 2 --reinit retained"), 71, "another lod.reinit");
    // How many run at once counts too.
    const Ended jobs = within(1200, "sweep million --frames 2 --vary budget-ms=1,2 --jobs 4 --out " +
                                        (folder_ / "sweep.csv").string());
    expectEnd(jobs, 64, "the part of one of 4 jobs");
}

TEST_F(Limited, ARecordingOfALargerMachineIsRefused) {
    const std::string recording = (folder_ / "million.drover").string();
    ASSERT_EQ(lab("run million --frames 2 --quiet --record " + recording).code, 0);
    expectEnd(within(300, "replay --hash " + recording), 71, "MiB, allowed what fits in ");
    EXPECT_EQ(within(1200, "replay --hash " + recording).code, 0);
}

// Ten tasks that run in each of a million frames.
TEST_F(Limited, AnAnswerThatMayNotFitIsRefused) {
    std::string tasks;
    for (int i = 0; i < 10; ++i) tasks += std::string(i > 0 ? "," : "") + R"({"frequency": 1})";
    const std::string question =
        file("many.json", R"({"manager": "fixed", "frames": 1000000, "budget_ns": [1000],
        "tasks": [)" + tasks + "]}");
    const Ended small = within(300, "schedule " + question);
    expectEnd(small, 65, "frames: found 1000000");
    EXPECT_EQ(small.out, "");
}

TEST_F(Limited, FewerThreadsGiveTheSameBits) {
    const std::string arguments = "run plains --frames 40 --clock model --quiet --hash";
    const Ended one = lab(arguments);
    const Ended few = within(1500, arguments + " --threads 256");
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_EQ(few.out, one.out);
    EXPECT_NE(few.err.find("of 256 threads can be had"), std::string::npos) << few.err;
}

// So do those of the default. The stack of a thread takes more than there is.
TEST_F(Limited, FewerCoresThanThereAreGiveTheSameBits) {
    if (cores::coresToUse() == 1) GTEST_SKIP() << "one core can always be had";
    const std::string arguments = "run plains --frames 40 --clock model --quiet --hash";
    rlimit stack{};
    ASSERT_EQ(getrlimit(RLIMIT_STACK, &stack), 0);
    const rlimit large{std::min<rlim_t>(2000 * kMiB, stack.rlim_max), stack.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_STACK, &large), 0);
    const Ended few = within(1500, arguments);
    ASSERT_EQ(setrlimit(RLIMIT_STACK, &stack), 0);
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_EQ(few.out, lab(arguments + " --threads 1").out);
    EXPECT_EQ(few.err, "warning: 1 of " + std::to_string(cores::coresToUse()) +
                           " threads can be had; the results are the same\n");
}

// As many as can be had, at limits where the last of them just fits or does not.
TEST_F(Limited, ThreadsThatJustFitAreThereWhenTheyAreNeeded) {
    for (int i = 0; i < 40; ++i) {
        const Ended run = within(static_cast<std::uint64_t>(240 + i),
                                 "run plains --frames 20 --clock model --quiet --threads 8");
        EXPECT_EQ(run.code, 0) << 240 + i << " MiB: " << run.err;
    }
}

// A legal world whose frames take long: half a million animals that all see each other.
TEST_F(Lab, ARunIsStoppedWithinAFrame) {
    const std::string crowd = file("crowd.json", R"({"title": "A crowd", "text": "All see all.",
        "world": {"world_size": 4000}, "lod": {"enabled": false, "max_leaves": 1048576},
        "species": [{"name": "gnats", "branching": 4, "depth": 10, "neighbourhood": 1000, "flocks": 1}]})");
    const std::filesystem::path rows = folder_ / "rows.csv";
    const pid_t child = start("run " + crowd + " " + kEndless + " --quiet --csv " + rows.string());
    waitUntilItCatches(child, SIGTERM);
    std::this_thread::sleep_for(std::chrono::seconds(2));  // into the second frame; sooner is no harm
    kill(child, SIGTERM);
    const Ended run = waitFor(child);
    EXPECT_EQ(run.code, 143) << run.err;
    const std::string written = contentOf(rows);
    EXPECT_TRUE(written.empty() || written.back() == '\n');
}

TEST_F(Lab, WhatATerminalWouldObeyIsRefused) {
    const Ended run =
        lab("run " + file("evil.json", R"({"title": "a\u001b[31m", "species": [{"name": "a"}]})"));
    expectEnd(run, 65, "title: found a control character");
    EXPECT_EQ(run.err.find('\x1b'), std::string::npos);
    const Ended c1 =
        lab("run " + file("c1.json", R"({"title": "a", "text": "b", "species": [{"name": "a\u009b"}]})"));
    EXPECT_NE(c1.err.find("name: found a control character"), std::string::npos) << c1.err;
    const Ended lines =
        lab("run --frames 1 " +
            file("fine.json", R"({"title": "ä", "text": "a\n\tb", "species": [{"name": "a"}]})"));
    EXPECT_EQ(lines.code, 0) << lines.err;
}

}  // namespace
}  // namespace drover::lab::limits_test
