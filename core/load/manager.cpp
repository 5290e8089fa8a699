#include "core/load/manager.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/planted.h"
#include "core/cores/ranges.h"
#include "core/load/budget.h"

namespace drover::load {

Manager::Manager(const ManagerInfo& info) : info_(info) {
    assert(info.parameters.size() <= kMostParameters);
    for (std::size_t i = 0; i < info.parameters.size(); ++i) parameters_[i] = info.parameters[i].initial;
}

std::unique_ptr<Manager> Manager::copyFor(const TaskTable& own, const TaskTable& copy) const {
    assert(!is_running_);
    std::unique_ptr<Manager> manager = this->copy();
    manager->moveTable(own, copy);
    return manager;
}

void Manager::moveTable(const TaskTable& from, const TaskTable& to) {
    if (table_ == &from && !isPlanted(Fault::kStaleCopy)) table_ = &to;
}

bool Manager::setParameter(std::string_view name, double value) {
    for (std::size_t i = 0; i < info_.parameters.size(); ++i) {
        const ParameterInfo& parameter = info_.parameters[i];
        if (parameter.name != name) continue;
        if (!(value >= parameter.least) || value > parameter.greatest) return false;
        if (!parameter.choices.empty() && value != std::floor(value)) return false;
        parameters_[i] = value;
        return true;
    }
    return false;
}

bool Manager::plan(TaskTable& tasks, const FrameInput& frame, Clock& clock) {
    if (is_running_) return false;
    const std::int64_t begin_ns = clock.now();
    const std::int64_t frame_time_ns = std::max<std::int64_t>(frame.frame_time_ns, 0);
    has_planned_last_ = isOwn(tasks);
    tasks.beginFrame(frame_time_ns);
    table_ = &tasks, plans_ = tasks.plans;
    if (!has_planned_last_) findHeld(tasks);
    report_ = FrameReport{};
    report_.frame_time_ns = frame_time_ns;
    report_.budget_ns = frame.budget_ns;
    report_.desired_use = desiredUse(frame.budget_ns, frame_time_ns);
    report_.tasks = tasks.tasks();
    standing_.assign(1, {});
    followChanges(tasks);
    planFrame(tasks, {frame_time_ns, frame.budget_ns, frame.team});
    report_.overhead_ns = std::max<std::int64_t>(clock.now() - begin_ns, 0);
    return true;
}

void Manager::prepare(TaskTable& tasks) { followChanges(tasks); }

void Manager::followChanges(TaskTable& tasks) {
    has_changed_ = version_ != tasks.version();
    if (!has_changed_) return;
    version_ = tasks.version();
    follow(tasks);
}

void Manager::findHeld(const TaskTable& tasks) {
    held_.clear();
    for (std::uint32_t row = 0; row < tasks.rows(); ++row)
        if (tasks.columns.state[row].isWaiting()) held_.push_back(row);
}

// M counts the frames in which a task was due. This manager may not find one due that another left waiting.
void Manager::keepAges(TaskTable& tasks) {
    std::erase_if(held_, [&tasks](std::uint32_t row) {
        const WaitReason reason = tasks.columns.reason[row];
        const bool is_due = reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost;
        TaskState& task = tasks.columns.state[row];
        if (is_due || !task.isWaiting()) return true;
        ++task.due_since;
        return false;
    });
}

void Manager::clearReasons(TaskTable& tasks, cores::Team* team) {
    constexpr std::uint32_t kInPart = 16'384;
    const bool is_own = has_planned_last_, has_changed = has_changed_;
    cores::eachRange(team, tasks.rows(), kInPart, [&](const cores::Range& range) {
        const std::span reasons =
            std::span(tasks.columns.reason).subspan(range.first, range.end - range.first);
        for (WaitReason& reason : reasons) reason = reason == WaitReason::kRan ? WaitReason::kNotDue : reason;
        if (is_own && !has_changed) return;
        for (std::uint32_t row = range.first; row < range.end; ++row)
            if (!is_own || !tasks.columns.state[row].isWaiting())
                reasons[row - range.first] = WaitReason::kNotDue;
    });
}

bool Manager::run(TaskTable& tasks, RunTask run_task, Clock& clock) {
    if (is_running_) return false;
    is_running_ = true;
    const std::int64_t begin_ns = clock.now();
    runFrame(tasks, run_task, clock);
    const std::int64_t end_ns = clock.now();
    endOfTask(tasks, end_ns);
    endFrame();
    keepAges(tasks);
    finishReport(tasks, end_ns - begin_ns);
    is_running_ = false;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return true;
}

// Everything is written before the call. Even if the task throws, it has had this time and does not get it
// again.
void Manager::callTask(TaskTable& tasks, RunTask run_task, TaskId task, std::int64_t until_ns,
                       std::int64_t offered_ns, std::int64_t now_ns) {
    const std::int64_t since_run_ns = openTask(tasks, task, until_ns, now_ns);
    callNoted(run_task, {task, passTime(tasks, until_ns), offered_ns, since_run_ns});
}

std::int64_t Manager::openTask(TaskTable& tasks, TaskId task, std::int64_t until_ns, std::int64_t now_ns) {
    assert(tasks.contains(task) && open_task_ == kNoTask);
    open_task_ = task;
    open_since_ns_ = now_ns;
    open_elapsed_ns_ = 0;
    open_cost_ns_ = RunTask::kByTheClock;
    ++report_.run;
    tasks.columns.reason[task.row] = WaitReason::kRan;
    const std::int64_t since_run_ns = beginRun(tasks, task, until_ns);
    open_is_first_ = since_run_ns < 0;
    return since_run_ns;
}

// Returns the time since its last run.
std::int64_t Manager::beginRun(TaskTable& tasks, TaskId task, std::int64_t until_ns) {
    TaskState& state = tasks.columns.state[task.row];
    assert(until_ns >= state.last_ns && until_ns <= tasks.simul_ns);
    const std::int64_t since_run_ns = state.ran_at_ns < 0 ? -1 : tasks.simul_ns - state.ran_at_ns;
    state.next_ns = until_ns + state.period_ns;
    state.due_since = 0;
    state.ran_at_ns = tasks.simul_ns;
    if (isPlanted(Fault::kDatedLate)) ++state.ran_at_ns;
    return since_run_ns;
}

std::int64_t Manager::passTime(TaskTable& tasks, std::int64_t until_ns) {
    std::int64_t& last_ns = tasks.columns.state[open_task_.row].last_ns;
    open_elapsed_ns_ = until_ns - std::exchange(last_ns, until_ns);
    return open_elapsed_ns_;
}

bool Manager::callNoted(RunTask run_task, const TaskCall& call) {
    try {
        const std::int64_t cost_ns = run_task(call);
        if (cost_ns != RunTask::kByTheClock)
            open_cost_ns_ = std::max<std::int64_t>(open_cost_ns_, 0) + cost_ns;
        return true;
    } catch (...) {
        if (!failure_) failure_ = std::current_exception();
        ++report_.threw;
        return false;
    }
}

std::int64_t Manager::endOfTask(TaskTable& tasks, std::int64_t now_ns) {
    if (open_task_ == kNoTask) return 0;
    const std::int64_t passed_ns = std::max<std::int64_t>(now_ns - open_since_ns_, 0);
    const std::int64_t cost_ns = open_cost_ns_ == RunTask::kByTheClock ? passed_ns : open_cost_ns_;
    if (tasks.contains(open_task_))
        tasks.measured(open_task_.row, cost_ns, open_elapsed_ns_, open_is_first_, standingOf(0));
    open_task_ = kNoTask;
    report_.total_cost_ns += passed_ns;
    return passed_ns;
}

void Manager::beginRounds(TaskTable& tasks, const Rounds& rounds) {
    standing_.resize(rounds.cores());
    for (Chosen& chosen : chosen_) chosen.begin(*this, tasks);
}

void Manager::runChosen(TaskTable& tasks, Rounds& rounds) {
    Chosen& chosen = chosen_[open_round_];
    open_round_ = 1 - open_round_;
    report_.run += chosen.size();
    guard(tasks, [&] { rounds.run(chosen); });
    chosen_[open_round_].begin(*this, tasks);
}

void Manager::finishRounds(TaskTable& tasks, Rounds& rounds) {
    guard(tasks, [&] { rounds.finish(); });
}

// Some of a round that fails may not have run. As after a frame of another manager, all tasks are looked at
// again.
template <class Run>
void Manager::guard(TaskTable& tasks, Run run) {
    try {
        run();
    } catch (...) {
        if (!failure_) failure_ = std::current_exception();
        ++report_.threw;
        ++tasks.plans;
    }
}

TaskCall Chosen::open(const DueTask& task, const Group& group, unsigned core) const {
    const std::uint32_t row = task.task.row;
    DueTask due = task;
    if (group.waited_until_ns >= 0) due.rank = 0, due.next_ns = group.waited_until_ns;
    manager_->opened(*table_, due, core);
    // The queue of a task that has waited alone has written its reason already.
    if (!task.hasWaited()) table_->columns.reason[row] = WaitReason::kRan;
    const std::int64_t since_run_ns = Manager::beginRun(*table_, due.task, due.next_ns);
    std::int64_t& last_ns = table_->columns.state[row].last_ns;
    const std::int64_t elapsed_ns = due.next_ns - std::exchange(last_ns, due.next_ns);
    return {due.task, elapsed_ns, group.offered_ns, since_run_ns};
}

void Chosen::close(const TaskCall& call, std::int64_t cost_ns, unsigned core) const {
    table_->measured(call.task.row, cost_ns, call.elapsed_ns, call.since_run_ns < 0, standing(core));
    manager_->closed(*table_, call.task.row, core);
}

std::uint64_t& Chosen::standing(unsigned core) const { return manager_->standingOf(core); }

void Chosen::soon(TaskId task) const {
    table_->prefetch(task.row);
    manager_->askForRow(task.row);
}

void Manager::runAll(TaskTable& tasks, RunTask run_task, Clock& clock, std::span<const std::uint32_t> rows) {
    Rounds* const rounds = run_task.rounds();
    const std::int64_t begin_ns = clock.now();
    std::int64_t now_ns = begin_ns;
    if (rounds != nullptr) beginRounds(tasks, *rounds);
    for (const std::uint32_t row : rows) {
        // Another task may have removed it, and a new one waits for the next frame.
        if (tasks.columns.kind[row] != TaskKind::kTask || tasks.columns.reason[row] == WaitReason::kNew)
            continue;
        const TaskId task = tasks.idOf(row);
        if (rounds == nullptr) {
            callTask(tasks, run_task, task, tasks.simul_ns, report_.budget_ns, now_ns);
            now_ns = clock.now();
            endOfTask(tasks, now_ns);
            continue;
        }
        chosen().add({.next_ns = tasks.simul_ns, .task = task, .expected_ns = tasks.expectedCost(row)},
                     report_.budget_ns);
        if (chosen().expected_ns() >= rounds->enough_ns() || chosen().size() >= rounds->mostTasks())
            runChosen(tasks, *rounds);
    }
    if (rounds == nullptr) return;
    if (!chosen().empty()) runChosen(tasks, *rounds);
    finishRounds(tasks, *rounds);
    report_.total_cost_ns = std::max<std::int64_t>(clock.now() - begin_ns, 0);
}

void Manager::finishReport(TaskTable& tasks, std::int64_t spent_ns) {
    report_.overhead_ns += std::max<std::int64_t>(spent_ns - report_.total_cost_ns, 0);
    for (const Standing& standing : standing_) tasks.changeStanding(standing.sum);
}

AssignedPeriods assignedPeriods(const Manager& manager, const TaskTable& tasks) {
    AssignedPeriods sums{.total_use = tasks.standingUse()};
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row) {
        if (tasks.columns.kind[row] != TaskKind::kTask) continue;
        const TaskState& task = tasks.columns.state[row];
        const std::int64_t period_ns = manager.periodOf(tasks, row);
        if (period_ns > 0)
            sums.total_use += static_cast<double>(task.cost_ns) / static_cast<double>(period_ns);
        sums.deviation_ns += static_cast<double>(period_ns - task.nominal_ns) / tasks.tasks();
    }
    return sums;
}

}  // namespace drover::load
