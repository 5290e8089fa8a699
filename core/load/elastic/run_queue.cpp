#include "core/load/elastic/run_queue.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/ask_ahead.h"
#include "core/cores/ranges.h"

namespace drover::load {

void RunQueue::prepare(std::size_t tasks) {
    due_.prepare(tasks);
    groups_.prepare(tasks);
}

void RunQueue::beginFrame(TaskTable& tasks, bool is_own, cores::Team* team) {
    waits_ = {};
    LargeVector<WaitReason>& reasons = tasks.columns.reason;
    ran_last_ = std::exchange(ran_, 0);
    if (is_own) {
        keepLeft(tasks);
        cores::eachRange(team, tasks.rows(), DueParts::kRows, [&](const cores::Range& range) {
            for (WaitReason& reason : std::span(reasons).subspan(range.first, range.end - range.first))
                reason = reason == WaitReason::kRan ? WaitReason::kNotDue : reason;
        });
    } else {
        waiting_.clear();
        groups_.clear();
        left_.clear();
        ran_last_ = 0;
        std::fill(reasons.begin(), reasons.end(), WaitReason::kNotDue);
    }
    if (tasks.version() != planned_version_) {
        waiting_.refresh(tasks);
        groups_.refresh(tasks);
        for (std::uint32_t row = 0; row < tasks.rows(); ++row)
            if (!tasks.columns.state[row].isWaiting()) reasons[row] = WaitReason::kNotDue;
    }
    due_.clear(tasks.rows());
}

// What became due in the last frame, and did not run.
void RunQueue::keepLeft(TaskTable& tasks) {
    for (std::uint32_t part = 0; !has_begun_ && part < due_.parts(); ++part)
        left_.insert(left_.end(), due_.part(part).begin(), due_.part(part).end());
    run_ == Run::kMany ? groups_.keep(left_) : join(tasks);
    left_.clear();
}

// Tnext is the same for all that wait, so among tasks with as many delays the order is that of Tlast. The
// frame's own order is still empty and sorts them.
void RunQueue::join(TaskTable& tasks) {
    order_.clear();
    askAhead<16>(
        std::span<const DueTask>(left_), [&](const DueTask& due) { tasks.prefetch(due.task.row); },
        [&](const DueTask& due) {
            if (!tasks.contains(due.task)) return;
            order_.add({.rank = rankOf(tasks, due.task.row, tasks.simul_ns), .task = due.task});
        });
    if (order_.empty()) return;
    order_.sortByRow();
    askAhead<16>(
        order_.take(order_.size()), [&](const DueTask& due) { tasks.prefetch(due.task.row); },
        [&](const DueTask& due) { waiting_.append(tasks, due.task); });
}

void RunQueue::endPlan(TaskTable& tasks) {
    if (due_.size() > 0) tasks.haveDelayed();
    planned_version_ = tasks.version();
    has_begun_ = false;
    place_ = {};
    batch_.clear();
    batch_entries_.clear();
}

std::uint32_t RunQueue::endEarly(TaskTable& tasks) {
    const auto forget = [&](const DueTask& due) {
        if (!tasks.contains(due.task)) return;
        WaitReason& reason = tasks.columns.reason[due.task.row];
        --waits_[static_cast<std::size_t>(reason)];
        reason = WaitReason::kNotDue;
        tasks.columns.state[due.task.row].delay_code = 0;
    };
    const std::uint32_t dropped = groups_.left() + static_cast<std::uint32_t>(left_.size());
    groups_.dropLeft(forget);
    std::ranges::for_each(left_, forget);
    left_.clear();
    return dropped;
}

void RunQueue::beginRun(TaskTable& tasks, Run run, cores::Team* team) {
    run_ = run;
    has_begun_ = true;
    if (run == Run::kMany) return groups_.sort(due_, team);
    groups_.takeAll([&](const DueTask& due) { waiting_.append(tasks, due.task); });
    order_.clear();
    for (std::uint32_t part = 0; part < due_.parts(); ++part) order_.add(due_.part(part));
    order_.sortByRow();
    costs_ = due_.costs(), counted_ = order_.size();
}

void RunQueue::mustWait(TaskTable& tasks, const DueTask& due, WaitReason reason) {
    tasks.columns.reason[due.task.row] = reason;
    ++waits_[static_cast<std::size_t>(reason)];
    if (!due.hasWaited()) left_.push_back(due);
}

RunQueue::Next RunQueue::next(TaskTable& tasks, const Allowance& allowance, const FrameReport& report,
                              const DueGroups::Wish& wish) {
    looks_closer_ = allowance.delay_cap_frames > 0 || tasks.version() != planned_version_;
    if (const std::span<const DueTask> batch = nextWaiting(tasks, allowance); !batch.empty()) return {batch};
    if (run_ == Run::kMany) {
        const WaitReason reason_of_unknown = allowance.reasonOfUnknown();
        return groups_.next(allowance, wish, [&](std::span<const DueTask> rest, std::uint32_t unknown) {
            waits_[static_cast<std::size_t>(reason_of_unknown)] += unknown;
            waits_[static_cast<std::size_t>(WaitReason::kBudget)] +=
                static_cast<std::uint32_t>(rest.size()) - unknown;
            for (const DueTask& due : rest.first(unknown > 0 ? rest.size() : 0))
                if (due.isCostUnknown()) tasks.columns.reason[due.task.row] = reason_of_unknown;
        });
    }
    // Where most fit, those that do not are passed over as their turn comes.
    if (allowance.has_run && guessHowManyFit(allowance, report) < order_.size() / 2)
        dropHopeless(tasks, allowance);
    if (order_.empty()) return {};
    return {order_.take(guessHowManyFit(allowance, report))};
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
        batch_.push_back({0, tasks.last_simul_ns, entry.task, entry.cost_ns});
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
    const bool are_known = costs_.unknown == 0 && !looks_closer_ && !tasks.hasCaps();
    if (are_known && costs_.most_ns <= allowance.left_ns) return;
    const bool is_none_possible = are_known && costs_.least_ns > allowance.left_ns;
    costs_ = {};
    const auto is_hopeless = [&](const DueTask& due) {
        if (!tasks.contains(due.task)) return true;
        const WaitReason reason =
            is_none_possible ? WaitReason::kBudget : allowance.reasonToWait(tasks, due.task.row);
        if (reason != WaitReason::kRan) {
            mustWait(tasks, due, reason);
            return true;
        }
        costs_.note(due);
        return false;
    };
    order_.drop(is_hopeless, [&](TaskId task) { tasks.prefetch(task.row); });
    counted_ = order_.size();
}

// A task that never ran is expected to cost what those that ran in this frame did on average.
std::size_t RunQueue::guessHowManyFit(const Allowance& allowance, const FrameReport& report) const {
    constexpr std::size_t kAtLeast = 16, kAtFirst = 4096;
    if (allowance.left_ns <= 0) return kAtLeast;
    if (costs_.unknown > 0 && report.run == 0) return kAtFirst;
    const double unknown_ns = static_cast<double>(costs_.unknown) *
                              static_cast<double>(report.total_cost_ns) / std::max(report.run, 1u);
    const double present =
        static_cast<double>(order_.size()) / static_cast<double>(std::max<std::size_t>(counted_, 1));
    const double waiting_ns = static_cast<double>(costs_.sum_ns) * present + unknown_ns;
    if (!(waiting_ns > 0)) return order_.size();
    const double fitting = static_cast<double>(allowance.left_ns) / waiting_ns;
    return kAtLeast +
           static_cast<std::size_t>(std::min(fitting * 1.05, 1.0) * static_cast<double>(order_.size()));
}

}  // namespace drover::load
