// Ours: every load manager on the same five workloads. What the papers promise of theirs is held against all of them.
#include <fmt/format.h>

#include <algorithm>

#include "app/lab/reproduce/judge.h"
#include "app/lab/reproduce/workloads.h"
#include "app/lab/world_run.h"
#include "app/steady_clock.h"
#include "core/load/manager.h"

namespace drover::lab {
namespace {

struct Run {
    std::string workload, manager;
    double over = 0;       // share of frames above 1.2 times the budget
    double p99 = 0;        // AI time, of the budget
    Cell near_ms, far_ms;  // D_period observed; none where there are no such tasks
    double oldest_ms = 0, overhead_ms = 0;
};

template <std::size_t kColumn, std::size_t kPer>
Cell deviation(const RunResult& r) {
    if (r.totals[kPer] == 0) return {};
    return r.weightedMean(kColumn, kPer);
}

Run runOne(const Session& session, const Workload& workload, const std::string& manager, std::uint32_t frames) {
    Scenario scenario = workload.scenario;
    scenario.load.manager = manager;
    SteadyClock clock;
    World world(scenario, &clock);
    std::size_t next = 0;
    std::vector<Command> now;
    RunLoop loop{.frames = frames};
    loop.commands = [&](std::uint64_t frame) -> std::span<const Command> {
        now.clear();
        while (next < workload.commands.size() && workload.commands[next].frame <= frame)
            now.push_back(workload.commands[next++].command);
        return now;
    };
    loop.after_frame = [&](const World&) { session.goOn(); };
    const RunResult r = runWorld(world, loop);
    Run run{workload.name, manager};
    run.over = r.shareOver(1.2);
    run.p99 = r.summary(columnOf("c_total_ms")).p99 / r.summary(columnOf("td_ms")).mean;
    run.near_ms = deviation<columnOf("near_d_observed_ms"), columnOf("near_observed")>(r);
    run.far_ms = deviation<columnOf("far_d_observed_ms"), columnOf("far_observed")>(r);
    run.oldest_ms = r.summary(columnOf("oldest_ms")).max;
    run.overhead_ms = r.summary(columnOf("overhead_ms")).mean;
    return run;
}

ReportTable tableOf(const std::vector<Run>& runs, bool is_real) {
    ReportTable table{"Every manager on every workload",
                      {{"", "workload"},
                       {"", "manager"},
                       {"% frames over", "1.2 budget", 2},
                       {"AI time p99", "of budget", 2},
                       {"D_period, ms", "near", 1},
                       {"D_period, ms", "far", 1},
                       {"oldest", "wait, ms", -1},
                       {"overhead,", "ms", 4}},
                      {}};
    for (const Run& run : runs) {
        table.rows.push_back({run.workload, run.manager, 100 * run.over, run.p99, run.near_ms, run.far_ms,
                              run.oldest_ms, is_real ? Cell(run.overhead_ms) : Cell()});
    }
    return table;
}

BarPlot plotOf(const std::vector<Run>& runs) {
    BarPlot plot{"AI time that one frame in a hundred exceeds", "times the budget", {}, {{1, "the budget"}}};
    for (const Run& run : runs) {
        if (plot.groups.empty() || plot.groups.back().name != run.workload) plot.groups.push_back({run.workload, {}});
        plot.groups.back().bars.push_back({run.manager, run.p99, fmt::format("{:.2f}", run.p99)});
    }
    return plot;
}

// The worst of a figure over a manager's workloads, and where.
struct Worst {
    double value = 0;
    std::string workload;
};
template <class Figure>
Worst worstOf(const std::vector<Run>& runs, const char* manager, Figure figure) {
    Worst worst{-1, ""};
    for (const Run& run : runs) {
        if (run.manager == manager && figure(run) > worst.value) worst = {figure(run), run.workload};
    }
    return worst;
}

Check budgetKept(const std::vector<Run>& runs, const char* manager, const char* promise) {
    const Worst worst = worstOf(runs, manager, [](const Run& run) { return 100 * run.over; });
    return shapeOnly(fmt::format("{}: frames over 1.2 times the budget", manager), promise,
                     fmt::format("at worst {:.1f} % ({})", worst.value, worst.workload),
                     {worst.value <= 5, "at most 5 % on every workload", "the budget is not kept"});
}

Check nearBeforeFar(const std::vector<Run>& runs) {
    const Worst worst = worstOf(runs, "elastic", [](const Run& run) {
        const auto *near_ms = std::get_if<double>(&run.near_ms), *far_ms = std::get_if<double>(&run.far_ms);
        return near_ms && far_ms && *far_ms > 0 ? *near_ms / *far_ms : 0.0;
    });
    return shapeOnly(
        "elastic: the near give way less than the far", "the far ones are compressed first",
        fmt::format("near at most {:.2f} of far ({})", worst.value, worst.workload),
        {worst.value < 0.5, "less than half as much, where the far give way", "the near give way as the far do"});
}

Check waits(const std::vector<Run>& runs, const char* manager) {
    const Worst worst = worstOf(runs, manager, [](const Run& run) { return run.oldest_ms; });
    return shapeOnly(fmt::format("{}: nobody starves", manager), "delayed tasks come first",
                     fmt::format("{:.0f} ms at most ({})", worst.value, worst.workload),
                     {worst.value <= 2000, "2 s at most", "a task starves"});
}

Check without(const std::vector<Run>& runs) {
    double least = 100;
    for (const Run& run : runs) {
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
    std::vector<Run> runs;
    Progress progress("runs", all.size() * kManagers.size(), session.shows_progress);
    for (const Workload& workload : all) {
        for (const ManagerInfo& manager : kManagers) {
            runs.push_back(runOne(session, workload, std::string(manager.name), frames));
            progress.show(runs.size());
        }
    }
    progress.clear();
    Report report;
    report.setting = {fmt::format("{} frames each, the same seed under every manager.", frames)};
    for (const Workload& workload : all) report.setting.push_back(workload.name + ": " + workload.text + ".");
    report.checks = {budgetKept(runs, "elastic", "\"restrained to comply with the limits\" (Tan)"),
                     budgetKept(runs, "process", "\"does not exceed AI time\" (Wright)"), nearBeforeFar(runs),
                     waits(runs, "elastic"), without(runs)};
    report.tables.push_back(tableOf(runs, session.isReal()));
    report.plots.push_back(plotOf(runs));
    report.remarks = {
        "D_period: how much longer than nominal the intervals between two updates were. `fixed`, `load_balancing` and "
        "`priority` run what "
        "is due whatever it costs: what a task is offered is advice."};
    return report;
}

}  // namespace drover::lab
