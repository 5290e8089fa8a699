// drover-lab bench frame: the parts of a frame of a million flocks, on one core and on all, under the real
// clock.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <vector>

#include "app/command_line/assets.h"
#include "app/command_line/steady_clock.h"
#include "app/lab/bench.h"
#include "core/cores/team.h"
#include "core/record/summary.h"
#include "core/world/world.h"

namespace drover::lab {

BenchReport benchFrame(const BenchOptions&) {
    constexpr int kWarm = 60, kFrames = 120;
    command_line::SteadyClock clock;
    const std::unique_ptr<cores::Team> team = cores::makeTeam(cores::coresToUse());
    world::Scenario scenario = command_line::loadScenario("million");
    scenario.load.clock = world::ClockKind::kReal;
    BenchReport report;
    report.text = fmt::format(
        "{}: {} flocks that stand for {} agents, {} frames; medians, "
        "ms\n\n{:<12}{:>10}{:>10}{:>10}{:>10}{:>12}\n",
        scenario.title, scenario.flocks(), scenario.agents(), kFrames, "cores", "frame", "manager", "AI",
        "world", "tasks run");
    std::vector<cores::Team*> teams{nullptr};
    if (team) teams.push_back(team.get());
    for (cores::Team* const cores : teams) {
        world::World world(scenario, &clock, cores);
        world.listEvents(false);
        for (int i = 0; i < kWarm; ++i) world.step(scenario.frame_time);
        std::array<std::vector<double>, 5> parts;
        for (int i = 0; i < kFrames; ++i) {
            const std::int64_t begin_ns = clock.now();
            const record::FrameRecord& r = world.step(scenario.frame_time);
            const std::int64_t frame_ns = clock.now() - begin_ns;
            const std::int64_t values[] = {frame_ns, r.overhead_ns, r.ai_ns, r.rest_ns,
                                           static_cast<std::int64_t>(r.whole.run)};
            for (std::size_t p = 0; p < parts.size(); ++p) parts[p].push_back(static_cast<double>(values[p]));
        }
        std::array<double, 5> median{};
        for (std::size_t p = 0; p < parts.size(); ++p) median[p] = record::percentile(parts[p], 50);
        const unsigned count = cores ? cores->size() : 1;
        Measured& m = report.results[fmt::format("frame/{}", count)];
        m.ns = median[0];
        m.counters = {
            {"manager_ns", median[1]}, {"ai_ns", median[2]}, {"world_ns", median[3]}, {"run", median[4]}};
        report.text +=
            fmt::format("{:<12}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>12.0f}\n", count, median[0] * 1e-6,
                        median[1] * 1e-6, median[2] * 1e-6, median[3] * 1e-6, median[4]);
        report.ratios[fmt::format("{} cores: a frame against 16.7 ms", count)] = median[0] * 60e-9;
    }
    return report;
}

}  // namespace drover::lab
