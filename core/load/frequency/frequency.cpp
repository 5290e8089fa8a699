#include "core/load/frequency/frequency.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace drover::load {
namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

// Converts as Java does: toward zero, NaN to 0, out of range to the nearest limit.
std::int64_t truncated(double value) {
    constexpr double kBeyond = 0x1p63;
    if (!(value == value)) return 0;
    if (value >= kBeyond) return std::numeric_limits<std::int64_t>::max();
    if (value < -kBeyond) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(value);
}

}  // namespace

FrequencyManager::Scheduler FrequencyManager::newScheduler(TaskId id, const SchedulerSettings& settings) {
    Scheduler out{
        .id = id, .settings = settings, .dry_run = DryRun(settings.phasing, settings.dry_run_frames)};
    out.report.scheduler = id;
    return out;
}

SchedulerSettings FrequencyManager::ownSettings() const {
    SchedulerSettings own;
    own.sharing = sharing_;
    own.phasing = static_cast<Phasing>(parameter(at<kPriorityParameters>("phasing")));
    own.dry_run_frames = static_cast<std::uint32_t>(parameter(at<kPriorityParameters>("dry_run_frames")));
    if (sharing_ == Sharing::kPriority)
        own.priority_share = static_cast<PriorityShare>(parameter(at<kPriorityParameters>("priority_share")));
    return own;
}

// Applies the manager's own parameters, which may have changed. Phases that tasks already have stay.
void FrequencyManager::applySettings() {
    const SchedulerSettings own = ownSettings();
    if (schedulers_.empty()) schedulers_.push_back(newScheduler(kNoTask, own));
    Scheduler& root = schedulers_.front();
    const bool is_other_dry_run =
        own.phasing != root.settings.phasing || own.dry_run_frames != root.settings.dry_run_frames;
    root.settings = own;
    if (!is_other_dry_run) return;
    root.dry_run = DryRun(own.phasing, own.dry_run_frames);
    for (const Member& m : root.members) root.dry_run.add(m.phase, longestOf(m));
}

std::uint32_t FrequencyManager::longestOf(const Member& m) const {
    const std::uint64_t longest = std::uint64_t{m.frequency} << (m.is_scheduler ? 0 : slowest_class_);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(longest, kLongestFrequency));
}

void FrequencyManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    applySettings();
    for (Scheduler& s : schedulers_) {
        s.report.has_run = false;
        assignPeriods(tasks, s, frame.frame_time_ns);
    }
}

// Called after tasks were added, removed, moved or changed.
void FrequencyManager::follow(TaskTable& tasks) {
    applySettings();
    const TaskColumns& c = tasks.columns;
    adopted_generation_.resize(tasks.rows(), kNobody);
    dropStrangers(tasks);
    index_of_row_.assign(tasks.rows(), 0);
    for (std::uint32_t index = 1; index < schedulers_.size(); ++index)
        index_of_row_[schedulers_[index].id.row] = index;
    newcomers_.clear();
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        const bool is_there = c.kind[row] == TaskKind::kTask || c.kind[row] == TaskKind::kScheduler;
        if (!is_there || adopted_generation_[row] == c.state[row].generation) continue;
        newcomers_.push_back(row);
        if (c.kind[row] != TaskKind::kScheduler || schedulers_[index_of_row_[row]].id == tasks.idOf(row))
            continue;
        index_of_row_[row] = static_cast<std::uint32_t>(schedulers_.size());
        schedulers_.push_back(newScheduler(tasks.idOf(row), c.scheduler_settings[row]));
    }
    std::sort(newcomers_.begin(), newcomers_.end(),
              [&c](std::uint32_t a, std::uint32_t b) { return c.serial[a] < c.serial[b]; });
    for (const std::uint32_t row : newcomers_) adopt(tasks, row);
    for (Scheduler& s : schedulers_) s.report.tasks = s.leaves;
    open_runs_.reserve(schedulers_.size());
}

void FrequencyManager::dropStrangers(const TaskTable& tasks) {
    const TaskColumns& c = tasks.columns;
    const bool are_classes_new = slowest_class_ != tasks.slowestClass();
    for (Scheduler& s : schedulers_) {
        const bool is_gone = s.id != kNoTask && !tasks.contains(s.id);
        std::erase_if(s.members, [&](const Member& m) {
            const std::uint32_t row = m.task.row;
            if (!are_classes_new && !is_gone && tasks.contains(m.task) && c.scheduler[row] == s.id &&
                c.phase[row] == m.phase && c.frequency[row] == m.frequency)
                return false;
            s.dry_run.remove(m.phase, longestOf(m));
            s.leaves -= !m.is_scheduler;
            adopted_generation_[row] = kNobody;
            return true;
        });
    }
    std::erase_if(schedulers_, [&](const Scheduler& s) { return s.id != kNoTask && !tasks.contains(s.id); });
    slowest_class_ = tasks.slowestClass();
}

void FrequencyManager::adopt(TaskTable& tasks, std::uint32_t row) {
    TaskColumns& c = tasks.columns;
    Scheduler& s = schedulers_[indexOf(c.scheduler[row])];
    const bool is_scheduler = c.kind[row] == TaskKind::kScheduler;
    Member member{tasks.idOf(row), 0, c.frequency[row], is_scheduler};
    if (!c.has_phase[row]) c.phase[row] = s.dry_run.phaseFor(longestOf(member));
    member.phase = c.phase[row];
    s.members.push_back(member);
    s.leaves += !is_scheduler;
    assert(s.leaves <= s.members.size());
    s.dry_run.add(member.phase, longestOf(member));
    adopted_generation_[row] = c.state[row].generation;
}

