// drover-lab bench: the figures that the documents quote, each as a ratio within one run.
#include "app/lab/bench.h"

#include <memory>

#include "app/lab/subcommands.h"

namespace drover::lab {
namespace {

struct Suite {
    const char* name;
    const char* text;
    void (*run)();
};

constexpr Suite kSuites[] = {
    {"lod", "2,048 flocks of 32, with the level of detail and without (Osborne & Dickinson, Figure 3)", benchLod},
    {"managers", "planning and choosing, for every load manager and 100 to 1,048,576 tasks", benchManagers},
};

class Collector : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration) continue;
            Measured m{run.GetAdjustedRealTime(), {}};
            for (const auto& [name, counter] : run.counters) m.counters[name] = counter.value;
            // Of several repetitions the fastest: everything else on the machine can only have made it slower.
            const auto [at, is_new] = results.try_emplace(run.run_name.function_name, m);
            if (!is_new && m.ns < at->second.ns) at->second = m;
        }
    }
    std::map<std::string, Measured> results;
};

}  // namespace

std::map<std::string, Measured> measure(const std::string& filter) {
    Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector, filter);
    return collector.results;
}

void addBench(CLI::App& app) {
    CLI::App* command = app.add_subcommand("bench", "Measure; every figure as a ratio within the same run.");
    command->require_subcommand(1);
    for (const Suite& suite : kSuites) {
        command->add_subcommand(suite.name, suite.text)->callback(suite.run);
    }
}

}  // namespace drover::lab
