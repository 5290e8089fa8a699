// The run queue against the plain rule (MODEL 4): in every frame all due tasks are put in order, one by one,
// and each task that the manager calls must be the one that the rule would run next.
#include "core/load/queue/run_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/load/elastic/elastic.h"
#include "tests/core/load/scripted.h"

namespace drover::load::run_queue_test {
namespace {

constexpr std::uint32_t kRows = DueIndexes::kLeastSparseRows + 500;

TaskSettings anyTask(Dice& dice) {
    TaskSettings settings = anyPeriods(dice, 10, 60, 10);
    settings.elasticity = dice.between(1, 1000);
    settings.cost_ns = dice.chance(0.3) ? 0 : dice.whole(50, 5000);
    return settings;
}

// All that are due in a frame, in the order of their turns, and where in it the frame has come to.
class PlainRule {
  public:
    // After plan(); `before` is what the table told before it.
    struct Known {
        std::uint32_t delays, generation;
        std::int64_t next_ns, last_ns, ran_at_ns;
    };
    static std::vector<Known> knownOf(const TaskTable& tasks) {
        std::vector<Known> known;
        for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
            const TaskState& state = tasks.columns.state[row];
            known.push_back(
                {tasks.delays(row), state.generation, tasks.next_ns(row), state.last_ns, state.ran_at_ns});
        }
        return known;
    }
    PlainRule(const TaskTable& tasks, const Manager& manager, std::vector<Known> before, std::uint32_t cap)
        : tasks_(tasks),
          before_(std::move(before)),
          cap_(cap),
          left_ns_(manager.report().budget_ns),
          unknown_left_((std::int64_t{tasks.tasks()} + 7) / 8) {
        for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
            if (tasks.columns.kind[row] != TaskKind::kTask) continue;
            const Known& known = before_[row];
            const std::int64_t since_ns = tasks.simul_ns - known.last_ns,
                               period_ns = manager.periodOf(tasks, row);
            if (known.delays > 0) {
                order_.push_back({row, known.next_ns - known.last_ns});
            } else if (since_ns >= period_ns) {
                order_.push_back(
                    {row, since_ns < 2 * period_ns ? period_ns : since_ns / period_ns * period_ns});
            } else if (known.ran_at_ns < 0 && tasks.columns.reason[row] == WaitReason::kBudget) {
                order_.push_back({row, 0});  // a staggered first date, which only the manager knows
                has_first_dates_ = true;
            }
        }
        std::sort(order_.begin(), order_.end(), [&](const Due& a, const Due& b) {
            const std::uint32_t m = before_[a.row].delays, n = before_[b.row].delays;
            return m != n                         ? m > n
                   : a.elapsed_ns != b.elapsed_ns ? a.elapsed_ns > b.elapsed_ns
                                                  : a.row < b.row;
        });
    }
    bool hasFirstDates() const { return has_first_dates_; }
    std::size_t due() const { return order_.size(); }
    std::uint32_t delayed() const { return delayed_; }

    // The task that the manager calls now must be the next one, and what came before it must have been too
    // dear.
    void turn(const TaskCall& call) {
        skipThoseThatWait(call.task.row);
        ASSERT_LT(at_, order_.size()) << "row " << call.task.row << " has no turn";
        ASSERT_EQ(order_[at_].row, call.task.row);
        ASSERT_EQ(order_[at_].elapsed_ns, call.elapsed_ns);
        unknown_left_ -= before_[call.task.row].ran_at_ns < 0;
        ++run_, ++at_;
    }
    void cost(std::int64_t cost_ns) { left_ns_ -= cost_ns; }

    // After run(): no other task could have run, and tasks that wait are one delay older.
    void end() {
        skipThoseThatWait(kNoTask.row);
        ASSERT_EQ(at_, order_.size()) << "row " << order_[at_].row << " was forgotten";
    }

  private:
    struct Due {
        std::uint32_t row;
        std::int64_t elapsed_ns;
    };

    WaitReason whyNot(std::uint32_t row) const {
        const std::uint32_t own_cap = tasks_.columns.delay_cap_frames[row],
                            cap = own_cap > 0 ? own_cap : cap_;
        if (run_ == 0 || (cap > 0 && before_[row].delays + 1 > cap)) return WaitReason::kRan;
        const std::int64_t cost_ns = tasks_.columns.state[row].cost_ns;
        const bool is_unknown = cost_ns == 0 && before_[row].ran_at_ns < 0;
        if (is_unknown && unknown_left_ <= 0) return WaitReason::kUnknownCost;
        return std::max<std::int64_t>(cost_ns, is_unknown) <= left_ns_ ? WaitReason::kRan
                                                                       : WaitReason::kBudget;
    }
    void skipThoseThatWait(std::uint32_t called) {
        for (; at_ < order_.size(); ++at_) {
            const std::uint32_t row = order_[at_].row;
            if (row != called && !tasks_.contains({row, before_[row].generation})) continue;
            const WaitReason reason = whyNot(row);
            if (reason == WaitReason::kRan) return;
            ASSERT_NE(row, called) << "a task was called that had to wait";
            ASSERT_EQ(tasks_.columns.reason[row], reason) << row;
            ASSERT_EQ(tasks_.delays(row), before_[row].delays + 1) << row;
            ASSERT_EQ(tasks_.next_ns(row), tasks_.simul_ns) << row;
            ++delayed_;
        }
    }

