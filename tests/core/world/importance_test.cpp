// What tasks are worth in each manager's coin, and that it means something in a running world: who thinks
// more, who runs more often, and that offered time is kept.
#include "core/load/importance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/load/manager.h"
#include "core/record/columns.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/worlds.h"

namespace drover::world::importance_test {
namespace {

using record::Band;

TEST(Importance, PriorityFallsWithTheDistanceFrom100To1) {
    const load::ImportanceCurve curve{.near_m = 50, .falloff = 2};
    EXPECT_EQ(load::priorityAt(1, 1, curve), 100);
    EXPECT_EQ(load::priorityAt(50, 1, curve), 100);
    EXPECT_FLOAT_EQ(load::priorityAt(100, 1, curve), 25);
    EXPECT_FLOAT_EQ(load::priorityAt(250, 1, curve), 4);
    EXPECT_EQ(load::priorityAt(1e30, 1, curve), 1);
    EXPECT_FLOAT_EQ(load::priorityAt(250, 10, curve), 40);
    EXPECT_EQ(load::priorityAt(250, 100, curve), 100);
    EXPECT_EQ(load::priorityAt(1e6, 100, curve), 100);
    EXPECT_EQ(load::priorityAt(1e6, 1, {.near_m = 50, .falloff = 0}), 100);
}

TEST(Importance, TheFrequencyHalvesWithEachDoublingOfTheDistance) {
    const load::ImportanceCurve curve{.slow_m = 100, .slowest = 3};
    const std::pair<double, int> cases[] = {{0, 0},   {99, 0},  {100, 1}, {199, 1},
                                            {200, 2}, {399, 2}, {400, 3}, {1e9, 3}};
    for (const auto& [elasticity, halvings] : cases)
        EXPECT_EQ(load::frequencyClassAt(elasticity, curve), halvings) << elasticity;
    EXPECT_EQ(load::frequencyClassAt(1e9, {.slow_m = 100, .slowest = 0}), 0);
}

// Sums over a run.
struct Course {
    std::uint64_t hash = 0;
    record::Bands sums{};
    std::uint64_t frames = 0, over = 0;  // over 1.05 times the budget
    double minds[record::kBands] = {};   // on average

