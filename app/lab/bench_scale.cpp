// drover-lab bench scale: what one more core gives. The same work on 1, 2, 4 ... all cores, which take turns
// within one run, so a machine whose speed changes affects all alike. All times are of the real clock.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "app/command_line/assets.h"
#include "app/command_line/steady_clock.h"
#include "app/command_line/world_options.h"
#include "app/lab/bench.h"
#include "app/lab/bench_rounds.h"
#include "app/lab/table.h"
#include "core/base/grouped.h"
#include "core/cores/team.h"
#include "core/flock/kernels.h"
#include "core/flock/store.h"
#include "core/load/clock.h"
#include "core/record/summary.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

world::Scenario fullDetail() {
    world::Scenario s = command_line::loadScenario("plains");
    s.lod.enabled = false;
    s.load.manager = "unmanaged";
    s.load.parameters.clear();
    s.load.think_us = 0;
    return s;
}

world::Scenario budgeted(const char* name) {
    world::Scenario s = command_line::loadScenario(name);
    s.load.base_load_ms = 0;
    return s;
}

// Without the think cost the plains fit their budget easily: use 16 times the flocks and a budget of 1 ms.
world::Scenario withoutThought() {
    world::Scenario s = budgeted("plains");
    s.load.think_us = 0;
    s.load.budget.fixed_ns = 1'000'000;
    for (world::SpeciesEntry& entry : s.species) entry.flocks *= 16;
    return s;
}

struct ScaleCourse {
    const char* name;
    const char* text;
    world::Scenario (*scenario)();
    int frames;  // of a round
};

constexpr ScaleCourse kCourses[] = {
    {.name = "full", .text = "2,048 flocks of 32 at full detail", .scenario = fullDetail, .frames = 40},
    {.name = "plains",
     .text = "plains: 4 ms, mostly thought",
     .scenario = [] { return budgeted("plains"); },
     .frames = 10},
    {.name = "million",
     .text = "million: 4 ms",
     .scenario = [] { return budgeted("million"); },
     .frames = 20},
    {.name = "flocks", .text = "16 times plains: 1 ms, no thought", .scenario = withoutThought, .frames = 40},
};

constexpr flock::Species kFlocks[] = {
    {.branching = 6, .depth = 5}, {.branching = 7, .depth = 6}, {.branching = 4, .depth = 10}};

// The teams of a bench, one for each number of cores; that of one core is null.
class Teams {
  public:
    explicit Teams(const std::vector<unsigned>& counts) {
        for (const unsigned count : counts) {
            std::unique_ptr<cores::Team> team = cores::makeTeam(count);
            if (command_line::sizeOf(team) == count) teams_.push_back(std::move(team));
        }
    }
    std::size_t size() const { return teams_.size(); }
    cores::Team* operator[](std::size_t i) const { return teams_[i].get(); }
    unsigned cores(std::size_t i) const { return command_line::sizeOf(teams_[i]); }

  private:
    std::vector<std::unique_ptr<cores::Team>> teams_;
};

// Medians of the rounds, by number of cores.
struct Scaling {
    std::vector<double> rate, times;  // of work in a time, and against one core
};

Scaling scalingOf(const Teams& teams, int rounds, const std::function<double(std::size_t)>& rateOn) {
    std::vector<std::vector<double>> rates(teams.size()), times(teams.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < teams.size(); ++i) {
            rates[i].push_back(rateOn(i));
            times[i].push_back(rates[0].back() > 0 ? rates[i].back() / rates[0].back() : 0);
        }
    }
    Scaling scaling;
    for (std::size_t i = 0; i < teams.size(); ++i)
        scaling.rate.push_back(medianOf(rates[i])), scaling.times.push_back(medianOf(times[i]));
    return scaling;
}

// The rows and figures of all works.
struct Sheet {
    explicit Sheet(const std::vector<Heading>& more) : table{{{"", ""}, {"", "cores"}}, {}} {
        table.headings.insert(table.headings.end(), more.begin(), more.end());
    }
    void add(const std::string& text, unsigned cores, std::vector<std::string> cells) {
        cells.insert(cells.begin(), {cores == 1 ? text : "", std::to_string(cores)});
        table.rows.push_back(std::move(cells));
    }

    Table table;
};

