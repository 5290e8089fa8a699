// drover-lab bench lod: Osborne & Dickinson's Figure 3 on this machine. Their scenario, 500 updates, once with the
// level of detail and once with every flock at full depth by the same code.
#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/lab/bench.h"
#include "core/flock/update.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

constexpr int kUpdates = 500;
constexpr int kRepetitions = 3;
constexpr const char* kScenario = "osborne-figure3";

void registerRun(const char* name, const Scenario& scenario) {
    benchmark::RegisterBenchmark(name, [scenario](benchmark::State& state) {
        // The flocks alone: what a manager adds is measured elsewhere.
        const World world(scenario);
        FlockStore flocks = world.flocks();
        UpdateRoom room;
        const auto elapsed = static_cast<float>(scenario.frame_time);
        for (auto _ : state) {
            for (std::uint32_t i = 0; i < flocks.size(); ++i) updateFlock(flocks, FlockId{i}, elapsed, world.player(), room);
        }
        state.counters["leaves"] = static_cast<double>(flocks.liveLeaves());
        state.counters["nodes"] = static_cast<double>(flocks.liveNodes());
    })->Iterations(kUpdates)->Repetitions(kRepetitions)->Unit(benchmark::kNanosecond);
}

}  // namespace

BenchReport benchLod(const BenchOptions&) {
    const Scenario with = loadScenario(kScenario);
    Scenario without = with;
    without.lod.enabled = false;
    registerRun("lod/with", with);
    registerRun("lod/without", without);
    BenchReport report{measure("lod/"), {}, {}};
    const double share = report.results.at("lod/with").ns / report.results.at("lod/without").ns;
    report.ratios["with LOD against without"] = share;
    report.text = fmt::format("{} flocks of {} agents on {:g} m, {} updates of {:g} s, best of {}\n\n", with.flocks(),
                              with.species[0].kind.agents(), with.world.world_size, kUpdates, with.frame_time, kRepetitions);
    report.text += fmt::format("{:<12}{:>14}{:>10}{:>10}\n", "", "ms an update", "leaves", "nodes");
    for (const char* name : {"with", "without"}) {
        const Measured& m = report.results.at(std::string("lod/") + name);
        report.text += fmt::format("{:<12}{:>14.4f}{:>10.0f}{:>10.0f}\n", std::string(name) + " LOD", m.ns * 1e-6,
                                   m.counters.at("leaves"), m.counters.at("nodes"));
    }
    report.text += fmt::format("\nwith LOD an update takes {:.2f} % of one without; the paper says under 1 %\n", 100 * share);
    return report;
}

}  // namespace drover::lab
