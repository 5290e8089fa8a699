// Each frame: show the tasks to the plan, take up what it wrote, find who is due, run in order while it fits.
#include "core/load/plan/planned_manager.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/cores/ranges.h"
#include "core/load/queue/due_parts.h"

namespace drover::load {
namespace {

constexpr double kMs = 1e6;
constexpr double kShortestPeriod_ns = 1000;
constexpr std::uint32_t kFramesOfFirstThoughts = 8;  // tasks of unknown cost are spread over as many

double inMs(std::int64_t ns) { return static_cast<double>(ns) / kMs; }

std::int64_t periodIn_ns(double period_ms) {
    const double ns = std::clamp(period_ms * kMs, kShortestPeriod_ns, static_cast<double>(kLongestPeriod_ns));
    return static_cast<std::int64_t>(std::floor(ns + 0.5));
}

}  // namespace

PlannedManager::PlannedManager(const PlannedManager& other)
    : Manager(other),
      plan_(other.plan_->copy()),
      seen_(other.seen_),
      parameter_values_(other.parameter_values_),
      due_(other.due_),
      orders_(other.orders_),
      has_dates_(other.has_dates_),
      trust_(other.trust_),
      frames_(other.frames_),
      used_ns_(other.used_ns_),
      first_costs_(other.first_costs_) {}

void PlannedManager::moveTable(const TaskTable& from, const TaskTable& to) {
    Manager::moveTable(from, to);
    if (seen_.table == &from) seen_.table = &to;
}

void PlannedManager::prepare(TaskTable& tasks) {
    Manager::prepare(tasks);
    see(tasks, nullptr);
    due_.reserve(tasks.rows());
}

void PlannedManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    report_.budget_ns = std::max<std::int64_t>(frame.budget_ns, 0);
    tasks.cost_estimate = CostEstimate::kSmoothed;
    tasks.knows_growth = true;
    clearReasons(tasks, frame.team);
    see(tasks, frame.team);
    parameter_values_.resize(info().parameters.size());
    for (std::size_t i = 0; i < parameter_values_.size(); ++i) parameter_values_[i] = parameter(i);
    plan_->plan({.budget_ms = inMs(report_.budget_ns),
                 .time_ms = inMs(frame.frame_time_ns),
                 .now_ms = inMs(tasks.simul_ns),
                 .used_ms = inMs(used_ns_),
                 .number = ++frames_,
                 .parameters = parameter_values_},
                seen_);
    writeBack(tasks);
    findDue(tasks);
    report_.due = static_cast<std::uint32_t>(due_.size());
}

void PlannedManager::see(const TaskTable& tasks, cores::Team* team) {
    seen_.table = &tasks;
    seen_.rows.clear();
    for (std::uint32_t row = 0; row < tasks.taskRows(); ++row)
        if (tasks.columns.kind[row] == TaskKind::kTask) seen_.rows.push_back(row);
    for (const PlanColumnInfo& column : kPlanColumns) (seen_.*column.values).resize(seen_.rows.size());
    if (info().sets_detail) seen_.wanted_level.resize(seen_.rows.size());
    constexpr std::uint32_t kRange = 8192;
    cores::eachRange(
        team, static_cast<std::uint32_t>(seen_.rows.size()), kRange, [&](const cores::Range& range) {
            for (std::uint32_t i = range.first; i < range.end; ++i) {
                const std::uint32_t row = seen_.rows[i];
                const TaskState& task = tasks.columns.state[row];
                const TaskTable::Whereabouts place = tasks.placeOf(row);
                seen_.cost[i] = inMs(tasks.expectedCost(row));
                seen_.nominal[i] = inMs(task.nominal_ns);
                seen_.maximum[i] = inMs(task.maximum_ns);
                seen_.elasticity[i] = tasks.elasticity(row);
                seen_.priority[i] = static_cast<double>(tasks.columns.priority[row]);
                seen_.distance[i] = static_cast<double>(place.distance_m);
                seen_.due[i] = inMs(task.ran_at_ns < 0 ? 0 : task.last_ns + task.period_ns - tasks.simul_ns);
                seen_.waited[i] = tasks.delays(row);
                seen_.last[i] = inMs(tasks.simul_ns - task.last_ns);
                seen_.level[i] = tasks.columns.level[row];
                seen_.kind[i] = place.kind;
                seen_.id[i] = static_cast<double>(tasks.columns.serial[row] + 1);
                seen_.period[i] = inMs(task.period_ns);
                seen_.run[i] = PlanTasks::kNoRank;
                if (info().sets_detail) seen_.wanted_level[i] = tasks.columns.level[row];
            }
        });
}

void PlannedManager::writeBack(TaskTable& tasks) {
    assert(std::ranges::all_of(kPlanColumns, [this](const PlanColumnInfo& column) {
        return (seen_.*column.values).size() == seen_.size();
    }));
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        const std::uint32_t row = seen_.rows[i];
        tasks.columns.state[row].period_ns = periodIn_ns(seen_.period[i]);
        if (info().sets_detail && seen_.wanted_level[i] != tasks.columns.level[row])
            tasks.setLevel(row, seen_.wanted_level[i]);
    }
}

