// A corridor without end, in which people walk under every manager that keeps a budget, and who is outside
// takes none of it.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/load/managers.h"
#include "core/minds/people.h"
#include "core/world/animals/population.h"
#include "core/world/world.h"

namespace drover::world::people_corridor_test {
namespace {

constexpr double kFrame = 1.0 / 60;

const minds::People& peopleOf(const World& world) { return *world.population().find<minds::People>(); }

// A torus of fifty metres with walls along four metres of it, in which people walk to the right for ever.
Scenario endless(double people_per_m2) {
    Scenario s;
    s.title = s.text = "A corridor without end";
    s.world = {50, Edges::kTorus, {}};
    s.world.shapes = {{ground::Surface::kWall, {{0, 22.5}, {50, 22.5}}, 0.5},
                      {ground::Surface::kWall, {{0, 27.5}, {50, 27.5}}, 0.5}};
    s.player = {25, 25, 0, {}};
    s.people.count = static_cast<std::uint32_t>(people_per_m2 * 200);
    s.people.cost_us = 4;
    s.people.task.maximum_ms = 400;
    minds::PeopleSettings& people = s.people.settings;
    people.area = {{0, 20}, {50, 30}};
    people.groups = {{.area = {{0, 23.21}, {50, 26.79}}}};
    people.goals.resize(1);
    people.goals[0].direction = {1, 0};
    people.routes.resize(1);
    people.routes[0].steps.resize(1);
    return s;
}

// Metres a second, on average of those who are there in the last ten of fifteen seconds; and how much of the
// budget a frame took at most.
struct Walked {
    double speed = 0, most_of_budget = 0;
};
Walked walkedIn(const Scenario& scenario, std::uint32_t people) {
    World world(scenario);
    Walked walked;
    double sum = 0;
    int count = 0;
    for (int frame = 0; frame < 900; ++frame) {
        const record::FrameRecord& record = world.step(kFrame);
        if (frame < 300) continue;
        walked.most_of_budget = std::max(
            walked.most_of_budget, static_cast<double>(record.ai_ns) / static_cast<double>(record.budget_ns));
        for (std::uint32_t i = 0; i < people; ++i)
            sum += static_cast<double>(peopleOf(world).velocityOf(i).x), ++count;
    }
    walked.speed = sum / count;
    return walked;
}

// At three a square metre, with a quarter of the time that all would like (0.8 ms).
TEST(PeopleWorld, CrowdsWalkUnderEveryManagerThatKeepsABudget) {
    for (const load::ManagerInfo& manager : load::kManagers) {
        if (manager.coin == load::Coin::kNone || manager.name == "own") continue;
        SCOPED_TRACE(manager.name);
        Scenario s = endless(3);
        s.load.manager = manager.name;
        s.load.budget.fixed_ns = 1'600'000;
        const double full = walkedIn(s, s.people.count).speed;
        s.load.budget.fixed_ns = 400'000;
        const Walked quarter = walkedIn(s, s.people.count);
        EXPECT_NEAR(full, 0.306, 0.02);
        EXPECT_NEAR(quarter.speed / full, 1, 0.12);
        const bool does_promise = manager.name != "fixed" && manager.name != "budget_allocator";
        EXPECT_LE(quarter.most_of_budget, does_promise ? 1.05 : 5);
    }
}

// They are no tasks: those inside have as much as without them.
TEST(PeopleWorld, WhoIsOutsideUsesNoBudget) {
    for (const char* const manager : {"elastic", "process", "load_balancing", "priority", "edf", "tiers"}) {
        SCOPED_TRACE(manager);
        Scenario s = endless(2);
        s.load.manager = manager;
        s.load.budget.fixed_ns = 200'000;
        const double alone = walkedIn(s, 400).speed;
        s.people.settings.entrances = {
            {.area = {{0, 23.3}, {50, 26.7}}, .people = 6000, .per_second = 0.001, .from_s = 1e5}};
        s.people.count = 6400;
        EXPECT_NEAR(walkedIn(s, 400).speed / alone, 1, 0.02);
    }
}

TEST(PeopleWorld, AGoalWithoutAreasNeedsATorusAndADirection) {
    const auto flaw = [](auto change) {
        Scenario s = endless(1);
        change(s);
        const auto found = minds::flawOf(s.people.settings, s.plane());
        return found ? found->message() : std::string();
    };
    EXPECT_EQ(flaw([](Scenario&) {}), "");
    EXPECT_EQ(flaw([](Scenario& s) { s.people.settings.goals[0].direction = {}; }),
              "goals[0].areas: found none, allowed 1 to 32, or a `direction` other than 0,0");
    EXPECT_EQ(flaw([](Scenario& s) { s.world.edges = Edges::kOpen; }),
              "goals[0].direction: found 1,0, allowed 0,0 in a world with open edges: a torus has no end");
    EXPECT_EQ(flaw([](Scenario& s) { s.people.settings.routes[0].steps.resize(2); }),
              "routes[0].steps[0].goal: found 0, allowed a goal with areas: a direction has no end");
}

}  // namespace
}  // namespace drover::world::people_corridor_test
