// drover-lab bench: times, and their ratios within one run.
#include "app/lab/bench.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/file_options.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"
#include "app/lab/bench_rounds.h"
#include "app/lab/subcommands.h"
#include "core/flock/kernels.h"

namespace drover::lab {
namespace {

struct Suite {
    const char* name;
    const char* text;
    BenchReport (*run)(const BenchOptions& options);
};

constexpr Suite kSuites[] = {
    {"kernel", "an agent's update, in vectors and in plain code: flocks of 32, large flocks, flocks alone",
     benchKernel},
    {"lod", "2,048 flocks of 32, with the level of detail and without (Osborne & Dickinson, Figure 3)",
     benchLod},
    {"managers", "planning and choosing, for every load manager and 100 to 1,048,576 tasks", benchManagers},
    {"scale", "whole worlds, and one very large flock, on 1, 2, 4 ... all cores", benchScale},
    {"frame", "a frame of a million flocks, by its parts", benchFrame},
    {"meeting", "what other herds cost a herd's update", benchMeeting},
    {"people", "what a person's decision costs, and a distance field", benchPeople},
    {"replay", "recording, replaying, and seeking in a recording", benchReplay},
};

class Collector : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration) continue;
            // Processor time, because wall time includes other programs' work on a busy machine.
            Measured m{run.GetAdjustedCPUTime(), {}};
            for (const auto& [name, counter] : run.counters) m.counters[name] = counter.value;
            // Keep the fastest repetition: other work on the machine can only slow a run down.
            const auto [at, is_new] = results.try_emplace(run.run_name.function_name, m);
            if (!is_new && m.ns < at->second.ns) at->second = m;
        }
    }
    Results results;
};

std::string jsonOf(const std::string& suite, const BenchReport& report) {
    nlohmann::ordered_json json;
    json["suite"] = suite;
    json["build"] = command_line::buildText();
    for (const auto& [name, measured] : report.results) {
        nlohmann::ordered_json& one = json["results"][name];
        one["ns"] = measured.ns;
        for (const auto& [counter, value] : measured.counters) one[counter] = value;
    }
    json["ratios"] = report.ratios;
    return json.dump(2) + "\n";
}

std::vector<std::string> namesOfKernels() {
    std::vector<std::string> names;
    for (const flock::Kernels& one : flock::kernels()) names.emplace_back(one.name);
    return names;
}

// How a suite is run and what is printed of it.
struct BenchRequest {
    BenchOptions options;
    bool as_json = false;
    std::size_t rounds = 0;  // 0: one, or as many as a comparison usually has
    std::string baseline;    // a file; empty: none

    std::vector<std::string> arguments(const Suite& suite) const {
        std::vector<std::string> words{suite.name};
        if (!options.vector.empty()) words.insert(words.end(), {"--vector", options.vector});
        if (suite.run == benchReplay) words.insert(words.end(), {"--frames", std::to_string(options.frames)});
        return words;
    }
};
constexpr std::size_t kUsualRounds = 9;

std::string outcomeOf(const Suite& suite, const BenchRequest& request) {
    if (request.rounds == 0 && request.baseline.empty()) {
        const BenchReport report = suite.run(request.options);
        return request.as_json ? jsonOf(suite.name, report) : report.text;
    }
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    const auto run = [&](const std::filesystem::path& program) {
        return runRound(program, request.arguments(suite));
    };
    if (!request.baseline.empty()) {
        const Baseline baseline = readBaseline(request.baseline, suite.name);
        const PairedRounds pairs =
            pairRounds(baseline, request.rounds == 0 ? kUsualRounds : request.rounds, self, run);
        return request.as_json ? textOf(pairs.now) : tableOf(pairs);
    }
    Baseline rounds{suite.name, {}, self.string(), writtenAt(self), {}};
    while (rounds.rounds.size() < request.rounds) {
        ProgramRound round = run(self);
        rounds.build = round.build;
        rounds.rounds.push_back(std::move(round.figures));
    }
    return request.as_json ? textOf(rounds) : tableOf(rounds);
}

}  // namespace

Results measure(const std::string& filter) {
    Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector, filter);
    return collector.results;
}

void addBench(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("bench", "Run benchmarks: times, and their ratios within one run.");
    command->require_subcommand(1);
    for (const Suite& suite : kSuites) {
        CLI::App* one = command->add_subcommand(suite.name, suite.text);
        const auto request = std::make_shared<BenchRequest>();
        one->add_flag("--json", request->as_json,
                      "Print every figure and ratio as JSON; with --rounds the file that --baseline reads.");
        one->add_option("--rounds", request->rounds, "Run this many rounds, each in its own process.")
            ->transform(command_line::wholeNumber(1, 99));
        command_line::isRead(one->add_option("--baseline", request->baseline,
                                             "A file that --rounds and --json printed: compare with it, in "
                                             "turn with the program that made it. 9 rounds."));
        if (suite.run == benchKernel) {
            one->add_option("--vector", request->options.vector, "The instruction set to measure.")
                ->check(command_line::oneOf(namesOfKernels()));
        }
        if (suite.run == benchReplay) {
            one->add_option("--frames", request->options.frames,
                            "Frames of the plains; of a million flocks a tenth.")
                ->transform(command_line::wholeNumber(100, 1'000'000));
        }
        one->callback([&suite, request] { fmt::print("{}", outcomeOf(suite, *request)); });
    }
}

}  // namespace drover::lab
