// Ours: what saving costs. The herds of the scenario `fidelity` beside a twin on which nothing is saved, with smaller and
// smaller budgets, with and without the level of detail.
#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/lab/fidelity.h"
#include "app/lab/reproduce/judge.h"
#include "app/lab/world_run.h"
#include "app/steady_clock.h"

namespace drover::lab {
namespace {

constexpr double kUnbounded_ms = 0;  // of a budget: everything runs in every frame

struct Point {
    bool has_lod = true;
    double budget_ms = 0;
    double saving = 0;        // of the AI time that the twin would take
    double near_m = 0, far_m = 0, all_m = 0;  // mean distance to the twin over the run
};

// What the twin's flocks cost in a frame by the model: every leaf of every flock, every frame.
double fullCost_ms(const Scenario& scenario) {
    double us = 0;
    for (const SpeciesEntry& entry : scenario.species) {
        const auto agents = static_cast<double>(entry.kind.agents());
        const CostModel& m = scenario.load.cost_model;
        us += entry.flocks * (m.fixed_us + agents * (m.leaf_us + m.pair_us * (agents - 1) + scenario.load.think_us));
    }
    return us * 1e-3;
}

Point runOne(const Session& session, bool has_lod, double budget_ms, std::uint32_t frames) {
    Scenario scenario = loadScenario("fidelity");
    scenario.seed = session.seed;
    // The model in both: what is measured is the error, and a burnt think cost would only take longer.
    scenario.load.clock = ClockKind::kModel;
    scenario.lod.enabled = has_lod;
    if (budget_ms == kUnbounded_ms) scenario.load.manager = "unmanaged";
    scenario.load.budget.fixed_ns = std::llround(budget_ms * 1e6);
    World world(scenario);
    Fidelity fidelity(scenario);
    RunLoop loop{.frames = frames};
    loop.before_frame = [&](double frame_time, std::span<const Command> commands) { fidelity.step(frame_time, commands); };
    loop.after_frame = [&](const World& w) { fidelity.observe(w), session.goOn(); };
    const RunResult r = runWorld(world, loop);
    const FidelityReport report = fidelity.report(world);
    Point point{has_lod, budget_ms, 1 - r.summary(columnOf("c_total_ms")).mean / fullCost_ms(scenario)};
    point.near_m = report.bands[row(Band::kNear)].run_distance_m;
    point.far_m = report.bands[row(Band::kMiddle)].run_distance_m;
    double flocks = 0;
    for (const BandFidelity& band : report.bands) {
        point.all_m += band.run_distance_m * static_cast<double>(band.flocks);
        flocks += static_cast<double>(band.flocks);
    }
    point.all_m /= flocks;
    return point;
}

LinePlot plotOf(const std::vector<Point>& points) {
    Series both{"levels and waiting", {}, {}}, waiting{"waiting alone", {}, {}}, near{"both, the near alone", {}, {}};
    for (const Point& p : points) {
        Series& all = p.has_lod ? both : waiting;
        all.x.push_back(100 * p.saving), all.y.push_back(p.all_m);
        if (p.has_lod) near.x.push_back(100 * p.saving), near.y.push_back(p.near_m);
    }
    return {"How far herds are from where they would have been", "% of the AI time saved", "m, mean over the run", {both, waiting, near}};
}

}  // namespace

Report savingAgainstError(const Session& session) {
    const std::uint32_t frames = session.is_quick ? 240 : 1200;
    constexpr double kBudgets_ms[] = {kUnbounded_ms, 16, 4, 1};
    std::vector<Point> points;
    Progress progress("runs", 2 * std::size(kBudgets_ms), session.shows_progress);
    for (const bool has_lod : {true, false}) {
        for (const double budget_ms : kBudgets_ms) {
            points.push_back(runOne(session, has_lod, budget_ms, frames));
            progress.show(points.size());
        }
    }
    progress.clear();
    Report report;
    report.setting = {fmt::format("256 herds of 32 on 1.5 km, {} frames, 17 us of thought a leaf, always under the model clock; each herd is held against "
                                  "its twin in the same world, in which every animal is updated in every frame.",
                                  frames)};
    ReportTable table{"Saving and error", {{"", "saved by"}, {"budget,", "ms", 0}, {"AI time", "saved, %", 2}, {"from the twin, m", "near", 2},
                                           {"from the twin, m", "middle", 2}, {"from the twin, m", "all", 2}}, {}};
    for (const Point& p : points) {
        table.rows.push_back({p.has_lod ? "levels and waiting" : "waiting", p.budget_ms == kUnbounded_ms ? Cell("none") : Cell(p.budget_ms), 100 * p.saving,
                              p.near_m, p.far_m, p.all_m});
    }
    report.tables.push_back(std::move(table));
    report.plots.push_back(plotOf(points));
    const std::size_t n = std::size(kBudgets_ms);
    const Point &levels = points[0], &tight = points[n - 1], &late = points[2 * n - 1];
    report.checks = {
        shapeOnly("the near pay less than the far, smallest budget", "quality where the player is", fmt::format("{:.2f} m near, {:.2f} m farther off", tight.near_m, tight.far_m),
                  {tight.near_m < tight.far_m, "near below middle", "the near herds stray as far as the others"}),
        shapeOnly("what the level of detail saves by itself", "far groups are one point", fmt::format("{:.1f} % of the AI time", 100 * levels.saving),
                  {levels.saving > 0.8, "more than 80 %", "the level of detail saves little"}),
        shapeOnly("waiting leads astray less than melting", "ours alone", fmt::format("{:.2f} m by waiting, {:.2f} m by levels", late.all_m, levels.all_m),
                  {late.all_m < levels.all_m, "less", "waiting leads astray as much"})};
    report.remarks = {"A herd that is one point does not wander as 32 animals do that see each other: that is most of the error. A later update costs little, "
                      "for an update makes up the time that has passed."};
    return report;
}

}  // namespace drover::lab
