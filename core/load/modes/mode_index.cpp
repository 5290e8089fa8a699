#include "core/load/modes/mode_index.h"

#include <algorithm>
#include <cmath>

namespace drover::load {
namespace {

// In one frame finer levels may take this share of Ud, or of what is unused: the price follows from frame to
// frame, and not all tasks take the same unused time.
constexpr double kGrowthOfBudget = 0.02, kGrowthOfSpare = 0.25;
// Nearer than this an animal looks no larger.
constexpr double kNearestSeen_m = 25;
// A change that leaves less than this share of the sum does not wait until the task has rested.
constexpr double kPressing = 0.5;

}  // namespace

void ModeIndex::prepare(TaskTable& tasks) {
    watch_.remember(tasks);
    lookAtAll(tasks);
}

void ModeIndex::lookAtAll(TaskTable& tasks) {
    const std::uint32_t rows = tasks.taskRows(), before = static_cast<std::uint32_t>(resting_until_.size());
    tasks.forgetChangedElasticities();
    price_.clear();
    last_ns_.resize(rows), cost_ns_.resize(rows), cell_.resize(rows), is_out_.resize(rows);
    resting_until_.resize(rows), priority_.resize(rows);
    for (std::uint32_t row = before; row < rows; ++row) resting_until_[row] = frame_;
    for (std::uint32_t row = 0; row < rows; ++row) {
        const TaskState& task = tasks.columns.state[row];
        // One that another manager left delayed is due at once.
        const bool is_due = task.delay_code > 0;
        last_ns_[row] = is_due && !task.isWaiting() ? std::min(task.last_ns, tasks.simul_ns - task.maximum_ns)
                                                    : task.last_ns;
        is_out_[row] = task.isWaiting() || tasks.columns.kind[row] != TaskKind::kTask;
        cost_ns_[row] = task.cost_ns;
        priority_[row] = tasks.columns.priority[row];
        cell_[row] = PriceCell(price_.classOf(task.nominal_ns, task.maximum_ns), giveOf(tasks, row));
        if (tasks.columns.kind[row] == TaskKind::kTask) price_.add(cell_[row], cost_ns_[row]);
    }
}

double ModeIndex::giveOf(const TaskTable& tasks, std::uint32_t row) const {
    return static_cast<double>(tasks.columns.state[row].cost_ns) /
           weightOf(tasks.columns.priority[row], tasks.detailOf(row).pace_m_s);
}

void ModeIndex::putAnew(const TaskTable& tasks, std::uint32_t row) {
    priority_[row] = tasks.columns.priority[row];
    const PriceCell cell(cell_[row].inClass(), giveOf(tasks, row));
    const std::int64_t cost_ns = tasks.columns.state[row].cost_ns;
    if (cell == cell_[row] && cost_ns == cost_ns_[row]) return;
    price_.remove(cell_[row], cost_ns_[row]);
    price_.add(cell, cost_ns);
    cell_[row] = cell, cost_ns_[row] = cost_ns;
}

void ModeIndex::followPriorities(TaskTable& tasks) {
    tasks.forgetChangedElasticities();
    const float* const now = tasks.columns.priority.data();
    constexpr std::uint32_t kStep = 64;  // few change: most steps are passed over at once
    const auto rows = static_cast<std::uint32_t>(priority_.size());
    for (std::uint32_t first = 0; first < rows; first += kStep) {
        const std::uint32_t end = std::min(first + kStep, rows);
        if (std::equal(now + first, now + end, priority_.data() + first)) continue;
        for (std::uint32_t row = first; row < end; ++row)
            if (now[row] != priority_[row] && tasks.columns.kind[row] == TaskKind::kTask) putAnew(tasks, row);
    }
}

CompressionResult ModeIndex::solve(TaskTable& tasks, double desired_use) {
    ++frame_;
    frame_time_ns_ = tasks.simul_ns - tasks.last_simul_ns;
    has_started_anew_ = watch_.mustStartAnew(tasks);
    if (has_started_anew_) {
        lookAtAll(tasks);
    } else {
        followPriorities(tasks);
    }
    const CompressionResult result = price_.solve(desired_use, frame_time_ns_);
    is_saturated_ = result.status == Compression::kSaturated;
    lookAtFew(tasks, desired_use);
    growth_left_ = std::max(kGrowthOfBudget * desired_use, kGrowthOfSpare * (desired_use - price_.use()));
    has_grown_ = false;
    return result;
}

DueIndex::Sums ModeIndex::findDue(TaskTable& tasks, double, FunctionRef<void(std::uint32_t)> is_due) {
    Sums sums{.total_use = price_.use(), .stretched_ns = price_.stretched_ns()};
    const auto rows = static_cast<std::uint32_t>(last_ns_.size());
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (last_ns_[row] < sums.oldest_last_ns) sums.oldest_row = row, sums.oldest_last_ns = last_ns_[row];
        if (is_out_[row] || tasks.simul_ns - last_ns_[row] < price_.periodOf(cell_[row])) continue;
        considerLevel(tasks, row, Change::kAny);
        // It is due by the level that it had.
        TaskState& task = tasks.columns.state[row];
        task.period_ns =
            std::min(periodOf(tasks, row), std::max(tasks.simul_ns - task.last_ns, task.nominal_ns));
        is_due(row);
    }
    return sums;
}

// What is not shown at a level, as the lateness that is as bad.
double ModeIndex::missingTime_ns(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) const {
    const double angle =
        tasks.detailOf(row).levels[level].missing_m / std::max(tasks.elasticity(row), kNearestSeen_m);
    return rules_.detail_s * 1e9 * angle;
}

