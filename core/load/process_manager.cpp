// The frame of the process manager. Agents coming and going: process_roster.cpp.
#include "core/load/process_manager.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace drover::load {
namespace {

// t_i = t * p_i / sum p, rounded down; the last one of a list gets all that is left.
std::int64_t shareOf(std::int64_t left_ns, std::int64_t priority, std::int64_t priorities) {
    return left_ns <= 0 ? 0 : left_ns * priority / priorities;
}

bool canBeCutOff(ExecutionMethod method) { return method != ExecutionMethod::kUnsuspendable; }
bool isSliceable(ExecutionMethod method) {
    return method == ExecutionMethod::kSliceable || method == ExecutionMethod::kSliceableIr;
}
bool resumesAtOnce(ExecutionMethod method) {
    return method == ExecutionMethod::kSuspendableIr || method == ExecutionMethod::kSliceableIr;
}

}  // namespace

struct ProcessManager::Turn {
    std::uint32_t row = 0;
    AgentId id;
    const AgentKind& kind;
    AgentProgress* progress = nullptr;
    bool is_regular = false;  // due by its period, or owed; otherwise it only resumes
    std::int64_t since = 0;   // the first of its dates that it has not had; this frame, if it is owed nothing
    std::int64_t period = 1;
    std::int64_t activation = 0;
    std::int64_t started_ns = 0, offered_ns = 0;
    bool is_degraded = false;

    // A set is due if it was on any of the agent's dates up to now.
    bool isDue(std::int64_t set_period, std::int64_t delay, std::int64_t frame) const {
        for (std::int64_t date = since; is_regular && date <= frame; date += period)
            if (load::isDue({activation + delay, set_period}, date)) return true;
        return false;
    }
};

void ProcessManager::run(std::int64_t budget_ns, Clock& clock) {
    if (is_running_) return;
    is_running_ = true;
    clock_ = &clock;
    ++frame_;
    ProcessReport fresh;  // in the memory of the last
    fresh.executions = std::move(report_.executions);
    fresh.left_out = std::move(report_.left_out);
    fresh.executions.clear();
    fresh.left_out.clear();
    report_ = std::move(fresh);
    report_.frame = frame_;
    report_.budget_ns = std::clamp<std::int64_t>(budget_ns, 0, kMostBudget_ns);
    start_ns_ = now_ns_ = clock.now();

    gatherActive();
    runList();
    finishFrame();
    is_running_ = false;
    if (first_exception_) std::rethrow_exception(std::exchange(first_exception_, nullptr));
}

void ProcessManager::gatherActive() {
    active_ = every_frame_;
    for (std::size_t word = 0; word < active_.size(); ++word) active_[word] |= owed_[word];
    wheel_.takeDue(frame_, [&](std::uint32_t row) {
        active_[row / 64] |= std::uint64_t{1} << (row % 64);
        is_on_wheel_[row] = 0;
        hang(row, frame_);
    });
    for (const std::uint32_t row : pending_) active_[row / 64] |= std::uint64_t{1} << (row % 64);

    priorities_to_come_ = 0;
    for (std::size_t word = 0; word < active_.size(); ++word) {
        report_.agents_due += static_cast<std::uint32_t>(std::popcount(active_[word]));
        for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1)
            priorities_to_come_ += priority_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
    }
}

// The list begins after the last executed agent if it was left early, else at its top.
void ProcessManager::runList() {
    const auto rows = static_cast<std::uint32_t>(state_.size());
    const std::uint32_t first = left_early_ ? std::min(last_executed_ + 1, rows) : 0;
    left_early_ = !(runStretch(first, rows) && runStretch(0, first));
    if (left_early_) leaveOutTheRest();
}

// Runs the active agents in rows [from, to). False: the AI time is used up and somebody is still to come.
bool ProcessManager::runStretch(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t row = from; row < to;) {
        const std::uint64_t bits = active_[row / 64] >> (row % 64);
        if (bits == 0) {
            row = (row / 64 + 1) * 64;
            continue;
        }
        row += static_cast<std::uint32_t>(std::countr_zero(bits));
        if (row >= to) break;
        if (report_.agents_run > 0 && left_ns() <= 0) return false;
        runAgent(row);
        last_executed_ = row++;
    }
    return true;
}

void ProcessManager::leaveOutTheRest() {
    for (std::size_t word = 0; word < active_.size(); ++word)
        for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
            const auto row =
                static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
            report_.left_out.push_back({row, generation_[row]});
            if (owed_since_[row] == 0 && isDue({activation_[row], period_[row]}, frame_)) {
                owed_since_[row] = frame_;
                owed_[word] |= bits & (~bits + 1);
            }
            note({.agent = {row, generation_[row]}, .outcome = Outcome::kFrameTimeUsed});
        }
    report_.agents_left_out = static_cast<std::uint32_t>(report_.left_out.size());
}

// Strikes an agent off the list of those to come. False: it was not on it.
bool ProcessManager::takeActive(std::uint32_t row) {
    const std::uint64_t bit = std::uint64_t{1} << (row % 64);
    if ((active_[row / 64] & bit) == 0) return false;
    active_[row / 64] &= ~bit;
    priorities_to_come_ -= priority_[row];
    return true;
}

