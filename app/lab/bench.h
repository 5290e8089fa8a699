// What the benchmarks share: Google Benchmark measures, we print ratios of figures from the same run.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>

namespace drover::lab {

// A measured benchmark: nanoseconds of real time an iteration, and what it counted.
struct Measured {
    double ns = 0;
    std::map<std::string, double> counters;
};

// Runs all registered benchmarks whose name contains `filter`: the results by name, of repetitions the fastest.
std::map<std::string, Measured> measure(const std::string& filter);

void benchLod();
void benchManagers();

}  // namespace drover::lab
