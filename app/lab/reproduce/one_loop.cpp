// Drover's own experiment: does it help if level of detail and budget decide together? What a viewer sees
// wrong under several managers on five workloads with the same budget, and the budget with which `modes` is
// as good as `elastic`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "app/lab/fidelity.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/runs.h"
#include "app/lab/reproduce/workloads.h"
#include "app/lab/world_run.h"
#include "core/flock/store.h"
#include "core/load/importance.h"

namespace drover::lab {
namespace {

// Means over herds, each weighted with its importance to the player (load::priorityAt), from 1 far away to
// 100 near.
struct ViewerError {
    double herd_m = 0;        // distance between a herd's centre and where the world shows it
    double polarisation = 0;  // difference from the twin's
    double animal_m = 0;      // mean distance between an animal and the leaf that stands for it
    double weight = 0;        // sum of the weights

    void add(const ViewerError& other) {
        herd_m += other.herd_m, polarisation += other.polarisation;
        animal_m += other.animal_m, weight += other.weight;
    }
    ViewerError mean() const {
        if (weight <= 0) return {};
        return {herd_m / weight, polarisation / weight, animal_m / weight, 1};
    }
};

double metres(const Plane& plane, Place from, Place to) {
    return static_cast<double>(length(plane.offset(from, to)));
}

// The mean distance between each animal of the full twin and the leaf that stands for it. Leaves are in the
// order of the tree, and so are the animals below each.
double placeError(const flock::FlockStore& flocks, const flock::FlockStore& twins, FlockId flock) {
    const flock::Tree& tree = flocks.treeOf(flock);
    const std::uint32_t first = twins.isAlone(flock) ? 0 : twins.first(flock);
    std::uint32_t animal = 0;
    double sum_m = 0;
    const auto addLeaf = [&](Place shown, std::uint32_t level) {
        std::uint32_t count = 1;
        for (; level < tree.depth; ++level) count *= tree.branching;
        for (std::uint32_t i = 0; i < count; ++i, ++animal) {
            const Place place = twins.isAlone(flock)
                                    ? Place{twins.roots().x[row(flock)], twins.roots().y[row(flock)]}
                                    : twins.leaves().get(first + animal).place;
            sum_m += metres(flocks.plane(), shown, place);
        }
    };
    if (flocks.isAlone(flock)) {
        addLeaf({flocks.roots().x[row(flock)], flocks.roots().y[row(flock)]}, 0);
    } else {
        const std::span<const flock::Node> nodes = flocks.nodes(flock);
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            addLeaf(flocks.leaves().get(flocks.first(flock) + i).place, tree.level(nodes[i]));
    }
    return sum_m / animal;
}

// What a viewer sees wrong in a managed world. A twin begins as the world is at a moment, and goes on with
// every animal, updated in every frame. A little later each animal's place in the twin is compared with the
// place where the world shows it: that of the leaf that stands for it. Over long times the twin of fidelity.h
// tells more of where herds end up, and less of this: two herds part by chance alone.
class ShortTwin {
  public:
    explicit ShortTwin(const world::World& world) : twin_(world) { twin_.listEvents(false); }

    // The same time and the same way of the player.
    void follow(const Given& given) {
        std::vector<world::Command> own;
        if (std::exchange(is_new_, false)) {
            flock::LodRules lod = twin_.scenario().lod;
            lod.enabled = false;
            own = {world::SetManager{"unmanaged", {}}, world::SetLod{lod}, world::SetLoad{0, 0}};
        }
        for (const world::Command& command : given.commands)
            if (std::holds_alternative<world::MovePlayer>(command)) own.push_back(command);
        twin_.step(given.frame_time, own);
    }

    // Sums: divide by the weight.
    ViewerError compare(const world::World& world) const {
        ViewerError sum;
        const flock::FlockStore &flocks = world.flocks(), &twins = twin_.flocks();
        for (std::uint32_t i = 0; i < flocks.size(); ++i) {
            const FlockId flock{i};
            const FlockShape shown = shapeOf(flocks, flock), full = shapeOf(twins, flock);
            const double distance_m = metres(flocks.plane(), world.player(), full.centre);
            const auto weight =
                static_cast<double>(load::priorityAt(distance_m, 1, world.scenario().load.importance));
            sum.add({weight * metres(flocks.plane(), shown.centre, full.centre),
                     weight * std::abs(shown.polarisation - full.polarisation),
                     weight * placeError(flocks, twins, flock), weight});
        }
        return sum;
    }

