// Runs the frame of the process manager, agent by agent. process_order.cpp says which agents run, and when;
// process_roster.cpp adds, changes and removes them.
#include "core/load/process/process_manager.h"

#include <algorithm>
#include <utility>

namespace drover::load {
namespace {

// MODEL (5.a), rounded down; the last of a list gets all that is left.
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

struct ProcessManager::AgentRun {
    std::uint32_t row = 0;
    AgentId id;
    const AgentKind& kind;
    AgentProgress* progress = nullptr;
    bool is_regular = false;  // due by its period, or owed; otherwise it only resumes
    std::int64_t since = 0;   // the first date that it missed; this frame, if it is owed nothing
    std::int64_t period = 1;
    std::int64_t activation = 0;
    std::int64_t started_ns = 0, offered_ns = 0;
    bool is_degraded = false;
    AgentEnd end = {};

    // Whether the set was due on any date of the agent since `since`.
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
    ProcessReport fresh;  // reuses the vectors of the last report
    fresh.executions = std::move(report_.executions);
    fresh.newly_left_out = std::move(report_.newly_left_out);
    fresh.executions.clear();
    fresh.newly_left_out.clear();
    report_ = std::move(fresh);
    report_.frame = frame_;
    report_.budget_ns = std::clamp<std::int64_t>(budget_ns, 0, kMostBudget_ns);
    start_ns_ = now_ns_ = clock.now();

