// Drover's own experiment: every load manager on the same five workloads. It tests the papers' promises for
// their managers.
#include <fmt/format.h>

#include <algorithm>

#include "app/lab/reproduce/clocks.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/runs.h"
#include "app/lab/reproduce/workloads.h"
#include "app/lab/world_run.h"
#include "core/load/manager.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab {
namespace {

// Observed D_period, only from frames in which both near and far tasks were updated.
struct Deviations {
    bool has_any = false;
    double near_ms = 0, far_ms = 0;
};

struct ManagerRun {
    std::string workload, manager;
    double over = 0;       // share of frames above 1.2 times the budget
    Cell near_ms, far_ms;  // observed D_period; empty if there are no such tasks
    Deviations both;
    double oldest_ms = 0;  // longest wait; p99 over all frames
    double overhead_ms = 0;
    double c_total_p99_ms = 0;
    double budget_ms = 0, frame_ms = 0, longest_period_ms = 0;

    double p99() const { return c_total_p99_ms / budget_ms; }
};

Cell meanOf(const RunResult& r, std::size_t column) {
    const std::optional<double> mean = r.mean(column);
    return mean ? Cell(*mean) : Cell();
}

Deviations deviationsOf(const RunResult& r) {
    constexpr std::size_t kNear = record::columnOf("near_d_observed_ms"),
                          kFar = record::columnOf("far_d_observed_ms");
    const std::vector<double>&near = r.columns[kNear], &far = r.columns[kFar],
          &near_count = r.columns[*record::weightOf(kNear)], &far_count = r.columns[*record::weightOf(kFar)];
    Deviations out;
    double near_all = 0, far_all = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
        if (near_count[i] == 0 || far_count[i] == 0) continue;
        out.near_ms += near[i] * near_count[i], near_all += near_count[i];
        out.far_ms += far[i] * far_count[i], far_all += far_count[i];
    }
    if (near_all == 0) return {};
    out.near_ms /= near_all, out.far_ms /= far_all;
    out.has_any = true;
    return out;
}

double longestPeriod(const world::Scenario& scenario) {
    double longest_ms = 0;
    for (const world::SpeciesEntry& entry : scenario.species)
        longest_ms = std::max(longest_ms, entry.task.maximum_ms);
    world::forEachOther(scenario, [&](const minds::Kind&, const world::AnimalsEntry& entry) {
        if (entry.count > 0) longest_ms = std::max(longest_ms, entry.task.maximum_ms);
        for (const world::WildSpeciesEntry& own : entry.species)
            longest_ms = std::max(longest_ms, own.task.maximum_ms);
    });
    return longest_ms;
}

ManagerRun runOne(const Session& session, const Workload& workload, const std::string& manager,
                  std::uint32_t frames) {
    world::Scenario scenario = workload.scenario;
    scenario.load.manager = manager;
    ProcessorClock clock;
    world::World world(scenario, &clock);
    RunLoop loop{.frames = frames};
    loop.commands = [&](std::uint64_t frame, std::vector<world::Command>& now) {
        addBefore(workload.commands, frame, now);
    };
    loop.after_frame = [&](const world::World&, const Given&) { session.goOn(); };
    const RunResult r = runWorld(world, loop);
    ManagerRun run{workload.name, manager};
    run.over = r.shareOver(1.2);
    run.near_ms = meanOf(r, record::columnOf("near_d_observed_ms"));
    run.far_ms = meanOf(r, record::columnOf("far_d_observed_ms"));
    run.both = deviationsOf(r);
    run.oldest_ms = r.summary(record::columnOf("oldest_ms")).p99;
    run.overhead_ms = r.summary(record::columnOf("overhead_ms")).mean;
    run.c_total_p99_ms = r.summary(record::columnOf("c_total_ms")).p99;
    run.budget_ms = r.summary(record::columnOf("td_ms")).mean;
    run.frame_ms = r.summary(record::columnOf("tf_ms")).mean;
    run.longest_period_ms = longestPeriod(scenario);
    return run;
}

ReportTable tableOf(const std::vector<ManagerRun>& runs, bool is_real) {
    ReportTable table{"Every manager on every workload",
                      {Column("workload"), Column("manager"), Column("% frames over", "1.2 budget", 2),
                       Column("AI time p99", "of budget", 2), Column("D_period, ms", "near", 1),
                       Column("D_period, ms", "far", 1), Column("oldest", "wait p99, ms", -1),
                       Column("overhead,", "ms", 4)},
                      {}};
    for (const ManagerRun& run : runs) {
        table.rows.push_back({run.workload, run.manager, 100 * run.over, run.p99(), run.near_ms, run.far_ms,
                              run.oldest_ms, is_real ? Cell(run.overhead_ms) : Cell()});
    }
    return table;
}

BarPlot plotOf(const std::vector<ManagerRun>& runs) {
    BarPlot plot{"AI time that one frame in a hundred exceeds", "times the budget", {}, {{1, "the budget"}}};
    for (const ManagerRun& run : runs) {
        if (plot.groups.empty() || plot.groups.back().name != run.workload)
            plot.groups.push_back({run.workload, {}});
        plot.groups.back().bars.push_back({run.manager, run.p99(), fmt::format("{:.2f}", run.p99())});
    }
    return plot;
}

// The worst value of a manager over its workloads, and the workload.
struct WorstRun {
    double value = 0;
    std::string workload;
};
template <class Figure>
WorstRun worstOf(const std::vector<ManagerRun>& runs, const char* manager, Figure figure) {
    WorstRun worst{-1, ""};
    for (const ManagerRun& run : runs) {
        if (run.manager == manager && figure(run) > worst.value) worst = {figure(run), run.workload};
    }
    return worst;
}

