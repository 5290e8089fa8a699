// Osborne & Dickinson's Figure 3: 2,048 flocks of 32, the mean of 500 updates with the level of detail and without.
#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/lab/reproduce/judge.h"
#include "app/lab/reproduce/osborne_herds.h"
#include "app/lab/world_run.h"

namespace drover::lab {
namespace {

constexpr std::uint32_t kFlocks = 2048, kUpdates = 500;

// Without the level of detail every update costs the same: under the model clock a few tell it.
std::uint32_t updatesWithout(const Session& session) {
    if (!session.isReal()) return 2;
    return session.is_quick ? 50 : kUpdates;
}

std::string clockText(const Session& session, const Scenario& scenario) {
    if (session.isReal())
        return "Times are measured, of the plain scalar update on one thread.";
    const CostModel& m = scenario.load.cost_model;
    return fmt::format(
        "Times are those of the cost model: {:g} us a flock, {:g} us a leaf, {:g} ns a pair of leaves. `--clock real` "
        "measures.",
        m.fixed_us, m.leaf_us, m.pair_us * 1000);
}

}  // namespace

Report osborneFigure3(const Session& session) {
    const Scenario scenario = loadScenario("osborne-figure3");
    Scenario without = scenario;
    without.lod.enabled = false;
    const Kernels& scalar = *findKernels("scalar");
    const HerdsResult lod = runHerds(session, scenario, kFlocks, kUpdates, scalar);
    const HerdsResult plain = runHerds(session, without, kFlocks, updatesWithout(session), scalar);
    const double percent = 100 * lod.update_ms / plain.update_ms;

    Report report;
    report.setting = {
        fmt::format(
            "{} flocks of 32 agents on {:g} km, zones every {:g} m, neighbourhood {:g} m, {} updates of {:g} s.",
            grouped(kFlocks), scenario.world.world_size / 1000, static_cast<double>(scenario.lod.zone_width),
            static_cast<double>(scenario.species[0].kind.neighbourhood), kUpdates, scenario.frame_time),
        clockText(session, scenario)};
    report.checks = {bound("an update with the level of detail, of one without", "less than 1 % (figure only)",
                           fmt::format("{:.2f} %", percent), "under 1 %", percent < 1,
                           {percent < 5, "under 5 %", "the level of detail saves less than 95 %"})};
    ReportTable table{
        "Mean of an update", {{"", ""}, {"", "ms", 4}, {"", "leaves", -1}, {"", "nodes", -1}, {"", "KiB", 0}}, {}};
    table.rows = {{"with LOD", lod.update_ms, lod.leaves, lod.nodes, lod.bytes / 1024},
                  {"without LOD", plain.update_ms, plain.leaves, plain.nodes, plain.bytes / 1024}};
    report.tables.push_back(std::move(table));
    report.plots.push_back(
        BarPlot{"Mean time of an update, 65,536 agents",
                "ms, logarithmic",
                {{"",
                  {{"without LOD", plain.update_ms, fmt::format("{:.3g} ms", plain.update_ms)},
                   {"with LOD", lod.update_ms, fmt::format("{:.3g} ms: {:.2f} %", lod.update_ms, percent)}}}},
                {{plain.update_ms / 100, "1 % of without"}},
                true});
    if (session.isReal()) {
        const HerdsResult fastest = runHerds(session, without, kFlocks, updatesWithout(session));
        report.remarks.push_back(fmt::format("Our fastest update, without the level of detail: {:.3g} ms; with it the scalar one takes {:.2f} % of that.",
                                             fastest.update_ms, 100 * lod.update_ms / fastest.update_ms));
    } else {
        report.remarks.push_back(
            "The model charges each flock a fixed cost and so cannot go far below 1 %: with it, most of an update is "
            "flocks that are "
            "a root alone.");
    }
    return report;
}

}  // namespace drover::lab
