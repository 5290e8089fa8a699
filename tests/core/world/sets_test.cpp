// Tests minds that are divided into sets, in a running world: what each way of execution does to the animals,
// and that nothing else depends on it. The process manager alone is tested in load/process.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/allocations.h"
#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/load/process/process.h"
#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "core/world/files/scenario_file.h"
#include "core/world/memory/refusal.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world::sets_test {
namespace {

constexpr double kFrame = 1.0 / 60;
constexpr std::uint64_t kMemory = std::uint64_t{8} << 30;

// An agent that is offered too little: it perceives and moves for 100 us each, and follows in four atoms
// of 25.
Scenario pursuers(load::ExecutionMethod follow, std::uint32_t period = 1) {
    Scenario s;
    s.world.world_size = 200;
    s.pursuit.count = 1;
    s.pursuit.cost_us = 400;
    s.pursuit.sets = {{"perceive"}, {"follow", follow, 50, period}, {"move"}};
    s.pursuit.task.frequency = 1;
    s.load.manager = "process";
    s.load.cost_model = {.fixed_us = 0, .leaf_us = 0, .pair_us = 0, .noise = 0};
    s.load.budget.fixed_ns = 160'000;
    return s;
}

// What the only behaviour did in each of some frames: "first+atoms" or "-" if it did not run.
std::vector<std::string> courseOf(const Scenario& scenario, int frames) {
    World world(scenario);
    std::vector<std::string> course;
    for (int i = 0; i < frames; ++i) {
        world.step(kFrame);
        course.push_back("-");
        for (const record::SetEvent& event : world.setEvents())
            if (event.is_behaviour && !event.was_left_out)
                course.back() = std::to_string(event.first_atom) + "+" + std::to_string(event.atoms);
    }
    return course;
}
using Course = std::vector<std::string>;

// 60 of 160 us are left when the agent has perceived, and three atoms use them up.
TEST(Sets, ASliceableSetGoesOnWhereItWasCutAndASuspendableBeginsAnew) {
    const auto course = [](load::ExecutionMethod method, std::uint32_t period) {
        return courseOf(pursuers(method, period), 6);
    };
    EXPECT_EQ(course(load::ExecutionMethod::kUnsuspendable, 1),
              (Course{"0+4", "0+4", "0+4", "0+4", "0+4", "0+4"}));
    EXPECT_EQ(course(load::ExecutionMethod::kSuspendable, 1),
              (Course{"0+3", "0+3", "0+3", "0+3", "0+3", "0+3"}));
    EXPECT_EQ(course(load::ExecutionMethod::kSliceable, 1),
              (Course{"0+3", "3+1", "0+3", "3+1", "0+3", "3+1"}));
    EXPECT_EQ(course(load::ExecutionMethod::kSuspendable, 3), (Course{"-", "-", "0+3", "-", "-", "0+3"}));
    EXPECT_EQ(course(load::ExecutionMethod::kSliceable, 3), (Course{"-", "-", "0+3", "-", "-", "3+1"}));
    EXPECT_EQ(course(load::ExecutionMethod::kSuspendableIr, 3),
              (Course{"-", "-", "0+3", "0+3", "0+3", "0+3"}));
    EXPECT_EQ(course(load::ExecutionMethod::kSliceableIr, 3), (Course{"-", "-", "0+3", "3+1", "-", "0+3"}));
    EXPECT_EQ(course(load::ExecutionMethod::kReserve, 1), (Course{"0+3", "0+3", "0+3", "0+3", "0+3", "0+3"}));
}

// Only a finished thought is acted upon.
TEST(Sets, WhatWasCutOffHasNoResultYet) {
    Scenario s = pursuers(load::ExecutionMethod::kSliceable);
    s.pursuit.count = 2;
    s.load.budget.fixed_ns = 1;  // one atom a run
    World world(s);
    for (int i = 0; i < 6; ++i) world.step(kFrame);  // three runs each
    EXPECT_EQ(world.population().find<minds::Pursuit>()->speed[0], 0);
    for (int i = 0; i < 2; ++i) world.step(kFrame);
    EXPECT_GT(world.population().find<minds::Pursuit>()->speed[0], 0);
}

TEST(Sets, AReserveRunsOnLeftoversOnly) {
    Scenario s = pursuers(load::ExecutionMethod::kReserve);
    const auto outcomes = [&] {
        World world(s);
        std::set<std::string> all;
        for (int i = 0; i < 4; ++i) {
            world.step(kFrame);
            for (const record::SetEvent& event : world.setEvents())
                if (event.is_reserve) all.emplace(event.outcome);
        }
        return all;
    };
    s.load.budget.fixed_ns = 90'000;
    EXPECT_EQ(outcomes(), (std::set<std::string>{"left out: nothing in reserve"}));
    s.load.budget.fixed_ns = 150'000;
    EXPECT_EQ(outcomes(), (std::set<std::string>{"cut off"}));
    s.load.budget.fixed_ns = 250'000;
    EXPECT_EQ(outcomes(), (std::set<std::string>{"ran to its end"}));
}

// An action every third frame moves by three frames' time, and by no more.
TEST(Sets, NoTimeIsLostBetweenActions) {
    Scenario s = pursuers(load::ExecutionMethod::kUnsuspendable);
    s.load.budget.fixed_ns = 10'000'000;
    s.pursuit.count = 2;
    s.pursuit.sets.back().period = 3;
    World world(s);
    const float step = world.population().find<minds::Pursuit>()->settings().max_acceleration * 3 *
                       static_cast<float>(kFrame);
    for (int i = 1; i <= 9; ++i) {
        world.step(kFrame);
        EXPECT_NEAR(world.population().find<minds::Pursuit>()->speed[0], step * static_cast<float>(i / 3),
                    1e-3f)
            << i;
        const std::int64_t since_ns = world.tasks().simul_ns - world.tasks().columns.state[0].last_ns;
        EXPECT_NEAR(static_cast<double>(since_ns), i % 3 * kFrame * 1e9, 10) << i;
    }
    EXPECT_EQ(world.record().whole.run, 2u);
    EXPECT_EQ(world.record().whole.asked, 2u);
    EXPECT_EQ(world.record().whole.thoughts, 2u);
}

TEST(Sets, OtherManagersDoNotLookAtThem) {
    for (const load::ManagerInfo& info : load::kManagers) {
        Scenario with = shipped("sets");
        with.load.manager = info.name;
        Scenario without = with;
        without.species[0].sets = without.wildlife.sets = without.pursuit.sets = {};
        World a(with), b(without);
        for (int i = 0; i < 120; ++i) a.step(kFrame), b.step(kFrame);
        EXPECT_EQ(a.stateHash() == b.stateHash(), info.name != "process") << info.name;
        EXPECT_EQ(a.setEvents().empty(), info.name != "process") << info.name;
    }
}

// In the shipped scenario each method is seen doing all that it can do; the trace has the same words.
TEST(Sets, TheShippedScenarioShowsEveryWayToBeCutOff) {
    World world(shipped("sets"));
    record::TraceWriter writer(world.kindNames());
    std::string trace;
    std::set<std::string> seen;
    std::map<std::string, std::size_t> outcomes;
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint64_t> cut_in;
    for (std::uint64_t frame = 1; frame <= 600; ++frame) {
        world.step(kFrame);
        writer.appendFrame(trace, world.record(), world.events(), world.setEvents());
        for (const record::SetEvent& event : world.setEvents()) {
            ++outcomes[std::string(event.outcome)];
            if (!event.is_behaviour) continue;
            const std::string method(event.method);
            seen.insert(method + ", " + std::string(event.outcome));
            const auto cut = cut_in.find({event.task, event.name});
            if (event.is_anew || event.is_continued) {
                ASSERT_NE(cut, cut_in.end());
                const bool at_once = frame == cut->second + 1;
                seen.insert(method + ", " + std::string(event.begun) + (at_once ? ", at once" : ""));
            }
            if (event.was_left_out) continue;
            if (cut != cut_in.end()) cut_in.erase(cut);
            if (event.is_cut_off) cut_in[{event.task, event.name}] = frame;
            if (event.cost_ns > event.offered_ns && !event.is_cut_off)
                seen.insert(method + ", over its share");
        }
    }
    for (const char* what :
         {"suspendable, cut off", "suspendable, ran to its end", "suspendable, anew, after it was cut off",
          "suspendable_ir, cut off", "suspendable_ir, ran to its end",
          "suspendable_ir, anew, after it was cut off, at once", "sliceable, cut off",
          "sliceable, ran to its end", "sliceable, where it was cut off", "sliceable_ir, cut off",
          "sliceable_ir, ran to its end", "sliceable_ir, where it was cut off, at once",
          "unsuspendable, ran to its end", "unsuspendable, over its share", "reserve, cut off",
          "reserve, ran to its end", "reserve, left out: nothing in reserve"})
        EXPECT_TRUE(seen.contains(what)) << what;
    EXPECT_FALSE(seen.contains("unsuspendable, cut off"));
    EXPECT_TRUE(outcomes.contains("left out: its agent's share was used up"));
    for (const auto& [outcome, count] : outcomes) {
        std::size_t in_trace = 0;
        const std::string text = "\"outcome\":\"" + outcome + "\"";
        for (std::size_t at = trace.find(text); at != std::string::npos; at = trace.find(text, at + 1))
            ++in_trace;
        EXPECT_EQ(in_trace, count) << outcome;
    }
}

// What the sets of a task cost is what the task cost, and it counts as one run.
TEST(Sets, CostsAddUp) {
    World world(shipped("sets"));
    for (int i = 0; i < 200; ++i) {
        const record::FrameRecord& record = world.step(kFrame);
        std::map<std::uint32_t, std::int64_t> by_task;
        for (const record::SetEvent& set : world.setEvents()) by_task[set.task] += set.cost_ns;
        std::int64_t all_ns = 0;
        for (const record::TaskEvent& task : world.events()) {
            if (task.was_delayed) continue;
            EXPECT_EQ(by_task[task.task], task.cost_ns);
            all_ns += task.cost_ns;
        }
        EXPECT_EQ(record.whole.c_total_ns, all_ns);
        EXPECT_EQ(world.manager().report().total_cost_ns, all_ns);
        EXPECT_EQ(record.whole.run, by_task.size());
    }
}

// Commands: the sets change while the world runs, and what makes no sense is left as it was.
std::uint64_t hashOf(cores::Team* team, bool through_a_log) {
    std::vector<LoggedCommand> script;
    SetSets change{0, shipped("sets").species[0].sets};
    change.sets[1].method = load::ExecutionMethod::kSliceableIr;
    change.sets[1].priority = 90, change.sets[4].period = 3;
    script.push_back({100, change});
    script.push_back({150, SetSets{2, {}}});
    script.push_back({180, SetManager{"process", {{"order", 1}}}});
    if (through_a_log) {
        std::string log;
        for (const LoggedCommand& logged : script) log += writeCommand(logged);
        script = *parseCommandLog("log", log);
    }
    World world(shipped("sets"), nullptr, team);
    for (std::uint64_t frame = 1; frame <= 300; ++frame) {
        std::vector<Command> commands;
        for (const LoggedCommand& logged : script)
            if (logged.frame == frame) commands.push_back(logged.command);
        world.step(kFrame, commands);
    }
    EXPECT_EQ(world.scenario().species[0].sets, change.sets);
    EXPECT_TRUE(world.scenario().pursuit.sets.empty());
    return world.stateHash();
}

TEST(Sets, TheSameBitsOnTwoThreadsAndFromALog) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2);
    const std::uint64_t hash = hashOf(nullptr, false);
    EXPECT_EQ(hashOf(team.get(), false), hash);
    EXPECT_EQ(hashOf(nullptr, true), hash);
}

