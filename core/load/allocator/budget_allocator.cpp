#include "core/load/allocator/budget_allocator.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drover::load {
namespace {

constexpr double kFirstUnit_ns = 80'000;                         // until a cost is known
constexpr double kPressureSmoothing = 3;                         // per second
constexpr std::uint32_t kMinPause = 2, kMaxPause = 20;           // frames between changes of work
constexpr std::uint32_t kStepsOfOne = 16, kMostSteps = 1 << 14;  // of priority, when tasks are sorted

// An exponential approach, for frames of any length.
double approach(double from, double to, double speed, double seconds) {
    return from + (to - from) * std::min(speed * seconds, 1.0);
}

// Of those that have run; 0: none has.
double meanCost_ns(const TaskTable& tasks) {
    double sum = 0, count = 0;
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row) {
        if (tasks.columns.kind[row] != TaskKind::kTask || tasks.columns.state[row].ran_at_ns < 0) continue;
        sum += static_cast<double>(tasks.columns.state[row].cost_ns);
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

}  // namespace

void BudgetAllocator::prepare(TaskTable& tasks) {
    Manager::prepare(tasks);
    order_.reserve(tasks.rows()), due_.reserve(tasks.rows());
    rate_.reserve(tasks.rows()), held_.reserve(tasks.rows());
    starts_.reserve(kMostSteps + 1);
}

// By priority, then by row: counted, not compared, so that very many tasks take no longer each.
void BudgetAllocator::sortBySignificance(const TaskTable& tasks) {
    const auto stepOf = [&](std::uint32_t row) {
        const float steps = tasks.columns.priority[row] * static_cast<float>(kStepsOfOne);
        return steps < static_cast<float>(kMostSteps - 1) ? static_cast<std::uint32_t>(steps)
                                                          : kMostSteps - 1;
    };
    std::uint32_t count = 0, last = 0;  // the highest step that a task has
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row)
        if (tasks.columns.kind[row] == TaskKind::kTask) last = std::max(last, stepOf(row));
    starts_.assign(last + 2, 0);
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row) {
        if (tasks.columns.kind[row] != TaskKind::kTask) continue;
        ++starts_[last - stepOf(row) + 1];
        ++count;
    }
    for (std::uint32_t step = 1; step <= last + 1; ++step) starts_[step] += starts_[step - 1];
    order_.resize(count);
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row)
        if (tasks.columns.kind[row] == TaskKind::kTask) order_[starts_[last - stepOf(row)]++] = row;
    assert(starts_[last] == count);
}

void BudgetAllocator::planFrame(TaskTable& tasks, const FrameInput& frame) {
    ++frame_;
    if (frame_ == 1 && takes_over_) unit_ns_ = meanCost_ns(tasks);
    rate_.resize(tasks.taskRows(), 1);
    held_.resize(tasks.taskRows(), 0);
    sortBySignificance(tasks);
    allot(tasks, frame);
    std::fill(tasks.columns.reason.begin(), tasks.columns.reason.end(), WaitReason::kNotDue);
    due_.clear();
    const std::int64_t frame_time_ns = std::max<std::int64_t>(frame.frame_time_ns, 1);
    for (const std::uint32_t row : order_) {
        TaskState& task = tasks.columns.state[row];
        assert(rate_[row] > 0);
        task.period_ns = rate_[row] * frame_time_ns;
        const bool is_its_turn = (frame_ + tasks.columns.serial[row]) % rate_[row] == 0;
        if (is_its_turn || task.isWaiting()) due_.push_back(row);
    }
    report_.due = static_cast<std::uint32_t>(due_.size());
}

// How many of the first tasks run in every frame, and how often the others.
void BudgetAllocator::allot(TaskTable& tasks, const FrameInput& frame) {
    const auto count = static_cast<double>(order_.size());
    if (order_.empty()) return;
    const double seconds = static_cast<double>(std::max<std::int64_t>(frame.frame_time_ns, 0)) * 1e-9;
    const auto budget_ns = static_cast<double>(std::max<std::int64_t>(frame.budget_ns, 1));
    const double fit = budget_ns / (unit_ns_ > 0 ? unit_ns_ : kFirstUnit_ns);
    const double pressure = count / fit;
    pressure_ = pressure_ == 0 ? pressure : approach(pressure_, pressure, kPressureSmoothing, seconds);
    changeWork(tasks, pressure_);
    const double most = parameter(at<kAllocatorParameters>("max_tick_rate"));
    double always = count, rate = 1;
    if (count > fit) {
        always = std::floor(fit * (1 - parameter(at<kAllocatorParameters>("falloff")) * (1 - fit / count)));
        rate = std::clamp(std::ceil((count - always) / std::max(fit - always, 1e-9)), 1.0, most);
    }
    const auto held = static_cast<std::uint8_t>(parameter(at<kAllocatorParameters>("state_frames")));
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const std::uint32_t row = order_[i];
        held_[row] -= held_[row] > 0;
        const auto wanted = static_cast<std::uint8_t>(static_cast<double>(i) < always ? 1 : rate);
        if (wanted == rate_[row] || held_[row] > 0) continue;
        rate_[row] = wanted;
        held_[row] = held;
    }
}

// Under pressure the least significant tasks do the least work that they can; without it, the most
// significant all.
void BudgetAllocator::changeWork(TaskTable& tasks, double pressure) {
    const double limit = parameter(at<kAllocatorParameters>("reduced_work")),
                 band = parameter(at<kAllocatorParameters>("reduced_work_band"));
    const bool is_less = pressure > limit + band, is_more = pressure < limit - band;
    if (!is_less && !is_more) return;
    const bool is_emergency = pressure > parameter(at<kAllocatorParameters>("emergency"));
    // The further from the limit, the sooner.
    const double off = std::min(std::abs(pressure - limit), 1.0);
    const auto pause = static_cast<std::uint32_t>(kMaxPause - off * (kMaxPause - kMinPause));
    if (!is_emergency && frame_ - changed_at_ < pause) return;
    changed_at_ = frame_;
    auto left = static_cast<std::uint32_t>(parameter(at<kAllocatorParameters>("reduced_per_frame")));
    const auto change = [&](std::uint32_t row) {
        const std::uint8_t level = is_less ? 0 : static_cast<std::uint8_t>(tasks.detailOf(row).count - 1);
        if (tasks.columns.level[row] == level) return true;
        tasks.setLevel(row, level);
        return --left > 0;
    };
    if (is_less) {
        for (std::size_t i = order_.size(); i > 0 && change(order_[i - 1]);) --i;
    } else {
        for (std::size_t i = 0; i < order_.size() && change(order_[i]);) ++i;
    }
}

void BudgetAllocator::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    runAll(tasks, run_task, clock, due_);
    if (report_.run == 0) return;
    const double unit_ns = static_cast<double>(report_.total_cost_ns) / report_.run;
    const double seconds = static_cast<double>(report_.frame_time_ns) * 1e-9;
    unit_ns_ = unit_ns_ == 0
                   ? unit_ns
                   : approach(unit_ns_, unit_ns, parameter(at<kAllocatorParameters>("smoothing")), seconds);
}

}  // namespace drover::load
