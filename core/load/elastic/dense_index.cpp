// The index that passes over all tasks in each frame: Tan & Wong's figures as they are written. Also what the
// sparse index is held against in the tests.
#include <algorithm>
#include <vector>

#include "core/load/elastic/compress.h"
#include "core/load/elastic/due_index.h"

namespace drover::load {
namespace {

class DenseIndex final : public DueIndex {
  public:
    std::unique_ptr<DueIndex> copy() const override { return std::make_unique<DenseIndex>(*this); }
    void moveTable(const TaskTable& from, const TaskTable& to) override { watch_.moveTable(from, to); }
    void prepare(TaskTable& tasks) override {
        watch_.remember(tasks);
        findUses(tasks);
    }
    CompressionResult solve(TaskTable& tasks, double desired_use) override;
    Sums findDue(TaskTable& tasks, double hysteresis, FunctionRef<void(std::uint32_t)> is_due) override;
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override {
        return tasks.columns.state[row].period_ns;
    }
    void ran(const TaskTable& tasks, std::uint32_t row) override { findUse(tasks.columns.state[row], row); }

  private:
    // Rows are treated in blocks small enough that what one pass writes is still in the cache for the next.
    static constexpr std::size_t kBlock = 1024;
    struct Block {
        std::size_t first, count;
    };

    void findUses(const TaskTable& tasks);
    void findUse(const TaskState& task, std::size_t row);
    void findStretches(const TaskTable& tasks, double lambda, const Block& block, Sums& sums);
    std::size_t findDueIn(TaskTable& tasks, double hysteresis, const Block& block, Sums& sums);

    // C/T0 and C/Tmax, kept with C so that no frame divides for them.
    std::vector<double> nominal_use_, minimum_use_;
    CompressionScratch scratch_;
    CompressionResult result_;                                       // of this frame
    std::vector<double> stretch_ = std::vector<double>(kBlock + 1);  // T / T0, of one block
    std::vector<std::uint32_t> due_ = std::vector<std::uint32_t>(kBlock);
    TableWatch watch_;
};

void DenseIndex::findUses(const TaskTable& tasks) {
    nominal_use_.resize(tasks.taskRows());
    minimum_use_.resize(tasks.taskRows());
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row) findUse(tasks.columns.state[row], row);
}

void DenseIndex::findUse(const TaskState& task, std::size_t row) {
    const DoublePair uses =
        inAllLanes<DoublePair>(static_cast<double>(task.cost_ns)) /
        DoublePair{static_cast<double>(task.nominal_ns), static_cast<double>(task.maximum_ns)};
    nominal_use_[row] = uses[0];
    minimum_use_[row] = uses[1];
}

CompressionResult DenseIndex::solve(TaskTable& tasks, double desired_use) {
    if (watch_.mustStartAnew(tasks)) findUses(tasks);
    const std::span<const double> elasticities = tasks.elasticities().first(tasks.taskRows());
    result_ = compress({nominal_use_, minimum_use_, elasticities}, desired_use, scratch_);
    return result_;
}

DueIndex::Sums DenseIndex::findDue(TaskTable& tasks, double hysteresis,
                                   FunctionRef<void(std::uint32_t)> is_due) {
    Sums sums;
    for (std::size_t first = 0; first < tasks.taskRows(); first += kBlock) {
        const Block block = {first, std::min<std::size_t>(kBlock, tasks.taskRows() - first)};
        findStretches(tasks, usableLambda(result_), block, sums);
        const std::size_t due = findDueIn(tasks, hysteresis, block, sums);
        for (std::size_t k = 0; k < due; ++k) is_due(due_[k]);
    }
    return sums;
}

void DenseIndex::findStretches(const TaskTable& tasks, double lambda, const Block& block, Sums& sums) {
    const double* const nominal_use = nominal_use_.data() + block.first;
    const double* const minimum_use = minimum_use_.data() + block.first;
    const double* const elasticity = tasks.elasticities().data() + block.first;
    PairSum use_sum;
    const auto stretch = [&](std::size_t i, DoublePair u0, DoublePair umin, DoublePair e) {
        const DoublePair use = useUnder(inAllLanes<DoublePair>(lambda), u0, umin, e);
        use_sum.even += use;
        const DoublePair times = stretchFor(use, u0);
        stretch_[i] = times[0], stretch_[i + 1] = times[1];
    };
    std::size_t i = 0;
    for (; i + 2 <= block.count; i += 2)
        stretch(i, loadPair(nominal_use + i), loadPair(minimum_use + i), loadPair(elasticity + i));
    if (i < block.count)
        stretch(i, DoublePair{nominal_use[i], 0}, DoublePair{minimum_use[i], 0},
                DoublePair{elasticity[i], 0});
    sums.total_use += use_sum.value();
}

// Whether the period that a task has is so near to `period_ns` that it stays.
bool stays(const TaskState& task, std::int64_t period_ns, double hysteresis) {
    if (task.period_ns < task.nominal_ns || task.period_ns > task.maximum_ns) return false;
    const auto change_ns = static_cast<double>(std::abs(period_ns - task.period_ns));
    return change_ns <= hysteresis * static_cast<double>(task.period_ns);
}

// A task is due when its period has passed since Tlast, or when another manager left it delayed.
std::size_t DenseIndex::findDueIn(TaskTable& tasks, double hysteresis, const Block& block, Sums& sums) {
    TaskState* const state = tasks.columns.state.data() + block.first;
    const std::int64_t simul_ns = tasks.simul_ns;
    std::size_t due = 0;
    std::int64_t stretched_ns = 0, oldest_last_ns = sums.oldest_last_ns;
    std::size_t oldest = kBlock;
    for (std::size_t i = 0; i < block.count; ++i) {
        TaskState& task = state[i];
        const std::int64_t period_ns = load::periodOf(task.nominal_ns, stretch_[i]);
        if (!(hysteresis > 0 && stays(task, period_ns, hysteresis))) task.period_ns = period_ns;
        stretched_ns += task.period_ns - task.nominal_ns;
        oldest = task.last_ns < oldest_last_ns ? i : oldest;
        oldest_last_ns = std::min(oldest_last_ns, task.last_ns);
        due_[due] = static_cast<std::uint32_t>(block.first + i);
        const bool has_passed = simul_ns - task.last_ns >= task.period_ns;
        due += (has_passed | (task.delay_code > 0)) & !task.isWaiting();
    }
    sums.stretched_ns += stretched_ns;
    sums.oldest_last_ns = oldest_last_ns;
    if (oldest != kBlock) sums.oldest_row = static_cast<std::uint32_t>(block.first + oldest);
    return due;
}

}  // namespace

std::unique_ptr<DueIndex> makeDenseIndex() { return std::make_unique<DenseIndex>(); }

}  // namespace drover::load
