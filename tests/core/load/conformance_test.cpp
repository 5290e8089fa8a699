// What every load manager keeps to, as manager.h says it: each of kManagers is run over tasks that come, go
// and change, with other managers' frames in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/core/load/scripted.h"

namespace drover::load::conformance_test {
namespace {

constexpr std::uint32_t kTasks = 300;

class Conformance : public ::testing::TestWithParam<ManagerInfo> {};
INSTANTIATE_TEST_SUITE_P(Load, Conformance, ::testing::ValuesIn(kManagers.begin(), kManagers.end()),
                         [](const auto& param) { return std::string(param.param.name); });

TaskSettings anyTask(Dice& dice) {
    TaskSettings settings = anyPeriods(dice, 10, 60, 20);
    settings.elasticity = dice.between(0, 500);
    settings.frequency = static_cast<std::uint32_t>(dice.whole(1, 6));
    settings.priority = static_cast<float>(dice.whole(1, 100));
    settings.cost_ns = dice.chance(0.3) ? 0 : dice.whole(1000, 50'000);
    return settings;
}

// A table and what its tasks have lived through, as the rules say it.
struct Life {
    explicit Life(std::uint64_t seed) : dice(seed) {
        for (std::uint32_t i = 0; i < kTasks; ++i) tasks.add(anyTask(dice));
        born_ns.assign(kTasks, 0);
        elapsed_ns.assign(kTasks, 0);
    }
    void comeGoAndChange() {
        for (int n = 0; n < 20; ++n) tasks.setElasticity(anyRow(), dice.between(0, 500));
        if (dice.chance(0.2) && tasks.remove(tasks.idOf(anyRow()))) {
            const std::uint32_t row = tasks.add(anyTask(dice)).row;
            born_ns[row] = tasks.simul_ns;
            elapsed_ns[row] = 0;
        }
        if (dice.chance(0.1)) tasks.change(tasks.idOf(anyRow()), anyTask(dice));
        if (dice.chance(0.2)) restOrWake(anyRow());
    }
    void restOrWake(std::uint32_t row) {
        if (!tasks.isResting(row)) {
            ASSERT_TRUE(tasks.rest(tasks.idOf(row)));
            ASSERT_FALSE(tasks.rest(tasks.idOf(row)));
            return;
        }
        ASSERT_TRUE(tasks.wake(row, anyTask(dice)));
        born_ns[row] = tasks.simul_ns;
        elapsed_ns[row] = 0;
        ++woke;
    }
    std::uint32_t anyRow() { return static_cast<std::uint32_t>(dice.whole(0, kTasks - 1)); }

    // A frame, and the rules that hold in it.
    void frame(Manager& manager) {
        comeGoAndChange();
        std::vector<std::uint32_t> delays_before;
        for (std::uint32_t row = 0; row < kTasks; ++row) delays_before.push_back(tasks.delays(row));
        const std::int64_t before_ns = tasks.simul_ns, frame_ns = dice.whole(5, 40) * kMs;
        ASSERT_TRUE(manager.plan(tasks, {frame_ns, dice.whole(0, 6) * kMs}, clock));
        ASSERT_EQ(tasks.simul_ns, before_ns + frame_ns);
        std::vector<bool> has_run(kTasks);
        const auto run = [&](const TaskCall& call) {
            has_run[call.task.row] = true;
            EXPECT_GE(call.elapsed_ns, 0);
            elapsed_ns[call.task.row] += call.elapsed_ns;
            EXPECT_EQ(tasks.delays(call.task.row), 0u);
            EXPECT_FALSE(manager.plan(tasks, {}, clock)) << "a manager cannot be run by one of its own tasks";
            clock.advance(dice.whole(1000, 60'000));
        };
        ASSERT_TRUE(manager.run(tasks, run, clock));
        const FrameReport& report = manager.report();
        std::uint32_t delayed = 0;
        for (std::uint32_t row = 0; row < kTasks; ++row) {
            const WaitReason reason = tasks.columns.reason[row];
            ASSERT_EQ(reason == WaitReason::kRan, has_run[row]) << row;
            if (tasks.isResting(row)) {
                ASSERT_FALSE(has_run[row]) << row;
                ASSERT_EQ(tasks.delays(row), 0u) << row;
                continue;
            }
            ASSERT_EQ(tasks.columns.state[row].last_ns, born_ns[row] + elapsed_ns[row]) << row;
            ASSERT_LE(tasks.columns.state[row].last_ns, tasks.simul_ns) << row;
            const bool was_due = reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost;
            if (was_due) {
                ++delayed;
                ASSERT_EQ(tasks.delays(row), delays_before[row] + 1) << row;
                ASSERT_EQ(tasks.next_ns(row), tasks.simul_ns) << row;
            }
            ASSERT_GT(manager.periodOf(tasks, row), 0) << row;
        }
        ASSERT_EQ(report.run, static_cast<std::uint32_t>(std::count(has_run.begin(), has_run.end(), true)));
        ASSERT_EQ(report.delayed, delayed);
        ASSERT_EQ(report.due, report.run + report.delayed);
        ran += report.run;
    }

    Dice dice;
    TaskTable tasks;
    ModelClock clock;
    std::vector<std::int64_t> born_ns, elapsed_ns;
    std::uint64_t ran = 0, woke = 0;
};

TEST_P(Conformance, KeepsTheRules) {
    Life life(41);
    const auto manager = makeManager(GetParam());
    manager->prepare(life.tasks);
    for (int i = 0; i < 400 && !HasFatalFailure(); ++i) life.frame(*manager);
    EXPECT_GT(life.ran, 5000u);
}

TEST_P(Conformance, KeepsTheRulesWhenManagersAreExchanged) {
    Life life(42);
    std::vector<std::unique_ptr<Manager>> managers;
    for (const ManagerInfo& info : kManagers) managers.push_back(makeManager(info));
    const auto manager = makeManager(GetParam());
    for (int i = 0; i < 400 && !HasFatalFailure(); ++i) {
        const bool is_other = i % 7 > 4;
        life.frame(is_other ? *managers[static_cast<std::size_t>(i / 7) % managers.size()] : *manager);
    }
    EXPECT_GT(life.ran, 5000u);
}

TEST_P(Conformance, ItsParametersAreNamedOnceAndKeepTheirRange) {
    const auto manager = makeManager(GetParam());
    for (const ParameterInfo& parameter : GetParam().parameters) {
        EXPECT_TRUE(manager->setParameter(parameter.name, parameter.least)) << parameter.name;
        EXPECT_TRUE(manager->setParameter(parameter.name, parameter.greatest)) << parameter.name;
        EXPECT_FALSE(manager->setParameter(parameter.name, parameter.greatest + 1)) << parameter.name;
        EXPECT_FALSE(manager->setParameter(parameter.name, parameter.least - 1)) << parameter.name;
        EXPECT_GE(parameter.initial, parameter.least);
        EXPECT_LE(parameter.initial, parameter.greatest);
        EXPECT_FALSE(parameter.title.empty());
    }
    EXPECT_FALSE(manager->setParameter("no_such_parameter", 0));
}

// Managers that do not look at schedulers do the same to the bit with and without some at the end of the
// table. The sizes are those at which a table is treated another way.
TEST(Schedulers, ChangeNothingForManagersThatDoNotLookAtThem) {
    std::size_t managers = 0;
    for (const ManagerInfo& info : kManagers) {
        for (const std::uint32_t count : {5u, 1022u, 1024u, 65'535u}) {
            TaskTable tables[2];
            ModelClock clocks[2];
            const std::unique_ptr<Manager> both[2] = {makeManager(info), makeManager(info)};
            Dice dice(count);
            for (std::uint32_t i = 0; i < count; ++i) {
                const TaskSettings settings = anyTask(dice);
                for (TaskTable& table : tables) table.add(settings);
            }
            const TaskId outer = tables[1].addScheduler({.frequency = 3}, {});
            const TaskId inner = tables[1].addScheduler({.scheduler = outer}, {});
            for (std::uint32_t row = 0; row < count; row += 2) tables[1].moveTo(tables[1].idOf(row), inner);
            for (int frame = 0; frame < 20; ++frame) {
                const FrameInput input{17 * kMs, dice.whole(0, count * 20'000)};
                for (std::uint32_t n = 0; n < count / 5; ++n) {
                    const auto row = static_cast<std::uint32_t>(dice.whole(0, count - 1));
                    const double elasticity = dice.between(0, 500);
                    for (TaskTable& table : tables) table.setElasticity(row, elasticity);
                }
                for (std::size_t k = 0; k < 2; ++k) {
                    const auto run = [&](const TaskCall& call) {
                        clocks[k].advance(call.task.row % 997 * 50);
                    };
                    both[k]->plan(tables[k], input, clocks[k]);
                    both[k]->run(tables[k], run, clocks[k]);
                }
                if (both[1]->schedulerReport(kNoTask)) break;
                managers += frame == 0 && count == 5;
                for (std::uint32_t row = 0; row < count; ++row) {
                    ASSERT_EQ(tables[0].columns.state[row].last_ns, tables[1].columns.state[row].last_ns)
                        << info.name << ", " << count << " tasks, frame " << frame << ", task " << row;
                    ASSERT_EQ(both[0]->periodOf(tables[0], row), both[1]->periodOf(tables[1], row));
                    ASSERT_EQ(tables[0].delays(row), tables[1].delays(row));
                    ASSERT_EQ(tables[0].columns.reason[row], tables[1].columns.reason[row]);
                }
            }
        }
    }
    EXPECT_EQ(managers, kManagers.size() - 3);
}

}  // namespace
}  // namespace drover::load::conformance_test