void ProcessManager::clearOwed(std::uint32_t row) {
    owed_[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    owed_since_[row] = 0;
}

void ProcessManager::runAgent(std::uint32_t row) {
    const bool is_owed = owed_since_[row] != 0;
    Turn turn{.row = row,
              .id = {row, generation_[row]},
              .kind = kinds_[static_cast<std::size_t>(kind_[row])],
              .progress = progress_[row].get(),
              .is_regular = is_owed || isDue({activation_[row], period_[row]}, frame_),
              .since = is_owed ? owed_since_[row] : frame_,
              .period = period_[row],
              .activation = activation_[row],
              .started_ns = now_ns_,
              .offered_ns = shareOf(left_ns(), priority_[row], priorities_to_come_)};
    takeActive(row);
    clearOwed(row);
    ++report_.agents_run;
    const std::size_t line = report_.executions.size();
    note({.agent = turn.id, .offered_ns = turn.offered_ns});

    runPlain(turn, turn.kind.perceptions, ExecutionPart::kPerception);
    runBehaviours(turn);
    runPlain(turn, turn.kind.actions, ExecutionPart::kAction);

    if (!settings_.keeps_detail) return;
    Execution& agent = report_.executions[line];
    agent.consumed_ns = now_ns_ - turn.started_ns;
    for (std::size_t i = line + 1; i < report_.executions.size(); ++i)
        agent.atoms += report_.executions[i].atoms;
    agent.outcome = !contains(turn.id) ? Outcome::kRemoved
                    : turn.is_degraded ? Outcome::kCutOff
                                       : Outcome::kCompleted;
}

void ProcessManager::runPlain(Turn& turn, const std::vector<PlainSet>& sets, ExecutionPart part) {
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
        const PlainSet& set = sets[i];
        if (!turn.isDue(set.period, set.delay, frame_) || !contains(turn.id)) continue;
        const std::int64_t began_ns = now_ns_;
        Execution execution{.agent = turn.id, .part = part, .set = i};
        execution.offered_ns = std::max<std::int64_t>(0, turn.offered_ns - (began_ns - turn.started_ns));
        const std::uint32_t exceptions = report_.exceptions;
        for (bool more = true; more;) {
            more = step(turn, set.work, nullptr, execution.atoms++);
            if (!contains(turn.id)) execution.outcome = Outcome::kRemoved, more = false;
        }
        if (report_.exceptions != exceptions) execution.outcome = Outcome::kThrew;
        execution.consumed_ns = now_ns_ - began_ns;
        note(execution);
    }
}

// The sets to execute in this frame: due by their period, left out last time, or cut off and to be resumed at
// once.
void ProcessManager::collectDue(const Turn& turn, bool reserve) {
    due_sets_.clear();
    for (std::uint32_t i = 0; i < turn.kind.behaviours.size(); ++i) {
        const BehaviourSet& set = turn.kind.behaviours[i];
        if ((set.method == ExecutionMethod::kReserve) != reserve) continue;
        const SetProgress* progress = turn.progress != nullptr ? &turn.progress->sets[i] : nullptr;
        const bool waits =
            progress != nullptr && (progress->resumes_at_once || (turn.is_regular && progress->is_owed));
        if (waits || turn.isDue(set.period, set.delay, frame_)) due_sets_.push_back({i, set.priority});
    }
}

void ProcessManager::runBehaviours(Turn& turn) {
    if (!contains(turn.id)) return;
    collectDue(turn, false);
    if (turn.progress != nullptr && turn.progress->left_early) {
        const auto later = [&](const DueSet& due) { return due.set > turn.progress->last_executed; };
        std::rotate(due_sets_.begin(), std::find_if(due_sets_.begin(), due_sets_.end(), later),
                    due_sets_.end());
    }
    std::int64_t priorities = 0;
    for (const DueSet& due : due_sets_) priorities += due.priority;

    bool left_early = false;
    for (std::size_t i = 0; i < due_sets_.size() && contains(turn.id); ++i) {
        const DueSet due = due_sets_[i];
        const std::int64_t left = turn.offered_ns - (now_ns_ - turn.started_ns);
        if (i > 0 && left <= 0) {
            leaveOut(turn, i, Outcome::kAgentShareUsed);
            left_early = true;
            break;
        }
        runBehaviour(turn, due.set, shareOf(left, due.priority, priorities));
        priorities -= due.priority;
        if (turn.progress != nullptr) turn.progress->last_executed = due.set;
    }
    if (turn.progress != nullptr) turn.progress->left_early = left_early;
    if (contains(turn.id)) runReserve(turn);
}

// Reserve sets take no part in the shares: they divide what the others have left, and run only if that is
// something.
void ProcessManager::runReserve(Turn& turn) {
    collectDue(turn, true);
    std::int64_t priorities = 0;
    for (const DueSet& due : due_sets_) priorities += due.priority;
    for (std::size_t i = 0; i < due_sets_.size() && contains(turn.id); ++i) {
        const DueSet due = due_sets_[i];
        const std::int64_t left = turn.offered_ns - (now_ns_ - turn.started_ns);
        if (left <= 0) {
            leaveOut(turn, i, Outcome::kNothingInReserve);
            break;
        }
        runBehaviour(turn, due.set, shareOf(left, due.priority, priorities));
        priorities -= due.priority;
    }
}

