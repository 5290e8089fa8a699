// drover-lab bench scale: the same work on one thread and on two. The two alternate within one run, so a
// machine whose speed changes affects both alike. drover-lab bench frame: the parts of a frame of a million
// flocks. Both use the real clock.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "app/command_line/assets.h"
#include "app/command_line/steady_clock.h"
#include "app/lab/bench.h"
#include "app/lab/bench_flocks.h"
#include "core/flock/kernels.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

constexpr unsigned kThreads = 2;
constexpr int kRounds = 15;

world::Scenario fullDetail() {
    world::Scenario s = command_line::loadScenario("plains");
    s.lod.enabled = false;
    s.load.manager = "unmanaged";
    s.load.parameters.clear();
    s.load.think_us = 0;
    s.load.clock = world::ClockKind::kReal;
    return s;
}

world::Scenario budgeted(const char* name) {
    world::Scenario s = command_line::loadScenario(name);
    s.load.base_load_ms = 0;
    s.load.clock = world::ClockKind::kReal;
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
    int frames;
    bool is_by_wall;  // true: every frame does all the work and its time varies;
                      // false: the budget fixes the time and the work varies
};

constexpr ScaleCourse kCourses[] = {
    {"full", "2,048 flocks of 32 at full detail, unmanaged", fullDetail, 40, true},
    {"plains", "the plains scenario: elastic, 4 ms", [] { return budgeted("plains"); }, 10, false},
    {"million", "the million scenario: elastic, 4 ms, no think cost", [] { return budgeted("million"); }, 20,
     false},
    {"flocks", "16 times the plains: elastic, 1 ms, no think cost", withoutThought, 40, false},
};

// Leaves updated in this frame. It measures work better than frames do: with more time more flocks run, and
// flocks differ in size.
double leavesUpdated(const world::World& world) {
    double leaves = 0;
    for (const record::TaskEvent& event : world.events())
        if (!event.was_delayed && event.task < world.flocks().size())
            leaves += world.flocks().count(FlockId{event.task});
    return leaves;
}

// Work done per millisecond of AI time: frames if each frame does all the work, else leaves.
double rateOf(world::World& world, const ScaleCourse& course) {
    double work = 0, ai_ms = 0;
    for (int i = 0; i < course.frames; ++i) {
        ai_ms += static_cast<double>(world.step(world.scenario().frame_time).ai_ns) * 1e-6;
        work += course.is_by_wall ? 1 : leavesUpdated(world);
    }
    return ai_ms > 0 ? work / ai_ms : 0;
}

// A team with only the caller's thread. It measures the time spent in parts; the rest of the time is
// choosing.
class OneCore final : public cores::Team {
  public:
    explicit OneCore(load::Clock& clock) : clock_(clock) {}
    unsigned size() const override { return 1; }
    void start(std::uint32_t parts, Part part) override {
        const std::int64_t begin_ns = clock_.now();
        for (std::uint32_t i = 0; i < parts; ++i) part(i, 0);
        work_ns += clock_.now() - begin_ns;
    }
    void finish() override {}

    std::int64_t work_ns = 0;

  private:
    load::Clock& clock_;
};

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

// Loops per millisecond, with one core for each loop.
double rateOf(std::span<PairLoop> loops, load::Clock& clock, cores::Team* team) {
    constexpr int kTimes = 10;
    const std::int64_t begin_ns = clock.now();
    for (int i = 0; i < kTimes; ++i)
        cores::each(team, static_cast<std::uint32_t>(loops.size()),
                    [&](std::uint32_t loop, unsigned) { loops[loop].run(); });
    return kTimes * static_cast<double>(loops.size()) * 1e6 / static_cast<double>(clock.now() - begin_ns);
}

struct Scaling {
    double one = 0, several = 0, times = 0;  // medians of the rounds
    double choosing = 0;                     // share of the time on one thread
};

Scaling scalingOf(const std::function<double()>& one, const std::function<double()>& several) {
    std::vector<double> ones, severals, times;
    for (int round = 0; round < kRounds; ++round) {
        ones.push_back(one());
        severals.push_back(several());
        times.push_back(ones.back() > 0 ? severals.back() / ones.back() : 0);
    }
    const auto median = [](std::vector<double>& of) {
        std::nth_element(of.begin(), of.begin() + kRounds / 2, of.end());
        return of[kRounds / 2];
    };
    return {median(ones), median(severals), median(times), 0};
}

Scaling machinesOwn(load::Clock& clock, cores::Team& team) {
    const world::Scenario scenario = command_line::loadScenario("plains");
    const flock::StepRules rules(scenario.plane(), scenario.seed, scenario.species[0].kind);
    std::vector<PairLoop> loops;
    for (unsigned i = 0; i < team.size(); ++i) loops.emplace_back(rules.pairs);
    return scalingOf([&] { return rateOf(std::span(loops).first(1), clock, nullptr); },
                     [&] { return rateOf(loops, clock, &team); });
}

Scaling scalingOf(const ScaleCourse& course, load::Clock& clock, cores::Team& team) {
    world::Scenario scenario = course.scenario();
    scenario.lod.max_leaves = std::max(scenario.lod.max_leaves, 1u << 23);
    OneCore core(clock);
    world::World one(scenario, &clock, &core), several(scenario, &clock, &team);
    for (world::World* world : {&one, &several}) {
        for (int i = 0; i < 100; ++i) world->step(scenario.frame_time);
    }
    Scaling scaling = scalingOf([&] { return rateOf(one, course); }, [&] { return rateOf(several, course); });
    core.work_ns = 0;
    std::int64_t ai_ns = 0;
    for (int i = 0; i < course.frames; ++i) ai_ns += one.step(scenario.frame_time).ai_ns;
    scaling.choosing = 1 - static_cast<double>(core.work_ns) / static_cast<double>(ai_ns);
    return scaling;
}

