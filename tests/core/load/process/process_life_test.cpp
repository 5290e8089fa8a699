// Tests what happens to the process manager's agents while it runs: work in slices, agents that come, go and
// throw, and laws over random frames.
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <stdexcept>

#include "core/base/random.h"
#include "tests/core/load/process/stage.h"

namespace drover::load::process_life_test {
namespace {

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
TEST(ProcessManager, TenThousandAtomsInSlicesAreTheSameAsAtOnce) {
    Stage stage;
    Recurrence sliced;
    const SetWork work{10'000, [&](AgentId, std::uint32_t) {
                           sliced.step();
                           stage.clock.advance(10'000);
                       }};
    stage.agent(
        stage.kind({.name = "long", .behaviours = {{"plan", ExecutionMethod::kSliceable, 50, 1, 0, work}}}));
    Recurrence at_once;
    for (int slice = 1; slice <= 100; ++slice) {
        stage.run(1'000'000);
        for (int i = 0; i < 100; ++i) at_once.step();
        ASSERT_EQ(sliced.steps, at_once.steps) << "slice " << slice;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(sliced.x), std::bit_cast<std::uint32_t>(at_once.x));
        ASSERT_EQ(stage.line(1).outcome, slice < 100 ? Outcome::kCutOff : Outcome::kCompleted);
        ASSERT_EQ(stage.manager.report().consumed_ns, 1'000'000);
    }
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
}  // namespace drover::load::process_life_test
