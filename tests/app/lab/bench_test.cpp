// Rounds of benchmarks and their baselines. What they measure is not looked at.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command_line/exit.h"
#include "app/lab/bench.h"
#include "app/lab/bench_rounds.h"
#include "tests/app/lab/lab_process.h"

namespace drover::lab::bench_test {
namespace {

const Baseline kBaseline{
    "kernel", "an older build", "/nowhere/drover-lab", "1.5", {{{"a", 10}}, {{"a", 12}}, {{"a", 11}}}};

ProgramRound roundOf(double a, double b) { return {"this build", {{"a", a}, {"b", b}}}; }

TEST(BenchRounds, ABaselineIsReadAsItWasWritten) {
    char name[] = "/tmp/drover-baseline-XXXXXX";
    const int file = mkstemp(name);
    const std::string text = textOf(kBaseline);
    ASSERT_EQ(write(file, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(file);
    EXPECT_EQ(textOf(readBaseline(name, "kernel")), text);
    try {
        readBaseline(name, "lod");
        ADD_FAILURE() << "it is another suite's";
    } catch (const command_line::Exit& exit) {
        EXPECT_EQ(exit.code, command_line::kBadData);
        EXPECT_NE(exit.message.find("lod"), std::string::npos) << exit.message;
    }
    std::filesystem::remove(name);
}

TEST(BenchRounds, WithoutItsProgramTheBaselinesOwnFiguresAreTaken) {
    int runs = 0;
    const PairedRounds pairs = pairRounds(kBaseline, 4, "/self", [&](const std::filesystem::path& program) {
        EXPECT_EQ(program, "/self");
        ++runs;
        return roundOf(5, 1);
    });
    EXPECT_EQ(runs, 4);
    EXPECT_FALSE(pairs.is_paired);
    const std::string table = tableOf(pairs);
    // 5 of 10, 12, 11 and 10 again.
    EXPECT_NE(table.find("0.477   0.417 to 0.500  faster"), std::string::npos) << table;
    EXPECT_NE(table.find("is gone"), std::string::npos) << table;
    EXPECT_NE(table.find("new"), std::string::npos) << "b has no baseline: " << table;
}

TEST(BenchRounds, TheTwoProgramsTakeTurns) {
    Baseline baseline = kBaseline;
    baseline.program = "/bin/sh", baseline.program_as_of = writtenAt("/bin/sh");
    std::string order;
    const auto run = [&](const std::filesystem::path& program) {
        order += program == "/bin/sh" ? "b" : "n";
        return program == "/bin/sh" ? roundOf(10, 10) : roundOf(order.size() < 4 ? 20 : 9, 10);
    };
    const PairedRounds pairs = pairRounds(baseline, 3, "/self", run);
    EXPECT_EQ(order, "bnbnbn");
    const std::string table = tableOf(pairs);
    EXPECT_NE(table.find("3 rounds of both in turn"), std::string::npos) << table;
    EXPECT_NE(table.find("0.900   0.900 to 2.000\n"), std::string::npos) << table;
    // Another program in its place is not the one that made the baseline.
    baseline.program_as_of = "1.5";
    EXPECT_FALSE(pairRounds(baseline, 1, "/self", run).is_paired);
}

TEST(BenchScale, GoesByPowersOfTwoUpToAllCores) {
    using Counts = std::vector<unsigned>;
    EXPECT_EQ(coreCounts(1), (Counts{1}));
    EXPECT_EQ(coreCounts(2), (Counts{1, 2}));
    EXPECT_EQ(coreCounts(6), (Counts{1, 2, 4, 6}));
    EXPECT_EQ(coreCounts(64), (Counts{1, 2, 4, 8, 16, 32, 64}));
}

TEST(BenchScale, HasAFigureOfEachWorkForEachNumberOfCores) {
    const BenchReport report = benchScaleOn({1, 2, 3}, 1, 2);
    for (const char* const work : {"agent_of/7776", "agent_of/117649", "agent_of/1048576", "world/full",
                                   "world/plains", "world/million", "world/flocks"}) {
        for (const unsigned cores : {1u, 2u, 3u}) {
            const auto at = report.results.find(fmt::format("scale/{}/{}", work, cores));
            ASSERT_NE(at, report.results.end()) << work << cores;
            EXPECT_GT(at->second.ns, 0) << work << cores;
            EXPECT_EQ(at->second.counters.contains("planning_ns"), std::string(work).starts_with("world"));
        }
        EXPECT_EQ(report.results.at(fmt::format("scale/{}/1", work)).counters.at("times"), 1);
        EXPECT_TRUE(report.ratios.contains(fmt::format("{}: 3 cores against one", work)));
    }
    EXPECT_EQ(report.results.at("scale/world/full/2").counters.at("run"), 2048);
    for (const char* const cores : {" 1 ", " 2 ", " 3 "}) {
        std::size_t rows = 0;
        for (std::size_t at = 0; (at = report.text.find(cores, at)) != std::string::npos; ++at) ++rows;
        EXPECT_GE(rows, 7u) << report.text;
    }
}

TEST_F(Lab, ARoundIsWhatAProgramPrints) {
    const auto program = [&](const char* name, const std::string& does) {
        const std::filesystem::path path = file(name, "#!/bin/sh\n" + does + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    };
    const std::string prints =
        "echo \"{\\\"build\\\": \\\"$*\\\", \\\"results\\\": {\\\"a\\\": {\\\"ns\\\": 5}}}\"";
    const ProgramRound round = runRound(program("good", prints), {"kernel", "--vector", "avx2"});
    EXPECT_EQ(round.build, "bench kernel --vector avx2 --json");
    EXPECT_EQ(round.figures, (Round{{"a", 5}}));
    EXPECT_THROW(runRound(program("fails", prints + "; exit 3"), {"lod"}), command_line::Exit);
    EXPECT_THROW(runRound(program("talks", "echo hello"), {"lod"}), command_line::Exit);
    EXPECT_THROW(runRound(folder_ / "none", {"lod"}), command_line::Exit);
}

TEST_F(Lab, ABaselineThatIsNoneIsRefusedBeforeAnyRound) {
    const std::string base = file("base.json", textOf(kBaseline));
    Ended ended = lab("bench lod --baseline " + base);
    expectEnd(ended, 65, "base.json:2");
    EXPECT_EQ(lab("bench lod --baseline " + base + ".none").code, 66);
    file("base.json",
         "{\"suite\": \"lod\", \"build\": \"\", \"program\": \"\", \"program_as_of\": \"\", "
         "\"rounds\": [{\"a\": -1}]}");
    ended = lab("bench lod --baseline " + base);
    expectEnd(ended, 65, "above 0");
}

}  // namespace
}  // namespace drover::lab::bench_test
