// drover-lab bench scale: the same worlds on one thread and on two, turn and turn about in one run. drover-lab bench
// frame: a frame of a million flocks, by its parts. On the real clock; of repetitions the best is told, for everything
// else on the machine can only have made the others slower.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command_line/assets.h"
#include "app/lab/bench.h"
#include "app/steady_clock.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

constexpr unsigned kThreads = 2;
constexpr int kRounds = 5;

struct Course {
    const char* name;
    const char* text;
    Scenario (*scenario)();
    int frames;
    bool is_by_wall;  // all is done in every frame, in more or less time; else more or less is done in the budget
};

Scenario fullDetail() {
    Scenario s = loadScenario("plains");
    s.lod.enabled = false;
    s.load.manager = "unmanaged";
    s.load.parameters.clear();
    s.load.think_us = 0;
    s.load.clock = ClockKind::kReal;
    return s;
}

Scenario budgeted(double think_us) {
    Scenario s = loadScenario("plains");
    s.load.think_us = think_us;
    s.load.base_load_ms = 0;
    s.load.clock = ClockKind::kReal;
    if (think_us > 0) return s;
    // Without minds the plains are too few: a crowd that wants more than a millisecond.
    s.load.budget.fixed_ns = 1'000'000;
    for (SpeciesEntry& entry : s.species) entry.flocks *= 16;
    return s;
}

constexpr Course kCourses[] = {
    {"full", "2,048 flocks of 32 at full detail, unmanaged", fullDetail, 20, true},
    {"minds", "the plains under elastic, 50 us of thought a leaf", [] { return budgeted(50); }, 60, false},
    {"flocks", "sixteen plains under elastic, no thought, 1 ms", [] { return budgeted(0); }, 60, false},
};

// The leaves that this frame has updated: with more time others run, and not all flocks are the same work.
double leavesUpdated(const World& world) {
    double leaves = 0;
    for (const TaskEvent& event : world.events())
        if (!event.was_delayed && event.task < world.flocks().size()) leaves += world.flocks().count(FlockId{event.task});
    return leaves;
}

// Work done per millisecond of AI time: frames where all is done in each, else leaves.
double rateOf(World& world, const Course& course) {
    double work = 0, ai_ms = 0;
    for (int i = 0; i < course.frames; ++i) {
        ai_ms += static_cast<double>(world.step(world.scenario().frame_time).ai_ns) * 1e-6;
        work += course.is_by_wall ? 1 : leavesUpdated(world);
    }
    return ai_ms > 0 ? work / ai_ms : 0;
}

struct Scaling {
    double one = 0, several = 0;  // best rates
};

Scaling scalingOf(const Course& course, Clock& clock, Pool& pool) {
    Scenario scenario = course.scenario();
    scenario.lod.max_leaves = std::max(scenario.lod.max_leaves, 1u << 23);
    World one(scenario, &clock), several(scenario, &clock, &pool);
    for (World* world : {&one, &several}) {
        rateOf(*world, course);
    }
    Scaling best;
    for (int round = 0; round < kRounds; ++round) {
        best.one = std::max(best.one, rateOf(one, course));
        best.several = std::max(best.several, rateOf(several, course));
    }
    return best;
}

}  // namespace

BenchReport benchScale(const BenchOptions&) {
    SteadyClock clock;
    const std::unique_ptr<Pool> pool = makePool(kThreads);
    BenchReport report;
    report.text = fmt::format("work a millisecond of AI time, best of {} rounds\n\n{:<52}{:>12}{:>12}{:>8}\n", kRounds, "", "one thread",
                              fmt::format("{} threads", kThreads), "times");
    for (const Course& course : kCourses) {
        const Scaling s = scalingOf(course, clock, *pool);
        const double times = s.one > 0 ? s.several / s.one : 0;
        report.results[fmt::format("scale/{}/1", course.name)].ns = s.one > 0 ? 1e6 / s.one : 0;
        report.results[fmt::format("scale/{}/{}", course.name, kThreads)].ns = s.several > 0 ? 1e6 / s.several : 0;
        report.ratios[fmt::format("{}: {} threads against one", course.name, kThreads)] = times;
        report.text += fmt::format("{:<52}{:>12.3f}{:>12.3f}{:>8.2f}\n", course.text, s.one, s.several, times);
    }
    return report;
}

BenchReport benchFrame(const BenchOptions&) {
    constexpr int kWarm = 60, kFrames = 120;
    SteadyClock clock;
    const std::unique_ptr<Pool> pool = makePool(kThreads);
    Scenario scenario = loadScenario("million");
    scenario.load.clock = ClockKind::kReal;
    BenchReport report;
    report.text = fmt::format("{}: {} flocks that stand for {} agents, {} frames; medians, ms\n\n{:<12}{:>10}{:>10}{:>10}{:>10}{:>12}\n",
                              scenario.title, scenario.flocks(), scenario.agents(), kFrames, "threads", "frame", "manager", "AI", "world",
                              "tasks run");
    for (Pool* threads : {static_cast<Pool*>(nullptr), pool.get()}) {
        World world(scenario, &clock, threads);
        world.listEvents(false);
        for (int i = 0; i < kWarm; ++i) world.step(scenario.frame_time);
        std::array<std::vector<double>, 5> parts;
        for (int i = 0; i < kFrames; ++i) {
            const std::int64_t begin_ns = clock.now();
            const FrameRecord& r = world.step(scenario.frame_time);
            const auto frame_ns = static_cast<double>(clock.now() - begin_ns);
            const auto add = [&](std::size_t part, double value) { parts[part].push_back(value); };
            add(0, frame_ns), add(1, static_cast<double>(r.overhead_ns)), add(2, static_cast<double>(r.ai_ns));
            add(3, static_cast<double>(r.rest_ns)), add(4, static_cast<double>(r.whole.run));
        }
        std::array<double, 5> median{};
        for (std::size_t p = 0; p < parts.size(); ++p) {
            std::nth_element(parts[p].begin(), parts[p].begin() + kFrames / 2, parts[p].end());
            median[p] = parts[p][kFrames / 2];
        }
        const unsigned count = threads ? threads->cores() : 1;
        Measured& m = report.results[fmt::format("frame/{}", count)];
        m.ns = median[0];
        m.counters = {{"manager_ns", median[1]}, {"ai_ns", median[2]}, {"world_ns", median[3]}, {"run", median[4]}};
        report.text += fmt::format("{:<12}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>12.0f}\n", count, median[0] * 1e-6, median[1] * 1e-6,
                                   median[2] * 1e-6, median[3] * 1e-6, median[4]);
        report.ratios[fmt::format("{} threads: a frame against 16.7 ms", count)] = median[0] * 60e-9;
    }
    return report;
}

}  // namespace drover::lab
