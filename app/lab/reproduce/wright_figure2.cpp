// Wright & Marshall's Figure 2: how many agents each version of their testbed can run before performance
// degrades. The figure's numbers are lost; the text has 67 and 169 agents and "around 20 %".
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/lab/reproduce/judge.h"
#include "app/lab/reproduce/wright_testbed.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kTheirDelay = 2;
constexpr double kStretch = 169.0 / 67;  // their agents before a frame drop, per agent before degradation

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

double loss(double without, double with) { return 100 * (1 - with / without); }

// Runs 2.5 times as many agents as run without degradation, and checks the frames and the agents.
Check stretched(const Session& session, const Most& scheduled) {
    const TestbedSetting setting{TestbedVersion::kScheduled, kTheirDelay,
                                 static_cast<std::uint32_t>(kStretch * scheduled.delayed)};
    const TestbedResult result = runTestbed(session, setting);
    const double over = static_cast<double>(result.longest_ns - setting.kAiTime_ns) * 1e-3;
    const double one_agent = static_cast<double>(4 * setting.kStep_ns + 6 * setting.kReading_ns) * 1e-3;
    return bound(
        "AI time with 169/67 times as many agents, delay 2",
        "no frame drop up to 169, where 67 are served in full",
        fmt::format("{} agents: {:+.1f} us at most, {} never ran", setting.agents, over, result.starved),
        fmt::format("at most one agent ({:.1f} us) over the AI time, every agent runs", one_agent),
        over <= one_agent && result.starved == 0, {false, "", "frames become longer, or agents starve"});
}

std::vector<Check> checksOf(const Session& session, const std::array<Most, 3>& most) {
    const Most &naive = most[0], &periods = most[1], &managed = most[2];
    return {
        shapeOnly(
            "agents before degradation: what the manager costs", "around 20 % fewer (figure only)",
            fmt::format("{:.0f} instead of {:.0f}: {:.0f} % fewer", managed.plain, periods.plain,
                        loss(periods.plain, managed.plain)),
            {managed.plain < periods.plain * 1.02 && managed.plain >= 0.6 * periods.plain,
             "fewer, by less than 40 %", "the manager costs more than two fifths of the agents, or none"}),
        shapeOnly("agents before degradation: what activation delays win back",
                  "\"much of this can be reclaimed\" (figure only)",
                  fmt::format("{:.0f} instead of {:.0f}", managed.delayed, managed.plain),
                  {managed.delayed > managed.plain, "more with a delay of 2 than without",
                   "activation delays do not help"}),
        shapeOnly("agents before degradation: periods without a manager",
                  "with delays at least as many as naive (figure only)",
                  fmt::format("{:.0f} with delays, {:.0f} naive", periods.delayed, naive.plain),
                  {periods.delayed >= naive.plain, "no fewer than naive", "periods and delays do not help"}),
        stretched(session, managed)};
}

}  // namespace

Report wrightFigure2(const Session& session) {
    std::array<Most, kVersions.size()> most;
    Progress progress("versions", kVersions.size(), session.shows_progress);
    for (std::size_t i = 0; i < kVersions.size(); ++i) {
        most[i].plain = mostAgents(session, {kVersions[i].version, 0});
        most[i].delayed = i == 0 ? most[i].plain : mostAgents(session, {kVersions[i].version, kTheirDelay});
        progress.show(i + 1);
    }
    progress.clear();
    const double share = managersShare(session, 60);
    Report report;
    report.setting = {
        "Agents on a torus, each following another and avoiding the rest: perceive every 2 frames, follow "
        "every 4, "
        "avoid every 2, act in every frame. Degraded means: without the manager, a frame exceeds the AI "
        "the AI "
        "time; with it, something due is left out. The largest number before that is found by bisection.",
        fmt::format("AI time 1 ms a frame; each of an agent's four steps {} 2 us. {}",
                    session.isReal() ? "burns" : "is charged",
                    session.isReal()
                        ? "The manager's real cost counts; one frame in ten may be late."
                        : "Each reading of the clock is charged 0.4 us, which stands for a manager that "
                          "is not optimised, like theirs.")};
    ReportTable table{
        "Agents before performance degrades",
        {{"", "version"}, {"without", "delays", 0}, {"delays of", "at most 2", 0}, {"", "gain"}},
        {}};
    BarPlot plot{"Agents before performance degrades",
                 "agents",
                 {{"without activation delays", {}}, {"with delays of at most 2", {}}}};
    for (std::size_t i = 0; i < kVersions.size(); ++i) {
        const bool is_naive = kVersions[i].version == TestbedVersion::kNaive;
        table.rows.push_back(
            {kVersions[i].name, most[i].plain, is_naive ? Cell() : Cell(most[i].delayed),
             is_naive ? Cell() : Cell(fmt::format("{:+.0f} %", percentOff(most[i].plain, most[i].delayed)))});
        plot.groups[0].bars.push_back(
            {kVersions[i].name, most[i].plain, fmt::format("{:.0f}", most[i].plain)});
        if (!is_naive)
            plot.groups[1].bars.push_back(
                {kVersions[i].name, most[i].delayed, fmt::format("{:.0f}", most[i].delayed)});
    }
    report.tables.push_back(std::move(table));
    report.plots.push_back(std::move(plot));
    report.checks = checksOf(session, most);
    report.remarks = {
        fmt::format("The manager's share of the AI time with 60 agents: {:.1f} %{}.", 100 * share,
                    session.isReal() ? "" : ", by the model; `--clock real` measures ours"),
        "Their 67 and 169 agents depend on their machine and their agents; only the ratio can be compared "
        "with ours."};
    return report;
}

}  // namespace drover::lab
