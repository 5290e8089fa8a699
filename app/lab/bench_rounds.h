// Several rounds of a benchmark suite, and a comparison with a baseline: a file of rounds that another build
// printed. bench.cpp calls it for --rounds and --baseline. Each round is a process of its own; where the
// program that made the baseline is still there, rounds of both take turns, so that a slow minute of the
// machine meets both.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace drover::lab {

double medianOf(std::vector<double> values);

using Round = std::map<std::string, double>;  // nanoseconds by figure

struct Baseline {
    std::string suite, build;
    std::string program;        // that made the rounds
    std::string program_as_of;  // when its file was written, so that another one in its place is noticed
    std::vector<Round> rounds;
};
std::string writtenAt(const std::filesystem::path& program);  // empty if there is none

// Ends the program with the place and what is allowed if the file is no baseline of this suite.
Baseline readBaseline(const std::string& path, const std::string& suite);
std::string textOf(const Baseline& baseline);

// One round of `bench ARGUMENTS` by the program, as it prints with --json.
struct ProgramRound {
    std::string build;
    Round figures;
};
ProgramRound runRound(const std::filesystem::path& program, const std::vector<std::string>& arguments);

// This program's rounds, and beside each one of the baseline's program, or else of the file.
struct PairedRounds {
    Baseline before, now;
    bool is_paired = false;
};
using RunRound = std::function<ProgramRound(const std::filesystem::path& program)>;
PairedRounds pairRounds(const Baseline& baseline, std::size_t rounds, const std::filesystem::path& self,
                        const RunRound& run);

// Medians, and of a comparison the ratio of each round's pair: its median and its spread.
std::string tableOf(const Baseline& rounds);
std::string tableOf(const PairedRounds& pairs);

}  // namespace drover::lab
