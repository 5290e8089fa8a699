// Wright & Marshall's Table 2 and Figure 2.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/wright_testbed.h"
#include "core/load/process/activation_delay.h"

namespace drover::lab {
namespace {

// Table 2: how often exactly two and exactly three of three periodic behaviours are due in 105 frames.
constexpr std::int64_t kFrames = 105;

struct PublishedRow {
    std::int64_t periods[3];
    std::int64_t two, three;
};
constexpr PublishedRow kPublished[] = {{{4, 6, 8}, 13, 4}, {{3, 5, 7}, 12, 1}};

std::int64_t meetings(const PublishedRow& row, std::int64_t of, bool has_delays) {
    load::ProcessPlanRequest request{
        .max_delay = load::kMaxDelayDefault, .lookahead = {load::LookaheadKind::kLcm}, .frames = kFrames};
    for (const std::int64_t period : row.periods) {
        request.tasks.push_back({period, has_delays ? std::nullopt : std::optional<std::int64_t>(0)});
    }
    const load::ProcessPlanAnswer plan = load::planProcess(request);
    const auto found = plan.peaks.find(of);
    return found == plan.peaks.end() ? 0 : found->second;
}

std::string rowName(const PublishedRow& row) {
    return fmt::format("periods {}", fmt::join(row.periods, ", "));
}

}  // namespace

Report wrightTable2(const Session&) {
    Report report;
    report.setting = {
        "Three behaviour sets, each due in the frames that its period divides, frames 1 to 105; counted by "
        "our process manager's planner. In the last column each set has an activation delay of up to three "
        "frames, chosen over the whole pattern."};
    ReportTable table{"Frames with exactly two or three sets due",
                      {Column("behaviour sets"), Column("meet", 0), Column("theirs", 0), Column("ours", 0),
                       Column("delayed", 0)},
                      {}};
    for (const PublishedRow& row : kPublished) {
        for (const std::int64_t of : {2, 3}) {
            const std::int64_t theirs = of == 2 ? row.two : row.three, ours = meetings(row, of, false);
            report.checks.push_back(exactly(fmt::format("{}: frames with exactly {} due", rowName(row), of),
                                            fmt::format("{}", theirs), fmt::format("{}", ours),
                                            "the planner's count differs from the paper's"));
            table.rows.push_back({rowName(row), static_cast<double>(of), static_cast<double>(theirs),
                                  static_cast<double>(ours), static_cast<double>(meetings(row, of, true))});
        }
    }
    report.tables.push_back(std::move(table));
    report.remarks = {
        "Coprime periods meet less often, but no delays can prevent it. Periods with a common divisor can be "
        "kept apart: 4, 6 and 8 with delays never meet."};
    return report;
}

namespace {

// Figure 2: how many agents each version of their testbed can run before performance
// degrades. The figure's numbers are lost. The text has four: 67 agents, 169 agents, a delay of at most 2,
// and "around 20 %" for the manager. The checks ask for what follows from them on any machine.
constexpr std::int64_t kTheirDelay = 2;
constexpr double kServed = 67, kBeforeDrop = 169, kStretch = kBeforeDrop / kServed;
constexpr double kManagersShare = 0.2;                 // the manager's share, "around 20 %"
constexpr double kLeastCost = 0.15, kMostCost = 0.25;  // what rounds to 20 % in tens
constexpr std::uint32_t kMostTimes = 10;               // how far the search for dropped frames goes

struct Version {
    TestbedVersion version;
    const char* name;
};
constexpr std::array<Version, 3> kVersions = {{{TestbedVersion::kNaive, "non-scheduled, naive"},
                                               {TestbedVersion::kNonScheduled, "non-scheduled, periods"},
                                               {TestbedVersion::kScheduled, "process manager"}}};

struct Most {
    double plain = 0, delayed = 0;
};

struct Capacities {
    std::array<Most, kVersions.size()> most;  // agents before performance degrades
    std::uint32_t served = 0;                 // by the manager in full, with delays
    std::optional<std::uint32_t> before_drop;
    TestbedResult full, stretched;  // with `served` agents, and with 169/67 times as many
    std::uint32_t stretched_agents = 0;
    ManagersCost cost;
};

// The share of what is due of their behaviours that agents can run.
double frequencyLeft(const Capacities& o) {
    const double full = static_cast<double>(o.full.steps) / o.served;
    return static_cast<double>(o.stretched.steps) / o.stretched_agents / full;
}

Check beforeDrop(const Capacities& o) {
    const double ours = o.before_drop ? static_cast<double>(*o.before_drop) / o.served : 0;
    const double least = kStretch * (1 - kManagersShare), most = kStretch / (1 - kManagersShare);
    return bound(
        "agents before a frame drop, for each one served in full", fmt::format("169 / 67 = {:.2f}", kStretch),
        o.before_drop ? fmt::format("{} / {} = {:.2f}", *o.before_drop, o.served, ours)
                      : fmt::format("no drop with {} / {} = {}", kMostTimes * o.served, o.served, kMostTimes),
        fmt::format("{:.2f} to {:.2f}: with or without the manager's 20 % in the 67", least, most),
        ours >= least && ours <= most,
        {false, "",
         o.before_drop ? "frames are dropped at another number of agents"
                       : "ours drops no frame: it leaves its list when the AI time is used up, and does next "
                         "to nothing for the agents that it leaves out"});
}

Check stretched(const Capacities& o) {
    const auto over_us = static_cast<double>(o.stretched.over_ns()) * 1e-3;
    return bound("AI time with 169/67 times as many agents, delay 2",
                 "no frame drop up to 169, where 67 are served in full",
                 fmt::format("{} agents: {:+.1f} us at most, {} never ran", o.stretched_agents, over_us,
                             o.stretched.starved),
                 fmt::format("at most one agent ({:g} us) over the AI time, every agent runs",
                             static_cast<double>(TestbedSetting::kTurn_ns) * 1e-3),
                 !o.stretched.dropsFrames() && o.stretched.starved == 0,
                 {false, "", "frames become longer, or agents starve"});
}

Check lessFrequent(const Capacities& o) {
    const double theirs[] = {100 / kStretch}, ours[] = {100 * frequencyLeft(o)};
    return numbers("how often behaviours run with 169/67 times as many agents, % of what is due", theirs,
                   ours, 0, 0.15,
                   {ours[0] < 100 && ours[0] >= theirs[0], "less often, by no more than the agents are more",
                    "behaviours run as often as with fewer agents, or the AI time is not used"});
}

Check managersShare(const Capacities& o) {
    const double share = o.cost.share;
    return bound("the manager's share of the AI time, measured here", "around 20 %",
                 fmt::format("{:.1f} %", 100 * share), "15 to 25 %, which rounds to 20 in tens",
                 share >= kLeastCost && share <= kMostCost,
                 {false, "",
                  share < kLeastCost ? "our manager takes less of the AI time"
                                     : "our manager takes more of the AI time"});
}

// If a manager costs a fifth, delays win back much if they win back half: from 80 to 90 agents of 100.
Check wonBack(const Capacities& o) {
    const double half = (1 - kManagersShare / 2) / (1 - kManagersShare) - 1,
                 all = 1 / (1 - kManagersShare) - 1;
    const Most& managed = o.most[2];
    const double gain = managed.delayed / managed.plain - 1;
    return bound(
        "agents before degradation: what delays of at most 2 win back", "\"much of\" the 20 %",
        fmt::format("{:.0f} % more: {:.0f} instead of {:.0f}", 100 * gain, managed.delayed, managed.plain),
        fmt::format("{:.1f} to {:.0f} % more: half of the 20 % to all of it", 100 * half, 100 * all),
        gain >= half && gain <= all,
        {gain > all, fmt::format("more than {:.0f} %", 100 * all),
         "activation delays win back less than half of the 20 %"});
}

Capacities measure(const Session& session) {
    Capacities o;
    Progress progress("versions", kVersions.size(), session.shows_progress);
    for (std::size_t i = 0; i < kVersions.size(); ++i) {
        o.most[i].plain = mostAgents(session, {kVersions[i].version, 0});
        o.most[i].delayed =
            i == 0 ? o.most[i].plain : mostAgents(session, {kVersions[i].version, kTheirDelay});
        progress.show(i + 1);
    }
    TestbedSetting setting{TestbedVersion::kScheduled, kTheirDelay};
    o.served = setting.agents = static_cast<std::uint32_t>(o.most[2].delayed);
    o.full = runTestbed(session, setting);
    o.before_drop = mostBeforeDrop(session, setting, kMostTimes * o.served);
    o.stretched_agents = setting.agents = static_cast<std::uint32_t>(std::lround(kStretch * o.served));
    o.stretched = runTestbed(session, setting);
    o.cost = measureManager(session);
    progress.clear();
    return o;
}

ReportTable tableOf(const Capacities& o) {
    ReportTable table{"Agents before performance degrades",
                      {Column("version"), Column("without", "delays", 0), Column("delays of", "at most 2", 0),
                       Column("gain")},
                      {}};
    for (std::size_t i = 0; i < kVersions.size(); ++i) {
        const Most& most = o.most[i];
        const bool is_naive = kVersions[i].version == TestbedVersion::kNaive;
        table.rows.push_back(
            {kVersions[i].name, most.plain, is_naive ? Cell() : Cell(most.delayed),
             is_naive ? Cell() : Cell(fmt::format("{:+.0f} %", percentOff(most.plain, most.delayed)))});
    }
    return table;
}

BarPlot plotOf(const Capacities& o) {
    BarPlot plot{"Agents before performance degrades",
                 "agents",
                 {{"without activation delays", {}}, {"with delays of at most 2", {}}}};
    for (std::size_t i = 0; i < kVersions.size(); ++i) {
        const Most& most = o.most[i];
        plot.groups[0].bars.push_back({kVersions[i].name, most.plain, fmt::format("{:.0f}", most.plain)});
        if (kVersions[i].version == TestbedVersion::kNaive) continue;
        plot.groups[1].bars.push_back({kVersions[i].name, most.delayed, fmt::format("{:.0f}", most.delayed)});
    }
    return plot;
}

std::vector<std::string> settingOf(const Session& session) {
    return {
        "Agents on a torus, each following another and avoiding the rest: perceive every 2 frames, follow "
        "every 4, avoid every 2, act in every frame. Degraded means: without the manager, a frame exceeds "
        "the AI time; with it, something due is left out. The largest number before that is found by "
        "bisection. A frame drop under the manager is an AI time exceeded by more than one agent's turn: a "
        "step cannot be interrupted, and theirs says that it can only approximate the limit.",
        fmt::format("AI time 1 ms a frame; each of an agent's four steps {} 2 us. {} Whatever the clock, the "
                    "manager's own share is measured in real time, with 60 agents and time for everything: "
                    "the median of 15 runs with it and without.",
                    session.isReal() ? "burns" : "is charged",
                    session.isReal() ? "One frame in ten may be late."
                                     : "The manager's own work is not charged, so these numbers of agents "
                                       "are the same on every machine.")};
}

std::vector<std::string> remarksOf(const Capacities& o) {
    const ManagersCost& cost = o.cost;
    constexpr auto kStep_ns = static_cast<double>(TestbedSetting::kStep_ns);
    const double own_ns = cost.share / (1 - cost.share) * kStep_ns;  // of the manager, for each step
    return {
        fmt::format(
            "Reading the clock takes {:.0f} ns on this machine (median of 1001 times 100 readings). The "
            "manager reads it {:.2f} times for each step that it runs, which is {:.0f} of the {:.0f} ns that "
            "it takes for one. With steps of {:.2f} us instead of 2 it would take 20 % of the AI time.",
            cost.reading_ns, cost.readings_per_step, cost.readings_per_step * cost.reading_ns, own_ns,
            own_ns * (1 - kManagersShare) / kManagersShare * 1e-3),
        "The numbers of agents depend on the machine and on the agents; their ratios do not. The text does "
        "not say which version served the 67 agents. If it was the one without the manager, the other one "
        "served a fifth fewer; hence the limits of the first check.",
        "With 169/67 times as many agents, 67/169 of what is due can be run, and a little more: served in "
        "full, the agents' steps fill only the fullest frame, which has almost 5 steps for two agents where "
        "the mean has 4.5. The 15 % allow for that ninth.",
        "The gain from delays depends on the agents' periods, which the text does not give. Ours are due "
        "together in every fourth frame if nothing delays them."};
}

}  // namespace

Report wrightFigure2(const Session& session) {
    const Capacities o = measure(session);
    Report report;
    report.setting = settingOf(session);
    report.tables.push_back(tableOf(o));
    report.plots.push_back(plotOf(o));
    report.checks = {beforeDrop(o), stretched(o), lessFrequent(o), managersShare(o), wonBack(o)};
    report.remarks = remarksOf(o);
    return report;
}

}  // namespace drover::lab
