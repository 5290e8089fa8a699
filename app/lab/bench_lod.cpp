// drover-lab bench lod: Osborne & Dickinson's Figure 3 on this machine. Their scenario for 500 updates, with
// the level of detail and with every flock at full depth, each by the scalar code and by our fastest code.
#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/lab/bench.h"
#include "core/flock/alone.h"
#include "core/flock/kernels.h"
#include "core/flock/store.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

constexpr int kUpdates = 500;
constexpr int kRepetitions = 3;
constexpr const char* kScenario = "osborne-figure3";

std::string benchmarkName(bool has_lod, const flock::Kernels& kernels) {
    return fmt::format("lod/{} LOD/{}", has_lod ? "with" : "without", kernels.name);
}

void registerRun(const world::Scenario& shown, bool has_lod, const flock::Kernels& kernels) {
    world::Scenario scenario = shown;
    scenario.lod.enabled = has_lod;
    benchmark::RegisterBenchmark(benchmarkName(has_lod, kernels).c_str(),
                                 [scenario, &kernels](benchmark::State& state) {
                                     // Flocks only: the managers' cost is measured in bench_managers.cpp.
                                     const world::World world(scenario);
                                     flock::FlockStore flocks = world.flocks();
                                     flocks.setKernels(kernels);
                                     flock::RunScratch scratch;
                                     const auto elapsed = static_cast<float>(scenario.frame_time);
                                     const auto count = static_cast<std::uint32_t>(flocks.size());
                                     for (auto _ : state)
                                         flock::updateFlocks(flocks, 0, count, elapsed, world.player(),
                                                             scratch);
                                     state.counters["leaves"] = static_cast<double>(flocks.liveLeaves());
                                     state.counters["nodes"] = static_cast<double>(flocks.liveNodes());
                                 })
        ->Iterations(kUpdates)
        ->Repetitions(kRepetitions)
        ->Unit(benchmark::kNanosecond);
}

}  // namespace

BenchReport benchLod(const BenchOptions&) {
    const world::Scenario scenario = command_line::loadScenario(kScenario);
    const flock::Kernels& scalar = *flock::findKernels("scalar");
    const flock::Kernels& fastest = flock::bestKernels();
    for (const bool has_lod : {true, false}) {
        registerRun(scenario, has_lod, scalar);
        if (&fastest != &scalar) registerRun(scenario, has_lod, fastest);
    }
    BenchReport report{measure("lod/"), {}, {}};
    const auto ns = [&](bool has_lod, const flock::Kernels& kernels) {
        return report.results.at(benchmarkName(has_lod, kernels)).ns;
    };
    report.text = fmt::format("{} flocks of {} agents on {:g} m, {} updates of {:g} s, best of {}\n\n",
                              scenario.flocks(), scenario.species[0].kind.agents(), scenario.world.world_size,
                              kUpdates, scenario.frame_time, kRepetitions);
    report.text += fmt::format("{:<14}{:>10}{:>10}{:>22}{:>22}\n", "ms an update", "leaves", "nodes",
                               "the plain scalar code", fmt::format("our fastest ({})", fastest.name));
    for (const bool has_lod : {true, false}) {
        const Measured& m = report.results.at(benchmarkName(has_lod, scalar));
        report.text +=
            fmt::format("{:<14}{:>10.0f}{:>10.0f}{:>22.4f}{:>22.4f}\n", has_lod ? "with LOD" : "without LOD",
                        m.counters.at("leaves"), m.counters.at("nodes"), ns(has_lod, scalar) * 1e-6,
                        ns(has_lod, fastest) * 1e-6);
    }
    const auto share = [&](const char* what, const flock::Kernels& with, const flock::Kernels& without) {
        report.ratios[what] = ns(true, with) / ns(false, without);
        report.text += fmt::format("{:<62}{:>6.2f} %\n", what, 100 * report.ratios[what]);
    };
    report.text += "\n";
    share("our fastest with LOD against the plain scalar code without", fastest, scalar);
    share("our fastest with LOD against our fastest without", fastest, fastest);
    share("the plain scalar code with LOD against itself without", scalar, scalar);
    report.text += "The paper says under 1 % of its own code without LOD.\n";
    return report;
}

}  // namespace drover::lab
