// Osborne & Dickinson's Figure 3: 2,048 flocks of 32, the mean of 500 updates with and without the level of
// detail.
#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/lab/reproduce/judge.h"
#include "app/lab/reproduce/osborne_herds.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

constexpr std::uint32_t kFlocks = 2048, kUpdates = 500;

// Without the level of detail every update costs the same, so under the model clock a few updates are enough.
std::uint32_t updatesWithout(const Session& session) {
    if (!session.isReal()) return 2;
    return session.is_quick ? 50 : kUpdates;
}

std::string clockText(const Session& session, const world::Scenario& scenario) {
    if (session.isReal())
        return "Times are measured on one thread: the plain scalar update, flock by flock, and our fastest, "
               "with "
               "vectors and with all flocks that are a root alone updated in bulk.";
    const world::CostModel& m = scenario.load.cost_model;
    return fmt::format(
        "Times are those of the cost model: {:g} us a flock, {:g} us a leaf, {:g} ns a pair of leaves. "
        "`--clock real` "
        "measures.",
        m.fixed_us, m.leaf_us, m.pair_us * 1000);
}

// The same updates by one set of kernels, with and without the level of detail.
struct Runs {
    HerdsResult with, without;
};

Runs runPair(const Session& session, const world::Scenario& scenario, const flock::Kernels& kernels) {
    world::Scenario full = scenario;
    full.lod.enabled = false;
    return {runHerds(session, scenario, kFlocks, kUpdates, kernels),
            runHerds(session, full, kFlocks, updatesWithout(session), kernels)};
}

ReportTable tableOf(const Session& session, const Runs& scalar, const Runs& fastest) {
    ReportTable table{"Mean of an update",
                      {{"", ""}, {"", "ms", 4}, {"", "leaves", -1}, {"", "nodes", -1}, {"", "KiB", 0}},
                      {}};
    const auto add = [&](const std::string& name, const HerdsResult& r) {
        table.rows.push_back({name, r.update_ms, r.leaves, r.nodes, r.bytes / 1024});
    };
    if (session.isReal()) add("with LOD, our fastest", fastest.with);
    add("with LOD", scalar.with);
    if (session.isReal()) add("without LOD, our fastest", fastest.without);
    add("without LOD", scalar.without);
    return table;
}

}  // namespace

Report osborneFigure3(const Session& session) {
    const world::Scenario scenario = command_line::loadScenario("osborne-figure3");
    // The cost model is the same for all kernels, so scalar alone is enough under the model clock.
    const Runs scalar = runPair(session, scenario, *flock::findKernels("scalar"));
    const Runs fastest = session.isReal() ? runPair(session, scenario, flock::bestKernels()) : scalar;
    const double lod_ms = fastest.with.update_ms, plain_ms = scalar.without.update_ms;
    const double percent = 100 * lod_ms / plain_ms;

    Report report;
    report.setting = {fmt::format("{} flocks of 32 agents on {:g} km, zones every {:g} m, neighbourhood {:g} "
                                  "m, {} updates of {:g} s.",
                                  grouped(kFlocks), scenario.world.world_size / 1000,
                                  static_cast<double>(scenario.lod.zone_width),
                                  static_cast<double>(scenario.species[0].kind.neighbourhood), kUpdates,
                                  scenario.frame_time),
                      clockText(session, scenario)};
    report.checks = {bound("an update with the level of detail, of a plain one without",
                           "less than 1 % (figure only)", fmt::format("{:.2f} %", percent), "under 1 %",
                           percent < 1,
                           {percent < 5, "under 5 %", "the level of detail saves less than 95 %"})};
    report.tables.push_back(tableOf(session, scalar, fastest));
    report.plots.push_back(
        BarPlot{"Mean time of an update, 65,536 agents",
                "ms, logarithmic",
                {{"",
                  {{"without LOD", plain_ms, fmt::format("{:.3g} ms", plain_ms)},
                   {"with LOD", lod_ms, fmt::format("{:.3g} ms: {:.2f} %", lod_ms, percent)}}}},
                {{plain_ms / 100, "1 % of without"}},
                true});
    if (session.isReal()) {
        report.remarks.push_back(
            fmt::format("Against our fastest update without the level of detail, {:.3g} ms, an update with "
                        "it takes {:.2f} %; the plain scalar code "
                        "with it takes {:.2f} % of itself without.",
                        fastest.without.update_ms, 100 * lod_ms / fastest.without.update_ms,
                        100 * scalar.with.update_ms / plain_ms));
    } else {
        report.remarks.push_back(
            "The model charges each flock a fixed cost and so cannot go far below 1 %: with the level of "
            "detail, flocks that are a root alone make up most of an update.");
    }
    return report;
}

}  // namespace drover::lab
