// The order, the delays and the budget of `elastic` (MODEL 4), frame by frame.
#include "core/load/elastic/elastic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

#include "core/load/importance.h"
#include "tests/core/load/scripted.h"

namespace drover::load::elastic_test {
namespace {

// Tasks with costs that the test sets; what ran in each frame, and with which elapsed time.
struct Herd : Managed {
    std::vector<std::int64_t> cost_ns;  // by row
    std::vector<std::uint32_t> ran;
    std::vector<std::int64_t> elapsed_ns;

    Herd() : Managed("elastic") { manager->setParameter("staggered_start", 0); }

    std::uint32_t add(std::int64_t cost, TaskSettings settings = {}) {
        settings.cost_ns = cost;
        cost_ns.push_back(cost);
        return tasks.add(settings).row;
    }
    const FrameReport& frame(std::int64_t frame_time_ns, std::int64_t budget_ns) {
        ran.clear();
        elapsed_ns.clear();
        const auto task = [&](const TaskCall& call) {
            ran.push_back(call.task.row);
            elapsed_ns.push_back(call.elapsed_ns);
            clock.advance(cost_ns[call.task.row]);
        };
        return runFrame(frame_time_ns, budget_ns, task);
    }
};

TaskSettings every(std::int64_t nominal_ns, std::int64_t maximum_ns, double elasticity = 1) {
    return {.nominal_ns = nominal_ns, .maximum_ns = maximum_ns, .elasticity = elasticity};
}

TEST(Elastic, ATaskRunsOnceANominalPeriodWhenThereIsRoom) {
    Herd herd;
    herd.add(1000, every(30 * kMs, 90 * kMs));
    int runs = 0;
    for (int frame = 0; frame < 300; ++frame) runs += herd.frame(10 * kMs, 5 * kMs).run;
    EXPECT_EQ(runs, 100);
    EXPECT_EQ(herd.elapsed_ns, (std::vector<std::int64_t>{30 * kMs}));
    EXPECT_EQ(herd.manager->report().compression, Compression::kNominal);
}

TEST(Elastic, WhatDoesNotFitIsDelayedAndComesFirstNextTime) {
    Herd herd;
    for (int i = 0; i < 3; ++i) herd.add(4 * kMs, every(10 * kMs, 10 * kMs));
    const FrameReport first = herd.frame(10 * kMs, 8 * kMs);
    EXPECT_EQ(herd.ran, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(first.due, 3u);
    EXPECT_EQ(first.delayed, 1u);
    EXPECT_EQ(herd.tasks.columns.reason[2], WaitReason::kBudget);
    EXPECT_EQ(herd.tasks.delays(2), 1u);
    EXPECT_EQ(herd.tasks.next_ns(2), 10 * kMs);
    herd.frame(10 * kMs, 8 * kMs);
    EXPECT_EQ(herd.ran, (std::vector<std::uint32_t>{2, 0}));
    EXPECT_EQ(herd.elapsed_ns[0], 10 * kMs);  // Tnext - Tlast, Tnext being the time of the last delay
}

TEST(Elastic, AmongEquallyDelayedTheLongestWithoutUpdateGoesFirstThenTheRow) {
    Herd herd;
    herd.add(kMs, every(10 * kMs, 10 * kMs));
    herd.add(kMs, every(30 * kMs, 30 * kMs));
    herd.add(kMs, every(30 * kMs, 30 * kMs));
    herd.add(kMs, every(20 * kMs, 20 * kMs));
    herd.frame(30 * kMs, 100 * kMs);
    EXPECT_EQ(herd.ran, (std::vector<std::uint32_t>{0, 1, 2, 3}));  // 0 has missed whole periods: 30 ms, too
    EXPECT_EQ(herd.elapsed_ns, (std::vector<std::int64_t>{30 * kMs, 30 * kMs, 30 * kMs, 20 * kMs}));
}

TEST(Elastic, ACheaperTaskTakesWhatADearerLeaves) {
    Herd herd;
    herd.add(6 * kMs, every(10 * kMs, 10 * kMs));
    herd.add(6 * kMs, every(10 * kMs, 10 * kMs));
    herd.add(2 * kMs, every(10 * kMs, 10 * kMs));
    herd.frame(10 * kMs, 8 * kMs);
    EXPECT_EQ(herd.ran, (std::vector<std::uint32_t>{0, 2}));
}

TEST(Elastic, ATaskDearerThanTheBudgetRunsWhenItIsFirst) {
    Herd herd;
    herd.add(50 * kMs, every(10 * kMs, 10 * kMs));
    herd.add(kMs, every(10 * kMs, 10 * kMs));
    const FrameReport report = herd.frame(10 * kMs, 2 * kMs);
    EXPECT_EQ(herd.ran, (std::vector<std::uint32_t>{0}));
    EXPECT_GT(report.total_cost_ns, report.budget_ns);
    herd.frame(10 * kMs, 2 * kMs);
    EXPECT_EQ(herd.ran, (std::vector<std::uint32_t>{1}));
}

TEST(Elastic, WithoutBudgetOneTaskAFrameStillRuns) {
    for (const std::int64_t budget : {std::int64_t{0}, -5 * kMs}) {
        Herd herd;
        for (int i = 0; i < 4; ++i) herd.add(kMs, every(10 * kMs, 40 * kMs));
        std::set<std::uint32_t> seen;
        for (int frame = 0; frame < 8; ++frame) {
            const FrameReport report = herd.frame(10 * kMs, budget);
            EXPECT_EQ(report.compression, Compression::kSaturated);
            EXPECT_EQ(report.budget_ns, 0);
            EXPECT_LE(report.run, 1u);
            seen.insert(herd.ran.begin(), herd.ran.end());
        }
        EXPECT_EQ(seen.size(), 4u);
    }
}

TEST(Elastic, AFrameWithoutTimeMakesNobodyDueAndLosesNothing) {
    Herd herd;
    herd.add(kMs, every(10 * kMs, 40 * kMs));
    EXPECT_EQ(herd.frame(0, 5 * kMs).due, 0u);
    EXPECT_EQ(herd.frame(-7, 5 * kMs).due, 0u);  // a clock that went backwards counts as no time
    EXPECT_EQ(herd.tasks.simul_ns, 0);
    EXPECT_EQ(herd.frame(10 * kMs, 5 * kMs).run, 1u);
}

TEST(Elastic, ATaskThatComesNearGetsItsShortPeriodBackAtOnce) {
    Herd herd;
    for (int i = 0; i < 10; ++i) herd.add(4 * kMs, every(30 * kMs, 300 * kMs, 100));
    for (int frame = 0; frame < 50; ++frame) herd.frame(10 * kMs, 4 * kMs);
    EXPECT_GT(herd.tasks.columns.state[3].period_ns, 95 * kMs);
    herd.tasks.setElasticity(3, 0.001);
    herd.frame(10 * kMs, 4 * kMs);
    EXPECT_LT(herd.tasks.columns.state[3].period_ns, 31 * kMs);
}

TEST(Elastic, UnknownCostsAreSpreadOverTheFirstFrames) {
    Herd herd;
    herd.manager->setParameter("first_update_frames", 8);
    for (int i = 0; i < 80; ++i) {
        herd.add(0, every(10 * kMs, 10 * kMs));
        herd.cost_ns.back() = 1000;
    }
    for (int frame = 0; frame < 8; ++frame) {
        const std::uint32_t run = herd.frame(10 * kMs, 1000 * kMs).run;
        EXPECT_EQ(run, 10u * static_cast<std::uint32_t>(frame + 1))
            << frame;  // ten new ones, and those known by now
    }
    EXPECT_EQ(herd.frame(10 * kMs, 1000 * kMs).run, 80u);
}

TEST(Elastic, AStaggeredStartSpreadsFirstUpdatesOverTheNominalPeriod) {
    Herd herd;
    herd.manager->setParameter("staggered_start", 1);
    for (int i = 0; i < 100; ++i) herd.add(1000, every(100 * kMs, 100 * kMs));
    for (int frame = 0; frame < 40; ++frame) {
        const std::uint32_t run = herd.frame(10 * kMs, 1000 * kMs).run;
        EXPECT_GE(run, 7u) << frame;
        EXPECT_LE(run, 13u) << frame;
    }
}

TEST(Elastic, ATaskAtItsCapOfDelaysRunsWhateverIsLeft) {
    Herd herd;
    for (int i = 0; i < 20; ++i) herd.add(4 * kMs, every(10 * kMs, 10 * kMs));
    TaskSettings capped = every(10 * kMs, 10 * kMs);
    capped.delay_cap_frames = 3;
    const std::uint32_t row = herd.add(4 * kMs, capped);
    for (int frame = 0; frame < 100; ++frame) {
        herd.frame(10 * kMs, 4 * kMs);
        EXPECT_LE(herd.tasks.delays(row), 3u);
    }
    herd.manager->setParameter("delay_cap_frames", 5);  // for those without one of their own
    for (int frame = 0; frame < 100; ++frame) {
        herd.frame(10 * kMs, 4 * kMs);
        for (std::uint32_t any = 0; any < 21; ++any) EXPECT_LE(herd.tasks.delays(any), frame < 30 ? 20u : 5u);
    }
}

TEST(Elastic, HysteresisKeepsAPeriodThatHardlyChanges) {
    for (const bool holds : {false, true}) {
        Herd herd;
        herd.manager->setParameter("hysteresis", holds ? 0.1 : 0);
        for (int i = 0; i < 10; ++i) herd.add(2 * kMs, every(20 * kMs, 200 * kMs));
        std::set<std::int64_t> periods;
        for (int frame = 0; frame < 50; ++frame) {
            herd.frame(10 * kMs, (frame % 2 ? 500 : 510) * kMs / 100);
            if (frame > 0) periods.insert(herd.manager->periodOf(herd.tasks, 0));
        }
        EXPECT_EQ(periods.size(), holds ? 1u : 2u);
    }
}

// With very many tasks, too, it begins with the periods that they have.
TEST(Elastic, HysteresisThatBeginsKeepsTheBudget) {
    for (const std::uint32_t count : {1000u, DueIndexes::kLeastSparseRows}) {
        Herd herd;
        for (std::uint32_t i = 0; i < count; ++i)
            herd.add(kMs / count, every(1 * kMs, 2000 * kMs, 1 + i % 7));
        for (int frame = 0; frame < 60; ++frame) herd.frame(10 * kMs, 7 * kMs);
        herd.manager = makeManager(*findManager("elastic"));
        herd.manager->setParameter("hysteresis", 1);
        herd.manager->prepare(herd.tasks);
        const double desired = herd.frame(10 * kMs, 7 * kMs).desired_use;
        EXPECT_NEAR(assignedPeriods(*herd.manager, herd.tasks).total_use, desired, 0.01 * desired) << count;
    }
}

// Tasks of which a run costs 1 ms, and a tenth more for each 10 ms that it has to make up (MODEL (3.e)).
struct GrowingHerd : Managed {
    static constexpr float kGrowth = 10;  // a second
    double planned_use = 0;
    std::int64_t dearest_ns = 0;

    explicit GrowingHerd(bool is_known) : Managed("elastic") {
        manager->setParameter("growing_cost", is_known);
        for (int i = 0; i < 20; ++i)
            tasks.setGrowth(tasks.add(every(20 * kMs, 500 * kMs, 1 + i)).row, kGrowth);
    }
    const FrameReport& frame(std::int64_t budget_ns) {
        manager->plan(tasks, {10 * kMs, budget_ns}, clock);
        planned_use = assignedPeriods(*manager, tasks).total_use;
        dearest_ns = 0;
        const auto task = [&](const TaskCall& call) {
            const std::int64_t cost_ns = kMs + call.elapsed_ns / 100;
            dearest_ns = std::max(dearest_ns, cost_ns);
            clock.advance(cost_ns);
        };
        manager->run(tasks, task, clock);
        return manager->report();
    }
};

TEST(Elastic, CostThatGrowsWithTheTimeToMakeUpIsExpected) {
    GrowingHerd herd(true);
    for (int frame = 0; frame < 300; ++frame) {
        const FrameReport& report = herd.frame(6 * kMs);
        if (frame < 100) continue;
        EXPECT_EQ(report.compression, Compression::kCompressed);
        EXPECT_NEAR(herd.planned_use, 0.6, 1e-6);
        EXPECT_LE(report.total_cost_ns, std::max(6 * kMs, herd.dearest_ns));  // which may run alone
    }
    // C is what a run costs that has nothing to make up, whatever the periods were.
    for (std::uint32_t row = 0; row < 20; ++row)
        EXPECT_NEAR(static_cast<double>(herd.tasks.columns.state[row].cost_ns), 1.0 * kMs, 0.01 * kMs);
    // 20 tasks of 1 ms, ten times as much a second: a fifth of all time goes whatever the periods are.
    EXPECT_NEAR(herd.tasks.standingUse(), 0.2, 0.01);
    EXPECT_EQ(herd.tasks.expectedCost(0),
              static_cast<std::int64_t>(
                  static_cast<double>(herd.tasks.columns.state[0].cost_ns) *
                  (1 + 10 * static_cast<double>(herd.tasks.simul_ns - herd.tasks.columns.state[0].last_ns) *
                           1e-9)));
}

TEST(Elastic, GrowingCostMayBeTakenForConstant) {
    GrowingHerd herd(false);
    for (int frame = 0; frame < 300; ++frame) herd.frame(6 * kMs);
    EXPECT_EQ(herd.tasks.standingUse(), 0);
    EXPECT_EQ(herd.tasks.expectedCost(0), herd.tasks.columns.state[0].cost_ns);
    // The estimate is that of late runs.
    EXPECT_GT(herd.tasks.columns.state[19].cost_ns, 2 * kMs);
}

TEST(Elastic, ATaskThatGoesTakesItsGrowthAlong) {
    GrowingHerd herd(true);
    for (int frame = 0; frame < 100; ++frame) herd.frame(6 * kMs);
    for (std::uint32_t row = 0; row < 20; ++row) herd.tasks.remove(herd.tasks.idOf(row));
    EXPECT_EQ(herd.tasks.standingUse(), 0);
}

TEST(Elastic, CostEstimatesFollowWhatTheyAreCalled) {
    EXPECT_EQ(estimateCost(CostEstimate::kLast, 100, 7, false), 7);
    EXPECT_EQ(estimateCost(CostEstimate::kSmoothed, 100, 180, false), 110);
    EXPECT_EQ(estimateCost(CostEstimate::kSmoothed, 100, 20, false), 90);
    EXPECT_EQ(estimateCost(CostEstimate::kPeak, 6400, 7, false), 6300);
    EXPECT_EQ(estimateCost(CostEstimate::kPeak, 6400, 9000, false), 9000);
    for (const CostEstimate kind : {CostEstimate::kLast, CostEstimate::kSmoothed, CostEstimate::kPeak}) {
        EXPECT_EQ(estimateCost(kind, 0, 50, true), 50);
        EXPECT_EQ(estimateCost(kind, 0, -50, true), 0);
        EXPECT_GE(estimateCost(kind, 3, -50, false), 0);
        std::int64_t estimate = 1000;
        for (int i = 0; i < 1000; ++i) estimate = estimateCost(kind, estimate, 2000, false);
        EXPECT_EQ(estimate, 2000);
    }
    for (const auto& [choice, expected] : {std::pair(0, 1800), std::pair(1, 1100), std::pair(2, 1800)}) {
        Herd herd;
        herd.manager->setParameter("cost_estimate", choice);
        herd.add(1000, every(10 * kMs, 10 * kMs));
        herd.frame(10 * kMs, kMs);
        herd.cost_ns[0] = 1800;
        herd.frame(10 * kMs, kMs);
        EXPECT_EQ(herd.tasks.columns.state[0].cost_ns, expected);
    }
}

TEST(Elastic, ElasticityIsDistanceTimesTheFactors) {
    const ElasticityFactors factors{2, 3, 0.5f, 10};
    EXPECT_EQ(elasticityAt(20, {}, true), 20);
    EXPECT_EQ(elasticityAt(0.2f, {}, true), 1);  // nearer than a metre would be rigid
    EXPECT_EQ(elasticityAt(std::numeric_limits<float>::quiet_NaN(), {}, true), 1);
    EXPECT_EQ(elasticityAt(20, {-1, 1, 1, 1}, true), 0);
    EXPECT_EQ(elasticityAt(20, {std::numeric_limits<float>::quiet_NaN(), 1, 1, 1}, true), 0);
    EXPECT_LE(elasticityAt(1e30f, {1e30f, 1, 1, 1}, true), kMostElasticity);
    EXPECT_EQ(elasticityAt(20, factors, true), 60);
    EXPECT_EQ(elasticityAt(20, factors, false), 600);
}

// The budget goes by the clock, C by what the task says.
TEST(Elastic, ATaskMayAccountForItself) {
    TaskTable tasks;
    ModelClock clock;
    const TaskId task = tasks.add({.cost_ns = 0});
    const auto elastic = makeManager(*findManager("elastic"));
    elastic->plan(tasks, {100 * kMs, 100 * kMs}, clock);
    elastic->run(
        tasks,
        [&](const TaskCall&) -> std::int64_t {
            clock.advance(5 * kMs);
            return 2 * kMs;
        },
        clock);
    EXPECT_EQ(tasks.columns.state[task.row].cost_ns, 2 * kMs);
    EXPECT_EQ(elastic->report().total_cost_ns, 5 * kMs);
}

// soon() names each task before it runs, and no other task.
TEST(Elastic, TellsBeforehandWhoseTurnComes) {
    struct Turns {
        std::vector<std::uint32_t> told = {}, ran = {};
        bool is_in_time = true;

        void soon(TaskId task) {
            told.push_back(task.row);
            is_in_time = is_in_time && std::ranges::find(ran, task.row) == ran.end();
        }
        void operator()(const TaskCall& call) { ran.push_back(call.task.row); }
    };
    TaskTable tasks;
    ModelClock clock;
    for (int i = 0; i < 200; ++i) tasks.add({.cost_ns = 1000});
    const auto elastic = makeManager(*findManager("elastic"));
    Turns turns;
    elastic->plan(tasks, {100 * kMs, 100 * kMs}, clock);
    elastic->run(tasks, turns, clock);
    EXPECT_EQ(turns.ran.size(), 200u);
    EXPECT_GT(turns.told.size(), 100u);
    EXPECT_TRUE(turns.is_in_time);
    EXPECT_TRUE(std::ranges::equal(turns.told, std::span(turns.ran).last(turns.told.size())));
}

// Tan & Wong, Table 1 and 2: 100 animats of 0.375 ms, the rest of a frame 12 ms, budgets of 10, 20 and 30 ms.
TEST(Elastic, KeepsTheBudgetsOfTanAndWong) {
    for (const std::int64_t budget : {10 * kMs, 20 * kMs, 30 * kMs}) {
        Herd herd;
        for (int i = 0; i < 100; ++i) {
            herd.add(0, every(33'330'000, 80 * kMs));
            herd.cost_ns.back() = 375'000;
        }
        std::int64_t frame_time = 33'330'000, total = 0, deviation = 0;
        for (int frame = 0; frame < 1000; ++frame) {
            const FrameReport report = herd.frame(frame_time, budget);
            frame_time = 12 * kMs + report.total_cost_ns;
            ASSERT_LE(report.total_cost_ns, budget + 375'000);
            total += report.total_cost_ns;
            deviation += static_cast<std::int64_t>(assignedPeriods(*herd.manager, herd.tasks).deviation_ns);
        }
        std::printf("Td %2d ms: Ctotal %.3f ms, D assigned %.3f ms\n", static_cast<int>(budget / kMs),
                    static_cast<double>(total) / 1e9, static_cast<double>(deviation) / 1e9);
    }
}

// From half a second after any shock, all of the budget is used while tasks are late: under both managers,
// with few tasks and with many.
struct Shock {
    const char* manager;
    std::uint32_t tasks;
    int frames;  // in which everything costs 30 times as much; 0: every first update does
};

class Shocked : public testing::TestWithParam<Shock> {};

TEST_P(Shocked, TheBudgetIsUsedAgain) {
    constexpr int kBefore = 300, kHalfSecond = 30, kAfter = 600;
    constexpr std::int64_t kBudget_ns = 4 * kMs;
    const auto& [name, count, frames] = GetParam();
    const int shocked_frames = frames;
    TaskTable tasks;
    ModelClock clock;
    const std::unique_ptr<Manager> manager = makeManager(*findManager(name));
    // Ten times what fits.
    const std::int64_t cost_ns = 10 * kBudget_ns * 3 / count;
    for (std::uint32_t i = 0; i < count; ++i) tasks.add(every(50 * kMs, 10'000 * kMs, 1 + i % 7));
    const int begin = shocked_frames > 0 ? kBefore : 400;  // by then each has run
    double used = 0;
    for (int frame = 0; frame < begin + shocked_frames + kHalfSecond + kAfter; ++frame) {
        manager->plan(tasks, {kFrame_ns, kBudget_ns}, clock);
        const bool is_shocked = frame >= begin && frame < begin + shocked_frames;
        const auto task = [&](const TaskCall& call) {
            const bool is_first = shocked_frames == 0 && call.since_run_ns < 0;
            clock.advance(is_shocked || is_first ? 30 * cost_ns : cost_ns);
        };
        manager->run(tasks, task, clock);
        const int since = frame - begin - shocked_frames - kHalfSecond;
        if (since < 0) continue;
        used += static_cast<double>(manager->report().total_cost_ns) / kBudget_ns;
        if (since % 30 != 29) continue;
        EXPECT_GE(used / 30, 0.9) << frame;
        used = 0;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Shocked,
                         testing::Values(Shock{"elastic", 400, 1}, Shock{"elastic", 400, 10},
                                         Shock{"elastic", 400, 0}, Shock{"elastic", 70'000, 1},
                                         Shock{"elastic", 70'000, 10}, Shock{"elastic", 70'000, 0},
                                         Shock{"modes", 400, 1}, Shock{"modes", 400, 10},
                                         Shock{"modes", 400, 0}),
                         [](const auto& test) {
                             return std::string(test.param.manager) + std::to_string(test.param.tasks) +
                                    "For" + std::to_string(test.param.frames);
                         });

}  // namespace
}  // namespace drover::load::elastic_test
