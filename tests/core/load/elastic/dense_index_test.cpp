// The dense index against the figures as they are written, one task after the other: T, and who is due.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/load/elastic/elastic.h"
#include "core/load/elastic/springs.h"

#include "tests/core/load/scripted.h"

namespace drover::load::dense_index_test {
namespace {

TaskSettings anySettings(Dice& dice) {
    TaskSettings settings;
    settings.nominal_ns = dice.chance(0.1) ? 1 : dice.whole(1, 60 * kMs);
    settings.maximum_ns = std::min(settings.nominal_ns * dice.whole(1, 100), kLongestPeriod_ns);
    settings.elasticity = dice.chance(0.1) ? 0 : std::exp(dice.between(-3, 9));
    settings.cost_ns = dice.chance(0.1) ? 0 : dice.whole(1, 5000);
    return settings;
}

// (3.a), (3.b), and what is near to the period that stands.
std::int64_t plainPeriod(const TaskState& task, double elasticity, double lambda, double hysteresis) {
    const auto cost_ns = static_cast<double>(task.cost_ns);
    const double nominal_use = cost_ns / static_cast<double>(task.nominal_ns);
    const double use =
        std::max(nominal_use - lambda * elasticity, cost_ns / static_cast<double>(task.maximum_ns));
    const double stretch = nominal_use > 0 ? nominal_use / use : 1;
    const auto period_ns = static_cast<std::int64_t>(static_cast<double>(task.nominal_ns) * stretch + 0.5);
    const bool may_stay =
        hysteresis > 0 && task.period_ns >= task.nominal_ns && task.period_ns <= task.maximum_ns;
    const auto change_ns = static_cast<double>(std::abs(period_ns - task.period_ns));
    return may_stay && change_ns <= hysteresis * static_cast<double>(task.period_ns) ? task.period_ns
                                                                                     : period_ns;
}

// A table whose tasks come, go, run, or wait in a queue elsewhere, and the index beside it.
class IndexedTasks {
  public:
    IndexedTasks(std::uint64_t seed, std::uint32_t rows) : dice_(seed) {
        for (std::uint32_t row = 0; row < rows; ++row) tasks_.add(anySettings(dice_));
    }

    void frame(double hysteresis) {
        tasks_.beginFrame(dice_.chance(0.02) ? 3'000'000 * kMs : dice_.whole(0, 40 * kMs));
        changeSome();
        index_->setQueued(are_queued_);
        const double desired = std::exp(dice_.between(-8, 4));
        const CompressionResult result = index_->solve(tasks_, desired, nullptr);
        TaskTable before = tasks_;
        for (std::uint32_t row = 0; row < tasks_.taskRows(); ++row)
            before.columns.state[row].period_ns = index_->periodOf(tasks_, row);  // of the last frame
        std::vector<std::uint32_t> due;
        index_->findDue(tasks_, hysteresis, nullptr, [&](std::span<const std::uint32_t> rows) {
            for (const std::uint32_t row : rows)
                EXPECT_EQ(tasks_.columns.state[row].period_ns, index_->periodOf(tasks_, row));
            due.insert(due.end(), rows.begin(), rows.end());
        });
        expectAsWritten(before, result, hysteresis, due);
        are_queued_ = true;
        for (const std::uint32_t row : due) dice_.chance(0.5) ? run(row) : wait(row);
        for (std::uint32_t row = 0; row < tasks_.taskRows(); ++row)
            if (tasks_.columns.state[row].isWaiting() && dice_.chance(0.2)) run(row);
    }

  private:
    void changeSome() {
        for (std::uint32_t row = 0; row < tasks_.taskRows(); ++row)
            if (tasks_.columns.kind[row] == TaskKind::kTask && dice_.chance(0.3))
                tasks_.setElasticity(row, std::exp(dice_.between(-3, 9)));
        if (!dice_.chance(0.1)) return;
        const auto any = static_cast<std::uint32_t>(dice_.whole(0, tasks_.taskRows() - 1));
        dice_.chance(0.5) ? tasks_.remove(tasks_.idOf(any))
                          : tasks_.change(tasks_.idOf(any), anySettings(dice_));
        if (dice_.chance(0.5)) tasks_.add(anySettings(dice_));
        are_queued_ = !dice_.chance(0.3);
        tasks_.plans += !are_queued_;  // as if another manager had planned
    }

    void expectAsWritten(const TaskTable& before, const CompressionResult& result, double hysteresis,
                         const std::vector<std::uint32_t>& due) const {
        std::vector<std::uint32_t> expected;
        for (std::uint32_t row = 0; row < before.taskRows(); ++row) {
            const TaskState& task = before.columns.state[row];
            const double lambda = usableLambda(result), e = before.elasticity(row);
            const std::int64_t period_ns = plainPeriod(task, e, lambda, hysteresis);
            ASSERT_EQ(index_->periodOf(tasks_, row), period_ns) << row;
            const bool has_passed = before.simul_ns - task.last_ns >= period_ns;
            if (task.isWaiting() ? !are_queued_ : has_passed) expected.push_back(row);
        }
        ASSERT_EQ(due, expected);
    }

    void run(std::uint32_t row) {
        TaskState& task = tasks_.columns.state[row];
        task.last_ns = tasks_.simul_ns - dice_.whole(0, std::min(tasks_.simul_ns - task.last_ns, 50 * kMs));
        task.due_since = 0;
        std::uint64_t standing = 0;
        tasks_.measured(row, dice_.whole(0, 5000), 0, false, standing);
        index_->chosen(row);
        index_->chosen(row);
        index_->ran(tasks_, row);
    }
    void wait(std::uint32_t row) {
        tasks_.delay(row);
        index_->leaveOut(row);
    }

    Dice dice_;
    TaskTable tasks_;
    std::unique_ptr<DueIndex> index_ = makeDenseIndex();
    bool are_queued_ = true;
};

TEST(DenseIndex, AnswersAsTheFiguresAreWritten) {
    std::uint64_t seed = 1;
    for (const std::uint32_t rows : {1u, 2u, 3u, 63u, 64u, 65u, 1023u, 1024u, 1025u, 3001u}) {
        for (const double hysteresis : {0.0, 0.1}) {
            IndexedTasks all(++seed, rows);
            for (int frame = 0; frame < 60; ++frame) {
                all.frame(frame % 10 < 7 ? hysteresis : 0);  // it may be switched off and on again
                if (testing::Test::HasFailure()) FAIL() << rows << " rows, frame " << frame;
            }
        }
    }
}

}  // namespace
}  // namespace drover::load::dense_index_test
