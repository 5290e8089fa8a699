#include "core/load/elastic/run_queue.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/cores/ranges.h"

namespace drover::load {

void RunQueue::prepare(std::size_t tasks) {
    due_.prepare(tasks);
    groups_.prepare(tasks);
}

void RunQueue::beginFrame(TaskTable& tasks, bool is_own, cores::Team* team) {
    LargeVector<WaitReason>& reasons = tasks.columns.reason;
    ran_last_ = std::exchange(ran_, 0);
    waited_ = 0;
    if (is_own) {
        keepLeft(tasks, team);
        cores::eachRange(team, tasks.rows(), DueParts::kRows, [&](const cores::Range& range) {
            for (WaitReason& reason : std::span(reasons).subspan(range.first, range.end - range.first))
                reason = reason == WaitReason::kRan ? WaitReason::kNotDue : reason;
        });
    } else {
        groups_.clear();
        ran_last_ = 0;
        std::fill(reasons.begin(), reasons.end(), WaitReason::kNotDue);
    }
    if (tasks.version() != planned_version_) {
        groups_.refresh(tasks);
        for (std::uint32_t row = 0; row < tasks.rows(); ++row)
            if (!tasks.columns.state[row].isWaiting()) reasons[row] = WaitReason::kNotDue;
    }
    due_.clear(tasks.rows());
}

// What became due in the last frame, and did not run. Tnext is now the same for all, so among tasks with as
// many delays the order is that of Tlast.
void RunQueue::keepLeft(const TaskTable& tasks, cores::Team* team) {
    if (!has_begun_) groups_.add(due_, order_, team);
    due_.clear(tasks.rows());
    groups_.takeLeft([&](DueTask due) {
        if (first_to_run_ == FirstToRun::kLongestElapsed)
            due.rank = rankLater(due.rank, tasks.simul_ns - due.next_ns);
        due_.add(due);
    });
    groups_.keep(due_, order_, team);
}

void RunQueue::endPlan(TaskTable& tasks) {
    if (due_.size() > 0) tasks.haveDelayed();
    planned_version_ = tasks.version();
    has_begun_ = false;
}

std::uint32_t RunQueue::endEarly(TaskTable& tasks) {
    const std::uint32_t before = waited_;
    groups_.takeLeft([&](const DueTask& due) {
        --waited_;
        if (!tasks.contains(due.task)) return;
        tasks.columns.reason[due.task.row] = WaitReason::kNotDue;
        tasks.columns.state[due.task.row].delay_code = 0;
    });
    return before - waited_;
}

void RunQueue::beginRun(Order order, cores::Team* team) {
    order_ = order;
    has_begun_ = true;
    groups_.add(due_, order, team);
}

RunQueue::Next RunQueue::next(TaskTable& tasks, const Allowance& allowance, const Wish& wish) {
    const WaitReason reason_of_unknown = allowance.reasonOfUnknown();
    return groups_.next(allowance, wish, [&](std::span<const DueTask> rest, std::uint32_t unknown) {
        waited_ += static_cast<std::uint32_t>(rest.size());
        for (const DueTask& due : rest.first(unknown > 0 ? rest.size() : 0))
            if (due.isCostUnknown()) tasks.columns.reason[due.task.row] = reason_of_unknown;
    });
}

}  // namespace drover::load