Check budgetKept(const std::vector<ManagerRun>& runs, const char* manager, const char* promise) {
    const WorstRun worst = worstOf(runs, manager, [](const ManagerRun& run) { return 100 * run.over; });
    return shapeOnly(
        fmt::format("{}: frames over 1.2 times the budget", manager), promise,
        fmt::format("at worst {:.1f} % ({})", worst.value, worst.workload),
        {worst.value <= 5, "at most 5 % on every workload", "the manager does not keep the budget"});
}

// Tan & Wong's Figure 2: U = U0 - lambda E, and E is the distance. Far begins at four times the distance at
// which near ends. So a far task gives up at least four times as much U, and its T - T0 is at least four
// times as long.
Check nearBeforeFar(const std::vector<ManagerRun>& runs) {
    const ManagerRun* worst = nullptr;
    const auto over = [](const ManagerRun& run) {
        return run.both.near_ms - (run.both.far_ms / 4 + run.frame_ms);
    };
    for (const ManagerRun& run : runs) {
        if (run.manager == "elastic" && run.both.has_any && (!worst || over(run) > over(*worst)))
            worst = &run;
    }
    const char* const what = "elastic: the near give way less than the far";
    const char* const theirs = "the most important are given more time (4.2)";
    if (!worst)
        return shapeOnly(what, theirs, "no frame with both",
                         {false, "", "near and far tasks never run in the same frame"});
    return shapeOnly(what, theirs,
                     fmt::format("{:.1f} ms near, {:.1f} ms far ({})", worst->both.near_ms,
                                 worst->both.far_ms, worst->workload),
                     {over(*worst) <= 0,
                      "near at most a quarter of far (E is the distance, and far begins at four times near's "
                      "limit) plus one frame, since updates fall on frames; only frames with both",
                      "near tasks give way as much as far ones"});
}

// A bound on the longest wait. The task with the longest wait runs first, so a task waits at most its own
// period and a round of all others. A round takes the time that the unmanaged manager needs for all tasks.
// One more round allows for time that frames leave unused.
Check waits(const std::vector<ManagerRun>& runs) {
    struct {
        double share = 0, oldest_ms = 0, most_ms = 0;
        std::string workload;
    } worst;
    for (const ManagerRun& run : runs) {
        if (run.manager != "elastic") continue;
        const auto all = std::find_if(runs.begin(), runs.end(), [&](const ManagerRun& other) {
            return other.workload == run.workload && other.manager == "unmanaged";
        });
        const double round_ms = std::max(1.0, all->c_total_p99_ms / run.budget_ms) * run.frame_ms;
        const double most_ms = run.longest_period_ms + 2 * round_ms;
        if (run.oldest_ms / most_ms > worst.share)
            worst = {run.oldest_ms / most_ms, run.oldest_ms, most_ms, run.workload};
    }
    return shapeOnly(
        "elastic: no task starves", "\"prevent starvation\" (Tan)",
        fmt::format("{:.0f} ms of {:.0f} ({})", worst.oldest_ms, worst.most_ms, worst.workload),
        {worst.share <= 1,
         "in 99 of 100 frames the longest wait is at most the longest period and two rounds of all",
         "a task waits longer than a round of all tasks takes"});
}

// The workloads must overload a frame, or the other checks prove nothing.
Check unmanagedExceeds(const std::vector<ManagerRun>& runs) {
    double least = 100;
    for (const ManagerRun& run : runs) {
        if (run.manager == "unmanaged") least = std::min(least, 100 * run.over);
    }
    return shapeOnly("unmanaged: frames over 1.2 times the budget", "what managers are for",
                     fmt::format("at least {:.0f} %", least),
                     {least >= 30, "at least 30 % on every workload", "a workload needs no manager"});
}

}  // namespace

Report managersOnWorkloads(const Session& session) {
    const std::uint32_t frames = !session.is_quick ? 1200 : session.isReal() ? 120 : 240;
    const std::vector<Workload> all = workloads(session, frames);
    const std::size_t managers = load::kManagers.size();
    const auto count = static_cast<std::uint32_t>(all.size() * managers);
    const std::vector<ManagerRun> runs = allRuns(session, count, session.isReal(), [&](std::uint32_t run) {
        return runOne(session, all[run / managers], std::string(load::kManagers[run % managers].name),
                      frames);
    });
    Report report;
    report.setting = {fmt::format("{} frames each, the same seed under every manager.", frames)};
    if (session.isReal())
        report.setting.push_back(
            "Time in which other programs had the processor does not count: no manager can prevent it.");
    for (const Workload& workload : all) report.setting.push_back(workload.name + ": " + workload.text + ".");
    report.checks = {budgetKept(runs, "elastic", "\"restrained to comply with the limits\" (Tan)"),
                     budgetKept(runs, "process", "\"does not exceed AI time\" (Wright)"), nearBeforeFar(runs),
                     waits(runs), unmanagedExceeds(runs)};
    report.tables.push_back(tableOf(runs, session.isReal()));
    report.plots.push_back(plotOf(runs));
    report.remarks = {
        "D_period: how much longer than nominal the intervals between two updates were. `fixed`, "
        "`load_balancing` and `priority` run every due task whatever it costs: the offered time is advice."};
    return report;
}

}  // namespace drover::lab
