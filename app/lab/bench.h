// What the benchmarks share: Google Benchmark measures, we print ratios of figures from the same run.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>

namespace drover::lab {

// A measured benchmark: nanoseconds of processor time an iteration, and what it counted.
struct Measured {
    double ns = 0;
    std::map<std::string, double> counters;
};
using Results = std::map<std::string, Measured>;

// What a suite hands back: printed as its text, or with --json as its figures and ratios.
struct BenchReport {
    Results results;
    std::map<std::string, double> ratios;
    std::string text;
};

struct BenchOptions {
    std::string vector;  // the instruction set that `kernel` measures; empty: the best
};

// Runs all registered benchmarks whose name contains `filter`: the results by name, of repetitions the
// fastest.
Results measure(const std::string& filter);

BenchReport benchKernel(const BenchOptions& options);
BenchReport benchLod(const BenchOptions& options);
BenchReport benchManagers(const BenchOptions& options);
BenchReport benchScale(const BenchOptions& options);
BenchReport benchFrame(const BenchOptions& options);

}  // namespace drover::lab
