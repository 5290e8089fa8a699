// The clock of rounds under a real clock that the test moves: few readings, and not a nanosecond lost.
#include "core/world/frame/round_clock.h"
#include "core/load/clock.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/load/task_table.h"
#include "core/world/commands/outside.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace drover::world::round_clock_test {
namespace {

// The task is chosen; what its work is expected to take.
std::int64_t charge(RoundClock& clock, WorkKind kind, bool moves_flock, const TaskCost& cost,
                    Charged* charged = nullptr) {
    const RoundClock::Expected task = clock.expectedOf(kind, moves_flock, cost);
    clock.charge(task.run_ns);
    if (charged != nullptr) charged->add(kind, task.work, task.work_ns);
    return task.work_ns;
}

// A real clock that counts its readings; the test moves its time.
class CountedClock final : public load::Clock {
  public:
    std::int64_t now() override { return ++readings, time_ns / tick_ns * tick_ns; }
    std::int64_t time_ns = 1'000;
    std::int64_t tick_ns = 1;  // from one reading to the next that differs
    int readings = 0;
};

TEST(RoundClock, ReadsOnceARoundAndLosesNothing) {
    CountedClock real;
    RoundClock clock(ClockKind::kReal, &real);
    Outside outside;
    clock.readAs(outside, false);
    clock.now();
    clock.beginFrame(4'000'000);
    const int before = real.readings;
    std::vector<Ran> runs;
    std::int64_t truth_ns = 0;
    constexpr int kTasks = 10'000;
    for (int i = 0; i < kTasks; ++i) {
        const std::int64_t cost_ns = 30 + i % 7 * 10;
        real.time_ns += cost_ns;
        truth_ns += cost_ns;
        runs.push_back({.cost_ns = charge(clock, WorkKind::kOther, false, {.own_ns = 50})});
        clock.now();
        if (clock.isRoundFull()) clock.moved({});
    }
    clock.endFrame({}, runs);
    EXPECT_LT(real.readings - before, 16);
    std::int64_t sum_ns = 0;
    for (const Ran& run : runs) {
        EXPECT_GE(run.cost_ns, 0);
        sum_ns += run.cost_ns;
    }
    EXPECT_EQ(sum_ns, truth_ns);
    EXPECT_EQ(clock.ai_ns(), truth_ns);
}

// Frames of flocks that weigh 1,000 ns.
struct Frame {
    CountedClock real;
    Outside outside;
    RoundClock clock{ClockKind::kReal, &real};
    std::int64_t expected_ns = 0;  // of the last task, as charged

