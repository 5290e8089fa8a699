// Drover's own experiment: how accuracy falls when AI time is saved. The herds of the scenario `fidelity`
// next to a fully updated twin, with smaller and smaller budgets, with and without the level of detail.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "app/command_line/assets.h"
#include "app/lab/fidelity.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/world_run.h"

namespace drover::lab {
namespace {

constexpr double kUnbounded_ms = 0;  // no budget: everything runs in every frame
constexpr std::array<double, 4> kWithLod_ms = {kUnbounded_ms, 2, 1, 0.5},
                                kWithout_ms = {kUnbounded_ms, 32, 4, 1};

struct Point {
    bool has_lod = true;
    double budget_ms = 0;
    double saving = 0;   // share of the twin's AI time
    double cost_ms = 0;  // mean AI time of a frame
    double near_m = 0, far_m = 0,
           all_m = 0;  // mean distance to the twin over the run; far: all herds that are not near
    double near_spread_m = 0,
           far_spread_m = 0;                   // how far a herd's spread is off its twin's, at the end
    double near_error_m = 0, all_error_m = 0;  // standard errors of near_m and all_m over the seeds

    void addShare(const Point& other, double share) {
        saving += share * other.saving, cost_ms += share * other.cost_ms;
        near_m += share * other.near_m, far_m += share * other.far_m, all_m += share * other.all_m;
        near_spread_m += share * other.near_spread_m, far_spread_m += share * other.far_spread_m;
    }
};

// The cost of a frame of the twin's flocks by the cost model, with every leaf of every flock updated.
double fullCost_ms(const world::Scenario& scenario) {
    double us = 0;
    for (const world::SpeciesEntry& entry : scenario.species) {
        const auto agents = static_cast<double>(entry.kind.agents());
        const world::CostModel& m = scenario.load.cost_model;
        us += entry.flocks *
              (m.fixed_us + agents * (m.leaf_us + m.pair_us * (agents - 1) + scenario.load.think_us));
    }
    return us * 1e-3;
}

// The share of all leaves that the zones ask for if herds are spread evenly over the world. Herds count as
// points; in fact, a herd across a border has leaves on both sides.
double leavesByZones(const world::Scenario& scenario) {
    const flock::Species& kind = scenario.species.front().kind;
    const double zone_m = static_cast<double>(scenario.lod.zone_width);
    const double world_m2 = scenario.world.world_size * scenario.world.world_size;
    double leaves = 1, agents = 1;  // a root alone outside all zones
    for (std::uint32_t depth = 1; depth <= kind.depth; ++depth) {
        const double radius_m = zone_m * (kind.depth + 1 - depth), more = agents * (kind.branching - 1);
        leaves += more * std::numbers::pi * radius_m * radius_m / world_m2;
        agents *= kind.branching;
    }
    return leaves / agents;
}

constexpr std::int64_t kSeconds = 20;

// Runs for a fixed number of simulated seconds, because herds that live longer stray farther.
Point runOne(const Session& session, std::uint64_t seed, bool has_lod, double budget_ms) {
    world::Scenario scenario = command_line::loadScenario("fidelity");
    scenario.seed = seed;
    // Always the model clock: only the error is measured, and burning the think cost would only take longer.
    scenario.load.clock = world::ClockKind::kModel;
    scenario.lod.enabled = has_lod;
    if (budget_ms == kUnbounded_ms) scenario.load.manager = "unmanaged";
    scenario.load.budget.fixed_ns = std::llround(budget_ms * 1e6);
    world::World world(scenario);
    Fidelity fidelity(scenario);
    RunLoop loop{.until_ns = kSeconds * 1'000'000'000};
    loop.after_frame = [&](const world::World& w, const Given& given) {
        fidelity.follow(w, given);
        session.goOn();
    };
    const RunResult r = runWorld(world, loop);
    const FidelityReport report = fidelity.report(world);
    Point point{.has_lod = has_lod,
                .budget_ms = budget_ms,
                .cost_ms = r.summary(record::columnOf("c_total_ms")).mean};
    point.saving = std::max(0.0, 1 - point.cost_ms / fullCost_ms(scenario));
    point.near_m = report.bands[record::row(record::Band::kNear)].run_distance_m;
    point.near_spread_m = report.bands[record::row(record::Band::kNear)].spread_difference_m;
    double flocks = 0, others = 0;
    for (std::size_t b = 0; b < record::kBands; ++b) {
        const auto here = static_cast<double>(report.bands[b].flocks);
        const double sum_m = report.bands[b].run_distance_m * here;
        point.all_m += sum_m, flocks += here;
        if (b == record::row(record::Band::kNear)) continue;
        point.far_m += sum_m, others += here;
        point.far_spread_m += report.bands[b].spread_difference_m * here;
    }
    point.all_m /= flocks;
    point.far_m /= std::max(others, 1.0);
    point.far_spread_m /= std::max(others, 1.0);
    return point;
}

// Only about a dozen herds are near the player; the mean over several seeds evens out chance.
constexpr std::uint64_t kSeeds = 8, kQuickSeeds = 4;
constexpr double kSameWay = 1.25;
constexpr double kErrors = 2;  // standard errors that may be chance

std::uint64_t seedsOf(const Session& session) { return session.is_quick ? kQuickSeeds : kSeeds; }

Point runSeeds(const Session& session, bool has_lod, double budget_ms) {
    Point mean{.has_lod = has_lod, .budget_ms = budget_ms};
    std::vector<Point> points;
    const std::uint64_t seeds = seedsOf(session);
    for (std::uint64_t i = 0; i < seeds; ++i) {
        points.push_back(runOne(session, session.seed + i, has_lod, budget_ms));
        mean.addShare(points.back(), 1.0 / static_cast<double>(seeds));
    }
    double near_sq = 0, all_sq = 0;
    for (const Point& p : points) {
        near_sq += (p.near_m - mean.near_m) * (p.near_m - mean.near_m);
        all_sq += (p.all_m - mean.all_m) * (p.all_m - mean.all_m);
    }
    const auto pairs = static_cast<double>(seeds * (seeds - 1));
    mean.near_error_m = std::sqrt(near_sq / pairs);
    mean.all_error_m = std::sqrt(all_sq / pairs);
    return mean;
}

LinePlot plotOf(const std::vector<Point>& points) {
    Series both{"levels and waiting", {}, {}}, waiting{"waiting alone", {}, {}},
        near{"both, the near alone", {}, {}};
    for (const Point& p : points) {
        Series& all = p.has_lod ? both : waiting;
        all.x.push_back(p.cost_ms), all.y.push_back(p.all_m);
        if (p.has_lod) near.x.push_back(p.cost_ms), near.y.push_back(p.near_m);
    }
    return {"Distance between herds and their twins",
            "AI time of a frame, ms, logarithmic",
            "m, mean over the run",
            {both, waiting, near},
            {},
            {},
            true};
}

Check savedByLevels(const Point& levels, double expected_left) {
    const double left = 1 - levels.saving;
    return shapeOnly("what the level of detail saves by itself",
                     fmt::format("{:.1f} % of the leaves, by its zones", 100 * (1 - expected_left)),
                     fmt::format("{:.1f} % of the AI time", 100 * levels.saving),
                     {left < 2 * expected_left && left > expected_left / 2,
                      fmt::format("the time left, {:.1f} %, is half to twice the {:.1f} % of leaves that "
                                  "zones leave of evenly spread herds",
                                  100 * left, 100 * expected_left),
                      "the saving does not match the zones"});
}

// Tan & Wong 5.1: a smaller budget comes at the cost of quality.
Check smallerBudgetStraysFarther(const std::vector<Point>& points) {
    std::vector<double> all_m;
    for (const Point& p : points) {
        if (!p.has_lod) all_m.push_back(p.all_m);
    }
    return shapeOnly(
        "waiting alone: distance to the twin as the budget shrinks",
        "less time \"comes at the cost of\" quality (Tan)", fmt::format("{:.2f} m", fmt::join(all_m, " / ")),
        {rises(all_m), "rises with each smaller budget", "herds that wait longer do not stray farther"});
}

std::vector<Check> checksOf(const std::vector<Point>& points, double expected_left) {
    const Point &levels = points[0], &both = points[kWithLod_ms.size() - 1];
    return {savedByLevels(levels, expected_left),
            shapeOnly("the near keep their shape, smallest budget", "detail where the player is (Osborne)",
                      fmt::format("spread off by {:.2f} m near, {:.2f} m farther off", both.near_spread_m,
                                  both.far_spread_m),
                      {both.near_spread_m < both.far_spread_m, "near below the others",
                       "near herds keep their shape no better than the others"}),
            shapeOnly("the near stray no farther than the others, smallest budget",
                      "fidelity where the player is (Osborne)",
                      fmt::format("{:.2f} m near, standard error {:.2f} m; {:.2f} m farther off", both.near_m,
                                  both.near_error_m, both.far_m),
                      {both.near_m < kSameWay * both.far_m + kErrors * both.near_error_m,
                       "at most a quarter farther than the others, plus two standard errors: a near herd was "
                       "far before, and brings along how far it strayed",
                       "near herds stray farther than the others"}),
            smallerBudgetStraysFarther(points),
            shapeOnly(
                "what waiting adds to the error of levels, smallest budget",
                "little beside what levels do (the scenario's text)",
                fmt::format("{:.2f} m instead of {:.2f}", both.all_m, levels.all_m),
                {both.all_m - levels.all_m <
                     levels.all_m / 2 + kErrors * std::hypot(both.all_error_m, levels.all_error_m),
                 "adds less than half of the error of levels alone, or more by less than two standard errors",
                 "waiting adds half of the error of levels or more"})};
}

}  // namespace

Report savingAgainstError(const Session& session) {
    std::vector<Point> points;
    Progress progress("runs", kWithLod_ms.size() + kWithout_ms.size(), session.shows_progress);
    const auto run = [&](bool has_lod, double budget_ms) {
        points.push_back(runSeeds(session, has_lod, budget_ms));
        progress.show(points.size());
    };
    for (const double budget_ms : kWithLod_ms) run(true, budget_ms);
    for (const double budget_ms : kWithout_ms) run(false, budget_ms);
    progress.clear();
    Report report;
    report.setting = {
        fmt::format("256 herds of 32 on 1.5 km, {} s, 17 us think cost per leaf, always under the model "
                    "clock, the mean of {} seeds; each herd is compared with its twin in the same world, in "
                    "which every animal is updated in every frame.",
                    kSeconds, seedsOf(session))};
    ReportTable table{"Saving and error",
                      {Column("saved by"), Column("budget,", "ms", 1), Column("AI time,", "ms", 2),
                       Column("AI time", "saved, %", 2), Column("from the twin, m", "near", 2),
                       Column("from the twin, m", "others", 2), Column("from the twin, m", "all", 2),
                       Column("spread off, m", "near", 2), Column("spread off, m", "others", 2)},
                      {}};
    for (const Point& p : points) {
        table.rows.push_back({p.has_lod ? "levels and waiting" : "waiting",
                              p.budget_ms == kUnbounded_ms ? Cell("none") : Cell(p.budget_ms), p.cost_ms,
                              100 * p.saving, p.near_m, p.far_m, p.all_m, p.near_spread_m, p.far_spread_m});
    }
    report.tables.push_back(std::move(table));
    report.plots.push_back(plotOf(points));
    const Point &levels = points[0], &late = points[points.size() - 2];
    report.checks = checksOf(points, leavesByZones(command_line::loadScenario("fidelity")));
    const bool levels_win = levels.all_m < late.all_m && levels.saving > late.saving - 0.02;
    report.remarks = {
        fmt::format("Levels alone save {:.1f} % of the AI time, and herds are {:.2f} m astray; waiting "
                    "alone, {:.1f} % and {:.2f} m.{}",
                    100 * levels.saving, levels.all_m, 100 * late.saving, late.all_m,
                    levels_win ? " For the same saving, a herd of fewer points that is updated often stays "
                                 "nearer to its twin than a full herd that is updated seldom."
                               : "")};
    return report;
}

}  // namespace drover::lab
