// drover-lab bench managers: what every load manager itself costs, planning and choosing, for 100 to 1,048,576 tasks.
// The tasks do nothing and cost what a model clock says, so that all that is measured is the manager's own work.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "app/lab/bench.h"
#include "core/base/random.h"
#include "core/load/manager.h"

namespace drover::lab {
namespace {

constexpr std::array<std::uint32_t, 4> kSizes = {100, 1000, 32'768, 1'048'576};
constexpr std::int64_t kFrameTime_ns = 16'666'667;
constexpr std::int64_t kBudget_ns = 10'000'000;

// How the load is set: a task costs so much that, with the budget kept, about one in this many runs in a frame.
struct Load {
    const char* name;
    std::uint32_t one_in;
};
constexpr std::array<Load, 2> kLoads = {{{"one in 64", 64}, {"one in 4", 4}}};

// Flocks all around a player: distances of 1 to 1,000 m are their elasticities, costs differ three to one. They would
// like 30 updates a second; stretched to the budget they get one in every `one_in` frames on average.
struct Scene {
    TaskTable tasks;
    ModelClock clock;
    std::unique_ptr<Manager> manager;
    std::vector<std::int64_t> cost_ns;

    Scene(const ManagerInfo& info, std::uint32_t count, std::uint32_t one_in) : manager(makeManager(info)) {
        tasks.reserve(count);
        cost_ns.reserve(count);
        const double mean_cost_ns = static_cast<double>(kBudget_ns) * one_in / count;
        for (std::uint32_t i = 0; i < count; ++i) {
            const RandomBlock draw = philox({i, 0, 0, 0}, 1, 0);
            TaskSettings settings;
            settings.maximum_ns = kFrameTime_ns * one_in * 4;
            settings.nominal_ns = std::min<std::int64_t>(33'333'333, settings.maximum_ns);
            settings.elasticity = 1 + 999 * static_cast<double>(unitFloat(draw[0]));
            settings.priority = 1 + 99 * unitFloat(draw[1]);
            settings.frequency = one_in;
            cost_ns.push_back(static_cast<std::int64_t>(mean_cost_ns * (0.5 + static_cast<double>(unitFloat(draw[2])))));
            settings.cost_ns = cost_ns.back();
            tasks.add(settings);
        }
    }
    void frame() {
        manager->plan(tasks, {kFrameTime_ns, kBudget_ns}, clock);
        const auto task = [this](const TaskCall& call) { clock.advance(cost_ns[call.task.row]); };
        manager->run(tasks, task, clock);
    }
};

std::string nameOfRun(const ManagerInfo& info, const Load& load, std::uint32_t count) {
    return fmt::format("managers/{}/{}/{}", info.name, load.one_in, count);
}

void registerRun(const ManagerInfo& info, const Load& load, std::uint32_t count) {
    const auto body = [&info, &load, count](benchmark::State& state) {
        Scene scene(info, count, load.one_in);
        for (std::uint32_t n = 0; n < 2 * load.one_in + 16; ++n) scene.frame();  // into the steady state
        double run = 0, due = 0, frames = 0;
        for (auto _ : state) {
            scene.frame();
            run += scene.manager->report().run;
            due += scene.manager->report().due;
            ++frames;
        }
        state.counters["run"] = run / frames;
        state.counters["due"] = due / frames;
        state.counters["use"] = scene.manager->report().total_use;
    };
    benchmark::RegisterBenchmark(nameOfRun(info, load, count).c_str(), body)
        ->MinTime(0.2)
        ->Unit(benchmark::kNanosecond);
}

}  // namespace

BenchReport benchManagers(const BenchOptions&) {
    for (const Load& load : kLoads)
        for (const ManagerInfo& info : kManagers)
            for (const std::uint32_t count : kSizes) registerRun(info, load, count);
    BenchReport report{measure("managers/"), {}, {}};
    const auto& results = report.results;
    report.text += fmt::format("a frame of {:.2f} ms, {} ms of it for the tasks; planning, choosing and calling tasks that do nothing\n",
               static_cast<double>(kFrameTime_ns) * 1e-6, kBudget_ns / 1'000'000);
    for (const Load& load : kLoads) {
        report.text += fmt::format("\nload: {} tasks fits a frame\n{:<16}{:>12}{:>12}{:>12}{:>14}{:>12}\n", load.name, "", "tasks", "run",
                   "due", "ms a frame", "ns a task");
        for (const ManagerInfo& info : kManagers) {
            for (const std::uint32_t count : kSizes) {
                const Measured& m = results.at(nameOfRun(info, load, count));
                report.text += fmt::format("{:<16}{:>12}{:>12.0f}{:>12.0f}{:>14.4f}{:>12.2f}\n", count == kSizes[0] ? info.name : "",
                           count, m.counters.at("run"), m.counters.at("due"), m.ns * 1e-6, m.ns / count);
            }
        }
    }
    const double ours_ns = results.at(nameOfRun(*findManager("elastic"), kLoads[0], 32'768)).ns;
    const double a_million_ns = results.at(nameOfRun(*findManager("elastic"), kLoads[0], 1'048'576)).ns;
    report.ratios["elastic, a task of 1,048,576 against one of 32,768"] = a_million_ns / 1'048'576 / (ours_ns / 32'768);
    report.text += fmt::format("\nTan and Wong spent 0.12 to 0.21 ms on 100 tasks; elastic spends {:.3f} ms on 32768\n", ours_ns * 1e-6);
    return report;
}

}  // namespace drover::lab