void keep(BenchReport& report, const std::string& name, unsigned cores, double times, Measured measured) {
    measured.counters["times"] = times;
    report.results[fmt::format("scale/{}/{}", name, cores)] = std::move(measured);
    if (cores > 1) report.ratios[fmt::format("{}: {} cores against one", name, cores)] = times;
}

// The bare pair loop on its own data in the nearest cache: how the cores scale when they share nothing.
class PairLoop {
  public:
    explicit PairLoop(const flock::PairRules& rules)
        : rules_(rules), neighbours_(kAgents + flock::kNeighbourPadding) {}
    void run() {
        benchmark::DoNotOptimize(flock::bestKernels().pairsOnly(rules_, neighbours_, kAgents, kPasses));
    }

  private:
    static constexpr std::size_t kAgents = 32, kPasses = 4096;
    const flock::PairRules& rules_;
    std::vector<flock::Neighbour> neighbours_;
};

// The yardstick: no work can scale better on this machine.
void measureMachine(const Teams& teams, int rounds, load::Clock& clock, BenchReport& report) {
    if (!flock::bestKernels().pairsOnly) return;
    const world::Scenario scenario = command_line::loadScenario("plains");
    const flock::StepRules rules(scenario.plane(), scenario.seed, scenario.species[0].kind);
    std::vector<PairLoop> loops(teams.cores(teams.size() - 1), PairLoop(rules.pairs));
    constexpr int kTimes = 10;
    const Scaling scaling = scalingOf(teams, rounds, [&](std::size_t i) {  // loops a millisecond
        const unsigned cores = teams.cores(i);
        const std::int64_t begin_ns = clock.now();
        for (int n = 0; n < kTimes; ++n)
            cores::each(teams[i], cores, [&](std::uint32_t loop, unsigned) { loops[loop].run(); });
        return kTimes * cores * 1e6 / static_cast<double>(clock.now() - begin_ns);
    });
    Sheet sheet({{"loops", "a ms"}, {"", "times"}});
    for (std::size_t i = 0; i < teams.size(); ++i) {
        const double rate = scaling.rate[i], times = scaling.times[i];
        keep(report, "machine", teams.cores(i), times, {1e6 / rate, {}});
        sheet.add("the yardstick: a loop for each core, which share nothing", teams.cores(i),
                  {fmt::format("{:.3f}", rate), fmt::format("{:.2f}", times)});
    }
    report.text += "\n" + sheet.table.text();
}

// Agents a nanosecond of one flock, each time from the same start.
double rateOf(const flock::FlockStore& start, cores::Team* team, load::Clock& clock) {
    constexpr float kElapsed_s = 1.0f / 60;
    constexpr double kAgents = 4e6;  // of all steps
    const double agents = start.count(FlockId{0});
    const int steps = static_cast<int>(std::clamp(kAgents / agents, 4.0, 200.0));
    flock::FlockStore store = start;
    flock::UpdateScratch scratch;
    scratch.team = team;
    flock::moveFlock(store, FlockId{0}, kElapsed_s, scratch);  // the first touches
    const std::int64_t begin_ns = clock.now();
    for (int i = 0; i < steps; ++i) flock::moveFlock(store, FlockId{0}, kElapsed_s, scratch);
    return steps * agents / static_cast<double>(clock.now() - begin_ns);
}

void measureFlocks(const Teams& teams, int rounds, load::Clock& clock, BenchReport& report) {
    Sheet sheet({{"ns", "an agent"}, {"", "times"}});
    for (const flock::Species& species : kFlocks) {
        const double width_m = widthFor(species);
        const flock::FlockStore start =
            fullFlocks(flock::bestKernels(), species, 1, std::max(4000.0, 1.3 * width_m), width_m);
        const Scaling scaling =
            scalingOf(teams, rounds, [&](std::size_t i) { return rateOf(start, teams[i], clock); });
        for (std::size_t i = 0; i < teams.size(); ++i) {
            const double agent_ns = 1 / scaling.rate[i], times = scaling.times[i];
            keep(report, fmt::format("agent_of/{}", species.agents()), teams.cores(i), times, {agent_ns, {}});
            sheet.add(fmt::format("one flock of {}, 24 neighbours each", grouped(species.agents())),
                      teams.cores(i), {fmt::format("{:.2f}", agent_ns), fmt::format("{:.2f}", times)});
        }
    }
    report.text += "\n" + sheet.table.text();
}