    gatherActive();
    runList();
    leaveOutTheRest();
    finishFrame();
    is_running_ = false;
    if (first_exception_) std::rethrow_exception(std::exchange(first_exception_, nullptr));
}

void ProcessManager::runAgent(std::uint32_t row) {
    const bool is_owed = owed_since_[row] != 0;
    AgentRun agent_run{.row = row,
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
    note({.agent = agent_run.id, .offered_ns = agent_run.offered_ns});

    runPlain(agent_run, agent_run.kind.perceptions, ExecutionPart::kPerception);
    runBehaviours(agent_run);
    runPlain(agent_run, agent_run.kind.actions, ExecutionPart::kAction);

    if (after_agent_) after_agent_(agent_run.id, agent_run.end);

    if (!settings_.keeps_detail) return;
    Execution& agent = report_.executions[line];
    agent.consumed_ns = now_ns_ - agent_run.started_ns;
    for (std::size_t i = line + 1; i < report_.executions.size(); ++i)
        agent.atoms += report_.executions[i].atoms;
    agent.outcome = !contains(agent_run.id) ? Outcome::kRemoved
                    : agent_run.is_degraded ? Outcome::kCutOff
                                            : Outcome::kCompleted;
}

void ProcessManager::runPlain(AgentRun& agent_run, const std::vector<PlainSet>& sets, ExecutionPart part) {
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
        const PlainSet& set = sets[i];
        if (!agent_run.isDue(set.period, set.delay, frame_) || !contains(agent_run.id)) continue;
        const std::int64_t began_ns = now_ns_;
        Execution execution{.agent = agent_run.id, .part = part, .set = i};
        execution.offered_ns =
            std::max<std::int64_t>(0, agent_run.offered_ns - (began_ns - agent_run.started_ns));
        const std::uint32_t exceptions = report_.exceptions;
        for (bool more = true; more;) {
            more = step(agent_run, set.work, execution.atoms++);
            if (!contains(agent_run.id)) execution.outcome = Outcome::kRemoved, more = false;
        }
        if (report_.exceptions != exceptions) execution.outcome = Outcome::kThrew;
        execution.consumed_ns = now_ns_ - began_ns;
        note(execution);
    }
}

// Collects the sets to execute: due by their period, left out last time, or cut off and to resume at once.
void ProcessManager::collectDue(const AgentRun& agent_run, bool reserve) {
    due_sets_.clear();
    for (std::uint32_t i = 0; i < agent_run.kind.behaviours.size(); ++i) {
        const BehaviourSet& set = agent_run.kind.behaviours[i];
        if ((set.method == ExecutionMethod::kReserve) != reserve) continue;
        const SetProgress* progress = agent_run.progress != nullptr ? &agent_run.progress->sets[i] : nullptr;
        const bool waits =
            progress != nullptr && (progress->resumes_at_once || (agent_run.is_regular && progress->is_owed));
        if (waits || agent_run.isDue(set.period, set.delay, frame_)) due_sets_.push_back({i, set.priority});
    }
}

void ProcessManager::runBehaviours(AgentRun& agent_run) {
    if (!contains(agent_run.id)) return;
    collectDue(agent_run, false);
    if (agent_run.progress != nullptr && agent_run.progress->left_early) {
        const auto later = [&](const DueSet& due) { return due.set > agent_run.progress->last_executed; };
        std::rotate(due_sets_.begin(), std::find_if(due_sets_.begin(), due_sets_.end(), later),
                    due_sets_.end());
    }
    std::int64_t priorities = 0;
    for (const DueSet& due : due_sets_) priorities += due.priority;

    bool left_early = false;
    for (std::size_t i = 0; i < due_sets_.size() && contains(agent_run.id); ++i) {
        const DueSet due = due_sets_[i];
        const std::int64_t left = agent_run.offered_ns - (now_ns_ - agent_run.started_ns);
        if (i > 0 && left <= 0) {
            leaveOut(agent_run, i, Outcome::kAgentShareUsed);
            left_early = true;
            break;
        }
        runBehaviour(agent_run, due.set, shareOf(left, due.priority, priorities));
        priorities -= due.priority;
        if (agent_run.progress != nullptr) agent_run.progress->last_executed = due.set;
    }
    if (agent_run.progress != nullptr) agent_run.progress->left_early = left_early;
    if (contains(agent_run.id)) runReserve(agent_run);
}

// Reserve sets take no part in the shares. They divide what the other sets left, and run only if that is more
// than zero.
void ProcessManager::runReserve(AgentRun& agent_run) {
    collectDue(agent_run, true);
    std::int64_t priorities = 0;
    for (const DueSet& due : due_sets_) priorities += due.priority;
    for (std::size_t i = 0; i < due_sets_.size() && contains(agent_run.id); ++i) {
        const DueSet due = due_sets_[i];
        const std::int64_t left = agent_run.offered_ns - (now_ns_ - agent_run.started_ns);
        if (left <= 0) {
            leaveOut(agent_run, i, Outcome::kNothingInReserve);
            break;
        }
        runBehaviour(agent_run, due.set, shareOf(left, due.priority, priorities));
        priorities -= due.priority;
    }
}

void ProcessManager::leaveOut(AgentRun& agent_run, std::size_t first_due, Outcome outcome) {
    // A reserve set without time is normal: it degrades neither the agent nor the frame.
    const bool is_reserve = outcome == Outcome::kNothingInReserve;
    if (!is_reserve) {
        const auto left_out = static_cast<std::uint32_t>(due_sets_.size() - first_due);
        report_.sets_left_out += left_out;
        agent_run.end.due += left_out;
    }
    agent_run.is_degraded = agent_run.is_degraded || !is_reserve;
    for (std::size_t i = first_due; i < due_sets_.size(); ++i) {
        agent_run.progress->sets[due_sets_[i].set].is_owed = !is_reserve;
        note({.agent = agent_run.id,
              .part = ExecutionPart::kBehaviour,
              .outcome = outcome,
              .set = due_sets_[i].set});
    }
}

void ProcessManager::runBehaviour(AgentRun& agent_run, std::uint32_t set, std::int64_t share_ns) {
    const BehaviourSet& behaviour = agent_run.kind.behaviours[set];
    SetProgress* progress = agent_run.progress != nullptr ? &agent_run.progress->sets[set] : nullptr;
    const std::int64_t began_ns = now_ns_;
    const std::uint32_t exceptions = report_.exceptions;
    offered_ns_ = share_ns;
    // A sliceable set that was cut off has kept its next atom. All other sets begin at 0. This covers the
    // three branches of the listing.
    const std::uint32_t first_atom = progress != nullptr ? progress->next_atom : 0;
    const Begun begun = progress == nullptr || !progress->was_cut_off ? Begun::kAtFirst
                        : isSliceable(behaviour.method)               ? Begun::kContinued
                                                                      : Begun::kAnew;
    std::uint32_t atom = first_atom;
    Outcome outcome = Outcome::kCompleted;
    for (bool more = true; more;) {
        more = step(agent_run, behaviour.work, atom++);
        if (report_.exceptions != exceptions)
            outcome = Outcome::kThrew;
        else if (!contains(agent_run.id))
            outcome = Outcome::kRemoved, more = false;
        else if (more && canBeCutOff(behaviour.method) && now_ns_ - began_ns >= share_ns)
            outcome = Outcome::kCutOff, more = false;
    }
    settle(agent_run, set, outcome, atom);
    ++agent_run.end.due;
    if (outcome == Outcome::kCompleted) ++agent_run.end.finished;
    ++report_.sets_run;
    note({.agent = agent_run.id,
          .part = ExecutionPart::kBehaviour,
          .outcome = outcome,
          .set = set,
          .atoms = atom - first_atom,
          .first_atom = first_atom,
          .begun = begun,
          .offered_ns = share_ns,
          .consumed_ns = now_ns_ - began_ns});
}

// Runs one atom and reads the clock. False if it was the last one, or threw.
bool ProcessManager::step(const AgentRun& agent_run, const SetWork& work, std::uint32_t atom) {
    bool more = false;
    is_set_over_ = false;
    try {
        work.atom(agent_run.id, atom);
        more = atom + 1 < work.atoms && !is_set_over_;
    } catch (...) {
        if (report_.exceptions++ == 0) first_exception_ = std::current_exception();
    }
    readClock();
    return more;
}

// Stores what the set needs for its next execution.
void ProcessManager::settle(AgentRun& agent_run, std::uint32_t set, Outcome outcome,
                            std::uint32_t next_atom) {
    const ExecutionMethod method = agent_run.kind.behaviours[set].method;
    const bool is_cut_off = outcome == Outcome::kCutOff;
    if (is_cut_off) {
        ++report_.sets_cut_off;
        agent_run.is_degraded = true;
    }
    if (agent_run.progress == nullptr) return;
    SetProgress& progress = agent_run.progress->sets[set];
    const bool continues = is_cut_off && isSliceable(method);
    progress.is_owed = false;
    progress.was_cut_off = is_cut_off;
    progress.next_atom = continues ? next_atom : 0;
    progress.resumes_at_once = is_cut_off && resumesAtOnce(method);
    if (progress.resumes_at_once && !agent_run.progress->is_pending) {
        agent_run.progress->is_pending = true;
        pending_.push_back(agent_run.row);
    }
}

void ProcessManager::finishFrame() {
    std::erase_if(pending_, [&](std::uint32_t row) {
        AgentProgress& progress = *progress_[row];
        const bool stays = state_[row] == RowState::kLive &&
                           std::ranges::any_of(progress.sets, &SetProgress::resumes_at_once);
        progress.is_pending = stays;
        return !stays;
    });
    for (const std::uint32_t row : removed_rows_) freeRow(row);
    removed_rows_.clear();
    std::fill(active_.begin(), active_.end(), 0);
    report_.consumed_ns = now_ns_ - start_ns_;
}

// A smaller reading than the one before counts as no time passed.
void ProcessManager::readClock() { now_ns_ = std::max(now_ns_, clock_->now()); }

}  // namespace drover::load