  private:
    world::World twin_;
    bool is_new_ = true;
};

constexpr std::array kCompared = {"elastic", "process", "priority", "budget_allocator", "modes"};
constexpr std::array kQuickCompared = {"elastic", "modes"};
constexpr double kTwinLife_s = 1, kSettling_s = 3, kSample_s = 0.1;
// Shares of the budget that `modes` is tried with, the least last.
constexpr std::array kShares = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3};
constexpr double kBetter = 0.6, kNearOnTime_ms = 10;
// A quick run has what the checks are about, and nothing else.
constexpr std::array kQuickShares = {kBetter};
std::span<const char* const> comparedIn(const Session& session) {
    if (session.is_quick) return kQuickCompared;
    return kCompared;
}
std::span<const double> sharesOf(const Session& session) {
    if (session.is_quick) return kQuickShares;
    return kShares;
}

struct WorkloadRun {
    std::string workload, manager;
    ViewerError error;
    double near_late_ms = 0, far_late_ms = 0;  // of the periods that the manager chose
    double leaves = 0;
    double p99 = 0, over = 0;  // AI time as a share of the budget; share of frames above 1.2 times it
    double changes = 0;        // expansions and collapses, a herd in 30 frames
};

WorkloadRun runOne(const Session& session, const Workload& workload, const char* manager,
                   std::uint32_t frames, double budget_share) {
    world::Scenario scenario = workload.scenario;
    scenario.load.manager = manager;
    // As the papers have it: what is left of a frame stays unused.
    if (const std::string name = manager; name == "elastic" || name == "modes")
        scenario.load.parameters = {{"reclaim", 0.0}};
    // Always the model clock: only the error is measured, and burning the think cost would only take longer.
    scenario.load.clock = world::ClockKind::kModel;
    load::BudgetSettings& budget = scenario.load.budget;
    for (std::int64_t* ns : {&budget.fixed_ns, &budget.greatest_ns})
        *ns = std::llround(static_cast<double>(*ns) * budget_share);
    world::World world(scenario);
    world.listEvents(false);
    std::unique_ptr<ShortTwin> twin;
    double born_s = 0, sampled_s = 0;
    WorkloadRun run{workload.name, manager};
    RunLoop loop{.frames = frames};
    loop.commands = [&](std::uint64_t frame, std::vector<world::Command>& now) {
        addBefore(workload.commands, frame, now);
    };
    loop.after_frame = [&](const world::World& w, const Given& given) {
        session.goOn();
        if (twin) twin->follow(given);
        if (twin && w.time() - sampled_s >= kSample_s) {
            sampled_s = w.time();
            run.error.add(twin->compare(w));
        }
        const bool is_old = w.time() - born_s >= (twin ? kTwinLife_s : kSettling_s);
        if (is_old) twin = std::make_unique<ShortTwin>(w), born_s = sampled_s = w.time();
    };
    const RunResult r = runWorld(world, loop);
    const auto mean = [&r](std::size_t column) { return r.summary(column).mean; };
    run.error = run.error.mean();
    run.near_late_ms = mean(record::columnOf("near_d_assigned_ms"));
    run.far_late_ms = mean(record::columnOf("far_d_assigned_ms"));
    run.leaves = mean(record::columnOf("leaves"));
    run.p99 = r.summary(record::columnOf("ai_ms")).p99 / mean(record::columnOf("td_ms"));
    run.over = r.shareOver(1.2);
    run.changes = (r.totals[record::columnOf("expansions")] + r.totals[record::columnOf("collapses")]) /
                  static_cast<double>(r.flocks) / static_cast<double>(r.frames) * 30;
    return run;
}

// The workloads of the experiment `managers` that have herds alone, and the first of them on a slow machine.
std::vector<Workload> herdWorkloads(const Session& session, std::uint32_t frames) {
    std::vector<Workload> all = workloads(session, frames);
    std::erase_if(all, [](const Workload& workload) { return workload.name == "mixed minds"; });
    Workload slow = all.front();
    slow.name = "slow machine";
    slow.text = "the same herds with a thought of 10 us a leaf, in frames of 75 ms";
    slow.scenario.load.think_us = 10;
    slow.scenario.frame_time = 0.075;
    all.push_back(slow);
    return all;
}

// On one workload: every manager with the whole budget, and `modes` with less of it.
struct Compared {
    std::vector<WorkloadRun> runs;
    struct Less {
        double share;
        WorkloadRun run;
    };
    std::vector<Less> with_less;  // `modes`, with shares of the budget
    const WorkloadRun& of(const char* manager) const {
        return *std::ranges::find(runs, std::string(manager), &WorkloadRun::manager);
    }
    double errorShare() const { return of("modes").error.herd_m / of("elastic").error.herd_m; }
    // The least share of the budget with which `modes` is no worse than `elastic` with all of it.
    double budgetShare() const {
        double least = 1;
        for (const Less& less : with_less) {
            if (less.run.error.herd_m > of("elastic").error.herd_m) break;
            least = less.share;
        }
        return least;
    }
};

ReportTable tableOf(const std::vector<Compared>& all) {
    ReportTable table{"What a viewer sees wrong, with the same budget",
                      {Column("workload"), Column("manager"), Column("a herd is", "off by, m", 2),
                       Column("polarisation", "off by", 4), Column("an animal is", "off by, m", 2),
                       Column("late, ms", "near", 1), Column("late, ms", "far", 1), Column("leaves", -1),
                       Column("AI time p99", "of budget", 3), Column("% frames over", "1.2 budget", 2),
                       Column("changes of level", "a herd in 30 frames", 3)},
                      {}};
    for (const Compared& compared : all) {
        for (const WorkloadRun& run : compared.runs) {
            table.rows.push_back({run.workload, run.manager, run.error.herd_m, run.error.polarisation,
                                  run.error.animal_m, run.near_late_ms, run.far_late_ms, run.leaves, run.p99,
                                  100 * run.over, run.changes});
        }
    }
    return table;
}

ReportTable lessTable(const std::vector<Compared>& all) {
    ReportTable table{
        "`modes` with less of the budget",
        {Column("workload"), Column("elastic with", "100 %, m", 2), Column("modes with", "100 %, m", 2)},
        {}};
    for (const Compared::Less& less : all.front().with_less)
        table.columns.emplace_back("modes with", fmt::format("{:.0f} %", 100 * less.share), 2);
    for (const Compared& compared : all) {
        std::vector<Cell> row = {compared.runs.front().workload, compared.of("elastic").error.herd_m,
                                 compared.of("modes").error.herd_m};
        for (const Compared::Less& less : compared.with_less) row.emplace_back(less.run.error.herd_m);
        table.rows.push_back(std::move(row));
    }
    return table;
}

BarPlot plotOf(const std::vector<Compared>& all) {
    BarPlot plot{"How far a herd is from where it is shown, near ones weighing most", "m", {}, {}};
    for (const Compared& compared : all) {
        plot.groups.push_back({compared.runs.front().workload, {}});
        for (const WorkloadRun& run : compared.runs)
            plot.groups.back().bars.push_back(
                {run.manager, run.error.herd_m, fmt::format("{:.2f}", run.error.herd_m)});
    }
    return plot;
}

// Calls figure(compared) on each workload; the text has all of them.
template <class Figure>
std::string onEach(const std::vector<Compared>& all, const char* form, Figure figure) {
    std::string text;
    for (const Compared& compared : all) {
        if (!text.empty()) text += ", ";
        text += compared.runs.front().workload + " " + fmt::format(fmt::runtime(form), figure(compared));
    }
    return text;
}
template <class Holds>
bool holdsOnAll(const std::vector<Compared>& all, Holds holds) {
    return std::ranges::all_of(all, holds);
}

std::vector<Check> checksOf(const std::vector<Compared>& all) {
    const auto error_share = [](const Compared& c) { return 100 * c.errorShare(); };
    const auto budget_share = [](const Compared& c) { return 100 * c.budgetShare(); };
    const auto polarisation = [](const Compared& c) {
        return c.of("modes").error.polarisation - c.of("elastic").error.polarisation;
    };
    const auto over = [](const Compared& c) { return 100 * c.of("modes").over; };
    const WorkloadRun& slow = all.back().of("modes");
    return {
        shapeOnly(
            "modes: error of elastic's, and budget for elastic's error, %", "one of both at most 60",
            "error: " + onEach(all, "{:.0f}", error_share) +
                "; budget: " + onEach(all, "{:.0f}", budget_share),
            {holdsOnAll(
                 all, [](const Compared& c) { return std::min(c.errorShare(), c.budgetShare()) <= kBetter; }),
             "on every workload", "modes is not that much better on every workload"}),
        shapeOnly("modes: never worse than elastic", "level of detail and budget together lose nothing",
                  "error: " + onEach(all, "{:.0f} %", error_share),
                  {holdsOnAll(all, [](const Compared& c) { return c.errorShare() <= 1; }),
                   "on every workload", "modes is worse on a workload"}),
        shapeOnly("modes: polarisation off by more than elastic's", "nothing that a viewer would see",
                  onEach(all, "{:+.4f}", polarisation),
                  {holdsOnAll(all, [&](const Compared& c) { return polarisation(c) <= 0.01; }),
                   "at most 0.01 more on every workload", "herds that are folded move otherwise"}),
        shapeOnly(
            "modes: near herds on a slow machine, late by, ms", "on time at whatever depth fits",
            fmt::format("{:.1f}; elastic {:.1f}", slow.near_late_ms, all.back().of("elastic").near_late_ms),
            {slow.near_late_ms < kNearOnTime_ms, "below 10", "near herds are late"}),
        shapeOnly("modes: frames over 1.2 times the budget, %", "the budget is kept",
                  onEach(all, "{:.2f}", over),
                  {holdsOnAll(all, [](const Compared& c) { return c.of("modes").over < 0.001; }),
                   "below 0.1 on every workload", "the budget is not kept"}),
        shapeOnly("modes: changes of level in steady state, a herd in 30 frames",
                  "herds do not fold and unfold in turn",
                  fmt::format("{:.3f}", all.front().of("modes").changes),
                  {all.front().of("modes").changes <= 1, "at most 1", "levels change in turn"})};
}

}  // namespace

