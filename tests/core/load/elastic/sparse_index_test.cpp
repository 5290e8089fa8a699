// The sparse index against the dense one: who is due and which lambda, and that no task is forgotten when
// tasks run, change, come near, come, go, or another manager plans in between.
#include "core/load/elastic/elastic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/load/elastic/spring_bins.h"

#include "tests/core/load/scripted.h"

namespace drover::load::sparse_index_test {
namespace {

constexpr std::uint32_t kRows = DueIndexes::kLeastSparseRows + 1000;

TaskSettings anyTask(Dice& dice) {
    TaskSettings settings = anyPeriods(dice, 10, 60, 100);
    settings.elasticity = dice.chance(0.05) ? 0 : std::exp(dice.between(-3, 9));
    settings.cost_ns = dice.chance(0.05) ? 0 : dice.whole(100, 5000);
    return settings;
}

double use(const TaskState& task, double lambda, double elasticity) {
    const auto cost_ns = static_cast<double>(task.cost_ns);
    return useUnder(lambda, cost_ns / static_cast<double>(task.nominal_ns),
                    cost_ns / static_cast<double>(task.maximum_ns), elasticity);
}

// The sparse index's lambda against the dense one's: the sums that they lead to differ by no more than the
// bins allow.
void expectCloseTo(const TaskTable& tasks, const CompressionResult& exact, const CompressionResult& found,
                   double desired) {
    ASSERT_EQ(found.status, exact.status);
    if (exact.status != Compression::kCompressed) return;
    double sum = 0, bound = 1e-6 * desired;
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        const TaskState& task = tasks.columns.state[row];
        const double e = tasks.elasticity(row), slack = use(task, 0, e) - use(task, kBeyondAll, e);
        sum += use(task, found.lambda, e);
        if (e > 0 && std::abs(slack / e / exact.lambda - 1) < 1.0 / 64) bound += slack / 512;
    }
    ASSERT_NEAR(sum, desired, bound);
    ASSERT_NEAR(found.lambda, exact.lambda, exact.lambda / 128);
}

// Every T must be the formula's. Returns the rows whose period has passed and that are not left out since
// they were due.
std::vector<std::uint32_t> expectPeriods(const TaskTable& tasks, const DueIndex& index,
                                         const CompressionResult& result) {
    std::vector<std::uint32_t> due;
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        const TaskState& task = tasks.columns.state[row];
        const double stretch =
            stretchFor(use(task, usableLambda(result), tasks.elasticity(row)), use(task, 0, 0));
        const std::int64_t period_ns = periodOf(task.nominal_ns, stretch);
        EXPECT_EQ(index.periodOf(tasks, row), period_ns) << row;
        if (!task.isWaiting() && tasks.simul_ns - task.last_ns >= period_ns) due.push_back(row);
    }
    return due;
}