    // As many tasks as the clock says fit; returns the processor time that they really took.
    std::int64_t run(std::int64_t budget_ns, std::int64_t each_ns) {
        clock.readAs(outside, false);
        clock.now();
        clock.beginFrame(budget_ns);
        const std::int64_t begin_ns = clock.now();
        std::int64_t tasks = 0, spent_ns = 0;
        Charged charged;
        const auto move = [&] {
            const std::int64_t took_ns = std::exchange(tasks, 0) * each_ns, before_ns = real.now();
            real.time_ns += took_ns;
            spent_ns += took_ns;
            const std::int64_t seen_ns = real.now() - before_ns;
            return Moved{.passed_ns = seen_ns, .busy_ns = {seen_ns}, .charged = std::exchange(charged, {})};
        };
        while (clock.now() - begin_ns < budget_ns) {
            expected_ns = charge(clock, WorkKind::kAlone, true, {.own_ns = 1'000}, &charged);
            ++tasks;
            if (clock.isRoundFull()) clock.moved(move());
        }
        clock.endFrame(move(), {});
        return spent_ns;
    }
};

TEST(RoundClock, KeepsTheBudgetWhenAllCostsChangeAtOnce) {
    constexpr std::int64_t kBudget_ns = 4'000'000;
    for (const std::int64_t times : {3, 30}) {
        Frame frame;
        for (int i = 0; i < 100; ++i) frame.run(kBudget_ns, 1'000);
        EXPECT_NEAR(static_cast<double>(frame.run(kBudget_ns, 1'000)), kBudget_ns, kBudget_ns * 0.01);
        const std::int64_t before_ns = frame.expected_ns;
        const auto dear_ns = static_cast<double>(frame.run(kBudget_ns, times * 1'000));
        // The first round takes a sixteenth of the budget before anything is known; the bound is twice that.
        EXPECT_LT(dear_ns, kBudget_ns * std::max(1.05, static_cast<double>(times) / 8 + 0.05)) << times;
        EXPECT_GT(dear_ns, kBudget_ns * 0.95) << times;
        // One dear frame is hardly believed.
        EXPECT_GT(static_cast<double>(frame.run(kBudget_ns, 1'000)), kBudget_ns * 0.95) << times;
        EXPECT_LT(static_cast<double>(frame.expected_ns), 1.15 * static_cast<double>(before_ns)) << times;
    }
}

// Rounds of tasks on one core, by the world's clock of rounds under a real clock that the test moves. Tasks
// are expected to cost 1,000 ns, and do, but for the first time.
class FirstTimeIsDear final : public load::Rounds {
  public:
    explicit FirstTimeIsDear(std::int64_t first_ns) : first_ns_(first_ns) {}

    unsigned cores() const override { return 1; }
    std::int64_t enough_ns() const override { return clock_.enough_ns(); }
    std::int64_t least_ns() const override { return clock_.least_ns(); }
    std::uint32_t mostTasks() const override { return clock_.mostTasks(); }
    void run(load::Chosen& chosen) override {
        clock_.charge(chosen.size(), chosen.expected_ns());
        const std::int64_t begin_ns = real_.time_ns;
        Charged charged;
        for (const load::Chosen::Group& group : chosen.groups()) {
            for (const load::DueTask& due : chosen.tasksOf(group)) {
                const load::TaskCall call = chosen.open(due, group, 0);
                real_.time_ns += call.since_run_ns < 0 ? first_ns_ : 1'000;
                firsts_ += call.since_run_ns < 0;
                charged.add(WorkKind::kOther, {.own_ns = 1'000}, 1'000);
                chosen.close(call, 1'000, 0);
            }
        }
        const std::int64_t passed_ns = real_.time_ns - begin_ns;
        clock_.moved({.passed_ns = passed_ns, .busy_ns = {0, passed_ns}, .charged = charged});
    }
    void finish() override { clock_.moved({}); }

    // Returns what the tasks took.
    std::int64_t frame(load::Manager& manager, load::TaskTable& tasks, std::int64_t budget_ns) {
        clock_.readAs(outside_, false);
        manager.plan(tasks, {16'666'667, budget_ns}, clock_);
        clock_.beginFrame(budget_ns);
        const std::int64_t begin_ns = real_.time_ns;
        struct Run {
            FirstTimeIsDear* the;
            std::int64_t operator()(const load::TaskCall&) const { return 0; }
            load::Rounds* rounds() const { return the; }
        } run{this};
        manager.run(tasks, run, clock_);
        clock_.endFrame({}, {});
        return real_.time_ns - begin_ns;
    }
    int firsts() const { return firsts_; }

  private:
    std::int64_t first_ns_;
    int firsts_ = 0;
    CountedClock real_;
    Outside outside_;
    RoundClock clock_{ClockKind::kReal, &real_};
};

class InRounds : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(RoundClock, InRounds,
                         testing::Values("elastic", "modes", "edf", "mk_firm", "harmonic", "predictive",
                                         "feedback"),
                         [](const auto& test) { return std::string(test.param); });

// In the beginning, and when more come while the others are known.
TEST_P(InRounds, FirstUpdatesThatCostFiftyfoldKeepTheBudget) {
    constexpr std::int64_t kBudget_ns = 1'000'000;
    FirstTimeIsDear rounds(50'000);
    load::TaskTable tasks;
    const auto addTasks = [&](int count) {
        for (int i = 0; i < count; ++i)
            tasks.add({.nominal_ns = 100'000'000, .maximum_ns = 500'000'000, .elasticity = 1});
    };
    addTasks(1000);
    const auto manager = load::makeManager(*load::findManager(GetParam()));
    manager->prepare(tasks);
    for (int frame = 0; frame < 400; ++frame) {
        if (frame == 200) addTasks(1000);
        ASSERT_LE(rounds.frame(*manager, tasks, kBudget_ns), kBudget_ns * 6 / 5) << "frame " << frame;
    }
    EXPECT_EQ(rounds.firsts(), 2000);
}

// A browser's clock ticks every tenth of a millisecond, or every millisecond. One frame may be wrong by a
// tick; the mean of many is right.
TEST(RoundClock, KeepsTheBudgetOnAClockThatTicksCoarsely) {
    constexpr std::int64_t kBudget_ns = 4'000'000, kRest_ns = 12'700'000;
    for (const std::int64_t tick_ns : {100'000, 1'000'000}) {
        for (const std::int64_t each_ns : {100, 1'000, 10'000}) {
            Frame frame;
            frame.real.tick_ns = tick_ns;
            std::vector<std::int64_t> spent_ns;
            constexpr int kFrames = 700, kLearning = 100;
            for (int i = 0; i < kFrames; ++i) {
                spent_ns.push_back(frame.run(kBudget_ns, each_ns));
                frame.real.time_ns += kRest_ns + i * 7'919 % 1'000'000;
            }
            spent_ns.erase(spent_ns.begin(), spent_ns.begin() + kLearning);
            const auto sum_ns = std::accumulate(spent_ns.begin(), spent_ns.end(), std::int64_t{0});
            const double mean_ns = static_cast<double>(sum_ns) / static_cast<double>(spent_ns.size());
            std::ranges::sort(spent_ns);
            const std::int64_t p99_ns = spent_ns[spent_ns.size() * 99 / 100];
            EXPECT_GT(mean_ns, 0.85 * kBudget_ns) << tick_ns << " " << each_ns;
            EXPECT_LT(mean_ns, 1.02 * kBudget_ns) << tick_ns << " " << each_ns;
            EXPECT_LT(p99_ns, kBudget_ns + tick_ns * 5 / 4) << tick_ns << " " << each_ns;
        }
    }
}

// The readings of a foreign recording may be anything in their range, frame after frame.
TEST(RoundClock, ReadingsAtTheEndsOfTheirRangeOverflowNothing) {
    CountedClock real;
    RoundClock clock(ClockKind::kReal, &real);
    constexpr std::int64_t kMost = Reading::kLongest_ns;
    Outside outside;
    outside.cores = 256;
    for (int frame = 0; frame < 5'000; ++frame) {
        const std::int64_t ns = frame % 3 == 0 ? 0 : kMost;
        const Reading opening{.kind = Reading::Kind::kRound, .passed_ns = ns};
        const Reading round{.kind = Reading::Kind::kRound,
                            .tasks = 1,
                            .passed_ns = ns,
                            .moving_ns = kMost - ns,
                            .levels_ns = ns,
                            .busy_ns = {ns, kMost - ns}};
        Reading last = round;
        last.tasks = 0;
        outside.readings = {{.passed_ns = ns}, {.passed_ns = ns}, opening, round, last, {.passed_ns = ns}};
        clock.readAs(outside, true);
        ASSERT_GE(clock.sinceLast(), 0);
        const std::int64_t begin_ns = clock.now();
        clock.beginFrame(kMost);
        std::vector<Ran> runs(1);
        Moved moved;
        runs[0].cost_ns = charge(clock, WorkKind::kOther, true,
                                 {.own_ns = std::int64_t{1} << 40, .extra_ns = ns >> 13}, &moved.charged);
        ASSERT_GE(clock.now(), begin_ns);
        clock.moved({});
        clock.endFrame(moved, runs);
        ASSERT_FALSE(clock.hasStrayed());
        ASSERT_GE(runs[0].cost_ns, 0);
        ASSERT_GE(clock.ai_ns(), 0);
        ASSERT_LE(clock.ai_ns(), kMost);
        ASSERT_GE(clock.sinceLast(), 0);
    }
}

}  // namespace
}  // namespace drover::world::round_clock_test
