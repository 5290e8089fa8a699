// Due tasks in groups: roughly in order, no task is lost, and what is said to fit does.
#include "core/load/queue/due_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/load/managers.h"
#include "tests/core/load/scripted.h"

namespace drover::load::due_groups_test {
namespace {

constexpr std::uint32_t kDueRows = 3 * DueParts::kRows + 500;

std::uint64_t anyRank(Dice& dice, bool counts_down) {
    const std::uint32_t delays = dice.chance(0.05) ? 1 : 0;
    const auto time_ns = static_cast<std::int64_t>(std::exp(dice.between(13, 25)));
    return counts_down ? rankOfShorter(delays, time_ns) : rankOfLonger(delays, time_ns);
}

DueParts anyDue(Dice& dice, bool counts_down) {
    DueParts due;
    due.clear(kDueRows);
    for (std::uint32_t row = 0; row < kDueRows; ++row) {
        if (!dice.chance(0.3)) continue;
        const std::int64_t cost_ns = dice.chance(0.02) ? DueTask::kUnknownCost : dice.whole(0, 5000);
        due.add({.rank = anyRank(dice, counts_down), .task = {row, 7}, .expected_ns = cost_ns});
    }
    return due;
}

// A table in which tasks cost what they are expected to.
TaskTable tableOf(std::uint32_t rows) {
    TaskTable tasks;
    for (std::uint32_t row = 0; row < rows; ++row) tasks.add({});
    return tasks;
}
void tellCosts(TaskTable& tasks, const DueParts& due) {
    for (std::uint32_t part = 0; part < due.parts(); ++part)
        for (const DueTask& task : due.part(part))
            tasks.columns.state[task.task.row].cost_ns = std::max<std::int64_t>(task.expected_ns, 0);
}

std::vector<DueTask> listOf(const DueParts& due) {
    std::vector<DueTask> all;
    for (std::uint32_t part = 0; part < due.parts(); ++part)
        all.insert(all.end(), due.part(part).begin(), due.part(part).end());
    return all;
}

// Runs all that fit, as a manager does.
struct Frame {
    std::vector<DueTask> ran;
    std::uint32_t waited = 0;
    std::int64_t spent_ns = 0;