double ModeIndex::shortestPeriod_ns(const TaskTable& tasks, std::uint32_t row) const {
    return static_cast<double>(std::max(tasks.columns.state[row].nominal_ns, frame_time_ns_));
}

// What the task is shown wrong by without need, and what its time costs at the present price, as a time.
double ModeIndex::sumAt(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) const {
    const DetailKind& kind = tasks.detailOf(row);
    const double works = kind.levels[level].work / kind.levels[tasks.columns.level[row]].work;
    const double root_of_give = std::sqrt(giveOf(tasks, row) * works);
    const double period_ns =
        std::max(price_.periodOf(cell_[row].inClass(), root_of_give), static_cast<double>(frame_time_ns_));
    const double cost_root = price_.root() * root_of_give;
    return missingTime_ns(tasks, row, level) + period_ns - shortestPeriod_ns(tasks, row) +
           cost_root * cost_root / period_ns;
}

// The level with the least sum, if it is less by enough. `is_pressing`: by so much that it should not wait.
std::uint8_t ModeIndex::levelAtPrice(const TaskTable& tasks, std::uint32_t row, bool& is_pressing) const {
    const std::uint8_t present = tasks.columns.level[row];
    const double present_sum = sumAt(tasks, row, present);
    std::uint8_t best = present;
    double best_sum = present_sum * (1 - rules_.hysteresis);
    for (std::uint8_t level = 0; level < tasks.detailOf(row).count; ++level) {
        if (level == present) continue;
        const double sum = sumAt(tasks, row, level);
        if (sum < best_sum) best = level, best_sum = sum;
    }
    const double shortest_ns = shortestPeriod_ns(tasks, row);
    is_pressing = best_sum + shortest_ns < kPressing * (present_sum + shortest_ns);
    return best;
}

void ModeIndex::lookAtFew(const TaskTable& tasks, double desired_use) {
    const auto rows = static_cast<std::uint32_t>(last_ns_.size());
    few_.tasks.resize(rows <= FewModes::kMost ? rows : 0);
    few_.setFrame(desired_use, static_cast<double>(frame_time_ns_));
    for (std::uint32_t row = 0; row < few_.tasks.size(); ++row) {
        const TaskState& state = tasks.columns.state[row];
        const DetailKind& kind = tasks.detailOf(row);
        FewModes::Task& task = few_.tasks[row];
        task.weight = weightOf(tasks.columns.priority[row], kind.pace_m_s);
        task.nominal_ns = static_cast<double>(state.nominal_ns),
        task.maximum_ns = static_cast<double>(state.maximum_ns);
        task.level = tasks.columns.level[row];
        task.cost_ns.resize(kind.count), task.error_ns.resize(kind.count);
        for (std::uint8_t level = 0; level < kind.count; ++level) {
            task.cost_ns[level] = std::max(static_cast<double>(state.cost_ns), 1.0) *
                                  kind.levels[level].work / kind.levels[task.level].work;
            task.error_ns[level] = missingTime_ns(tasks, row, level);
        }
    }
}

// For a task that is about to run. `change`: only to a level that costs less, where its cost has been
// promised.
void ModeIndex::considerLevel(TaskTable& tasks, std::uint32_t row, Change change) {
    const DetailKind& kind = tasks.detailOf(row);
    const std::uint8_t present = tasks.columns.level[row];
    if (kind.count == 1 || tasks.columns.state[row].cost_ns == 0) return;
    const bool is_resting = static_cast<std::int32_t>(frame_ - resting_until_[row]) < 0;
    const bool is_few = !few_.tasks.empty();
    if (is_few && is_resting && !is_saturated_) return;
    bool is_pressing = false;
    const std::uint8_t best =
        is_few ? few_.bestLevel(row, rules_.hysteresis) : levelAtPrice(tasks, row, is_pressing);
    if (best == present || (is_resting && !is_pressing && !is_saturated_) ||
        (best > present && change == Change::kCheaper))
        return;
    if (best > present && !is_few) {
        const double works = kind.levels[best].work / kind.levels[present].work;
        const auto period_ns = static_cast<double>(std::max(price_.periodOf(cell_[row]), frame_time_ns_));
        const double growth = (works - 1) * static_cast<double>(tasks.columns.state[row].cost_ns) / period_ns;
        if (has_grown_ && growth > growth_left_) return;
        growth_left_ -= growth;
        has_grown_ = true;
    }
    tasks.setLevel(row, best);
    if (is_few) few_.tasks[row].level = best;
    resting_until_[row] = frame_ + rules_.rest_frames;
    putAnew(tasks, row);
}

std::int64_t ModeIndex::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    const TaskState& task = tasks.columns.state[row];
    if (row >= cell_.size()) return task.period_ns;
    const double root_of_give = std::sqrt(PriceCell::giveOf(cell_[row].bin()));
    const double period_ns = price_.periodOf(cell_[row].inClass(), root_of_give);
    return std::clamp(static_cast<std::int64_t>(period_ns + 0.5), task.nominal_ns, task.maximum_ns);
}

void ModeIndex::assignPeriod(TaskTable& tasks, std::uint32_t row) {
    considerLevel(tasks, row, Change::kCheaper);
    tasks.columns.state[row].period_ns = periodOf(tasks, row);
}

void ModeIndex::ran(const TaskTable& tasks, std::uint32_t row) {
    last_ns_[row] = tasks.columns.state[row].last_ns;
    is_out_[row] = 0;
    if (tasks.columns.kind[row] == TaskKind::kTask) putAnew(tasks, row);
}

void ModeIndex::prefetch(std::uint32_t row) const {
    __builtin_prefetch(last_ns_.data() + row, 1);
    __builtin_prefetch(cell_.data() + row, 1);
    __builtin_prefetch(cost_ns_.data() + row, 1);
}

}  // namespace drover::load
