// drover-lab bench managers: what each load manager itself costs, planning and choosing, for 100 to 1,048,576
// tasks. The tasks do no work; a model clock says what they cost, so only the manager's own work is measured.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include "app/lab/bench.h"
#include "core/base/random.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"

namespace drover::lab {
namespace {

constexpr std::array<std::uint32_t, 4> kSizes = {100, 1000, 32'768, 1'048'576};
constexpr std::int64_t kFrameTime_ns = 16'666'667;
constexpr std::int64_t kBudget_ns = 10'000'000;

// Sets the task cost so that, when the budget is kept, about one task in `one_in` runs per frame.
struct Load {
    const char* name;
    std::uint32_t one_in;
};
constexpr std::array<Load, 2> kLoads = {{{"one in 64", 64}, {"one in 4", 4}}};

// How many elasticities the caller sets before each frame, as the player moves: none, the slice that a large
// world updates per frame, or all. Setting them is not measured; the manager's work on new values is.
struct Weighing {
    const char* name;
    std::uint32_t rows;
};
constexpr std::array<Weighing, 3> kWeighings = {{{"none", 0}, {"16384", 16'384}, {"all", ~0u}}};

// Numbers from 0 to 1 that look random and cost almost nothing, so that drawing them does not disturb the
// measurement.
double anyShare(std::uint32_t n) { return (n * 2654435769u ^ n >> 7) * 0x1p-32; }

// Flocks all around a player. Their elasticities are their distances, 1 to 1,000 m. Costs differ by a factor
// of three between tasks and by a tenth between updates. The nominal rate is 30 updates a second; compressed
// to the budget, a task runs once every `one_in` frames on average.
struct Scene {
    load::TaskTable tasks;
    load::ModelClock clock;
    std::unique_ptr<load::Manager> manager;
    double mean_cost_ns;
    std::uint32_t frames = 0, weighed = 0;

    Scene(const load::ManagerInfo& info, std::uint32_t count, std::uint32_t one_in)
        : manager(load::makeManager(info)), mean_cost_ns(static_cast<double>(kBudget_ns) * one_in / count) {
        tasks.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const RandomBlock draw = philox({i, 0, 0, 0}, 1, 0);
            load::TaskSettings settings;
            settings.maximum_ns = kFrameTime_ns * one_in * 4;
            settings.nominal_ns = std::min<std::int64_t>(33'333'333, settings.maximum_ns);
            settings.elasticity = distance_m(i);
            settings.priority = 1 + 99 * unitFloat(draw[1]);
            settings.frequency = one_in;
            settings.cost_ns = cost_ns(i);
            tasks.add(settings);
        }
    }
    std::int64_t cost_ns(std::uint32_t row) const {
        return static_cast<std::int64_t>(mean_cost_ns * (0.5 + anyShare(row)) *
                                         (0.95 + 0.1 * anyShare(row + frames * 977)));
    }
    double distance_m(std::uint32_t row) const {
        return 1 + 999 * anyShare(row ^ 0x5bd1e995u) * (1 + 1e-3 * (frames % 7));
    }
    void weigh(std::uint32_t rows) {
        for (std::uint32_t n = std::min(rows, tasks.rows()); n > 0; --n) {
            tasks.setElasticity(weighed, distance_m(weighed));
            weighed = weighed + 1 < tasks.rows() ? weighed + 1 : 0;
        }
    }
    void frame() {
        ++frames;
        manager->plan(tasks, {kFrameTime_ns, kBudget_ns}, clock);
        manager->run(
            tasks, [this](const load::TaskCall& call) { clock.advance(cost_ns(call.task.row)); }, clock);
    }
};

struct BenchRun {
    const load::ManagerInfo& info;
    Load load;
    Weighing weighing;
    std::uint32_t count;

    std::string name() const {
        return fmt::format("managers/{}/{}/{}/{}", info.name, load.one_in, weighing.name, count);
    }
};

void registerRun(const BenchRun& run) {
    const auto body = [run](benchmark::State& state) {
        Scene scene(run.info, run.count, run.load.one_in);
        for (std::uint32_t n = 0; n < 2 * run.load.one_in + 16; ++n) {  // reach the steady state
            scene.weigh(run.weighing.rows);
            scene.frame();
        }
        double ran = 0, due = 0, frames = 0;
        for (auto _ : state) {
            if (run.weighing.rows > 0) {
                state.PauseTiming();
                scene.weigh(run.weighing.rows);
                state.ResumeTiming();
            }
            scene.frame();
            ran += scene.manager->report().run;
            due += scene.manager->report().due;
            ++frames;
        }
        state.counters["run"] = ran / frames;
        state.counters["due"] = due / frames;
        state.counters["use"] = load::assignedPeriods(*scene.manager, scene.tasks).total_use;
    };
    auto* const registered =
        benchmark::RegisterBenchmark(run.name().c_str(), body)->Unit(benchmark::kNanosecond);
    // Reaching the steady state takes a million tasks longer than the measurement does, so do it only once.
    run.count < 1'000'000 ? registered->MinTime(0.2) : registered->Iterations(64);
    if (run.info.name == "elastic") registered->Repetitions(3);
}

// How elastic's time grows from one size to a 32 times larger one, next to the growth of N and of N log N.
void tellGrowth(const std::map<std::string, Measured>& results, BenchReport& report) {
    const load::ManagerInfo& elastic = *load::findManager("elastic");
    constexpr std::uint32_t kSmall = 32'768, kLarge = 1'048'576;
    const double n = kLarge / kSmall, n_log_n = n * 20 / 15;
    report.text += fmt::format(
        "\nelastic, {} fits a frame, by how many elasticities are new in a frame\n{:<16}{:>16}{:>16}{:>12}\n",
        kLoads[0].name, "", "ms at 32768", "ms at 1048576", "growth");
    for (const Weighing& weighing : kWeighings) {
        const double small = results.at(BenchRun{elastic, kLoads[0], weighing, kSmall}.name()).ns;
        const double large = results.at(BenchRun{elastic, kLoads[0], weighing, kLarge}.name()).ns;
        report.text += fmt::format("{:<16}{:>16.4f}{:>16.4f}{:>12.1f}\n", weighing.name, small * 1e-6,
                                   large * 1e-6, large / small);
        report.ratios[fmt::format("elastic, 1,048,576 tasks against 32,768, new elasticities: {}",
                                  weighing.name)] = large / small;
    }
    report.text += fmt::format(
        "growth of N: {:.1f}, of N log N: {:.1f}\nTan and Wong spent 0.12 to 0.21 ms on 100 tasks\n", n,
        n_log_n);
}

}  // namespace

BenchReport benchManagers(const BenchOptions&) {
    for (const Load& load : kLoads)
        for (const load::ManagerInfo& info : load::kManagers)
            for (const std::uint32_t count : kSizes) registerRun({info, load, kWeighings[0], count});
    for (const Weighing& weighing : std::span(kWeighings).subspan(1))
        for (const std::uint32_t count : {32'768u, 1'048'576u})
            registerRun({*load::findManager("elastic"), kLoads[0], weighing, count});
    BenchReport report{measure("managers/"), {}, {}};
    const auto& results = report.results;
    report.text += fmt::format(
        "a frame of {:.2f} ms, {} ms of it for the tasks; planning, choosing and calling tasks that do "
        "nothing\n",
        static_cast<double>(kFrameTime_ns) * 1e-6, kBudget_ns / 1'000'000);
    for (const Load& load : kLoads) {
        report.text += fmt::format("\nload: {} tasks fits a frame\n{:<16}{:>12}{:>12}{:>12}{:>14}{:>12}\n",
                                   load.name, "", "tasks", "run", "due", "ms a frame", "ns a task");
        for (const load::ManagerInfo& info : load::kManagers) {
            for (const std::uint32_t count : kSizes) {
                const Measured& m = results.at(BenchRun{info, load, kWeighings[0], count}.name());
                report.text += fmt::format("{:<16}{:>12}{:>12.0f}{:>12.0f}{:>14.4f}{:>12.2f}\n",
                                           count == kSizes[0] ? info.name : "", count, m.counters.at("run"),
                                           m.counters.at("due"), m.ns * 1e-6, m.ns / count);
            }
        }
    }
    tellGrowth(results, report);
    return report;
}

}  // namespace drover::lab
