#include "core/load/elastic/run_queue.h"

#include <algorithm>
#include <limits>

#include "core/base/ask_ahead.h"

namespace drover::load {

void RunQueue::prepare(std::size_t tasks) {
    takePages(just_due_, tasks);
    takePages(early_, tasks);
    order_.prepare(tasks);
    waiting_.prepare(tasks);
}

void RunQueue::beginFrame(TaskTable& tasks, DueIndex& index, bool is_own) {
    order_.clear();
    forgetCosts();
    waits_ = {};
    LargeVector<WaitReason>& reasons = tasks.columns.reason;
    ran_last_ = ran_rows_.size();
    if (is_own) {
        join(tasks, index);
        for (const std::uint32_t row : ran_rows_) reasons[row] = WaitReason::kNotDue;
    } else {
        waiting_.clear();
        just_due_.clear();
        ran_last_ = 0;
        std::fill(reasons.begin(), reasons.end(), WaitReason::kNotDue);
    }
    if (tasks.version() != planned_version_) {
        waiting_.refresh(tasks);
        for (std::uint32_t row = 0; row < tasks.rows(); ++row)
            if (!tasks.columns.state[row].isWaiting()) reasons[row] = WaitReason::kNotDue;
    }
    ran_rows_.clear();
    const TaskId first = waiting_.first();
    largest_delays_ = first != kNoTask ? tasks.delays(first.row) - 1 : 0;
}

// Tnext is the same for all that wait, so among tasks with as many delays the order is that of Tlast. The
// frame's own order is still empty and sorts them.
void RunQueue::join(TaskTable& tasks, DueIndex& index) {
    // Most have run. Of those the reason alone is looked at.
    const LargeVector<WaitReason>& reasons = tasks.columns.reason;
    std::erase_if(just_due_, [&](TaskId task) { return reasons[task.row] == WaitReason::kRan; });
    askAhead<16>(
        std::span<const TaskId>(just_due_), [&](TaskId task) { tasks.prefetch(task.row); },
        [&](TaskId task) {
            if (tasks.contains(task)) order_.add({rankOf(tasks, task.row, tasks.simul_ns), 0, task});
        });
    just_due_.clear();
    if (order_.empty()) return;
    askAhead<16>(
        order_.take(order_.size()), [&](const DueTask& due) { tasks.prefetch(due.task.row); },
        [&](const DueTask& due) {
            waiting_.append(tasks, due.task);
            index.leaveOut(due.task.row);
        });
}

void RunQueue::endPlan(const TaskTable& tasks) {
    order_.sortByRow();
    for (const DueTask& due : order_.waiting()) just_due_.push_back(due.task);
    planned_version_ = tasks.version();
    place_ = {};
    batch_.clear();
    batch_entries_.clear();
}

std::uint32_t RunQueue::dropEarly(TaskTable& tasks) {
    std::uint32_t dropped = 0;
    for (const TaskId task : early_) {
        const bool is_there = tasks.contains(task);
        if (is_there && tasks.columns.reason[task.row] == WaitReason::kRan) continue;
        ++dropped;
        if (!is_there) continue;
        WaitReason& reason = tasks.columns.reason[task.row];
        --waits_[static_cast<std::size_t>(reason)];
        reason = WaitReason::kNotDue;
        tasks.columns.state[task.row].delay_code = 0;
    }
    early_.clear();
    return dropped;
}

void RunQueue::mustWait(TaskTable& tasks, const DueTask& due, WaitReason reason) {
    tasks.columns.reason[due.task.row] = reason;
    ++waits_[static_cast<std::size_t>(reason)];
}

std::span<const DueTask> RunQueue::next(TaskTable& tasks, const Allowance& allowance,
                                        const FrameReport& report) {
    looks_closer_ = allowance.delay_cap_frames > 0 || tasks.version() != planned_version_;
    if (const std::span<const DueTask> batch = nextWaiting(tasks, allowance); !batch.empty()) return batch;
    // Where most fit, those that do not are passed over as their turn comes.
    if (allowance.has_run && guessHowManyFit(allowance, report) < order_.size() / 2)
        dropHopeless(tasks, allowance);
    if (order_.empty()) return {};
    return order_.take(guessHowManyFit(allowance, report));
}

// Tasks of one block that may all run if each costs what is expected. Those that cannot are passed over.
std::span<const DueTask> RunQueue::nextWaiting(TaskTable& tasks, const Allowance& allowance) {
    const std::span<WaitQueue::Block> blocks = waiting_.blocks();
    while (place_.block < blocks.size()) {
        WaitQueue::Block& block = blocks[place_.block];
        if (place_.entry > 0 || mayRunAny(block, allowance)) {
            fillBatch(tasks, block, allowance);
            if (!batch_.empty()) return batch_;
            block.unknown_reason = WaitReason::kRan;
        } else {
            passOver(tasks, block, allowance);
        }
        ++place_.block, place_.entry = 0;
    }
    if (place_.block == blocks.size()) {
        waiting_.sweep();
        place_.block = kDone;
    }
    return {};
}

void RunQueue::fillBatch(TaskTable& tasks, WaitQueue::Block& block, const Allowance& allowance) {
    if (place_.entry == 0) block.least_ns = std::numeric_limits<std::int64_t>::max();
    takeOutBatch(tasks, block);
    const bool is_any_worth_it = block.has_caps || looks_closer_ || !allowance.has_run;
    Allowance left = allowance;
    const std::span<WaitQueue::Entry> entries = waiting_.entries(block);
    for (; place_.entry < entries.size(); ++place_.entry) {
        const WaitQueue::Entry& entry = entries[place_.entry];
        if (entry.task == kNoTask) continue;
        if (!is_any_worth_it && entry.reasonToWait(allowance) != WaitReason::kRan) {
            passOver(tasks, block, entry, allowance);
            continue;
        }
        // What comes after a full batch is looked at again, with what is left by then.
        const bool is_full = !is_any_worth_it && entry.reasonToWait(left) != WaitReason::kRan;
        if (!batch_.empty() && (is_full || !allowance.has_run)) return;
        left.left_ns -= std::max<std::int64_t>(entry.cost_ns, 0);
        batch_.push_back({0, tasks.last_simul_ns, entry.task});
        batch_entries_.push_back(static_cast<std::uint32_t>(place_.entry));
    }
}

// The tasks of the last batch that ran, or are gone, leave the block.
void RunQueue::takeOutBatch(const TaskTable& tasks, WaitQueue::Block& block) {
    for (const std::uint32_t i : batch_entries_) {
        WaitQueue::Entry& entry = waiting_.entries(block)[i];
        if (!tasks.contains(entry.task) || tasks.columns.reason[entry.task.row] == WaitReason::kRan) {
            waiting_.takeOut(block, entry);
        } else {
            block.noteCost(entry.cost_ns);
        }
    }
    batch_.clear();
    batch_entries_.clear();
}

bool RunQueue::mayRunAny(const WaitQueue::Block& block, const Allowance& allowance) const {
    if (!allowance.has_run || looks_closer_ || block.has_caps) return true;
    if (block.least_ns <= allowance.left_ns) return true;
    return block.unknown > 0 && allowance.reasonToWait(0, true) == WaitReason::kRan;
}

// A whole block: its tasks are counted, their rows stay untouched.
void RunQueue::passOver(TaskTable& tasks, WaitQueue::Block& block, const Allowance& allowance) {
    const WaitReason reason = allowance.reasonOfUnknown();
    if (block.unknown > 0 && block.unknown_reason != reason) {
        for (const WaitQueue::Entry& entry : waiting_.entries(block))
            if (entry.task != kNoTask && entry.isUnknown()) tasks.columns.reason[entry.task.row] = reason;
        block.unknown_reason = reason;
    }
    waits_[static_cast<std::size_t>(reason)] += block.unknown;
    waits_[static_cast<std::size_t>(WaitReason::kBudget)] += block.waiting - block.unknown;
}

void RunQueue::passOver(TaskTable& tasks, WaitQueue::Block& block, const WaitQueue::Entry& entry,
                        const Allowance& allowance) {
    const WaitReason reason = entry.isUnknown() ? allowance.reasonOfUnknown() : WaitReason::kBudget;
    if (entry.isUnknown()) tasks.columns.reason[entry.task.row] = reason;  // the others have theirs already
    ++waits_[static_cast<std::size_t>(reason)];
    block.noteCost(entry.cost_ns);
}

// Where all costs are known, it may be plain without a look at each.
void RunQueue::dropHopeless(TaskTable& tasks, const Allowance& allowance) {
    if (order_unknown_ == 0 && !looks_closer_ && !tasks.hasCaps()) {
        if (order_most_ns_ <= allowance.left_ns) return;
        if (order_least_ns_ > allowance.left_ns) {
            waits_[static_cast<std::size_t>(WaitReason::kBudget)] +=
                static_cast<std::uint32_t>(order_.size());
            return order_.clear();
        }
    }
    forgetCosts();
    const auto is_hopeless = [&](const DueTask& due) {
        if (!tasks.contains(due.task)) return true;
        const WaitReason reason = allowance.reasonToWait(tasks, due.task.row);
        if (reason != WaitReason::kRan) {
            mustWait(tasks, due, reason);
            return true;
        }
        noteCost(tasks.expectedCost(due.task.row), isCostUnknown(tasks.columns.state[due.task.row]));
        return false;
    };
    order_.drop(is_hopeless, [&](TaskId task) { tasks.prefetch(task.row); });
}

// A task that never ran is expected to cost what those that ran in this frame did on average.
std::size_t RunQueue::guessHowManyFit(const Allowance& allowance, const FrameReport& report) const {
    constexpr std::size_t kAtLeast = 16, kAtFirst = 4096;
    if (allowance.left_ns <= 0) return kAtLeast;
    if (order_unknown_ > 0 && report.run == 0) return kAtFirst;
    const double unknown_ns = static_cast<double>(order_unknown_) *
                              static_cast<double>(report.total_cost_ns) / std::max(report.run, 1u);
    const double present =
        static_cast<double>(order_.size()) / static_cast<double>(std::max<std::size_t>(order_counted_, 1));
    const double waiting_ns = static_cast<double>(order_cost_ns_) * present + unknown_ns;
    if (!(waiting_ns > 0)) return order_.size();
    const double fitting = static_cast<double>(allowance.left_ns) / waiting_ns;
    return kAtLeast +
           static_cast<std::size_t>(std::min(fitting * 1.05, 1.0) * static_cast<double>(order_.size()));
}

}  // namespace drover::load
