// Tests the process manager under a clock that moves only when an atom advances it. Every expected number is
// computed by hand in the comment above it. Costs and budgets are small whole nanoseconds, so that the sums
// are easy to follow.
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <stdexcept>

#include "core/base/random.h"
#include "tests/core/load/process/stage.h"

namespace drover::load::process_manager_test {
namespace {

// Period 3, three atoms of 10 ns, AI time 20 ns: the set can run two atoms, then its share is used up. Due in
// frames 3, 6, 9. Returns the atoms that ran in each of frames 1 to 9.
std::vector<std::string> nineFrames(ExecutionMethod method) {
    Stage stage;
    stage.oneSet(method, 3);
    std::vector<std::string> frames;
    for (int i = 0; i < 9; ++i) frames.push_back(stage.run(20));
    return frames;
}
using Frames = std::vector<std::string>;

TEST(ProcessManager, SuspendableBeginsAnewWhenNextDue) {
    EXPECT_EQ(nineFrames(ExecutionMethod::kSuspendable), (Frames{"", "", "01", "", "", "01", "", "", "01"}));
}
TEST(ProcessManager, SuspendableIrBeginsAnewInEveryFrameUntilItGetsThrough) {
    EXPECT_EQ(nineFrames(ExecutionMethod::kSuspendableIr),
              (Frames{"", "", "01", "01", "01", "01", "01", "01", "01"}));
}
TEST(ProcessManager, SliceableContinuesWhenNextDue) {  // frame 6 ends what frame 3 began; 9 begins again
    EXPECT_EQ(nineFrames(ExecutionMethod::kSliceable), (Frames{"", "", "01", "", "", "2", "", "", "01"}));
}
TEST(ProcessManager, SliceableIrContinuesInTheVeryNextFrame) {
    EXPECT_EQ(nineFrames(ExecutionMethod::kSliceableIr),
              (Frames{"", "", "01", "2", "", "01", "2", "", "01"}));
}
TEST(ProcessManager, UnsuspendableRunsToItsEnd) {
    EXPECT_EQ(nineFrames(ExecutionMethod::kUnsuspendable),
              (Frames{"", "", "012", "", "", "012", "", "", "012"}));
}
// it is the only set, so all the time is left
TEST(ProcessManager, ReserveRunsOnWhatIsLeftAndBeginsAnewWhenNextDue) {
    EXPECT_EQ(nineFrames(ExecutionMethod::kReserve), (Frames{"", "", "01", "", "", "01", "", "", "01"}));
}

// A suspendable set that is resumed at once with enough time completes, and is then due by its period again.
TEST(ProcessManager, ResumedAtOnceWithTimeEnough) {
    Stage stage;
    stage.oneSet(ExecutionMethod::kSuspendableIr, 3);
    EXPECT_EQ(stage.run(20) + stage.run(20), "");
    EXPECT_EQ(stage.run(20), "01");
    EXPECT_EQ(stage.run(30), "012");
    EXPECT_EQ(stage.run(30), "");
    EXPECT_EQ(stage.run(30), "012");
}

// Perception 4 ns, behaviours A (priority 30) and B (10) with atoms of 10 ns, reserve R, action 4 ns; AI time
// 104 ns.
// A: offered (104 - 4) * 30 / 40 = 75; eight atoms are 80 >= 75, so it is cut off.
// B: offered (100 - 80) * 10 / 10 = 20; its one atom takes 10.
// R: offered the remaining 10; its atoms cost 3, and after four, 12 >= 10, it is cut off.
// Action: 4. Sum: 4 + 80 + 10 + 12 + 4 = 110.
TEST(ProcessManager, AnAgentDividesItsShareOverItsSets) {
    Stage stage;
    stage.agent(
        stage.kind({.name = "whole",
                    .perceptions = {{"see", 1, 0, stage.atoms('p', 1, 4)}},
                    .behaviours = {{"R", ExecutionMethod::kReserve, 50, 1, 0, stage.atoms('R', 9, 3)},
                                   {"A", ExecutionMethod::kSuspendable, 30, 1, 0, stage.atoms('A', 20, 10)},
                                   {"B", ExecutionMethod::kSuspendable, 10, 1, 0, stage.atoms('B', 1, 10)}},
                    .actions = {{"do", 1, 0, stage.atoms('a', 1, 4)}}}));
    EXPECT_EQ(stage.run(104), "pAAAAAAAABRRRRa");
    const ProcessReport& report = stage.manager.report();
    EXPECT_EQ(report.consumed_ns, 110);
    ASSERT_EQ(report.executions.size(), 6u);
    EXPECT_EQ(stage.line(0).offered_ns, 104);
    EXPECT_EQ(stage.line(0).outcome, Outcome::kCutOff);
    EXPECT_EQ(stage.line(0).consumed_ns, 110);
    EXPECT_EQ(stage.line(0).atoms, 15u);
    EXPECT_EQ(stage.line(2).offered_ns, 75);
    EXPECT_EQ(stage.line(2).consumed_ns, 80);
    EXPECT_EQ(stage.line(2).outcome, Outcome::kCutOff);
    EXPECT_EQ(stage.line(3).offered_ns, 20);
    EXPECT_EQ(stage.line(3).outcome, Outcome::kCompleted);
    EXPECT_EQ(stage.line(4).offered_ns, 10);
    EXPECT_EQ(stage.line(4).consumed_ns, 12);
    EXPECT_TRUE(report.isDegraded());
}

// Reserve R comes after A, which uses the whole share of 20. Nothing is left for it, which is no degradation.
TEST(ProcessManager, AReserveSetThatFindsNothingIsLeftOut) {
    Stage stage;
    stage.agent(
        stage.kind({.name = "r",
                    .behaviours = {{"A", ExecutionMethod::kUnsuspendable, 50, 1, 0, stage.atoms('A', 2, 10)},
                                   {"R", ExecutionMethod::kReserve, 50, 1, 0, stage.atoms('R', 1, 1)}}}));
    EXPECT_EQ(stage.run(20), "AA");
    EXPECT_EQ(stage.line(2).outcome, Outcome::kNothingInReserve);
    EXPECT_FALSE(stage.manager.report().isDegraded());
    EXPECT_EQ(stage.run(21), "AAR");
}

// Agents of priority 50, 30, 20 share 1000 ns. The first is offered 500 and uses 100. The second is offered
// 900 * 30 / 50 = 540 and uses 740 (unsuspendable). The third is offered the remaining 160 * 20 / 20.
TEST(ProcessManager, SharesAreDealtOutAgainFromWhatIsLeft) {
    Stage stage;
    const auto kind = [&](char letter, std::int64_t cost) {
        return stage.kind(
            {.name = {letter},
             .behaviours = {{"b", ExecutionMethod::kUnsuspendable, 50, 1, 0, stage.atoms(letter, 1, cost)}}});
    };
    stage.agent(kind('x', 100), {.priority = 50, .delay = 0});
    stage.agent(kind('y', 740), {.priority = 30, .delay = 0});
    stage.agent(kind('z', 1), {.priority = 20, .delay = 0});
    EXPECT_EQ(stage.run(1000), "xyz");
    EXPECT_EQ(stage.line(0).offered_ns, 500);
    EXPECT_EQ(stage.line(2).offered_ns, 540);
    EXPECT_EQ(stage.line(4).offered_ns, 160);
    EXPECT_EQ(stage.manager.report().consumed_ns, 841);
}

// Agents that use exactly what they are offered get the whole AI time together, and each gets t * p / sum p
// within rounding. Each share is rounded down by at most a nanosecond, which goes to the next agent.
TEST(ProcessManager, SharesAddUpToTheAiTime) {
    Stage stage;
    const AgentKindId kind = stage.kind(
        {.name = "glutton",
         .behaviours = {
             {"eat", ExecutionMethod::kSuspendable, 7, 1, 0, {1u << 30, [&](AgentId, std::uint32_t) {
                                                                  stage.clock.advance(1);
                                                              }}}}});
    std::int64_t priorities = 0;
    for (int i = 0; i < 40; ++i) {
        stage.agent(kind, {.priority = 1 + i * 37 % 100, .delay = 0});
        priorities += 1 + i * 37 % 100;
    }
    const std::int64_t budget = 100'003;
    stage.run(budget);
    std::int64_t sum = 0;
    int agents = 0;
    for (const Execution& line : stage.manager.report().executions) {
        if (line.part != ExecutionPart::kAgent) continue;
        const std::int64_t priority = 1 + agents++ * 37 % 100;
        EXPECT_NEAR(static_cast<double>(line.offered_ns),
                    static_cast<double>(budget * priority) / static_cast<double>(priorities), 40.0);
        sum += line.offered_ns;
    }
    EXPECT_EQ(agents, 40);
    EXPECT_EQ(sum, budget);
}

// Five agents of 10 ns, AI time 25: three run, because time is tested after the work. The list goes on after
// the last one executed: 012, 340, 123, 401, 234, and so on. Each runs three times in five frames.
TEST(ProcessManager, TheListResumesAfterTheLastExecuted) {
    Stage stage;
    const AgentKindId kind = stage.each([&](AgentId id, std::uint32_t) {
        stage.log += static_cast<char>('0' + id.row);
        stage.clock.advance(10);
    });
    for (int i = 0; i < 5; ++i) stage.agent(kind);
    EXPECT_EQ(stage.run(25), "012");
    EXPECT_EQ(stage.manager.report().agents_left_out, 2u);
    EXPECT_EQ(stage.line(6).outcome, Outcome::kFrameTimeUsed);
    EXPECT_EQ(stage.line(6).agent.row, 3u);
    EXPECT_EQ(stage.run(25), "340");
    EXPECT_EQ(stage.run(25), "123");
    EXPECT_EQ(stage.run(25), "401");
    EXPECT_EQ(stage.run(25), "234");
    EXPECT_EQ(stage.run(100), "01234");  // the last list was completed, so this one starts at its top
    EXPECT_EQ(stage.run(100), "01234");
    EXPECT_EQ(stage.run(0), "0");  // no AI time: one agent runs all the same
    EXPECT_EQ(stage.run(-5), "1");
    EXPECT_EQ(stage.manager.report().budget_ns, 0);
}

// Three agents of period 3, 10 ns each, AI time 5. Frame 3 executes one; the other two are owed a run and get
// it in frames 4 and 5, including the perception of frame 3, although it is not due in 4 and 5.
TEST(ProcessManager, WhoIsLeftOutIsOwedHisTurn) {
    Stage stage;
    const AgentKindId kind = stage.kind(
        {.name = "a",
         .perceptions = {{"see", 3, 0, stage.atoms('p', 1, 0)}},
         .behaviours = {{"b", ExecutionMethod::kUnsuspendable, 50, 1, 0, {1, [&](AgentId id, std::uint32_t) {
                                                                              stage.log += static_cast<char>(
                                                                                  '0' + id.row);
                                                                              stage.clock.advance(10);
                                                                          }}}}});
    for (int i = 0; i < 3; ++i) stage.agent(kind, {.period = 3, .delay = 0});
    Frames frames;
    for (int i = 0; i < 9; ++i) frames.push_back(stage.run(5));
    EXPECT_EQ(frames, (Frames{"", "", "p0", "p1", "p2", "p0", "p1", "p2", "p0"}));
    const ProcessReport& report = stage.manager.report();
    EXPECT_EQ(report.newly_left_out, (Ids{{1, 0}, {2, 0}}));
    EXPECT_TRUE(stage.manager.removeAgent({2, 0}));  // what it is owed is dropped
    EXPECT_EQ(stage.run(100), "p1");
    EXPECT_EQ(stage.run(100), "");
    EXPECT_EQ(stage.run(100), "p0p1");
}

// An agent of period 1 with sets A (period 1) and B (period 2), 10 ns each, share 10. A uses the share up in
// frame 2. B is owed and runs in frame 3 before A, although it is not due in 3. Frame 4 runs A, and so on.
TEST(ProcessManager, ASetThatIsLeftOutIsOwedItsTurn) {
    Stage stage;
    stage.agent(stage.kind(
        {.name = "a",
         .behaviours = {{"A", ExecutionMethod::kUnsuspendable, 50, 1, 0, stage.atoms('A', 1, 10)},
                        {"B", ExecutionMethod::kUnsuspendable, 50, 2, 0, stage.atoms('B', 1, 10)}}}));
    Frames frames;
    for (int i = 0; i < 6; ++i) frames.push_back(stage.run(10));
    EXPECT_EQ(frames, (Frames{"A", "A", "B", "A", "B", "A"}));
}

// One agent, three unsuspendable sets of 10 ns, share 15: two run, then the share is used up. The third is
// first next time: AB, CA, BC.
TEST(ProcessManager, TheListOfSetsResumesToo) {
    Stage stage;
    AgentKind kind{.name = "three"};
    for (const char letter : {'A', 'B', 'C'})
        kind.behaviours.push_back(
            {{letter}, ExecutionMethod::kUnsuspendable, 50, 1, 0, stage.atoms(letter, 1, 10)});
    stage.agent(stage.kind(kind));
    EXPECT_EQ(stage.run(15), "AB");
    EXPECT_EQ(stage.line(3).outcome, Outcome::kAgentShareUsed);
    EXPECT_EQ(stage.line(3).set, 2u);
    EXPECT_EQ(stage.run(15), "CA");
    EXPECT_EQ(stage.run(15), "BC");
    EXPECT_EQ(stage.run(100), "ABC");
}

// Agent with period 2, delay 1: frames 1, 3, 5, 7, ... Its set with period 3, delay 2: frames 3, 6, 9, 12,
// ..., counted from activation 1. The agent and the set share frames 3 and 9.
TEST(ProcessManager, PeriodsAndDelaysOfAgentsAndSetsMeet) {
    Stage stage;
    stage.agent(stage.kind({.name = "m",
                            .perceptions = {{"see", 2, 0, stage.atoms('p', 1, 1)}},
                            .behaviours = {{"b", ExecutionMethod::kUnsuspendable, 50, 3, 2,
                                            stage.atoms('b', 1, 1)}}}),
                {.period = 2, .delay = 1});
    Frames frames;
    for (int i = 0; i < 9; ++i) frames.push_back(stage.run(100));
    EXPECT_EQ(frames, (Frames{"p", "", "pb", "", "p", "", "p", "", "pb"}));
}

TEST(ProcessManager, WrongAgentsAndKindsAreAnsweredWithTheField) {
    Stage stage;
    const auto kindError = [&](AgentKind kind) { return stage.manager.addKind(std::move(kind)).error; };
    const SetWork work = stage.atoms('x', 1, 1);
    EXPECT_EQ(kindError({.name = "k", .behaviours = {{"b", {}, 101, 1, 0, work}}}),
              "b.priority: found 101, allowed 1 to 100");
    EXPECT_EQ(kindError({.name = "k", .behaviours = {{"b", {}, 0, 1, 0, work}}}),
              "b.priority: found 0, allowed 1 to 100");
    EXPECT_EQ(kindError({.name = "k", .behaviours = {{"b", {}, 50, 0, 0, work}}}),
              "b.period: found 0, allowed 1 to 65536");
    EXPECT_EQ(kindError({.name = "k", .behaviours = {{"b", {}, 50, 1, 0, {}}}}), "b.work: found no atom");
    const AgentKindId kind = stage.kind({.name = "k", .behaviours = {{"b", {}, 50, 2, 1, work}}});
    const auto agentError = [&](AgentSettings settings) {
        return stage.manager.addAgent(kind, settings).error;
    };
    EXPECT_EQ(agentError({.priority = 0}), "priority: found 0, allowed 1 to 100");
    EXPECT_EQ(agentError({.period = -4}), "period: found -4, allowed 1 to 65536");
    EXPECT_EQ(agentError({.period = 2}), "b: never due: period 2, delay 1 in an agent of period 2");
    EXPECT_EQ(agentError({.period = 1}), "");
    EXPECT_EQ(stage.manager.addAgent(AgentKindId{9}, {}).error, "kind: found 9, allowed 0 to 0");
    EXPECT_EQ(stage.manager.agents(), 1u);
}

// Agents that join at run time get the delays that the plan gives them.
TEST(ProcessManager, DynamicDelaysAreThoseOfThePlan) {
    std::uint32_t draw = 0;
    const auto below = [&](std::uint32_t n) {
        return static_cast<std::int64_t>(randomBlock(8, draw++, 0, 0, Purpose::kSteering)[0] % n);
    };
    for (int round = 0; round < 300; ++round) {
        const Lookahead lookahead{static_cast<LookaheadKind>(below(3)), 1 + below(20)};
        ProcessPlanRequest request{.max_delay = below(6), .lookahead = lookahead, .frames = 60};
        for (std::int64_t i = 1 + below(8); i > 0; --i) {
            request.tasks.push_back({1 + below(8), {}});
            if (below(3) == 0) request.tasks.back().delay = below(20);
        }
        const ProcessPlanAnswer plan = planProcess(request);
        Stage stage({.max_delay = request.max_delay, .lookahead = lookahead});
        const AgentKindId kind =
            stage.kind({.name = "k", .behaviours = {{"b", {}, 50, 1, 0, stage.atoms('x', 1, 0)}}});
        for (std::size_t i = 0; i < request.tasks.size(); ++i) {
            const AgentId id =
                stage.agent(kind, {.period = request.tasks[i].period, .delay = request.tasks[i].delay});
            ASSERT_EQ(stage.manager.activation(id), plan.delays[i]) << "round " << round << " task " << i;
        }
        for (const std::int64_t count : plan.executing)
            ASSERT_EQ(std::ssize(stage.run(1'000'000)), count) << "round " << round;
    }
}

// P counts behaviour sets: two agents of period 1 whose only set has period 2 run in alternate frames.
TEST(ProcessManager, DynamicDelaysLookAtTheSets) {
    Stage stage;
    const AgentKindId kind =
        stage.kind({.name = "k", .behaviours = {{"b", {}, 50, 2, 0, stage.atoms('x', 1, 0)}}});
    stage.agent(kind, {});
    stage.run(10);  // joining later does not change the pattern: frames 2, 4, 6 belong to the first
    const AgentId second = stage.agent(kind, {});
    EXPECT_EQ(stage.manager.activation(second) % 2, 1);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(stage.run(10), "x");
}

TEST(ProcessManager, LongPeriodsPastTheWheelAreKept) {
    Stage stage;
    const AgentKindId kind =
        stage.kind({.name = "k", .behaviours = {{"b", {}, 50, 1, 0, stage.atoms('x', 1, 0)}}});
    stage.agent(kind, {.period = 3000, .delay = 5});
    stage.agent(kind, {.period = 1024, .delay = 0});
    std::vector<std::int64_t> frames;
    for (int i = 0; i < 7000; ++i)
        if (!stage.run(10).empty()) frames.push_back(stage.manager.frame());
    EXPECT_EQ(frames, (std::vector<std::int64_t>{5, 1024, 2048, 3005, 3072, 4096, 5120, 6005, 6144}));
}

TEST(ProcessManager, APriorityThatIsOutOfRangeChangesNothing) {
    Stage stage;
    const AgentId id =
        stage.agent(stage.kind({.name = "k", .behaviours = {{"b", {}, 50, 1, 0, stage.atoms('x', 1, 0)}}}));
    EXPECT_EQ(stage.manager.setPriority(id, 0), "priority: found 0, allowed 1 to 100");
    EXPECT_EQ(stage.manager.setPriority(id, 100), "");
}

}  // namespace
}  // namespace drover::load::process_manager_test
