// The budget allocator: who runs in every frame, how often the others do, and who does less work.
#include "core/load/allocator/budget_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/core/load/scripted.h"

namespace drover::load::budget_allocator_test {
namespace {

constexpr std::uint32_t kTasks = 100;

// A hundred tasks of a microsecond a point, the first the most significant.
struct Herds : Managed {
    Herds() : Managed("budget_allocator") {
        kinds[1].count = 3;
        for (std::uint32_t level = 0; level < 3; ++level) kinds[1].levels[level].work = 25 << level;
        for (std::uint32_t i = 0; i < kTasks; ++i) {
            tasks.add({.priority = static_cast<float>(kTasks - i)});
            tasks.columns.detail_kind[i] = 1;
            tasks.columns.level[i] = 2;
        }
        tasks.setDetailKinds(kinds);
        manager->prepare(tasks);
    }
    // Runs of each task, and what the dearest frame cost.
    void run(int frames, std::int64_t budget_ns) {
        runs.assign(kTasks, 0);
        most_ns = 0;
        for (int i = 0; i < frames; ++i) {
            const std::int64_t before_ns = clock.now();
            const auto task = [&](const TaskCall& call) {
                ++runs[call.task.row];
                clock.advance(std::llround(kinds[1].levels[tasks.columns.level[call.task.row]].work) * kUs);
            };
            runFrame(kFrame_ns, budget_ns, task);
            most_ns = std::max(most_ns, clock.now() - before_ns);
        }
    }
    int atLevel(std::uint8_t level) const {
        return static_cast<int>(std::count(tasks.columns.level.begin(), tasks.columns.level.end(), level));
    }

    std::vector<DetailKind> kinds = std::vector<DetailKind>(2);
    std::vector<int> runs;
    std::int64_t most_ns = 0;
};

TEST(BudgetAllocator, AllRunInEveryFrameWhereTheyFit) {
    Herds herds;
    herds.run(200, 100 * 120 * kUs);
    herds.run(100, 100 * 120 * kUs);
    for (const int runs : herds.runs) EXPECT_EQ(runs, 100);
    EXPECT_EQ(herds.atLevel(2), 100);
}

// Eighty fit: 80 (1 - 0.8 * 0.2) = 67 run in every frame, and the other 33 in turns of ceil(33 / 13) = 3.
TEST(BudgetAllocator, TheTailRunsAtALowerRate) {
    Herds herds;
    const std::int64_t budget_ns = 80 * 100 * kUs;
    herds.run(300, budget_ns);
    herds.run(90, budget_ns);
    for (std::uint32_t i = 0; i < kTasks; ++i) EXPECT_EQ(herds.runs[i], i < 67 ? 90 : 30) << i;
    EXPECT_LE(herds.most_ns, budget_ns * 11 / 10);
    EXPECT_EQ(herds.atLevel(2), 100) << "a pressure of 1.25 changes no work";
}

// As a manager that was exchanged may leave them.
TEST(BudgetAllocator, ThoseThatWaitRunWhoseverTurnItIs) {
    Herds herds;
    const std::int64_t budget_ns = 80 * 100 * kUs;
    herds.run(300, budget_ns);
    herds.run(1, budget_ns);
    const std::vector<int> ran = herds.runs;
    for (std::uint32_t i = 0; i < kTasks; ++i)
        if (ran[i] == 0) herds.tasks.delay(i);
    herds.run(1, budget_ns);
    EXPECT_EQ(std::count(ran.begin(), ran.end(), 0), 22);
    for (std::uint32_t i = 0; i < kTasks; ++i) EXPECT_GE(ran[i] + herds.runs[i], 1) << i;
}

// With a quarter of the budget the pressure is 4. Tasks are folded, the last first, until it is below 1.75.
TEST(BudgetAllocator, UnderPressureTheLastTasksDoLessWork) {
    Herds herds;
    const std::int64_t budget_ns = 25 * 100 * kUs;
    herds.run(10, budget_ns);
    const int soon = herds.atLevel(0);
    EXPECT_GT(soon, 0);
    EXPECT_LE(soon, 10 * 4);
    herds.run(1000, budget_ns);
    EXPECT_GT(herds.atLevel(0), soon);
    EXPECT_EQ(herds.atLevel(1), 0) << "to the least that it can do";
    for (std::uint32_t i = 1; i < kTasks; ++i)
        EXPECT_GE(herds.tasks.columns.level[i - 1], herds.tasks.columns.level[i]) << i;
    herds.run(1000, 400 * 100 * kUs);
    EXPECT_EQ(herds.atLevel(2), 100) << "with time to spare they do it all again";
}

// The most significant tasks are those with the highest priority, in whatever order they lie.
TEST(BudgetAllocator, SignificanceIsThePriorityOfTheFrame) {
    Herds herds;
    const std::int64_t budget_ns = 50 * 100 * kUs;
    herds.run(300, budget_ns);
    EXPECT_GT(herds.runs.front(), herds.runs.back());
    for (std::uint32_t i = 0; i < kTasks; ++i) herds.tasks.columns.priority[i] = static_cast<float>(i + 1);
    herds.run(300, budget_ns);
    herds.run(300, budget_ns);
    EXPECT_LT(herds.runs.front(), herds.runs.back());
}

}  // namespace
}  // namespace drover::load::budget_allocator_test
