// drover-lab bench lod: Osborne & Dickinson's Figure 3 on this machine. Their scenario, 500 updates, once with the
// level of detail and once with every flock at full depth by the same scalar update.
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

void benchLod() {
    const Scenario with = loadScenario(kScenario);
    Scenario without = with;
    without.lod.enabled = false;
    registerRun("lod/with", with);
    registerRun("lod/without", without);
    const auto results = measure("lod/");
    fmt::print("{} flocks of {} agents on {:g} m, {} updates of {:g} s, best of {}\n\n", with.flocks(), with.species[0].kind.agents(),
               with.world.world_size, kUpdates, with.frame_time, kRepetitions);
    fmt::print("{:<12}{:>14}{:>10}{:>10}\n", "", "ms an update", "leaves", "nodes");
    for (const char* name : {"with", "without"}) {
        const Measured& m = results.at(std::string("lod/") + name);
        fmt::print("{:<12}{:>14.4f}{:>10.0f}{:>10.0f}\n", std::string(name) + " LOD", m.ns * 1e-6, m.counters.at("leaves"),
                   m.counters.at("nodes"));
    }
    fmt::print("\nwith LOD an update takes {:.2f} % of one without; the paper says under 1 %\n",
               100 * results.at("lod/with").ns / results.at("lod/without").ns);
}

}  // namespace drover::lab
