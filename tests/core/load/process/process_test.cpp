// Tests `process` as a manager: how a task's frequency, phase and priority become an agent's.
#include "core/load/process/process.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/load/scripted.h"

namespace drover::load::process_test {
namespace {

constexpr std::int64_t kFrame_ns = 10'000'000;

struct Table : Managed {
    Table() : Managed("process") {}

    std::vector<TaskCall> calls;

    TaskId add(std::uint32_t frequency, std::optional<std::int32_t> phase = {}, float priority = 1) {
        return tasks.add({.priority = priority, .frequency = frequency, .phase = phase});
    }
    // Runs one frame in which each task costs `cost_ns`. Returns the rows that ran.
    std::vector<std::uint32_t> frame(std::int64_t budget_ns, std::int64_t cost_ns = 0) {
        calls.clear();
        const auto task = [&](const TaskCall& call) {
            calls.push_back(call);
            clock.advance(cost_ns);
        };
        runFrame(kFrame_ns, budget_ns, task);
        std::vector<std::uint32_t> rows;
        for (const TaskCall& call : calls) rows.push_back(call.task.row);
        return rows;
    }
};
using Rows = std::vector<std::uint32_t>;

// Due when (frame + phase) mod frequency = 0, as with the frequency managers. A task that joins later with a
// given phase uses the same frame count.
TEST(ProcessTaskManager, AGivenPhaseIsKept) {
    Table table;
    table.add(3, 0);
    table.add(3, 1);
    table.add(2, -1);
    EXPECT_EQ(table.frame(1000), (Rows{2}));     // frame 1
    EXPECT_EQ(table.frame(1000), (Rows{1}));     // 2
    EXPECT_EQ(table.frame(1000), (Rows{0, 2}));  // 3
    table.add(3, 0);
    EXPECT_EQ(table.frame(1000), (Rows{}));
    EXPECT_EQ(table.frame(1000), (Rows{1, 2}));
    EXPECT_EQ(table.frame(1000), (Rows{0, 3}));
}

TEST(ProcessTaskManager, TasksWithoutAPhaseAreSpread) {
    Table table;
    for (int i = 0; i < 4; ++i) table.add(4);
    for (int n = 0; n < 8; ++n) EXPECT_EQ(table.frame(1000).size(), 1u);
    for (std::int32_t i = 0; i < 4; ++i)
        EXPECT_EQ(table.tasks.columns.phase[static_cast<std::size_t>(i)], (4 - i) % 4);
    ASSERT_TRUE(table.manager->setParameter("max_delay", 0));
    for (int i = 0; i < 4; ++i) table.add(16);
    for (std::size_t i = 5; i < 8; ++i) {
        table.frame(1000);
        EXPECT_EQ(table.tasks.columns.phase[i], table.tasks.columns.phase[4]);
    }
}

// Priorities 60, 30, 10 of 1000 ns, each task costs 100: offered 600, then 900 * 30 / 40 = 675, then 800.
TEST(ProcessTaskManager, SharesFollowThePriorities) {
    Table table;
    for (const float priority : {60.0f, 30.0f, 10.0f}) table.add(1, 0, priority);
    table.frame(1000, 100);
    EXPECT_EQ(table.calls[0].offered_ns, 600);
    EXPECT_EQ(table.calls[1].offered_ns, 675);
    EXPECT_EQ(table.calls[2].offered_ns, 800);
    table.tasks.change({0, 0}, {.priority = 1e6f});  // cut to 100: 1000 * 100 / 140
    table.frame(1000, 100);
    EXPECT_EQ(table.calls[0].offered_ns, 714);
}

// Three tasks of 10 ns, budget 15 ns: two run. The third is delayed, runs first in the next frame, and its
// elapsed time covers both frames.
// Also one that was set while another manager planned, which asked the table for the rows that changed.
TEST(ProcessTaskManager, APrioritySetBetweenTwoFramesIsFollowed) {
    Table table;
    for (int i = 0; i < 2; ++i) table.add(1, 0, 50);
    table.frame(1000);
    EXPECT_EQ(table.calls[0].offered_ns, 500);
    table.tasks.setPriority(0, 25);
    table.tasks.setPriority(1, 75);
    table.frame(1000);
    EXPECT_EQ(table.calls[0].offered_ns, 250);

    std::unique_ptr<Manager> other = makeManager(*findManager("modes"));
    table.tasks.setPriority(0, 75);
    table.tasks.setPriority(1, 25);
    std::swap(table.manager, other);
    table.frame(1000);
    std::swap(table.manager, other);
    table.frame(1000);
    EXPECT_EQ(table.calls[0].offered_ns, 750);
}

TEST(ProcessTaskManager, WhoIsLeftOutWaitsForTheBudgetAndComesNext) {
    Table table;
    for (int i = 0; i < 3; ++i) table.add(1, 0);
    EXPECT_EQ(table.frame(15, 10), (Rows{0, 1}));
    EXPECT_EQ(table.manager->report().due, 3u);
    EXPECT_EQ(table.manager->report().delayed, 1u);
    EXPECT_EQ(table.tasks.columns.reason[2], WaitReason::kBudget);
    EXPECT_EQ(table.tasks.delays(2), 1u);
    EXPECT_EQ(table.frame(15, 10), (Rows{2, 0}));
    EXPECT_EQ(table.calls[0].elapsed_ns, 2 * kFrame_ns);
    EXPECT_EQ(table.calls[1].elapsed_ns, kFrame_ns);
    EXPECT_EQ(table.tasks.delays(2), 0u);
    EXPECT_EQ(table.frame(-7, 10), (Rows{1}));  // no budget: one runs all the same
    EXPECT_EQ(table.manager->report().budget_ns, 0);
}

}  // namespace
}  // namespace drover::load::process_test
