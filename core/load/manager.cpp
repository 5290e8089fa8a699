#include "core/load/manager.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

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
    if (table_ == &from) table_ = &to;
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
    tasks.beginFrame(frame_time_ns, has_planned_last_);
    table_ = &tasks, plans_ = tasks.plans;
    report_ = FrameReport{};
    report_.frame_time_ns = frame_time_ns;
    report_.budget_ns = frame.budget_ns;
    report_.simul_ns = tasks.simul_ns;
    report_.desired_use = desiredUse(frame.budget_ns, frame_time_ns);
    report_.tasks = tasks.tasks();
    observed_sum_ns_ = 0;
    observed_ = 0;
    followChanges(tasks);
    planFrame(tasks, {frame_time_ns, frame.budget_ns});
    report_.overhead_ns = std::max<std::int64_t>(clock.now() - begin_ns, 0);
    return true;
}

void Manager::prepare(TaskTable& tasks) {
    if (!isOwn(tasks)) tasks.settleDelays();
    followChanges(tasks);
}

void Manager::followChanges(TaskTable& tasks) {
    if (version_ == tasks.version()) return;
    version_ = tasks.version();
    follow(tasks);
}

bool Manager::run(TaskTable& tasks, RunTask run_task, Clock& clock) {
    if (is_running_) return false;
    is_running_ = true;
    const std::int64_t begin_ns = clock.now();
    runFrame(tasks, run_task, clock);
    const std::int64_t end_ns = clock.now();
    endOfTask(tasks, end_ns);
    endFrame();
    finishReport(end_ns - begin_ns);
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
    TaskState& state = tasks.columns.state[task.row];
    open_task_ = task;
    open_since_ns_ = now_ns;
    open_elapsed_ns_ = 0;
    open_cost_ns_ = RunTask::kByTheClock;
    open_is_first_ = state.ran_at_ns < 0;
    const std::int64_t since_run_ns = open_is_first_ ? -1 : tasks.simul_ns - state.ran_at_ns;
    if (!open_is_first_) {
        observed_sum_ns_ += static_cast<double>(since_run_ns - state.nominal_ns);
        ++observed_;
    }
    state.next_ns = until_ns + state.period_ns;
    state.delay_code = 0;
    state.ran_at_ns = tasks.simul_ns;
    tasks.columns.reason[task.row] = WaitReason::kRan;
    ++report_.run;
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
    if (tasks.contains(open_task_)) tasks.measured(open_task_.row, cost_ns, open_elapsed_ns_, open_is_first_);
    open_task_ = kNoTask;
    report_.total_cost_ns += passed_ns;
    report_.dearest_cost_ns = std::max(report_.dearest_cost_ns, cost_ns);
    return passed_ns;
}

void Manager::finishReport(std::int64_t spent_ns) {
    report_.overhead_ns += std::max<std::int64_t>(spent_ns - report_.total_cost_ns, 0);
    report_.is_over_budget = report_.total_cost_ns > report_.budget_ns;
    report_.waiting[static_cast<std::size_t>(WaitReason::kRan)] = report_.run;
    if (observed_ > 0) report_.observed_deviation_ns = observed_sum_ns_ / observed_;
}

}  // namespace drover::load