TEST(SparseIndex, AnswersAsTheDenseOne) {
    Dice dice(21);
    TaskTable tasks;
    for (std::uint32_t row = 0; row < kRows; ++row) tasks.add(anyTask(dice));
    const auto sparse = makeSparseIndex(), dense = makeDenseIndex();
    sparse->setQueued(true), dense->setQueued(true);
    double desired = 2;
    std::array<int, 3> seen = {};
    std::size_t due_in_all = 0, exact_in_all = 0;
    std::vector<std::uint32_t> waiting;
    for (int frame = 0; frame < 250; ++frame) {
        tasks.beginFrame(dice.chance(0.02) ? 30'000 * kMs : dice.whole(0, 40) * kMs);
        if (dice.chance(0.3)) desired *= dice.between(0.7, 1.3);
        if (frame % 50 == 20) desired = 1e6;
        if (frame % 50 == 30) desired = 1e-6;
        if (frame % 50 == 40) desired = 2;
        const auto slice = static_cast<std::uint32_t>(dice.whole(0, kRows - 4000));
        for (std::uint32_t n = 0; n < 4000 && frame % 3; ++n)
            tasks.setElasticity(n % 40 ? slice + n : static_cast<std::uint32_t>(dice.whole(0, kRows - 1)),
                                std::exp(dice.between(-3, 9)));
        // So little that the bins keep what they have.
        for (std::uint32_t row = slice; row < slice + 4000 && frame % 2; ++row)
            tasks.setElasticity(row, tasks.elasticity(row) * dice.between(0.9998, 1.0002));
        if (dice.chance(0.05)) tasks.change(tasks.idOf(7), anyTask(dice));

        std::vector<std::uint32_t> exact_due, due;
        const CompressionResult exact = dense->solve(tasks, desired, nullptr);
        const auto addTo = [](std::vector<std::uint32_t>& list) {
            return [&list](std::span<const std::uint32_t> rows) {
                list.insert(list.end(), rows.begin(), rows.end());
            };
        };
        dense->findDue(tasks, 0, nullptr, addTo(exact_due));
        const CompressionResult result = sparse->solve(tasks, desired, nullptr);
        expectCloseTo(tasks, exact, result, desired);
        if (HasFatalFailure()) FAIL() << "frame " << frame;
        ++seen[static_cast<std::size_t>(result.status)];

        sparse->findDue(tasks, 0, nullptr, addTo(due));
        const std::vector<std::uint32_t> expected = expectPeriods(tasks, *sparse, result);
        if (HasFailure()) FAIL() << "frame " << frame;
        ASSERT_EQ(due, expected) << "frame " << frame;
        due_in_all += due.size();
        exact_in_all += exact_due.size();
        due.insert(due.end(), waiting.begin(), waiting.end());
        waiting.clear();
        for (const std::uint32_t row : due) {
            TaskState& task = tasks.columns.state[row];
            if (dice.chance(0.2)) {
                tasks.delay(row);
                waiting.push_back(row);
                continue;
            }
            task.due_since = 0;
            task.last_ns = tasks.simul_ns - dice.whole(0, std::min(tasks.simul_ns - task.last_ns, 50 * kMs));
            std::uint64_t standing = 0;
            tasks.measured(row, dice.whole(0, 5000), 0, false, standing);
            sparse->ran(tasks, row);
            dense->chosen(row);
            dense->ran(tasks, row);
        }
    }
    for (const int n : seen) EXPECT_GT(n, 30);
    EXPECT_NEAR(static_cast<double>(due_in_all), static_cast<double>(exact_in_all),
                1e-3 * static_cast<double>(exact_in_all));
}

// The sums know nothing of the order in which springs came, changed and went.
TEST(SparseIndex, TheBinsDependOnTheSpringsAlone) {
    Dice dice(22);
    SpringBins once, changed;
    std::vector<Spring> springs(5000);
    const auto any = [&] {
        const double u0 = dice.chance(0.1) ? 0 : std::exp(dice.between(-30, 20));
        return springOf(u0, u0 * dice.unit(), dice.chance(0.1) ? 0 : std::exp(dice.between(-80, 230)));
    };
    for (Spring& s : springs) changed.add(s = any());
    for (int n = 0; n < 50'000; ++n) {
        Spring& s = springs[static_cast<std::size_t>(dice.whole(0, 4999))];
        changed.remove(s);
        changed.add(s = any());
    }
    for (std::size_t i = springs.size(); i-- > 0;) once.add(springs[i]);
    EXPECT_EQ(once.nominalUse(), changed.nominalUse());
    EXPECT_EQ(once.leastUse(), changed.leastUse());
    for (double share = 0.01; share < 1; share += 0.01) {
        const double desired = once.leastUse() + share * (once.nominalUse() - once.leastUse());
        EXPECT_EQ(once.compress(desired).status, Compression::kCompressed);
        EXPECT_EQ(once.compress(desired).lambda, changed.compress(desired).lambda);
    }
}

// The manager itself, with tasks that come, go, are all rewritten at once, and other managers' frames in
// between.
TEST(SparseIndex, TheManagerForgetsNobody) {
    Dice dice(23);
    TaskTable tasks;
    ModelClock clock;
    std::vector<std::int64_t> elapsed_sum_ns;
    for (std::uint32_t row = 0; row < kRows; ++row) tasks.add(anyTask(dice));
    elapsed_sum_ns.resize(kRows + 1000);
    const auto elastic = makeManager(*findManager("elastic"));
    const auto other = makeManager(*findManager("elastic"));
    std::uint64_t ran = 0;
    for (int frame = 0; frame < 150; ++frame) {
        const bool is_all = frame % 10 == 7;
        for (std::uint32_t row = 0; row < (is_all ? tasks.rows() : 500); ++row)
            if (tasks.columns.kind[row] == TaskKind::kTask)
                tasks.setElasticity(row, std::exp(dice.between(-3, 9)));
        if (frame % 17 == 5) {
            const auto row = static_cast<std::uint32_t>(dice.whole(0, kRows - 1));
            if (tasks.remove(tasks.idOf(row))) elapsed_sum_ns[tasks.add(anyTask(dice)).row] = tasks.simul_ns;
        }
        Manager& manager = frame % 13 == 9 ? *other : *elastic;
        elastic->setParameter("hysteresis", frame % 29 == 11 ? 0.1 : 0);
        std::vector<std::uint32_t> delays_before;
        for (std::uint32_t row = 0; row < tasks.rows(); ++row) delays_before.push_back(tasks.delays(row));
        const auto before = tasks.columns.state;
        ASSERT_TRUE(manager.plan(tasks, {17 * kMs, dice.whole(2, 20) * kMs}, clock));
        const FrameReport planned = manager.report();
        std::uint32_t due = 0;
        for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
            const TaskState& task = before[row];
            const bool is_due =
                delays_before[row] > 0 || tasks.simul_ns - task.last_ns >= manager.periodOf(tasks, row);
            const bool is_fresh =
                task.ran_at_ns < 0 && delays_before[row] == 0;  // its first date is staggered
            const bool is_chosen = tasks.columns.reason[row] == WaitReason::kBudget;
            ASSERT_TRUE(is_chosen == is_due || is_fresh) << "frame " << frame << " row " << row;
            due += is_chosen;
        }
        ASSERT_EQ(planned.due, due);
        manager.run(
            tasks,
            [&](const TaskCall& call) {
                elapsed_sum_ns[call.task.row] += call.elapsed_ns;
                clock.advance(dice.whole(0, 20'000));
                ++ran;
            },
            clock);
        ASSERT_EQ(manager.report().run + manager.report().delayed, due);
    }
    EXPECT_GT(ran, 10'000u);
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        ASSERT_EQ(elapsed_sum_ns[row], tasks.columns.state[row].last_ns) << row;
        ASSERT_TRUE(tasks.columns.state[row].ran_at_ns >= 0 || tasks.delays(row) > 0) << row;
    }
}

// Very many new tasks are not all due in their first frames: 8,192 and as many as ran in the last frame are
// taken up at once, the earliest dates first.
TEST(SparseIndex, NewTasksAreTakenUpOverSeveralFrames) {
    constexpr std::uint32_t kNewcomers = 200'000, kAtOnce = 8192;
    TaskTable tasks;
    ModelClock clock;
    for (std::uint32_t row = 0; row < kNewcomers; ++row) ASSERT_NE(tasks.add({}), kNoTask);
    const auto elastic = makeManager(*findManager("elastic"));
    elastic->prepare(tasks);
    std::vector<std::int64_t> date_ns;
    for (const TaskState& task : tasks.columns.state) date_ns.push_back(task.next_ns);
    std::vector<bool> was_due(kNewcomers);
    std::uint32_t ran = 0, due_in_all = 0;
    for (int frame = 0; due_in_all < kNewcomers; ++frame) {
        ASSERT_LT(frame, 20);
        ASSERT_TRUE(elastic->plan(tasks, {17 * kMs, 4 * kMs}, clock));
        std::uint32_t due = 0;
        std::int64_t latest_due_ns = 0, earliest_waiting_ns = kLongestPeriod_ns;
        for (std::uint32_t row = 0; row < kNewcomers; ++row) {
            if (was_due[row]) continue;
            was_due[row] = tasks.columns.reason[row] == WaitReason::kBudget;
            due += was_due[row];
            was_due[row] ? latest_due_ns = std::max(latest_due_ns, date_ns[row])
                         : earliest_waiting_ns = std::min(earliest_waiting_ns, date_ns[row]);
        }
        EXPECT_LE(latest_due_ns, earliest_waiting_ns);
        EXPECT_EQ(due, std::min(kAtOnce + ran, kNewcomers - due_in_all)) << "frame " << frame;
        due_in_all += due;
        elastic->run(tasks, [&](const TaskCall&) { clock.advance(500); }, clock);
        ran = elastic->report().run;
        EXPECT_GT(ran, 7000u);
    }
}

// A first look at the tasks ahead of the first frame changes nothing of what is done in it.
TEST(SparseIndex, PreparedOrNotTheSameIsDone) {
    const auto play = [](bool is_prepared) {
        Dice dice(24);
        TaskTable tasks;
        ModelClock clock;
        for (std::uint32_t row = 0; row < kRows; ++row) tasks.add(anyTask(dice));
        const auto before = makeManager(*findManager("elastic")),
                   elastic = makeManager(*findManager("elastic"));
        std::vector<std::uint64_t> seen;
        for (int frame = 0; frame < 40; ++frame) {
            for (std::uint32_t n = 0; n < 500; ++n)
                tasks.setElasticity(static_cast<std::uint32_t>(dice.whole(0, kRows - 1)),
                                    std::exp(dice.between(-3, 9)));
            if (frame == 20 && is_prepared) elastic->prepare(tasks);  // in the midst of the others' backlog
            Manager& manager = frame < 20 ? *before : *elastic;
            EXPECT_TRUE(manager.plan(tasks, {17 * kMs, 10 * kMs}, clock));
            manager.run(
                tasks,
                [&](const TaskCall& call) {
                    seen.push_back(std::uint64_t{call.task.row} << 40 ^
                                   static_cast<std::uint64_t>(call.elapsed_ns));
                    clock.advance(1000 + call.task.row % 4096);
                },
                clock);
            seen.push_back(manager.report().due);
        }
        return seen;
    };
    EXPECT_EQ(play(true), play(false));
}

}  // namespace
}  // namespace drover::load::sparse_index_test