// What a world came to on so many cores, over all rounds.
struct WorldCourse {
    std::vector<double> run, planning_ns, use;  // of each frame; the last is AI time by budget

    // Minds that ran in a millisecond of AI time: with more time more flocks run, and flocks differ in size.
    double rateOf(world::World& world, int frames) {
        constexpr int kSettling = 2;  // another world has had the caches
        double minds = 0, ai_ms = 0;
        for (int i = -kSettling; i < frames; ++i) {
            const record::FrameRecord& r = world.step(world.scenario().frame_time);
            if (i < 0) continue;
            minds += static_cast<double>(r.whole.asked);
            ai_ms += static_cast<double>(r.ai_ns) * 1e-6;
            run.push_back(static_cast<double>(r.whole.run));
            planning_ns.push_back(static_cast<double>(r.overhead_ns));
            use.push_back(static_cast<double>(r.ai_ns) / static_cast<double>(r.budget_ns));
        }
        return minds / std::max(ai_ms, 1e-6);
    }
};

void measureWorlds(const Teams& teams, int rounds, int warm_frames, load::Clock& clock, BenchReport& report) {
    Sheet sheet({{"minds", "a ms"},
                 {"", "times"},
                 {"a frame", "tasks run"},
                 {"a frame", "planning, ms"},
                 {"AI time p99", "of budget"}});
    for (const ScaleCourse& course : kCourses) {
        world::Scenario scenario = course.scenario();
        scenario.load.clock = world::ClockKind::kReal;
        scenario.lod.max_leaves = std::max(scenario.lod.max_leaves, 1u << 23);
        std::vector<std::unique_ptr<world::World>> worlds;
        std::vector<WorldCourse> courses(teams.size());
        for (std::size_t i = 0; i < teams.size(); ++i) {
            worlds.push_back(std::make_unique<world::World>(scenario, &clock, teams[i]));
            worlds.back()->listEvents(false);
            for (int frame = 0; frame < warm_frames; ++frame) worlds.back()->step(scenario.frame_time);
        }
        const Scaling scaling = scalingOf(
            teams, rounds, [&](std::size_t i) { return courses[i].rateOf(*worlds[i], course.frames); });
        for (std::size_t i = 0; i < teams.size(); ++i) {
            const double run = medianOf(courses[i].run), planning_ns = medianOf(courses[i].planning_ns);
            const double use = record::percentile(courses[i].use, 99), rate = scaling.rate[i],
                         times = scaling.times[i];
            keep(report, fmt::format("world/{}", course.name), teams.cores(i), times,
                 {1e6 / rate, {{"run", run}, {"planning_ns", planning_ns}, {"ai_p99_of_budget", use}}});
            sheet.add(course.text, teams.cores(i),
                      {fmt::format("{:.0f}", rate), fmt::format("{:.2f}", times),
                       grouped(static_cast<std::uint64_t>(run)), fmt::format("{:.3f}", planning_ns * 1e-6),
                       fmt::format("{:.2f}", use)});
        }
    }
    report.text += "\n" + sheet.table.text();
}

}  // namespace

std::vector<unsigned> coreCounts(unsigned all) {
    std::vector<unsigned> counts;
    for (unsigned count = 1; count < all; count *= 2) counts.push_back(count);
    counts.push_back(all);
    return counts;
}

BenchReport benchScaleOn(const std::vector<unsigned>& counts, int rounds, int warm_frames) {
    command_line::SteadyClock clock;
    const Teams teams(counts);
    BenchReport report;
    report.text = fmt::format(
        "Medians of {} rounds, in which all numbers of cores take turns; times: as much work as on one "
        "core\n",
        rounds);
    measureMachine(teams, rounds, clock, report);
    measureFlocks(teams, rounds, clock, report);
    measureWorlds(teams, rounds, warm_frames, clock, report);
    return report;
}

BenchReport benchScale(const BenchOptions&) {
    constexpr int kRounds = 15, kWarmFrames = 100;
    return benchScaleOn(coreCounts(cores::coresToUse()), kRounds, kWarmFrames);
}

}  // namespace drover::lab
