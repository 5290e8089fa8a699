// Tests the process manager under a clock that moves only when an atom advances it. Every expected number is
// computed by hand in the comment above it. Costs and budgets are small whole nanoseconds, so that the sums
// are easy to follow.
#include "core/load/process/process_manager.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <stdexcept>

#include "core/base/random.h"

namespace drover::load {
namespace {

using Ids = std::vector<AgentId>;

struct Stage {
    ModelClock clock;
    ProcessManager manager;
    std::string log;  // one letter per atom

    explicit Stage(ProcessSettings settings = {}) : manager(settings) {}

    // Work of `count` atoms that each cost `cost_ns` and write `letter`.
    SetWork atoms(char letter, std::uint32_t count, std::int64_t cost_ns) {
        return {count, [this, letter, cost_ns](AgentId, std::uint32_t) {
                    log += letter;
                    clock.advance(cost_ns);
                }};
    }
    AgentKindId kind(AgentKind kind) {
        const auto added = manager.addKind(std::move(kind));
        EXPECT_EQ(added.error, "");
        return added.id;
    }
    // A kind with one behaviour set, b, of one atom.
    AgentKindId each(std::function<void(AgentId, std::uint32_t)> atom) {
        return kind(
            {.name = "each", .behaviours = {{"b", ExecutionMethod::kUnsuspendable, 50, 1, 0, {1, atom}}}});
    }
    AgentId agent(AgentKindId kind, AgentSettings settings = {.delay = 0}) {
        const auto added = manager.addAgent(kind, settings);
        EXPECT_EQ(added.error, "");
        return added.id;
    }
    // Runs one frame and returns its atoms.
    std::string run(std::int64_t budget_ns) {
        log.clear();
        manager.run(budget_ns, clock);
        return log;
    }
    // Adds an agent with one behaviour set of three atoms of 10 ns.
    AgentId oneSet(ExecutionMethod method, std::int64_t period) {
        return agent(kind({.name = "one", .behaviours = {{"think", method, 50, period, 0, numbered(3)}}}));
    }
    // Atoms of 10 ns that write their number.
    SetWork numbered(std::uint32_t count) {
        return {count, [this](AgentId, std::uint32_t atom) {
                    log += static_cast<char>('0' + atom);
                    clock.advance(10);
                }};
    }
    const Execution& line(std::size_t i) const { return manager.report().executions.at(i); }
};

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
    EXPECT_EQ(report.left_out, (Ids{{1, 0}, {2, 0}}));
    EXPECT_EQ(stage.manager.setPeriod({1, 0}, 1), "");  // owed frame 9, its last date: still owed
    EXPECT_TRUE(stage.manager.removeAgent({2, 0}));     // what it is owed is dropped
    EXPECT_EQ(stage.run(100), "p1");
    EXPECT_EQ(stage.run(100), "1");
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
    EXPECT_EQ(kindError({.name = "k", .behaviours = {{"b", {}, 50, 1, 0, {}}}}),
              "b.work: found neither of atom and begin, allowed exactly one");
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

TEST(ProcessManager, PeriodsAndPrioritiesChangeWhileItRuns) {
    Stage stage;
    const AgentKindId kind =
        stage.kind({.name = "k", .behaviours = {{"b", {}, 50, 1, 0, stage.atoms('x', 1, 0)}}});
    const AgentId id = stage.agent(kind, {.period = 10, .delay = 0});
    std::vector<std::int64_t> frames;
    for (int i = 0; i < 30; ++i) {
        if (!stage.run(10).empty()) frames.push_back(stage.manager.frame());
        // Last due in 10: with period 4 the next is 14. In frame 20 (last due 18) period 1 counts from 21.
        if (stage.manager.frame() == 11) {
            EXPECT_EQ(stage.manager.setPeriod(id, 4), "");
        }
        if (stage.manager.frame() == 20) {
            EXPECT_EQ(stage.manager.setPeriod(id, 1), "");
        }
        if (stage.manager.frame() == 23) {
            EXPECT_EQ(stage.manager.setPeriod(id, 5), "");
        }  // last due 23
    }
    EXPECT_EQ(frames, (std::vector<std::int64_t>{10, 14, 18, 21, 22, 23, 28}));
    EXPECT_EQ(stage.manager.setPriority(id, 0), "priority: found 0, allowed 1 to 100");
    EXPECT_EQ(stage.manager.setPriority(id, 100), "");
    EXPECT_EQ(stage.manager.setBehaviourPriority(kind, 0, 100), "");
    EXPECT_EQ(stage.manager.setBehaviourPriority(kind, 1, 100), "behaviour: found no set with that number");
}

// A sliceable set that runs 10,000 steps of a recurrence of floats, one step per atom. At 10 us per atom and
// 1 ms per frame a slice has 100 atoms, so there are 100 slices. After each slice the state equals, bit for
// bit, that of an uninterrupted run of the same length.
struct Recurrence {
    float x = 0.1f;
    std::uint64_t steps = 0;
    void step() {
        x = 3.7f * x * (1.0f - x) + 1e-7f * static_cast<float>(steps % 17);
        ++steps;
    }
};
Sliceable iterate(SliceMemory&, Recurrence& state, ModelClock& clock) {
    for (int i = 0; i < 10'000; ++i) {
        state.step();
        clock.advance(10'000);
        if (i + 1 < 10'000) co_yield kAtom;
    }
}

TEST(ProcessManager, TenThousandAtomsInSlicesAreTheSameAsAtOnce) {
    for (const bool as_coroutine : {true, false}) {
        Stage stage;
        Recurrence sliced;
        SetWork work{10'000, [&](AgentId, std::uint32_t) {
                         sliced.step();
                         stage.clock.advance(10'000);
                     }};
        if (as_coroutine)
            work = {
                1, {}, [&](AgentId, SliceMemory& memory) { return iterate(memory, sliced, stage.clock); }};
        const AgentId id = stage.agent(stage.kind(
            {.name = "long", .behaviours = {{"plan", ExecutionMethod::kSliceable, 50, 1, 0, work}}}));
        Recurrence at_once;
        for (int slice = 1; slice <= 100; ++slice) {
            stage.run(1'000'000);
            for (int i = 0; i < 100; ++i) at_once.step();
            ASSERT_EQ(sliced.steps, at_once.steps) << "slice " << slice;
            ASSERT_EQ(std::bit_cast<std::uint32_t>(sliced.x), std::bit_cast<std::uint32_t>(at_once.x));
            ASSERT_EQ(stage.line(1).outcome, slice < 100 ? Outcome::kCutOff : Outcome::kCompleted);
            ASSERT_EQ(stage.manager.isInTheMiddle(id, 0), slice < 100);
            ASSERT_EQ(stage.manager.report().consumed_ns, 1'000'000);
        }
    }
}

struct Witness {
    int& alive;
    explicit Witness(int& count) : alive(count) { ++alive; }
    ~Witness() { --alive; }
};
Sliceable linger(SliceMemory&, int& alive) {
    const Witness witness(alive);
    const std::vector<int> ballast(100, 1);
    for (;;) co_yield kAtom;
}

TEST(ProcessManager, CoroutinesDestroyedHalfWay) {
    int alive = 0;
    const auto behaviour = [&](ExecutionMethod method) {
        return BehaviourSet{
            "b", method, 50,
            1,   0,      {1, {}, [&](AgentId, SliceMemory& memory) { return linger(memory, alive); }}};
    };
    {
        Stage stage;
        const AgentKindId kind =
            stage.kind({.name = "k", .behaviours = {behaviour(ExecutionMethod::kSliceable)}});
        const AgentId first = stage.agent(kind);
        stage.agent(kind);
        stage.run(0);
        stage.run(0);
        EXPECT_EQ(alive, 2);
        EXPECT_TRUE(stage.manager.removeAgent(first));
        EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0);  // destroyed with the manager
    Stage stage;
    stage.agent(stage.kind({.name = "k", .behaviours = {behaviour(ExecutionMethod::kSuspendableIr)}}));
    stage.run(0);
    EXPECT_EQ(alive, 0);  // a suspendable set keeps nothing
}

// Agent 1 of three throws in frame 1. The others run all the same; it has run once, and runs again in frame
// 2.
TEST(ProcessManager, AThrownFrameIsStillAWholeFrame) {
    Stage stage;
    const AgentKindId kind =
        stage.kind({.name = "k",
                    .behaviours = {{"b",
                                    ExecutionMethod::kSliceable,
                                    50,
                                    1,
                                    0,
                                    {2,
                                     [&](AgentId id, std::uint32_t atom) {
                                         stage.log += static_cast<char>('0' + id.row);
                                         if (id.row == 1 && atom == 1 && stage.manager.frame() == 1)
                                             throw std::runtime_error("b");
                                     }}}},
                    .actions = {{"a", 1, 0, stage.atoms('a', 1, 0)}}});
    for (int i = 0; i < 3; ++i) stage.agent(kind);
    EXPECT_THROW(stage.run(100), std::runtime_error);
    EXPECT_EQ(stage.log, "00a11a22a");
    EXPECT_EQ(stage.manager.report().exceptions, 1u);
    EXPECT_EQ(stage.line(4).outcome, Outcome::kThrew);
    EXPECT_EQ(stage.manager.report().agents_run, 3u);
    EXPECT_EQ(stage.run(100), "00a11a22a");
}

// Row 0 adds an agent in frame 1, which joins after it. Row 1 removes row 2 before that runs. Row 3 removes
// itself in its first atom: of its two atoms and its action only that atom runs.
TEST(ProcessManager, AgentsComeAndGoWhileItRuns) {
    Stage stage;
    Ids ids;
    AgentKindId kind{};
    const auto atom_of = [&](AgentId id, std::uint32_t atom) {
        stage.log += static_cast<char>('0' + id.row);
        if (stage.manager.frame() != 1 || atom != 0) return;
        if (id.row == 0) ids.push_back(stage.agent(kind));
        if (id.row == 1) {
            EXPECT_TRUE(stage.manager.removeAgent(ids[2]));
        }
        if (id.row == 3) {
            EXPECT_TRUE(stage.manager.removeAgent(id));
        }
        stage.manager.run(100, stage.clock);  // from inside a frame: does nothing
    };
    kind = stage.kind({.name = "k",
                       .behaviours = {{"b", ExecutionMethod::kUnsuspendable, 50, 1, 0, {2, atom_of}}},
                       .actions = {{"a", 1, 0, stage.atoms('a', 1, 0)}}});
    for (int i = 0; i < 4; ++i) ids.push_back(stage.agent(kind));
    EXPECT_EQ(stage.run(100), "00a11a3");
    EXPECT_EQ(stage.manager.agents(), 3u);
    EXPECT_FALSE(stage.manager.contains(ids[3]));
    EXPECT_FALSE(stage.manager.removeAgent(ids[3]));
    EXPECT_EQ(stage.run(100), "00a11a44a");
    const AgentId reused = stage.agent(kind);
    EXPECT_NE(reused, ids[reused.row]);  // a removed agent's row, with a new id
    EXPECT_FALSE(stage.manager.contains(ids[reused.row]));
}

// A coroutine that removes its own agent in the middle of an atom completes that atom and is then destroyed.
Sliceable removeMyself(SliceMemory&, ProcessManager& manager, AgentId id, int& alive, std::string& log) {
    const Witness witness(alive);
    log += 'x';
    co_yield kAtom;
    manager.removeAgent(id);
    log += static_cast<char>('0' + alive);
    co_yield kAtom;
    log += 'y';
}

TEST(ProcessManager, ACoroutineRemovesItsOwnAgent) {
    int alive = 0;
    Stage stage;
    const auto begin = [&](AgentId id, SliceMemory& memory) {
        return removeMyself(memory, stage.manager, id, alive, stage.log);
    };
    const AgentId id = stage.agent(stage.kind(
        {.name = "k", .behaviours = {{"b", ExecutionMethod::kSliceableIr, 50, 1, 0, {1, {}, begin}}}}));
    EXPECT_EQ(stage.run(1000), "x1");
    EXPECT_EQ(alive, 0);
    EXPECT_FALSE(stage.manager.contains(id));
    EXPECT_EQ(stage.run(1000), "");
}

// 2,000 frames in which agents are added, removed and changed, or throw, with random costs and budgets. Every
// agent that is due either runs once or is reported left out once. No other agent runs.
TEST(ProcessManager, NothingIsLostOrRunTwice) {
    Stage stage;
    std::uint32_t draw = 0;
    const auto below = [&](std::uint32_t n) {
        return randomBlock(3, draw++, 0, 0, Purpose::kSteering)[0] % n;
    };
    Ids ids;
    std::vector<int> runs;  // in this frame, by row
    AgentKindId kind{};
    kind = stage.each([&](AgentId id, std::uint32_t) {
        ASSERT_TRUE(stage.manager.contains(id));
        ASSERT_TRUE(isDue({stage.manager.activation(id), 1}, stage.manager.frame()));
        runs.resize(std::max<std::size_t>(runs.size(), id.row + 1));
        ++runs[id.row];
        stage.clock.advance(below(20));
        const std::uint32_t act = below(40);
        if (act == 0) ids.push_back(stage.agent(kind, {.period = 1 + below(6)}));
        if (act == 1 && !ids.empty())
            stage.manager.removeAgent(ids[below(static_cast<std::uint32_t>(ids.size()))]);
        if (act == 2) stage.manager.removeAgent(id);
        if (act == 3) {
            EXPECT_EQ(stage.manager.setPriority(id, static_cast<int>(1 + below(100))), "");
        }
        if (act == 4 && !ids.empty())
            (void)stage.manager.setPriority(ids[below(static_cast<std::uint32_t>(ids.size()))],
                                            static_cast<int>(1 + below(100)));
        if (act == 5) throw std::runtime_error("k");
    });
    std::uint64_t left_out = 0;
    for (int frame = 0; frame < 2000; ++frame) {
        while (stage.manager.agents() < 40) ids.push_back(stage.agent(kind, {.period = 1 + below(6)}));
        std::erase_if(ids, [&](AgentId id) { return !stage.manager.contains(id); });
        runs.assign(runs.size(), 0);
        try {
            stage.run(below(400));
        } catch (const std::runtime_error&) {
        }
        const ProcessReport& report = stage.manager.report();
        std::set<std::uint32_t> seen;
        std::int64_t offered_last = 0;
        for (const Execution& line : report.executions) {
            if (line.part != ExecutionPart::kAgent) continue;
            ASSERT_TRUE(seen.insert(line.agent.row).second);
            const bool ran = line.agent.row < runs.size() && runs[line.agent.row] > 0;
            ASSERT_EQ(ran, line.outcome != Outcome::kFrameTimeUsed);
            ASSERT_GE(line.offered_ns, 0);
            offered_last = line.offered_ns;
        }
        ASSERT_LE(offered_last, report.budget_ns);
        ASSERT_EQ(std::accumulate(runs.begin(), runs.end(), 0u), report.agents_run);
        ASSERT_LE(report.agents_run + report.agents_left_out,
                  report.agents_due);  // the rest were removed in time
        left_out += report.agents_left_out;
    }
    EXPECT_GT(left_out, 1000u);
}

// The AI time is exceeded by at most the most expensive atom if every set can be cut off.
TEST(ProcessManager, TheAiTimeIsPassedByAtMostOneAtom) {
    Stage stage({.keeps_detail = false});
    std::uint32_t draw = 0;
    std::int64_t dearest = 0;
    const SetWork work{20, [&](AgentId, std::uint32_t) {
                           const std::int64_t cost =
                               randomBlock(4, draw++, 0, 0, Purpose::kSteering)[0] % 900;
                           dearest = std::max(dearest, cost);
                           stage.clock.advance(cost);
                       }};
    const AgentKindId kind =
        stage.kind({.name = "k", .behaviours = {{"b", ExecutionMethod::kSliceable, 50, 1, 0, work}}});
    for (int i = 0; i < 50; ++i) stage.agent(kind, {.priority = 1 + i, .period = 1 + i % 4});
    for (int frame = 0; frame < 20'000; ++frame) {
        stage.manager.run(50'000, stage.clock);
        ASSERT_LE(stage.manager.report().consumed_ns, 50'000 + dearest);
    }
}

}  // namespace
}  // namespace drover::load