// Tasks that wait stay due, whatever the plan says: a task cannot be forgotten.
void PlannedManager::findDue(TaskTable& tasks) {
    due_.clear();
    const bool has_order =
        std::ranges::any_of(seen_.run, [](double run) { return run < PlanTasks::kNoRank; });
    orders_ |= has_order;
    has_dates_ = plan_->writesPeriods() || !orders_;
    for (std::uint32_t i = 0; i < seen_.rows.size(); ++i) {
        const std::uint32_t row = seen_.rows[i];
        const TaskState& task = tasks.columns.state[row];
        const bool is_asked = seen_.run[i] < PlanTasks::kNoRank;
        const bool has_date_come = task.ran_at_ns < 0 || tasks.simul_ns - task.last_ns >= task.period_ns;
        if (!task.isWaiting() && !(has_dates_ ? has_date_come : is_asked)) continue;
        // Before delay(): one that is due only now is to be updated up to its date. A new one may be younger
        // than its period.
        const std::int64_t next_ns =
            has_dates_ ? std::min(dueSince(tasks, row), tasks.simul_ns) : tasks.simul_ns;
        due_.push_back(
            {seen_.run[i], rankOfLonger(tasks.delays(row), tasks.simul_ns - task.last_ns), next_ns, i});
        tasks.columns.reason[row] = WaitReason::kBudget;
        tasks.delay(row);
    }
    std::ranges::sort(due_, [](const Due& a, const Due& b) {
        if (a.run != b.run) return a.run < b.run;
        return a.rank != b.rank ? a.rank > b.rank : a.at < b.at;
    });
}

struct PlannedManager::Frame {
    TaskTable& tasks;
    RunTask run_task;
    Clock& clock;
    Allowance allowance;
    std::int64_t begin_ns = 0, now_ns = 0;
    std::int64_t expected_ns = 0;  // of the tasks that run
};

void PlannedManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    Frame frame{.tasks = tasks, .run_task = run_task, .clock = clock};
    frame.begin_ns = frame.now_ns = clock.now();
    frame.allowance.unknown_left =
        (std::int64_t{tasks.tasks()} + kFramesOfFirstThoughts - 1) / kFramesOfFirstThoughts;
    Rounds* const rounds = run_task.rounds();
    if (rounds != nullptr) beginRounds(tasks, *rounds), first_costs_.beginFrame();
    leave(frame, report_.budget_ns);
    for (const Due& due : due_) {
        const std::uint32_t row = seen_.rows[due.at];
        // Another task may have removed it, and a new one waits for the next frame.
        if (tasks.columns.kind[row] != TaskKind::kTask || tasks.columns.reason[row] == WaitReason::kNew) {
            --report_.due;
            continue;
        }
        DueTask task{.next_ns = due.next_ns, .task = tasks.idOf(row), .expected_ns = costIfKnown(tasks, row)};
        WaitReason reason = frame.allowance.reasonToWait(tasks, row);
        const bool is_unknown = task.isCostUnknown();
        if (rounds != nullptr) {
            const std::int64_t unknown_ns = first_costs_.expected_ns(rounds->enough_ns());
            task.expected_ns = rounds->expected_ns(row, is_unknown ? unknown_ns : task.expected_ns);
            if (frame.allowance.has_run && task.expected_ns > frame.allowance.left_ns)
                reason = is_unknown ? frame.allowance.reasonOfUnknown() : WaitReason::kBudget;
        }
        tasks.columns.reason[row] = reason;
        if (reason != WaitReason::kRan) {
            ++report_.delayed;
            continue;
        }
        frame.allowance.unknown_left -= is_unknown;
        frame.allowance.has_run = true;
        rounds != nullptr ? addToRound(frame, task, is_unknown) : runOne(frame, task);
    }
    if (rounds != nullptr) {
        if (!chosen().empty()) runChosen(tasks, *rounds);
        finishRounds(tasks, *rounds);
        readClock(frame);
        first_costs_.endFrame(report_.total_cost_ns);
    }
    assert(report_.run + report_.delayed == report_.due);
    used_ns_ = report_.total_cost_ns;
    trust_.follow(report_.total_cost_ns, frame.expected_ns);
}

void PlannedManager::runOne(Frame& frame, const DueTask& due) {
    frame.expected_ns += frame.tasks.expectedCost(due.task.row);
    callTask(frame.tasks, frame.run_task, due.task, due.next_ns,
             std::max<std::int64_t>(frame.allowance.left_ns, 0), frame.now_ns);
    frame.now_ns = frame.clock.now();
    endOfTask(frame.tasks, frame.now_ns);
    leave(frame, report_.budget_ns - report_.total_cost_ns);
}

void PlannedManager::addToRound(Frame& frame, const DueTask& due, bool is_unknown) {
    Rounds& rounds = *frame.run_task.rounds();
    chosen().add(due, std::max<std::int64_t>(frame.allowance.left_ns, 0));
    first_costs_.chose(due.expected_ns, is_unknown, first_costs_.expected_ns(rounds.enough_ns()));
    frame.expected_ns += due.expected_ns;
    frame.allowance.left_ns -= due.expected_ns;
    if (chosen().expected_ns() < rounds.enough_ns() && chosen().size() < rounds.mostTasks() &&
        first_costs_.leftInRound() > 0)
        return;
    first_costs_.roundRuns();
    runChosen(frame.tasks, rounds);
    readClock(frame);
}

// What all rounds have cost, as far as the clock tells.
void PlannedManager::readClock(Frame& frame) {
    report_.total_cost_ns = std::max<std::int64_t>(frame.clock.now() - frame.begin_ns, 0);
    const std::int64_t left_ns = report_.budget_ns - report_.total_cost_ns;
    leave(frame,
          left_ns < frame.run_task.rounds()->least_ns() ? std::min<std::int64_t>(left_ns, 0) : left_ns);
}

// What is left of the budget, in the coin of expected costs.
void PlannedManager::leave(Frame& frame, std::int64_t left_ns) const {
    const double trust = trust_.value();
    frame.allowance.left_ns =
        trust == 1 ? left_ns : static_cast<std::int64_t>(static_cast<double>(left_ns) / trust);
}

}  // namespace drover::load