double FrequencyManager::framesBetweenRuns(const TaskTable& tasks, TaskId scheduler) const {
    double frames = 1;
    for (; scheduler != kNoTask; scheduler = tasks.columns.scheduler[scheduler.row])
        frames *= tasks.columns.frequency[scheduler.row];
    return frames;
}

// T is the task's frequency times Tf, times the frequencies of the schedulers that it is in (MODEL 6).
void FrequencyManager::assignPeriods(TaskTable& tasks, const Scheduler& scheduler,
                                     std::int64_t frame_time_ns) {
    TaskColumns& c = tasks.columns;
    const double run_every_ns = framesBetweenRuns(tasks, scheduler.id) * static_cast<double>(frame_time_ns);
    for (const Member& m : scheduler.members) {
        const std::uint32_t row = m.task.row;
        c.reason[row] = WaitReason::kSchedulerNotDue;
        if (m.is_scheduler) continue;
        const double period_ns = run_every_ns * static_cast<double>(framesOf(tasks, m));
        c.state[row].period_ns = truncated(std::min(period_ns, static_cast<double>(kLongestPeriod_ns)));
    }
}

void FrequencyManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    runScheduler(tasks, run_task, clock, 0, report_.budget_ns);
}

const SchedulerReport* FrequencyManager::schedulerReport(TaskId scheduler) const {
    if (scheduler != kNoTask && scheduler.row >= index_of_row_.size()) return nullptr;
    const std::uint32_t index = indexOf(scheduler);
    return index < schedulers_.size() && schedulers_[index].id == scheduler ? &schedulers_[index].report
                                                                            : nullptr;
}

// A reading of the clock has ended the last task of these schedulers.
void FrequencyManager::closeRuns() {
    for (const std::uint32_t index : open_runs_) {
        Scheduler& s = schedulers_[index];
        s.report.used_ns = report_.total_cost_ns - s.cost_before_ns;
    }
    open_runs_.clear();
}

void FrequencyManager::pickDue(const TaskTable& tasks, Scheduler& s) {
    s.due.clear();
    s.due.reserve(s.members.size());
    for (const Member& m : s.members)
        if (isDue(s.frame, m.phase, framesOf(tasks, m))) s.due.push_back(m);
    if (s.settings.sharing != Sharing::kPriority || s.settings.priority_share != PriorityShare::kRemaining)
        return;
    s.priority_left.resize(s.due.size());
    double sum = 0;
    for (std::size_t i = s.due.size(); i-- > 0;) {
        sum += static_cast<double>(tasks.columns.priority[s.due[i].task.row]);
        s.priority_left[i] = sum;
    }
}

// The time offered to the i-th due task (MODEL (6.d) to (6.g)). A negative T is passed on. If all priorities
// in the sum are zero, each task is offered nothing and still runs.
std::int64_t FrequencyManager::offer(const TaskTable& tasks, const Scheduler& s, std::size_t i,
                                     float total_priority, std::int64_t left_ns) const {
    assert(i < s.due.size());
    const float priority = tasks.columns.priority[s.due[i].task.row];
    switch (s.settings.sharing) {
        case Sharing::kNone: return left_ns;
        case Sharing::kEqual: return left_ns / static_cast<std::int64_t>(s.due.size() - i);
        case Sharing::kPriority: break;
    }
    if (s.settings.priority_share == PriorityShare::kRemaining)
        return truncated(static_cast<double>(left_ns) * static_cast<double>(priority) / s.priority_left[i]);
    // In 32-bit floats, as gdx-ai computes it.
    return truncated(static_cast<double>(static_cast<float>(left_ns) * priority / total_priority));
}

// Begins the report of a run.
void FrequencyManager::reportDue(Scheduler& s, std::int64_t offered_ns) {
    std::uint32_t due_leaves = 0;
    for (const Member& m : s.due) due_leaves += !m.is_scheduler;
    report_.due += due_leaves;
    s.report.has_run = true;
    ++s.report.runs;
    s.report.offered_ns = offered_ns;
    s.report.due = due_leaves;
    s.report.run = 0;
    s.cost_before_ns = report_.total_cost_ns;
}

// Reads the clock as often as gdx-ai does: once before the tasks and once before each. The reading before the
// next task, in this scheduler or another, ends a task's cost, so no extra reading is needed.
void FrequencyManager::runScheduler(TaskTable& tasks, RunTask run_task, Clock& clock, std::uint32_t index,
                                    std::int64_t left_ns) {
    assert(index < schedulers_.size());
    Scheduler& s = schedulers_[index];
    s.frame = s.frame == std::numeric_limits<std::int32_t>::max() ? std::numeric_limits<std::int32_t>::min()
                                                                  : s.frame + 1;
    pickDue(tasks, s);
    for (const Member& m : s.members)
        if (tasks.contains(m.task)) tasks.columns.reason[m.task.row] = WaitReason::kNotDue;
    float total_priority = 0;
    for (const Member& m : s.due) total_priority += tasks.columns.priority[m.task.row];
    reportDue(s, left_ns);

    std::int64_t last_ns = clock.now();
    for (std::size_t i = 0; i < s.due.size(); ++i) {
        const std::int64_t now_ns = clock.now();
        endOfTask(tasks, now_ns);
        closeRuns();
        left_ns -= now_ns - last_ns;
        last_ns = now_ns;
        const TaskId task = s.due[i].task;
        if (!tasks.contains(task)) continue;  // removed by a task that ran earlier
        const std::int64_t offered_ns = offer(tasks, s, i, total_priority, left_ns);
        if (s.due[i].is_scheduler) {
            runScheduler(tasks, run_task, clock, index_of_row_[task.row], offered_ns);
        } else {
            ++s.report.run;
            callTask(tasks, run_task, task, tasks.simul_ns, offered_ns, now_ns);
        }
    }
    open_runs_.push_back(index);
}

}  // namespace drover::load