Report oneLoop(const Session& session) {
    const std::uint32_t frames = session.is_quick ? 400 : 900;
    const std::vector<Workload> workloads = herdWorkloads(session, frames);
    const auto managers = comparedIn(session);
    const auto shares = sharesOf(session);
    // A run is a workload under a manager, or under `modes` with less of the budget.
    const std::size_t runs_each = managers.size() + shares.size();
    const auto count = static_cast<std::uint32_t>(workloads.size() * runs_each);
    const std::vector<WorkloadRun> runs = allRuns(session, count, false, [&](std::uint32_t run) {
        const Workload& workload = workloads[run / runs_each];
        const std::size_t i = run % runs_each;
        return i < managers.size() ? runOne(session, workload, managers[i], frames, 1)
                                   : runOne(session, workload, "modes", frames, shares[i - managers.size()]);
    });
    std::vector<Compared> all(workloads.size());
    for (std::size_t run = 0; run < runs.size(); ++run) {
        Compared& compared = all[run / runs_each];
        const std::size_t i = run % runs_each;
        if (i < managers.size())
            compared.runs.push_back(runs[run]);
        else
            compared.with_less.push_back({shares[i - managers.size()], runs[run]});
    }
    Report report;
    report.setting = {
        fmt::format("{} frames each under the model clock, the same seed under every manager.", frames),
        "Once a second a twin begins as the world is: every animal of it is moved in every frame. Ten times "
        "in this second each herd is compared with its twin. A herd counts by its importance to the player, "
        "from 1 far away to 100 near."};
    for (const Workload& workload : workloads)
        report.setting.push_back(workload.name + ": " + workload.text + ".");
    report.checks = checksOf(all);
    report.tables = {tableOf(all), lessTable(all)};
    report.plots.push_back(plotOf(all));
    report.remarks = {
        "How far an animal is from where it is shown also counts what is not shown: of a folded herd each "
        "animal is as far off as it is from the herd's centre. Where time is short `modes` folds near herds "
        "to keep them on time, and so this distance grows."};
    return report;
}

}  // namespace drover::lab