// One flock, moved by each team.
Scaling largeFlock(const flock::Species& species, cores::Team& team, load::Clock& clock) {
    constexpr float kElapsed_s = 1.0f / 60;
    constexpr int kSteps = 8;
    const double width_m = widthFor(species);
    const flock::FlockStore start =
        fullFlocks(flock::bestKernels(), species, 1, std::max(4000.0, 1.3 * width_m), width_m);
    flock::UpdateScratch one, several;
    several.team = &team;
    // Updates per millisecond, each time from the same start.
    const auto rateOf = [&](flock::UpdateScratch& scratch) {
        flock::FlockStore store = start;
        flock::moveFlock(store, FlockId{0}, kElapsed_s, scratch);  // the first touches
        const std::int64_t begin_ns = clock.now();
        for (int i = 0; i < kSteps; ++i) flock::moveFlock(store, FlockId{0}, kElapsed_s, scratch);
        return kSteps * 1e6 / static_cast<double>(clock.now() - begin_ns);
    };
    return scalingOf([&] { return rateOf(one); }, [&] { return rateOf(several); });
}

}  // namespace

BenchReport benchScale(const BenchOptions&) {
    command_line::SteadyClock clock;
    const std::unique_ptr<cores::Team> team = cores::makeTeam(kThreads);
    BenchReport report;
    report.text = fmt::format(
        "work per millisecond of AI time, medians of {} rounds; one thread does all the choosing, which "
        "limits the times\n\n"
        "{:<58}{:>12}{:>12}{:>8}{:>10}\n",
        kRounds, "", "one thread", fmt::format("{} threads", kThreads), "times", "choosing");
    const auto tell = [&](const char* name, const char* text, const Scaling& s) {
        report.results[fmt::format("scale/{}/1", name)].ns = s.one > 0 ? 1e6 / s.one : 0;
        report.results[fmt::format("scale/{}/{}", name, kThreads)].ns = s.several > 0 ? 1e6 / s.several : 0;
        report.ratios[fmt::format("{}: {} threads against one", name, kThreads)] = s.times;
        report.text += fmt::format("{:<58}{:>12.3f}{:>12.3f}{:>8.2f}{:>8.0f} %\n", text, s.one, s.several,
                                   s.times, 100 * s.choosing);
    };
    if (flock::bestKernels().pairsOnly)
        tell("machine", "the machine: the pair loop alone, nothing shared", machinesOwn(clock, *team));
    for (const flock::Species& species :
         {flock::Species{.branching = 7, .depth = 6}, flock::Species{.branching = 4, .depth = 10}}) {
        tell(fmt::format("flock/{}", species.agents()).c_str(),
             fmt::format("one flock of {} at full detail, 24 neighbours each", species.agents()).c_str(),
             largeFlock(species, *team, clock));
    }
    for (const ScaleCourse& course : kCourses)
        tell(course.name, course.text, scalingOf(course, clock, *team));
    return report;
}

BenchReport benchFrame(const BenchOptions&) {
    constexpr int kWarm = 60, kFrames = 120;
    command_line::SteadyClock clock;
    const std::unique_ptr<cores::Team> team = cores::makeTeam(kThreads);
    world::Scenario scenario = command_line::loadScenario("million");
    scenario.load.clock = world::ClockKind::kReal;
    BenchReport report;
    report.text = fmt::format(
        "{}: {} flocks that stand for {} agents, {} frames; medians, "
        "ms\n\n{:<12}{:>10}{:>10}{:>10}{:>10}{:>12}\n",
        scenario.title, scenario.flocks(), scenario.agents(), kFrames, "threads", "frame", "manager", "AI",
        "world", "tasks run");
    for (cores::Team* threads : {static_cast<cores::Team*>(nullptr), team.get()}) {
        world::World world(scenario, &clock, threads);
        world.listEvents(false);
        for (int i = 0; i < kWarm; ++i) world.step(scenario.frame_time);
        std::array<std::vector<double>, 5> parts;
        for (int i = 0; i < kFrames; ++i) {
            const std::int64_t begin_ns = clock.now();
            const record::FrameRecord& r = world.step(scenario.frame_time);
            const auto frame_ns = static_cast<double>(clock.now() - begin_ns);
            const auto add = [&](std::size_t part, double value) { parts[part].push_back(value); };
            add(0, frame_ns), add(1, static_cast<double>(r.overhead_ns)),
                add(2, static_cast<double>(r.ai_ns));
            add(3, static_cast<double>(r.rest_ns)), add(4, static_cast<double>(r.whole.run));
        }
        std::array<double, 5> median{};
        for (std::size_t p = 0; p < parts.size(); ++p) {
            std::nth_element(parts[p].begin(), parts[p].begin() + kFrames / 2, parts[p].end());
            median[p] = parts[p][kFrames / 2];
        }
        const unsigned count = threads ? threads->size() : 1;
        Measured& m = report.results[fmt::format("frame/{}", count)];
        m.ns = median[0];
        m.counters = {
            {"manager_ns", median[1]}, {"ai_ns", median[2]}, {"world_ns", median[3]}, {"run", median[4]}};
        report.text +=
            fmt::format("{:<12}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>12.0f}\n", count, median[0] * 1e-6,
                        median[1] * 1e-6, median[2] * 1e-6, median[3] * 1e-6, median[4]);
        report.ratios[fmt::format("{} threads: a frame against 16.7 ms", count)] = median[0] * 60e-9;
    }
    return report;
}

}  // namespace drover::lab