TEST(Sets, ACommandThatMakesNoSenseChangesNothing) {
    World world(shipped("sets"));
    const std::vector<SetEntry> before = world.scenario().species[0].sets;
    const std::vector<Command> wrong = {SetSets{0, {{"look"}, {"move"}}}, SetSets{0, {{"wander"}}},
                                        SetSets{3, {}},
                                        SetSets{2, {{.name = "move", .period = 2, .delay = 1}}}};
    world.step(kFrame, wrong);
    EXPECT_EQ(world.scenario().species[0].sets, before);
    EXPECT_EQ(world.scenario().pursuit.sets.size(), 4u);
    SetTask task{0, world.scenario().species[0].task};
    task.task.frequency = 50'000;
    world.step(kFrame, std::vector<Command>{task});
    EXPECT_EQ(world.scenario().species[0].task.frequency, 50'000u);
    // With a set of period 3 in an agent of 50,000 frames that would be 150,000 frames from run to run.
    SetSets change{0, before};
    change.sets[1].period = 3;
    world.step(kFrame, std::vector<Command>{change});
    EXPECT_EQ(world.scenario().species[0].sets, before);
}

TEST(Sets, ASteadyFrameAllocatesNothing) {
    Scenario scenario = shipped("sets");
    scenario.player.tour.clear();
    World world(scenario);
    for (int i = 0; i < 400; ++i) world.step(kFrame);
    std::size_t steady = 0;
    for (int i = 0; i < 200; ++i) {
        const std::size_t before = allocationsSoFar();
        const record::FrameRecord& r = world.step(kFrame);
        if (r.whole.expansions + r.whole.collapses > 0) continue;
        ++steady;
        EXPECT_EQ(allocationsSoFar(), before) << i;
    }
    EXPECT_GT(steady, 50u);
}

// With the order of importance the nearest run in every frame and the farthest wait for ever.
TEST(Sets, InTheOrderOfImportanceTheFarOnesLoseFirst) {
    Scenario s = worldOf(3000, {{"a", 60}});
    s.species[0].task.frequency = 1;
    s.species[0].sets = {{"wander"}, {"move"}};
    s.load.manager = "process";
    s.load.think_us = 20;
    s.load.importance = {.near_m = 20, .falloff = 1, .slow_m = 100, .slowest = 0};
    s.load.budget.fixed_ns = 300'000;
    const auto runsByPriority = [&](double order) {
        s.load.parameters = {{"order", order}};
        World world(s);
        std::vector<std::uint32_t> runs(60);
        for (int i = 0; i < 100; ++i) {
            world.step(kFrame);
            for (const record::TaskEvent& task : world.events()) runs[task.task] += !task.was_delayed;
        }
        std::uint32_t nearest = 0, farthest = 0;
        for (std::uint32_t row = 0; row < 60; ++row) {
            const auto& priority = world.tasks().columns.priority;
            if (priority[row] > priority[nearest]) nearest = row;
            if (priority[row] < priority[farthest]) farthest = row;
        }
        return std::pair{runs[nearest], runs[farthest]};
    };
    EXPECT_EQ(runsByPriority(1), (std::pair{100u, 0u}));
    const auto [nearest, farthest] = runsByPriority(0);
    EXPECT_LT(nearest, 100u);
    EXPECT_GT(farthest, 0u);
}

std::string refusalOf(const std::string& sets, const char* frequency = "1") {
    const std::string source = R"({"title":"t","text":"x","pursuit":{"agents":1,"task":{"frequency":)" +
                               std::string(frequency) + R"(},"sets":)" + sets + "}}";
    const Result<Scenario> scenario = parseScenario("s.json", source, kMemory);
    return scenario ? "" : scenario.error.message();
}

TEST(Sets, ErrorsSayWhereAndWhatIsAllowed) {
    EXPECT_EQ(refusalOf(R"([{"name":"move"}])"), "");
    EXPECT_EQ(refusalOf("[]"), "");
    const auto expect = [](const std::string& refusal, std::initializer_list<const char*> parts) {
        for (const char* part : parts)
            EXPECT_NE(refusal.find(part), std::string::npos) << refusal << "\n" << part;
    };
    expect(refusalOf(R"([{"name":"look"},{"name":"move"}])"),
           {"s.json:1:", "pursuit.sets[0].name", "\"look\"", "perceive, follow, avoid, move"});
    expect(refusalOf(R"([{"name":"move"},{"name":"move"}])"),
           {"pursuit.sets[1].name", "\"move\" a second time", "each set once"});
    expect(refusalOf(R"([{"name":"follow"}])"),
           {"pursuit.sets", "no set \"move\"", "a list with its action"});
    expect(refusalOf(R"([{"name":"move","period":2,"delay":1}])", "2"),
           {"pursuit.sets[0].period", "move: never due: period 2, delay 1 in an agent of period 2",
            "a set that runs"});
    expect(refusalOf(R"([{"name":"follow","method":"slicable"},{"name":"move"}])"),
           {"method", "sliceable_ir"});
    expect(refusalOf(R"([{"name":"follow","priority":101},{"name":"move"}])"),
           {"priority", "101", "1 to 100"});
}

}  // namespace
}  // namespace drover::world::sets_test
