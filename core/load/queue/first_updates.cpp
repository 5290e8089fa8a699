#include "core/load/queue/first_updates.h"

#include <algorithm>

namespace drover::load {
namespace {

// The bits of a number in reverse: consecutive numbers land evenly spread over the whole range.
constexpr std::uint32_t reversed(std::uint32_t v) {
    v = (v >> 16) | (v << 16);
    v = ((v & 0xff00ff00u) >> 8) | ((v & 0x00ff00ffu) << 8);
    v = ((v & 0xf0f0f0f0u) >> 4) | ((v & 0x0f0f0f0fu) << 4);
    v = ((v & 0xccccccccu) >> 2) | ((v & 0x33333333u) << 2);
    return ((v & 0xaaaaaaaau) >> 1) | ((v & 0x55555555u) << 1);
}

// It never ran and was not due yet.
bool isNew(const TaskTable& tasks, TaskId task) {
    if (!tasks.contains(task)) return false;
    const TaskState& state = tasks.columns.state[task.row];
    return state.ran_at_ns < 0 && !state.isWaiting();
}

}  // namespace

void FirstUpdates::welcome(TaskTable& tasks) {
    TaskColumns& c = tasks.columns;
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        if (c.reason[row] != WaitReason::kNew || c.kind[row] != TaskKind::kTask) continue;
        TaskState& task = c.state[row];
        const double share =
            static_cast<double>(reversed(static_cast<std::uint32_t>(c.serial[row]))) * 0x1p-32;
        task.next_ns =
            task.last_ns + 1 + static_cast<std::int64_t>(share * static_cast<double>(task.nominal_ns));
        dates_.push_back({task.next_ns, tasks.idOf(row)});
    }
    std::sort(dates_.begin() + static_cast<std::ptrdiff_t>(taken_), dates_.end(),
              [](const Date& a, const Date& b) {
                  return a.date_ns != b.date_ns ? a.date_ns < b.date_ns : a.task.row < b.task.row;
              });
}

void FirstUpdates::leaveOut(const TaskTable& tasks, DueIndex& index) const {
    for (std::size_t k = taken_; k < dates_.size(); ++k)
        if (isNew(tasks, dates_[k].task)) index.leaveOut(dates_[k].task.row);
}

void FirstUpdates::addDue(TaskTable& tasks, DueIndex& index, RunQueue& queue) {
    const std::size_t most = index.mostFirstUpdates(queue.ranLast());
    std::size_t added = 0;
    constexpr std::size_t kAhead = 16;
    for (; taken_ < dates_.size() && added < most; ++taken_) {
        if (taken_ + kAhead < dates_.size()) tasks.prefetch(dates_[taken_ + kAhead].task.row);
        const auto [date_ns, id] = dates_[taken_];
        if (date_ns > tasks.simul_ns) break;
        if (!isNew(tasks, id)) continue;
        std::uint64_t standing = 0;
        index.assignPeriod(tasks, id.row, {0, standing});
        tasks.changeStanding(standing);
        const TaskState& task = tasks.columns.state[id.row];
        const bool has_period_passed = tasks.simul_ns - task.last_ns >= task.period_ns;
        ++added;
        index.leaveOut(id.row);
        queue.add(tasks, id.row, has_period_passed ? dueSince(tasks, id.row) : date_ns);
    }
    if (taken_ == dates_.size()) dates_.clear(), taken_ = 0;
}

}  // namespace drover::load
