// What every manager in kManagers must do, whichever it is: bad tasks, tasks that change the table while they
// run, exceptions, exchange between frames.
#include "core/load/manager.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <stdexcept>

#include "core/base/state_hash.h"
#include "core/load/budget.h"
#include "tests/core/load/scripted.h"

namespace drover::load::manager_test {
namespace {

class EveryManager : public ::testing::TestWithParam<ManagerInfo> {
  protected:
    // Tasks that are due in every frame and fit the budget together.
    TaskId addDaily() { return tasks.add({.nominal_ns = 10 * kMs, .maximum_ns = 10 * kMs, .cost_ns = 1000}); }
    void frame(std::function<void(const TaskCall&)> task) {
        ran.clear();
        manager->plan(tasks, {10 * kMs, 5 * kMs}, clock);
        const auto count = [&](const TaskCall& call) {
            ran.push_back(call.task);
            clock.advance(1000);
            task(call);
        };
        manager->run(tasks, count, clock);
    }
    bool hasRun(TaskId id) const { return std::find(ran.begin(), ran.end(), id) != ran.end(); }

    TaskTable tasks;
    ModelClock clock;
    std::unique_ptr<Manager> manager = makeManager(GetParam());
    std::vector<TaskId> ran;
};

INSTANTIATE_TEST_SUITE_P(Load, EveryManager, ::testing::ValuesIn(kManagers.begin(), kManagers.end()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST_P(EveryManager, ExplainsItselfAndItsParameters) {
    const ManagerInfo& info = GetParam();
    EXPECT_EQ(findManager(info.name)->title, info.title);
    EXPECT_GT(info.explanation.size(), 60u);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const ParameterInfo& p = info.parameters[i];
        EXPECT_TRUE(names.insert(p.name).second);
        EXPECT_FALSE(p.title.empty());
        EXPECT_LE(p.least, p.initial);
        EXPECT_LE(p.initial, p.greatest);
        if (!p.choices.empty()) {
            EXPECT_EQ(p.greatest, static_cast<double>(p.choices.size() - 1));
            EXPECT_FALSE(manager->setParameter(p.name, 0.5));
        }
        EXPECT_TRUE(manager->setParameter(p.name, p.greatest));
        EXPECT_EQ(manager->parameter(i), p.greatest);
        EXPECT_FALSE(manager->setParameter(p.name, p.greatest + 1));
        EXPECT_FALSE(manager->setParameter(p.name, p.least - 1));
        EXPECT_FALSE(manager->setParameter(p.name, std::nan("")));
        EXPECT_EQ(manager->parameter(i), p.greatest);
    }
    EXPECT_FALSE(manager->setParameter("no such parameter", 0));
}

TEST_P(EveryManager, RunsNothingWhenThereIsNothing) {
    frame([](const TaskCall&) {});
    EXPECT_TRUE(ran.empty());
    EXPECT_EQ(manager->report().tasks, 0u);
}

TEST_P(EveryManager, RunsEachDueTaskOnceAndReportsIt) {
    for (int i = 0; i < 20; ++i) addDaily();
    for (int n = 1; n <= 5; ++n) {
        frame([](const TaskCall& call) { EXPECT_EQ(call.elapsed_ns, 10 * kMs); });
        const FrameReport& r = manager->report();
        ASSERT_EQ(ran.size(), 20u);
        EXPECT_EQ(r.run, 20u);
        EXPECT_EQ(r.due, 20u);
        EXPECT_EQ(r.delayed, 0u);
        EXPECT_EQ(r.total_cost_ns, 20'000);
        EXPECT_EQ(tasks.simul_ns, n * 10 * kMs);
        const AssignedPeriods periods = assignedPeriods(*manager, tasks);
        EXPECT_NEAR(periods.total_use, 20 * 1000 / 10e6, 1e-12);
        EXPECT_EQ(periods.deviation_ns, 0);
    }
}

TEST_P(EveryManager, EveryTaskIsAccountedForInEveryFrame) {
    Dice dice(8);
    for (int i = 0; i < 50; ++i) {
        TaskSettings settings;
        settings.nominal_ns = dice.whole(5, 30) * kMs;
        settings.maximum_ns = settings.nominal_ns * 3;
        settings.frequency = static_cast<std::uint32_t>(dice.whole(1, 5));
        tasks.add(settings);
    }
    for (int n = 0; n < 100; ++n) {
        frame([&](const TaskCall&) { clock.advance(dice.whole(0, 500'000)); });
        const FrameReport& r = manager->report();
        std::array<std::uint32_t, kWaitReasons> counted = {};
        for (const WaitReason reason : tasks.columns.reason) ++counted[static_cast<std::size_t>(reason)];
        EXPECT_EQ(r.run, counted[static_cast<std::size_t>(WaitReason::kRan)]);
        EXPECT_EQ(r.delayed, counted[static_cast<std::size_t>(WaitReason::kBudget)] +
                                 counted[static_cast<std::size_t>(WaitReason::kUnknownCost)]);
        EXPECT_EQ(r.due, r.run + r.delayed);
    }
}

TEST_P(EveryManager, ATaskMayRemoveItself) {
    for (int i = 0; i < 10; ++i) addDaily();
    frame([&](const TaskCall& call) { EXPECT_TRUE(tasks.remove(call.task)); });
    EXPECT_EQ(ran.size(), 10u);
    EXPECT_EQ(tasks.tasks(), 0u);
    frame([](const TaskCall&) {});
    EXPECT_TRUE(ran.empty());
}

TEST_P(EveryManager, ATaskRemovedByAnotherDoesNotRun) {
    std::vector<TaskId> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(addDaily());
    frame([&](const TaskCall& call) {
        for (const TaskId id : ids)
            if (id != call.task) tasks.remove(id);
    });
    EXPECT_EQ(ran.size(), 1u);
    frame([](const TaskCall&) {});
    EXPECT_EQ(ran.size(), 1u);
}

// New tasks take the rows of removed ones: no task may be taken for another.
TEST_P(EveryManager, ATaskAddedByAnotherWaitsForTheNextFrame) {
    std::vector<TaskId> ids, added;
    for (int i = 0; i < 10; ++i) ids.push_back(addDaily());
    const TaskId first = ids[0];
    frame([&](const TaskCall& call) {
        if (call.task != first) return;
        for (int i = 5; i < 10; ++i) {
            tasks.remove(ids[static_cast<std::size_t>(i)]);
            added.push_back(addDaily());
        }
        for (int i = 0; i < 100; ++i) added.push_back(addDaily());
    });
    EXPECT_EQ(ran.size(), 5u);
    for (const TaskId id : added) {
        EXPECT_FALSE(hasRun(id));
        EXPECT_EQ(tasks.columns.reason[id.row], WaitReason::kNew);
    }
    for (int n = 0; n < 2; ++n) frame([](const TaskCall&) {});
    EXPECT_EQ(ran.size(), 110u);
    EXPECT_EQ(std::set<std::uint32_t>([&] {
                  std::set<std::uint32_t> rows;
                  for (const TaskId id : ran) rows.insert(id.row);
                  return rows;
              }())
                  .size(),
              110u);
}

TEST_P(EveryManager, ATaskThatThrowsCountsAsRunAndTheOthersStillRun) {
    std::vector<TaskId> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(addDaily());
    const auto explode = [&](const TaskCall& call) {
        if (call.task == ids[3]) throw std::runtime_error("third");
        if (call.task == ids[7]) throw 7;
    };
    EXPECT_THROW(frame(explode), std::runtime_error);
    EXPECT_EQ(ran.size(), 10u);
    EXPECT_EQ(manager->report().threw, 2u);
    EXPECT_EQ(manager->report().total_cost_ns, 10'000);
    EXPECT_EQ(tasks.columns.state[ids[3].row].last_ns, 10 * kMs);
    EXPECT_EQ(tasks.columns.state[ids[3].row].cost_ns, 1000);
    frame([](const TaskCall&) {});  // as if nothing had been
    EXPECT_EQ(ran.size(), 10u);
    EXPECT_EQ(manager->report().threw, 0u);
}

TEST_P(EveryManager, AManagerIsNotRunByItsOwnTask) {
    addDaily();
    frame([&](const TaskCall&) {
        const auto inner = [](const TaskCall&) { FAIL(); };
        EXPECT_FALSE(manager->plan(tasks, {10 * kMs, kMs}, clock));
        EXPECT_FALSE(manager->run(tasks, inner, clock));
    });
    EXPECT_EQ(ran.size(), 1u);
    EXPECT_EQ(tasks.simul_ns, 10 * kMs);
}

// A clock that goes backwards makes a cost of zero, never a negative one.
TEST_P(EveryManager, ANegativeCostCountsAsZero) {
    const TaskId id = addDaily();
    frame([&](const TaskCall&) { clock.advance(-kMs); });
    EXPECT_EQ(manager->report().total_cost_ns, 0);
    EXPECT_GE(tasks.columns.state[id.row].cost_ns, 0);
    EXPECT_GE(manager->report().overhead_ns, 0);
}

TEST_P(EveryManager, TwoRunsAreTheSameBitForBit) {
    const auto course = [] {
        Dice dice(9);
        TaskTable table;
        ModelClock model;
        const auto own = makeManager(GetParam());
        StateHash hash;
        for (int n = 0; n < 300; ++n) {
            if (n % 10 == 0) {
                TaskSettings settings = anyPeriods(dice, 5, 40, 9);
                settings.elasticity = dice.between(0, 50);
                settings.frequency = static_cast<std::uint32_t>(dice.whole(1, 9));
                settings.priority = static_cast<float>(dice.unit());
                table.add(settings);
            }
            own->plan(table, {dice.whole(1, 30) * kMs, dice.whole(0, 10) * kMs}, model);
            const auto task = [&](const TaskCall& call) {
                for (const auto word : {std::int64_t{call.task.row}, call.elapsed_ns, call.offered_ns})
                    hash.add(static_cast<std::uint64_t>(word));
                model.advance(dice.whole(0, 2) * kMs);
            };
            own->run(table, task, model);
        }
        return hash.value();
    };
    EXPECT_EQ(course(), course());
}

TEST(TaskTable, RefusesWhatCannotBe) {
    const auto refused = [](auto change) {
        TaskSettings settings;
        change(settings);
        TaskTable tasks;
        const bool is_refused = tasks.add(settings) == kNoTask;
        EXPECT_EQ(is_refused, flawOf(settings).has_value() || settings.scheduler != kNoTask);
        EXPECT_EQ(tasks.rows(), is_refused ? 0u : 1u);
        return is_refused;
    };
    EXPECT_FALSE(refused([](TaskSettings&) {}));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.frequency = 0; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.cost_ns = -1; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.nominal_ns = 0; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.nominal_ns = s.maximum_ns + 1; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.maximum_ns = kLongestPeriod_ns + 1; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.priority = -1; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.priority = std::nanf(""); }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.priority = 1e7f; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.elasticity = -0.1; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.elasticity = HUGE_VAL; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.elasticity = std::nan(""); }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.phase = kLargestPhase + 1; }));
    EXPECT_TRUE(refused([](TaskSettings& s) { s.scheduler = {3, 0}; }));  // which is not there
}

TEST(TaskTable, AnOldIdNeverFindsANewTask) {
    TaskTable tasks;
    const TaskId old = tasks.add({});
    EXPECT_TRUE(tasks.remove(old));
    EXPECT_FALSE(tasks.remove(old));
    const TaskId fresh = tasks.add({});
    EXPECT_EQ(fresh.row, old.row);
    EXPECT_FALSE(tasks.contains(old));
    EXPECT_FALSE(tasks.change(old, {}));
    EXPECT_FALSE(tasks.moveTo(old, kNoTask));
    EXPECT_TRUE(tasks.contains(fresh));
    EXPECT_FALSE(tasks.contains(kNoTask));
    EXPECT_EQ(tasks.tasks(), 1u);
}

TEST(TaskTable, NewSettingsKeepTheHistory) {
    TaskTable tasks;
    TaskSettings settings;
    settings.cost_ns = 500;
    const TaskId id = tasks.add(settings);
    tasks.columns.state[id.row].last_ns = 77;
    settings.cost_ns = 0;
    settings.nominal_ns = 50;
    EXPECT_TRUE(tasks.change(id, settings));
    EXPECT_EQ(tasks.columns.state[id.row].last_ns, 77);
    EXPECT_EQ(tasks.columns.state[id.row].cost_ns, 500);
    settings.frequency = 0;
    EXPECT_FALSE(tasks.change(id, settings));
}

TEST(TaskTable, DelaysCountByThemselvesWhileATaskWaits) {
    TaskTable tasks;
    const TaskId id = tasks.add({});
    tasks.beginFrame(10);
    tasks.delay(id.row);
    EXPECT_EQ(tasks.delays(id.row), 1u);
    tasks.beginFrame(10);
    tasks.beginFrame(10);
    tasks.delay(id.row);
    EXPECT_EQ(tasks.delays(id.row), 3u);
    EXPECT_EQ(tasks.next_ns(id.row), 30);
    // In another table it goes on as it was.
    const TaskLife life = tasks.lifeOf(id.row);
    EXPECT_EQ(life.delays, 3u);
    TaskTable after = tasks.successor();
    const TaskId again = after.add({});
    after.goOn(again.row, life);
    EXPECT_EQ(after.delays(again.row), 3u);
    after.beginFrame(10);
    EXPECT_EQ(after.delays(again.row), 4u);
}

TEST(TaskTable, ARowWithoutATenantHasNoId) {
    TaskTable tasks;
    const TaskId gone = tasks.add({});
    tasks.remove(gone);
    EXPECT_FALSE(tasks.contains(tasks.idOf(gone.row)));
    const TaskId next = tasks.add({});
    EXPECT_EQ(next.row, gone.row);
    EXPECT_TRUE(tasks.contains(next));
    EXPECT_TRUE(tasks.contains(tasks.idOf(next.row)));
    EXPECT_NE(next, gone);
}

TEST(Budget, AFrameTargetLeavesWhatTheRestOfTheFrameDoesNotTake) {
    Budget budget;
    EXPECT_EQ(budget.next(20 * kMs, 5 * kMs), 10 * kMs);  // fixed, by default
    ASSERT_TRUE(budget.set({.policy = BudgetPolicy::kFrameTarget,
                            .target_frame_ns = 16 * kMs,
                            .least_ns = kMs,
                            .greatest_ns = 12 * kMs,
                            .smoothing = 0.5}));
    EXPECT_EQ(budget.next(16 * kMs, 5 * kMs), 3 * kMs);  // 15 before, 11 now: 13 expected
    for (int n = 0; n < 60; ++n) budget.next(16 * kMs, 10 * kMs);
    EXPECT_NEAR(static_cast<double>(budget.next(16 * kMs, 10 * kMs)), 10.0 * kMs, 1);
    for (int n = 0; n < 60; ++n) budget.next(90 * kMs, 10 * kMs);
    EXPECT_EQ(budget.next(90 * kMs, 10 * kMs), kMs);
    for (int n = 0; n < 60; ++n) budget.next(kMs, 10 * kMs);
    EXPECT_EQ(budget.next(kMs, 10 * kMs), 12 * kMs);
}

TEST(Budget, RefusesWhatCannotBe) {
    const auto is_refused = [](auto change) {
        BudgetSettings settings;
        change(settings);
        Budget budget;
        return !budget.set(settings);
    };
    EXPECT_TRUE(is_refused([](BudgetSettings& s) { s.fixed_ns = -1; }));
    EXPECT_TRUE(is_refused([](BudgetSettings& s) { s.target_frame_ns = 0; }));
    EXPECT_TRUE(is_refused([](BudgetSettings& s) { s.greatest_ns = s.least_ns - 1; }));
    EXPECT_TRUE(is_refused([](BudgetSettings& s) { s.smoothing = 0; }));
    EXPECT_TRUE(is_refused([](BudgetSettings& s) { s.smoothing = std::nan(""); }));
}

}  // namespace
}  // namespace drover::load::manager_test