    Frame(DueGroups& groups, const TaskTable& tasks, std::int64_t budget_ns) {
        Allowance allowance{.left_ns = budget_ns, .unknown_left = kDueRows};
        const DueGroups::Wish wish{
            .enough_ns = 300'000, .unknown_ns = 700, .most = 5'000, .most_unknown = 40};
        for (;;) {
            const DueGroups::Next next =
                groups.next(tasks, allowance, wish, [&](std::span<const DueTask> rest, std::uint32_t) {
                    waited += static_cast<std::uint32_t>(rest.size());
                });
            if (next.tasks.empty()) return;
            std::int64_t sum_ns = 0;
            for (const DueTask& due : next.tasks) {
                const std::int64_t cost_ns =
                    due.isCostUnknown() ? wish.unknown_ns : tasks.expectedCost(due.task.row);
                const bool runs = next.fit || !allowance.has_run || sum_ns + cost_ns <= allowance.left_ns;
                runs ? ran.push_back(due) : groups.putBack(due);
                runs ? sum_ns += cost_ns : ++waited;
            }
            if (next.fit) {
                EXPECT_EQ(sum_ns, next.expected_ns);
                EXPECT_LE(sum_ns, allowance.left_ns);
                EXPECT_LT(sum_ns, wish.enough_ns + 5001);
            }
            allowance.left_ns -= sum_ns;
            allowance.has_run = true;
            spent_ns += sum_ns;
        }
    }
};

TEST(DueGroups, AreRoughlyInOrderAndLoseNoTask) {
    Dice dice(51);
    TaskTable tasks = tableOf(kDueRows);
    for (int round = 0; round < 8; ++round) {
        const bool counts_down = round % 2 == 1;
        const DueParts due = anyDue(dice, counts_down);
        DueGroups groups;
        groups.add(due, DueGroups::Order::kRough, nullptr);
        tellCosts(tasks, due);
        const Frame frame(groups, tasks, std::int64_t{1} << 40);
        ASSERT_EQ(frame.ran.size(), due.size());
        std::uint64_t least = ~std::uint64_t{0};
        for (const DueTask& task : frame.ran) {
            const auto timeOf = [&](std::uint64_t rank) {
                const std::uint64_t time = rank & kLongestRanked;
                return static_cast<double>(counts_down ? kLongestRanked - time : time);
            };
            least = std::min(least, task.rank);
            if (task.rank == least || least > kLongestRanked) continue;
            ASSERT_LE(task.rank, kLongestRanked) << "one that was delayed goes first";
            const double first = timeOf(least), second = timeOf(task.rank);
            ASSERT_NEAR(first, second, std::max(first, second) / 8 + (1 << 20));
        }
        std::vector<DueTask> all = listOf(due), ran = frame.ran;
        const auto byRow = [](const DueTask& a, const DueTask& b) { return a.task.row < b.task.row; };
        std::sort(ran.begin(), ran.end(), byRow);
        for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(ran[i].task, all[i].task);
    }
}

// Exactly in order, group by group, they come as a sort of all gives them.
TEST(DueGroups, TheExactOrderIsThatOfASort) {
    Dice dice(7);
    const TaskTable tasks = tableOf(40'000);
    for (int round = 0; round < 500; ++round) {
        const auto count = static_cast<std::uint32_t>(dice.whole(1, round % 50 == 0 ? 40'000 : 1500));
        const std::int64_t most_delays = dice.whole(0, 4), spread = std::int64_t{1} << dice.whole(0, 40);
        DueParts due;
        due.clear(count);
        for (std::uint32_t row = 0; row < count; ++row) {
            const auto delays = static_cast<std::uint32_t>(dice.whole(0, most_delays));
            due.add({.rank = rankOfLonger(delays, 5 * kMs + dice.whole(0, spread)), .task = {row, 0}});
        }
        std::vector<DueTask> all = listOf(due);
        std::sort(all.begin(), all.end(), [](const DueTask& a, const DueTask& b) {
            return a.rank != b.rank ? a.rank > b.rank : a.task.row < b.task.row;
        });
        DueGroups groups;
        groups.add(due, DueGroups::Order::kExact, nullptr);
        const Frame frame(groups, tasks, std::int64_t{1} << 40);
        ASSERT_EQ(frame.ran.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(frame.ran[i].task, all[i].task);
    }
}

// What tasks cost grows while they wait: what is taken to fit goes by the present.
TEST(DueGroups, TasksThatHaveGrownWhileTheyWaitFitByWhatTheyCostNow) {
    TaskTable tasks = tableOf(1000);
    DueParts due;
    due.clear(1000);
    for (std::uint32_t row = 0; row < 1000; ++row) {
        tasks.columns.state[row].cost_ns = 100;
        tasks.setGrowth(row, 10);
        due.add({.rank = 1, .task = tasks.idOf(row), .expected_ns = tasks.expectedCost(row)});
    }
    DueGroups groups;
    groups.add(due, DueGroups::Order::kRough, nullptr);
    tasks.beginFrame(7'000'000'000);
    const Frame frame(groups, tasks, 71'000);
    EXPECT_EQ(frame.ran.size(), 10u);
    EXPECT_EQ(frame.spent_ns, 10 * 7'100);
}

class InOrder : public ::testing::TestWithParam<DueGroups::Order> {};
INSTANTIATE_TEST_SUITE_P(DueGroups, InOrder,
                         ::testing::Values(DueGroups::Order::kExact, DueGroups::Order::kRough));

TEST_P(InOrder, WhatDoesNotFitWaits) {
    Dice dice(52);
    TaskTable tasks = tableOf(kDueRows);
    DueGroups groups;
    const DueGroups::Order order = GetParam();
    std::vector<std::uint32_t> waits_since(kDueRows, 0);  // the frame, from 1 on; 0: not
    std::uint32_t ran_in_all = 0;
    for (std::uint32_t number = 1; number < 60; ++number) {
        DueParts due;
        due.clear(kDueRows);
        for (std::uint32_t row = 0; row < kDueRows; ++row) {
            if (waits_since[row] > 0 || !dice.chance(0.1)) continue;
            due.add({.rank = anyRank(dice, false), .task = {row, 7}, .expected_ns = dice.whole(1, 5000)});
            waits_since[row] = number;
        }
        groups.add(due, order, nullptr);
        tellCosts(tasks, due);
        const std::uint32_t there = due.size() + groups.waiting();
        const Frame frame(groups, tasks, dice.chance(0.2) ? 0 : dice.whole(0, 30'000'000));
        ASSERT_EQ(frame.ran.size() + frame.waited, there) << number;
        const auto since = [&](const DueTask& task) { return waits_since[task.task.row]; };
        ASSERT_TRUE(std::ranges::is_sorted(frame.ran, {}, since)) << "the oldest go first";
        for (const DueTask& task : frame.ran) {
            ASSERT_GT(waits_since[task.task.row], 0u) << "it ran twice";
            waits_since[task.task.row] = 0;
            ++ran_in_all;
        }
        DueParts left;
        left.clear(kDueRows);
        groups.takeLeft([&](const DueTask& task) { left.add(task); });
        groups.keep(left, order, nullptr);
        ASSERT_EQ(groups.waiting(), there - frame.ran.size());
    }
    EXPECT_GT(ran_in_all, 100'000u);
}

TEST(DueGroups, AreTheSameForAnyTeam) {
    Dice dice(53);
    const DueParts due = anyDue(dice, false);
    TaskTable tasks = tableOf(kDueRows);
    tellCosts(tasks, due);
    std::vector<DueTask> expected;
    for (const unsigned cores : {1u, 2u, 7u}) {
        const auto team = cores::makeTeam(cores);
        DueGroups groups;
        groups.add(due, DueGroups::Order::kRough, team.get());
        const Frame frame(groups, tasks, 20'000'000);
        if (expected.empty()) expected = frame.ran;
        ASSERT_EQ(frame.ran.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(frame.ran[i].task, expected[i].task);
    }
}

// A manager with a team plans and runs as one without.
class WithATeam : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Load, WithATeam, ::testing::Values("elastic", "modes"));

TEST_P(WithATeam, APlanIsTheSame) {
    for (const std::uint32_t rows : {40'000u, 70'000u}) {
        std::vector<std::uint64_t> sums;
        for (const unsigned cores : {1u, 3u}) {
            const auto team = cores::makeTeam(cores);
            Dice dice(54);
            TaskTable tasks;
            ModelClock clock;
            for (std::uint32_t row = 0; row < rows; ++row) {
                TaskSettings settings = anyPeriods(dice, 10, 60, 50);
                settings.elasticity = dice.between(1, 1000);
                settings.cost_ns = dice.chance(0.1) ? 0 : dice.whole(50, 5000);
                tasks.add(settings);
            }
            const auto manager = makeManager(*findManager(GetParam()));
            manager->prepare(tasks);
            std::uint64_t sum = 0;
            for (int frame = 0; frame < 40; ++frame) {
                for (int n = 0; n < 500; ++n)
                    tasks.setElasticity(static_cast<std::uint32_t>(dice.whole(0, rows - 1)),
                                        dice.between(1, 1000));
                ASSERT_TRUE(manager->plan(tasks, {16 * kMs, 10 * kMs, team.get()}, clock));
                const auto run = [&](const TaskCall& call) {
                    sum = sum * 31 + call.task.row * 7 + static_cast<std::uint64_t>(call.elapsed_ns);
                    clock.advance(100 + call.task.row % 700);
                };
                ASSERT_TRUE(manager->run(tasks, run, clock));
                const AssignedPeriods periods = assignedPeriods(*manager, tasks);
                sum = sum * 31 + static_cast<std::uint64_t>(periods.total_use * 1e12);
                sum = sum * 31 + static_cast<std::uint64_t>(periods.deviation_ns);
            }
            EXPECT_GT(manager->report().run, 1000u);
            sums.push_back(sum);
        }
        EXPECT_EQ(sums[0], sums[1]) << rows;
    }
}

}  // namespace
}  // namespace drover::load::due_groups_test