    double quality(Band band) const {
        const record::BandRecord& sum = sums[record::row(band)];
        return static_cast<double>(sum.thoughts) / static_cast<double>(sum.asked);
    }
    double thoughtsAMind(Band band) const {
        return static_cast<double>(sums[record::row(band)].thoughts) / minds[record::row(band)];
    }
};

Course run(const Scenario& scenario, std::uint64_t frames = 300) {
    World world(scenario);
    Course course;
    double frame_time = scenario.frame_time;
    for (; course.frames < frames; ++course.frames) {
        const record::FrameRecord& record = world.step(frame_time);
        frame_time = world.naturalFrameTime();
        course.over += record.ai_ns * 20 > record.budget_ns * 21;
        for (std::size_t b = 0; b < record::kBands; ++b) {
            course.sums[b].thoughts += record.bands[b].thoughts;
            course.sums[b].asked += record.bands[b].asked;
            course.sums[b].run += record.bands[b].run;
            course.minds[b] += static_cast<double>(record.bands[b].minds) / static_cast<double>(frames);
        }
    }
    course.hash = world.stateHash();
    return course;
}

// Many herds, few of them near, and minds dearer than the budget.
Scenario herds(const std::string& manager) {
    Scenario s = crowded();
    s.species.resize(1);
    s.species[0].flocks = 1200;
    s.world.world_size = 3500;
    s.player = {1500, 1500, 0, {}};
    s.load.manager = manager;
    s.load.think_us = 20;
    s.load.budget.fixed_ns = 3'000'000;
    return s;
}

TEST(Importance, EveryManagerGivesTheWorldACourseOfItsOwn) {
    std::set<std::uint64_t> hashes;
    for (const load::ManagerInfo& info : load::kManagers)
        hashes.insert(run(herds(std::string(info.name)), 60).hash);
    EXPECT_EQ(hashes.size(), load::kManagers.size());
}

TEST(Importance, TheBudgetIsKeptWhereThoughtsAreCut) {
    for (const char* manager : {"process", "load_balancing", "priority"}) {
        Scenario scenario = herds(manager);
        EXPECT_EQ(run(scenario).over, 0u) << manager;
        scenario.spikes = {{.place = SpikePlace::kInside, .size_ns = 20'000'000, .first_frame = 50}};
        EXPECT_LE(run(scenario).over, 3u) << manager << " in a spike inside the tasks";
        scenario.wildlife.count = 20;
        scenario.pursuit.count = 80;
        scenario.pursuit.cost_us = 100;
        scenario.spikes.clear();
        EXPECT_EQ(run(scenario).over, 0u) << manager << " with other animals";
    }
}

TEST(Importance, NearMindsThinkMore) {
    const Course priority = run(herds("priority"));
    EXPECT_GT(priority.quality(Band::kNear), 3 * priority.quality(Band::kFar));
    const Course process = run(herds("process"));
    EXPECT_GT(process.thoughtsAMind(Band::kNear), 3 * process.thoughtsAMind(Band::kFar));
    // Shares are equal there, but far tasks run seldom.
    const Course balanced = run(herds("load_balancing"));
    EXPECT_LT(balanced.quality(Band::kNear), balanced.quality(Band::kFar));
    EXPECT_EQ(run(herds("elastic")).quality(Band::kFar), 1);
}

// The species of the higher priority gets many times the thoughts, whichever it is.
TEST(Importance, APrioritySaysWhoThinks) {
    for (const std::string manager : {"process", "priority"}) {
        double share[2];
        for (const std::size_t important : {0u, 1u}) {
            Scenario scenario = herds(manager);
            scenario.species.push_back(scenario.species[0]);
            for (SpeciesEntry& entry : scenario.species) entry.flocks = 600;
            scenario.species[important].task.priority = 100;
            World world(scenario);
            double thought_ns[2] = {};
            for (int frame = 0; frame < 120; ++frame) {
                world.step(1.0 / 60);
                for (const record::TaskEvent& event : world.events())
                    if (!event.was_delayed) thought_ns[event.kind] += static_cast<double>(event.cost_ns);
            }
            share[important] = thought_ns[important] / thought_ns[1 - important];
        }
        EXPECT_GT(share[0], 2) << manager;
        EXPECT_GT(share[1], 2) << manager;
        EXPECT_GT(share[0] * share[1], 10) << manager;
    }
    // Where priorities are not looked at they change no bit.
    for (const std::string manager : {"elastic", "load_balancing", "fixed", "unmanaged"}) {
        Scenario scenario = herds(manager);
        const std::uint64_t hash = run(scenario, 60).hash;
        scenario.species[0].task.priority = 100;
        EXPECT_EQ(run(scenario, 60).hash, hash) << manager;
    }
}

// A view that is wider than it is high, and one that is higher than it is wide.
TEST(Importance, OutOfTheViewIsWhatLiesBesideAboveOrBelowIt) {
    for (const Vec2 size : {Vec2{2000, 400}, Vec2{400, 2000}}) {
        Scenario scenario = herds("elastic");
        scenario.species[0].task.factors.visibility = 7;
        World world(scenario);
        const Command look = SetView{.x = 1500,
                                     .y = 1500,
                                     .width = static_cast<double>(size.x),
                                     .height = static_cast<double>(size.y)};
        world.step(1e-4, std::span(&look, 1));
        world.step(1e-4);
        int inside = 0, outside = 0;
        const WorldView view = world.view();
        for (std::uint32_t task = 0; task < view.tasks.size(); ++task) {
            const Vec2 way = view.plane().offset(view.player, view.placeOf(task));
            const float beyond = std::max(std::abs(way.x) - size.x / 2, std::abs(way.y) - size.y / 2);
            if (std::abs(beyond) < 2 || length(way) < 2) continue;  // it may have crossed the edge
            const double factor = view.table.elasticity(task) / static_cast<double>(length(way));
            EXPECT_NEAR(factor, beyond < 0 ? 1 : 7, 0.5) << task;
            ++(beyond < 0 ? inside : outside);
        }
        EXPECT_GT(inside, 10);
        EXPECT_GT(outside, 100);
    }
}

TEST(Importance, TheCurveIsHeededFromTheNextFrameOn) {
    for (const std::string manager : {"process", "load_balancing"}) {
        World steady(herds(manager)), dragged(herds(manager));
        const Command flat = SetImportance{{.near_m = 50, .falloff = 0, .slow_m = 50, .slowest = 1}};
        for (int frame = 0; frame < 30; ++frame) {
            steady.step(1.0 / 60);
            dragged.step(1.0 / 60, frame == 20 ? std::span(&flat, 1) : std::span<const Command>());
            EXPECT_EQ(steady.stateHash() == dragged.stateHash(), frame < 20) << manager << ' ' << frame;
        }
    }
}

}  // namespace
}  // namespace drover::world::importance_test
