// Runs that are stopped, or whose output fails early: complete files and the right exit code.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/app/lab/lab_process.h"

namespace drover::lab::stopped_run_test {
namespace {

using StoppedRun = Lab;

TEST_F(StoppedRun, LeavesCompleteFiles) {
    const std::filesystem::path csv = folder_ / "run.csv", trace = folder_ / "run.trace";
    for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
        std::filesystem::remove(csv);
        const Ended run = stopOnceWritten(std::string("run seam --quiet ") + kEndless + " --csv " +
                                              csv.string() + " --trace " + trace.string(),
                                          csv, signal);
        EXPECT_EQ(run.code, code);
        EXPECT_NE(run.err.find("what was written is complete"), std::string::npos) << run.err;
        const std::string rows = contentOf(csv);
        ASSERT_FALSE(rows.empty());
        EXPECT_EQ(rows.back(), '\n');
        const std::string header = rows.substr(0, rows.find('\n'));
        const std::size_t last = rows.rfind('\n', rows.size() - 2) + 1;
        EXPECT_EQ(std::count(rows.begin() + static_cast<std::ptrdiff_t>(last), rows.end(), ','),
                  std::count(header.begin(), header.end(), ','));
        // The message names as many frames as there are rows.
        const auto lines = std::count(rows.begin(), rows.end(), '\n');
        EXPECT_NE(run.err.find("stopped after " + std::to_string(lines - 1) + " frames"), std::string::npos)
            << run.err;
        EXPECT_TRUE(nlohmann::json::accept(contentOf(trace)));
    }
}

TEST_F(StoppedRun, CompareTellsOfTheRunsThatFinished) {
    // The signal comes during the first of many runs.
    const std::filesystem::path csv = folder_ / "compare.csv";
    const pid_t child = start(std::string("compare seam ") + kEndless + " --csv " + csv.string());
    waitUntilItCatches(child, SIGINT);
    kill(child, SIGINT);
    const Ended run = waitFor(child);
    expectEnd(run, 130, "0 of 14 runs were finished");
    EXPECT_EQ(contentOf(csv).rfind("manager,run,", 0), 0u);
}

TEST_F(StoppedRun, AFullDiskEndsItSoon) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const char* option : {"--csv", "--json-lines", "--trace"}) {
        const Ended run = lab(std::string("run seam --quiet ") + kEndless + " " + option + " /dev/full");
        EXPECT_EQ(run.code, 74) << option;
        EXPECT_EQ(run.err, "drover-lab: /dev/full: cannot write: No space left on device\n");
    }
}

TEST_F(StoppedRun, AReaderThatLeavesEndsIt) {
    const std::string code_file = folder_ / "code";
    const std::string script = file("pipe.sh", std::string("(") + DROVER_LAB + " run seam --quiet " +
                                                   kEndless + " --csv -; echo $? > " + code_file +
                                                   ") | head -n 2 > " + (folder_ / "head").string() + "\n");
    EXPECT_EQ(std::system(("bash " + script + " 2> " + (folder_ / "err").string()).c_str()), 0);
    EXPECT_EQ(contentOf(code_file), "74\n");
    EXPECT_EQ(contentOf(folder_ / "err"), "drover-lab: standard output: cannot write: Broken pipe\n");
    EXPECT_EQ(contentOf(folder_ / "head").rfind("frame,t_ms,", 0), 0u);
}

}  // namespace
}  // namespace drover::lab::stopped_run_test