    const TaskTable& tasks_;
    std::vector<Known> before_;
    std::vector<Due> order_;
    std::uint32_t cap_;
    std::int64_t left_ns_, unknown_left_;
    std::size_t at_ = 0;
    std::uint32_t run_ = 0, delayed_ = 0;
    bool has_first_dates_ = false;
};

// What may happen to a table in a frame beside its tasks running.
struct Trouble {
    bool others_plan = false, tasks_change = false, some_have_caps = false;
};

// Frames with budgets from nothing to plenty, so that a queue grows, is eaten from both ends and goes.
void runFrames(std::uint64_t seed, int frames, const Trouble& trouble) {
    Dice dice(seed);
    TaskTable tasks;
    ModelClock clock;
    for (std::uint32_t row = 0; row < kRows; ++row) tasks.add(anyTask(dice));
    const auto elastic = makeManager(*findManager("elastic"));
    const auto other = makeManager(*findManager("elastic"));
    const auto fixed = makeManager(*findManager("fixed"));
    elastic->setParameter("staggered_start", 0), other->setParameter("staggered_start", 0);
    elastic->setParameter("reclaim", 0), other->setParameter("reclaim", 0);
    std::uint64_t delayed = 0, ran = 0;
    const auto anyId = [&] { return tasks.idOf(static_cast<std::uint32_t>(dice.whole(0, kRows - 1))); };
    for (int frame = 0; frame < frames; ++frame) {
        for (int n = 0; n < 2000; ++n) tasks.setElasticity(anyId().row, dice.between(1, 1000));
        if (trouble.some_have_caps && frame % 9 == 0)
            for (int n = 0; n < 50; ++n) {
                TaskSettings settings = anyTask(dice);
                settings.delay_cap_frames = static_cast<std::uint32_t>(dice.whole(0, 9));
                tasks.change(anyId(), settings);
            }
        const std::uint32_t cap = trouble.some_have_caps && frame % 20 == 13 ? 12 : 0;
        elastic->setParameter("delay_cap_frames", cap), other->setParameter("delay_cap_frames", cap);
        if (trouble.others_plan && frame % 11 == 6) {
            fixed->plan(tasks, {kMs, kMs}, clock);
            fixed->run(tasks, [&](const TaskCall& call) { clock.advance(call.task.row % 1000); }, clock);
        }
        Manager& manager = trouble.others_plan && frame % 13 == 9 ? *other : *elastic;
        std::vector<PlainRule::Known> before = PlainRule::knownOf(tasks);
        const std::int64_t budget_ns = dice.chance(0.1)   ? 0
                                       : dice.chance(0.1) ? 100 * kMs
                                                          : dice.whole(1, 8000) * 1000;
        ASSERT_TRUE(manager.plan(tasks, {dice.chance(0.1) ? 0 : dice.whole(1, 40) * kMs, budget_ns}, clock));
        PlainRule rule(tasks, manager, std::move(before), cap);
        ASSERT_FALSE(rule.hasFirstDates());
        ASSERT_EQ(manager.report().due, rule.due());
        if (trouble.others_plan && frame % 17 == 3) continue;  // planned and never run
        manager.run(
            tasks,
            [&](const TaskCall& call) {
                if (::testing::Test::HasFatalFailure()) return;
                rule.turn(call);
                if (trouble.tasks_change && dice.chance(0.002)) tasks.remove(anyId());
                if (trouble.tasks_change && dice.chance(0.002)) tasks.change(anyId(), anyTask(dice));
                if (trouble.tasks_change && dice.chance(0.002)) tasks.add(anyTask(dice));
                const std::int64_t cost_ns = dice.chance(0.05) ? 0 : dice.whole(20, 5000);
                clock.advance(cost_ns);
                rule.cost(cost_ns);
                ++ran;
            },
            clock);
        rule.end();
        if (::testing::Test::HasFatalFailure()) FAIL() << "frame " << frame;
        ASSERT_EQ(manager.report().delayed, rule.delayed()) << frame;
        delayed += rule.delayed();
    }
    EXPECT_GT(ran, 20'000u);
    EXPECT_GT(delayed, std::uint64_t{kRows} * 10);
}

TEST(RunQueue, ItsChoicesAreThoseOfThePlainRule) { runFrames(31, 90, {}); }

TEST(RunQueue, TheRuleHoldsWhileTasksComeGoAndChange) {
    runFrames(32, 60, {.tasks_change = true});
    if (!::testing::Test::HasFatalFailure())
        runFrames(33, 60, {.tasks_change = true, .some_have_caps = true});
}

TEST(RunQueue, TheRuleHoldsWhenOthersPlanInBetween) {
    runFrames(34, 80, {.others_plan = true, .some_have_caps = true});
}

}  // namespace
}  // namespace drover::load::run_queue_test