void ProcessManager::leaveOut(Turn& turn, std::size_t first_due, Outcome outcome) {
    // That a reserve set finds nothing is what it is for: it degrades neither the agent nor the frame.
    const bool is_reserve = outcome == Outcome::kNothingInReserve;
    if (!is_reserve) report_.sets_left_out += static_cast<std::uint32_t>(due_sets_.size() - first_due);
    turn.is_degraded = turn.is_degraded || !is_reserve;
    for (std::size_t i = first_due; i < due_sets_.size(); ++i) {
        turn.progress->sets[due_sets_[i].set].is_owed = !is_reserve;
        note({.agent = turn.id,
              .part = ExecutionPart::kBehaviour,
              .outcome = outcome,
              .set = due_sets_[i].set});
    }
}

void ProcessManager::runBehaviour(Turn& turn, std::uint32_t set, std::int64_t share_ns) {
    const BehaviourSet& behaviour = turn.kind.behaviours[set];
    SetProgress* progress = turn.progress != nullptr ? &turn.progress->sets[set] : nullptr;
    const std::int64_t began_ns = now_ns_;
    const std::uint32_t exceptions = report_.exceptions;
    offered_ns_ = share_ns;
    // A set that was cut off left its next atom (and its coroutine) behind if it is sliceable; else it left
    // nothing and begins at 0, as one that came to its end does: the three branches of the listing in one.
    std::uint32_t atom = progress != nullptr ? progress->next_atom : 0;
    Execution execution{
        .agent = turn.id, .part = ExecutionPart::kBehaviour, .set = set, .offered_ns = share_ns};
    for (bool more = true; more;) {
        more = step(turn, behaviour.work, progress, atom++);
        ++execution.atoms;
        if (report_.exceptions != exceptions)
            execution.outcome = Outcome::kThrew;
        else if (!contains(turn.id))
            execution.outcome = Outcome::kRemoved, more = false;
        else if (more && canBeCutOff(behaviour.method) && now_ns_ - began_ns >= share_ns)
            execution.outcome = Outcome::kCutOff, more = false;
    }
    settle(turn, set, execution.outcome, atom);
    execution.consumed_ns = now_ns_ - began_ns;
    ++report_.sets_run;
    note(execution);
}

// Runs one atom and reads the clock. False: it was the last, or it threw.
bool ProcessManager::step(const Turn& turn, const SetWork& work, SetProgress* progress, std::uint32_t atom) {
    bool more = false;
    try {
        if (work.begin) {
            if (progress->routine.isDone()) progress->routine = work.begin(turn.id, progress->memory);
            more = !progress->routine.isDone() && progress->routine.resume();
        } else {
            work.atom(turn.id, atom);
            more = atom + 1 < work.atoms;
        }
    } catch (...) {
        if (report_.exceptions++ == 0) first_exception_ = std::current_exception();
    }
    readClock();
    return more;
}

// What the set remembers of this execution.
void ProcessManager::settle(Turn& turn, std::uint32_t set, Outcome outcome, std::uint32_t next_atom) {
    const ExecutionMethod method = turn.kind.behaviours[set].method;
    const bool is_cut_off = outcome == Outcome::kCutOff;
    if (is_cut_off) {
        ++report_.sets_cut_off;
        turn.is_degraded = true;
    }
    if (turn.progress == nullptr) return;
    SetProgress& progress = turn.progress->sets[set];
    const bool continues = is_cut_off && isSliceable(method);
    progress.is_owed = false;
    progress.next_atom = continues ? next_atom : 0;
    if (!continues && outcome != Outcome::kRemoved) progress.routine.reset();
    progress.resumes_at_once = is_cut_off && resumesAtOnce(method);
    if (progress.resumes_at_once && !turn.progress->is_pending) {
        turn.progress->is_pending = true;
        pending_.push_back(turn.row);
    }
}

void ProcessManager::finishFrame() {
    std::erase_if(pending_, [&](std::uint32_t row) {
        AgentProgress& progress = *progress_[row];
        const std::size_t sets = kinds_[static_cast<std::size_t>(kind_[row])].behaviours.size();
        const bool stays = state_[row] == RowState::kLive &&
                           std::any_of(progress.sets.get(), progress.sets.get() + sets,
                                       [](const SetProgress& set) { return set.resumes_at_once; });
        progress.is_pending = stays;
        return !stays;
    });
    for (const std::uint32_t row : removed_rows_) freeRow(row);
    removed_rows_.clear();
    std::fill(active_.begin(), active_.end(), 0);
    report_.consumed_ns = now_ns_ - start_ns_;
}

// A reading smaller than the one before counts as no time passed.
void ProcessManager::readClock() { now_ns_ = std::max(now_ns_, clock_->now()); }

void ProcessManager::note(const Execution& execution) {
    if (settings_.keeps_detail) report_.executions.push_back(execution);
}

}  // namespace drover::load
