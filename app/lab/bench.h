// Shared by the benchmark suites. Google Benchmark takes the measurements; a report prints ratios of figures
// from the same run. bench.cpp calls one suite function per subcommand.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>
#include <string>

namespace drover::lab {

// One benchmark's result: processor time per iteration, and its counters.
struct Measured {
    double ns = 0;
    std::map<std::string, double> counters;
};
using Results = std::map<std::string, Measured>;

// What a suite returns. Printed as text, or as figures and ratios with --json.
struct BenchReport {
    Results results;
    std::map<std::string, double> ratios;
    std::string text;
};

struct BenchOptions {
    std::string vector;           // instruction set that `kernel` measures; empty: the best one
    std::uint64_t frames = 3000;  // that `replay` records of the plains; of a million flocks a tenth
};

// Runs all registered benchmarks whose name contains `filter`. Returns results by name; of several
// repetitions, the fastest.
Results measure(const std::string& filter);

BenchReport benchKernel(const BenchOptions& options);
BenchReport benchLod(const BenchOptions& options);
BenchReport benchManagers(const BenchOptions& options);
BenchReport benchScale(const BenchOptions& options);
BenchReport benchFrame(const BenchOptions& options);
BenchReport benchReplay(const BenchOptions& options);

}  // namespace drover::lab
