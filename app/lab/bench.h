// Shared by the benchmark suites. Google Benchmark takes the measurements; a report prints ratios of figures
// from the same run. bench.cpp calls one suite function per subcommand.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/flock/kernels.h"
#include "core/flock/store.h"
#include "core/flock/update.h"

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

// Flocks that benchmarks of single updates move. A heading and a place in a square with this corner, drawn by
// `what`.
flock::Agent agentAnywhere(const Plane& plane, std::uint32_t what, Place corner, double width_m);
// Flocks at full detail, with their leaves spread at random over a square.
flock::FlockStore fullFlocks(const flock::Kernels& target, const flock::Species& species,
                             std::uint32_t flocks, double world_m, double width_m);
// Side of the square in which each of the species' agents has 24 neighbours on average.
double widthFor(const flock::Species& species);

// For `scale`: the same work on several numbers of cores, 1, 2, 4 ... up to all, and all, in turn. `rounds`
// of each work on each number, from the least to the most, beginning with 1; worlds run `warm_frames` before.
// What the system gives no threads for is left out.
std::vector<unsigned> coreCounts(unsigned all);
BenchReport benchScaleOn(const std::vector<unsigned>& counts, int rounds, int warm_frames);

BenchReport benchKernel(const BenchOptions& options);
BenchReport benchLod(const BenchOptions& options);
BenchReport benchManagers(const BenchOptions& options);
BenchReport benchScale(const BenchOptions& options);
BenchReport benchFrame(const BenchOptions& options);
BenchReport benchMeeting(const BenchOptions& options);
BenchReport benchPeople(const BenchOptions& options);
BenchReport benchReplay(const BenchOptions& options);

}  // namespace drover::lab
