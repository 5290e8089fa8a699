#include "core/load/queue/run_queue.h"

#include <span>

namespace drover::load {

void RunQueue::prepare(std::size_t tasks) {
    due_.prepare(tasks);
    groups_.prepare(tasks);
}

void RunQueue::beginFrame(const TaskTable& tasks, bool is_own, cores::Team* team) {
    ran_last_ = is_own ? ran_ : 0;
    ran_ = 0, waited_ = 0;
    is_own ? keepLeft(tasks, team) : groups_.clear();
    if (tasks.version() != planned_version_) groups_.refresh(tasks);
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

std::uint32_t RunQueue::endEarly(TaskTable& tasks) {
    const std::uint32_t before = waited_;
    groups_.takeLeft([&](const DueTask& due) {
        --waited_;
        if (!tasks.contains(due.task)) return;
        tasks.columns.reason[due.task.row] = WaitReason::kNotDue;
        tasks.columns.state[due.task.row].due_since = 0;
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
    return groups_.next(tasks, allowance, wish, [&](std::span<const DueTask> rest, std::uint32_t unknown) {
        waited_ += static_cast<std::uint32_t>(rest.size());
        for (const DueTask& due : rest.first(unknown > 0 ? rest.size() : 0))
            if (due.isCostUnknown()) tasks.columns.reason[due.task.row] = reason_of_unknown;
    });
}

}  // namespace drover::load
