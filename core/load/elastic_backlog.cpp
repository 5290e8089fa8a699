// How `elastic` treats those of a crowd that were delayed before: by the same rule as whoever has just become
// due, only that a block of the backlog is passed at once where none in it can have its turn.
#include <algorithm>
#include <limits>

#include "core/load/elastic.h"

namespace drover::load {

// Everybody's delays stand in the table again. What is due then comes from there.
void ElasticManager::forgetBacklog(TaskTable& tasks) {
    backlog_.clear();
    newcomers_.clear();
    ran_rows_.clear();
    tasks.dissolveBacklog();
    if (is_crowd_) std::fill(tasks.columns.reason.begin(), tasks.columns.reason.end(), WaitReason::kNotDue);
}

// Who became due in the last frame and still waits joins; then all are delayed by a frame, which stands
// unless they get their turn, whatever cuts the frame short.
void ElasticManager::catchUpBacklog(TaskTable& tasks, bool is_changed) {
    TaskColumns& c = tasks.columns;
    joinBacklog(tasks);
    if (is_changed) {
        backlog_.refresh(tasks);
        for (std::uint32_t row = 0; row < tasks.rows(); ++row)
            if (!tasks.isInBacklog(row)) c.reason[row] = WaitReason::kNotDue;
    }
    for (const std::uint32_t row : ran_rows_) c.reason[row] = WaitReason::kNotDue;
    ran_before_ = ran_rows_.size();
    ran_rows_.clear();
    if (const TaskId first = backlog_.first(); first != kNoTask)
        report_.largest_delays = tasks.delays(first.row);
    backlog_next_ns_ = tasks.backlogNext_ns();
    tasks.delayBacklog();
}

// Tnext is the same for all who wait, so among those with as many delays the order is that of Tlast. The
// frame's own order is still empty: it lends its room.
void ElasticManager::joinBacklog(TaskTable& tasks) {
    for (const TaskId task : newcomers_) {
        if (!tasks.contains(task) || tasks.columns.reason[task.row] == WaitReason::kRan) continue;
        order_.add({rankOf(tasks.delays(task.row), tasks.simul_ns - tasks.columns.state[task.row].last_ns), 0,
                    task});
    }
    newcomers_.clear();
    if (order_.empty()) return;
    constexpr std::size_t kAhead = 16;
    const std::span<const DueTask> turn = order_.take(order_.size());
    for (std::size_t k = 0; k < turn.size(); ++k) {
        if (k + kAhead < turn.size()) tasks.prefetch(turn[k + kAhead].task.row);
        backlog_.append(tasks, turn[k].task);
        crowd_.waits(turn[k].task.row);
    }
}

bool ElasticManager::mayRun(const Backlog::Waiting& entry) const {
    if (report_.run == 0 || is_whole_rule_) return true;
    return entry.cost_ns == Backlog::kUnknown ? unknown_left_ > 0 && left_ns_ > 0 : entry.cost_ns <= left_ns_;
}

bool ElasticManager::mayRunAny(const Backlog::Block& block) const {
    if (report_.run == 0 || is_whole_rule_ || block.has_caps) return true;
    return block.least_ns <= left_ns_ || (block.unknown > 0 && unknown_left_ > 0 && left_ns_ > 0);
}

void ElasticManager::runBacklog(TaskTable& tasks, RunTask run_task, Clock& clock) {
    if (backlog_.size() == 0) return;
    std::int64_t now_ns = clock.now();
    for (Backlog::Block& block : backlog_.blocks())
        mayRunAny(block) ? runBlock(tasks, run_task, block, clock, now_ns) : leaveBlock(tasks, block);
    backlog_.sweep();
}

void ElasticManager::leaveBlock(TaskTable& tasks, Backlog::Block& block) {
    const WaitReason reason = reasonOfUnknown();
    if (block.unknown > 0 && block.unknown_reason != reason) {
        for (const Backlog::Waiting& entry : backlog_.entries(block))
            if (entry.task != kNoTask && entry.cost_ns == Backlog::kUnknown)
                tasks.columns.reason[entry.task.row] = reason;
        block.unknown_reason = reason;
    }
    report_.delayed += block.waiting;
    report_.waiting[static_cast<std::size_t>(reason)] += block.unknown;
    report_.waiting[static_cast<std::size_t>(WaitReason::kBudget)] += block.waiting - block.unknown;
}

void ElasticManager::leaveEntry(TaskTable& tasks, const Backlog::Waiting& entry) {
    const bool is_unknown = entry.cost_ns == Backlog::kUnknown;
    const WaitReason reason = is_unknown ? reasonOfUnknown() : WaitReason::kBudget;
    if (is_unknown) tasks.columns.reason[entry.task.row] = reason;  // of the others it stands there
    ++report_.delayed;
    ++report_.waiting[static_cast<std::size_t>(reason)];
}

void ElasticManager::runBlock(TaskTable& tasks, RunTask run_task, Backlog::Block& block, Clock& clock,
                              std::int64_t& now_ns) {
    constexpr std::size_t kAhead = 20;
    const std::span<Backlog::Waiting> entries = backlog_.entries(block);
    const auto ask_for = [&](const Backlog::Waiting& entry) {
        if (entry.task != kNoTask && mayRun(entry)) askFor(tasks, run_task, entry.task);
    };
    for (std::size_t k = 0; k < std::min(kAhead, entries.size()); ++k) ask_for(entries[k]);
    block.least_ns = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < entries.size(); ++k) {
        if (k + kAhead < entries.size()) ask_for(entries[k + kAhead]);
        Backlog::Waiting& entry = entries[k];
        if (entry.task == kNoTask) continue;
        const bool looks_closer = block.has_caps || mayRun(entry);
        if (looks_closer && !tasks.contains(entry.task)) {
            backlog_.takeOut(block, entry);
        } else if (looks_closer && (report_.run == 0 || !wait(tasks, entry.task))) {
            crowd_.findPeriod(tasks, entry.task.row);
            runTask(tasks, run_task, {0, backlog_next_ns_, entry.task}, clock, now_ns);
            backlog_.takeOut(block, entry);
        } else {
            if (!looks_closer) leaveEntry(tasks, entry);
            if (entry.cost_ns != Backlog::kUnknown) block.least_ns = std::min(block.least_ns, entry.cost_ns);
        }
    }
    block.unknown_reason = WaitReason::kRan;
}

}  // namespace drover::load
