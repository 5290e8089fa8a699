#include "core/load/process/process.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace drover::load {
namespace {

int agentPriority(float priority) {
    return static_cast<int>(std::clamp(std::round(priority), static_cast<float>(kLeastPriority),
                                       static_cast<float>(kMostPriority)));
}

// A table's frequency may be longer than any agent's period. Such a task runs every kLongestPeriod frames.
std::int64_t agentPeriod(std::uint32_t frequency) {
    return std::min<std::int64_t>(frequency, kLongestPeriod);
}

// What to add to `value` to reach a multiple of `period`, in 0..period - 1.
std::int64_t upToMultiple(std::int64_t value, std::int64_t period) {
    return (period - value % period) % period;
}

}  // namespace

ProcessTaskManager::ProcessTaskManager(const ManagerInfo& info)
    : Manager(info), process_({.keeps_detail = false}) {
    AgentKind kind{.name = "task", .behaviours = {{.name = "update"}}};
    kind.behaviours[0].work.atom = [](AgentId, std::uint32_t) {};
    const auto added = process_.addKind(std::move(kind));
    assert(added.error.empty());
    kind_ = added.id;
    connect();
}

ProcessTaskManager::ProcessTaskManager(const ProcessTaskManager& other)
    : Manager(other),
      process_(other.process_),
      set_kinds_(other.set_kinds_),
      kind_of_row_(other.kind_of_row_),
      kind_(other.kind_),
      members_(other.members_),
      row_of_agent_(other.row_of_agent_),
      watch_(other.watch_) {
    connect();
}

// Agents call this manager.
void ProcessTaskManager::connect() {
    process_.kind(kind_).behaviours[0].work.atom = [this](AgentId agent, std::uint32_t) { runTask(agent); };
    for (const AgentKindId kind : set_kinds_) connect(process_.kind(kind));
    if (set_kinds_.empty()) return;  // a task's end is its atom's
    process_.afterEachAgent([this](AgentId agent, const AgentEnd& end) { endAgent(agent, end); });
}

void ProcessTaskManager::connect(AgentKind& kind) {
    const auto fillIn = [this](auto& sets, ExecutionPart part) {
        for (std::uint32_t set = 0; set < sets.size(); ++set)
            sets[set].work.atom = [this, part, set](AgentId agent, std::uint32_t atom) {
                runAtom(agent, {.part = part, .set = set, .atom = atom});
            };
    };
    fillIn(kind.perceptions, ExecutionPart::kPerception);
    fillIn(kind.behaviours, ExecutionPart::kBehaviour);
    fillIn(kind.actions, ExecutionPart::kAction);
}

std::string ProcessTaskManager::useSets(std::vector<AgentKind> kinds, std::vector<std::uint8_t> kind_of_row) {
    assert(process_.agents() == 0 && kinds.size() < kNoSets);
    for (AgentKind& kind : kinds) {
        connect(kind);
        const auto added = process_.addKind(std::move(kind));
        if (!added.error.empty()) return added.error;
        set_kinds_.push_back(added.id);
    }
    connect();
    kind_of_row_ = std::move(kind_of_row);
    return {};
}

void ProcessTaskManager::applySettings() {
    process_.setActivationDelay(
        static_cast<std::int64_t>(parameter(at<kProcessParameters>("max_delay"))),
        {static_cast<LookaheadKind>(parameter(at<kProcessParameters>("lookahead"))),
         static_cast<std::int64_t>(parameter(at<kProcessParameters>("lookahead_frames")))});
    process_.setOrder(static_cast<AgentOrder>(parameter(at<kProcessParameters>("order"))));
}

void ProcessTaskManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    report_.budget_ns = std::max<std::int64_t>(frame.budget_ns, 0);
    applySettings();
    clearReasons(tasks, frame.team);
    if (!hasPlannedLast()) process_.forgetLeftOut();
    followPriorities(tasks);
}

// A frequency times Tf. It is written down when the task runs.
std::int64_t ProcessTaskManager::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    const std::int64_t frame_ns = report_.frame_time_ns;
    if (row >= members_.size() || members_[row].task == kNoTask || frame_ns == 0)
        return Manager::periodOf(tasks, row);
    const std::int64_t frames = agentPeriod(members_[row].frequency);
    return frames > kLongestPeriod_ns / frame_ns ? kLongestPeriod_ns : frames * frame_ns;
}

// Called after tasks were added, removed or changed. A task with a new frequency or phase becomes a new
// agent. New agents join in the order in which their tasks were added to the table.
void ProcessTaskManager::follow(TaskTable& tasks) {
    applySettings();
    const TaskColumns& c = tasks.columns;
    newcomers_.clear();
    if (members_.empty()) {
        newcomers_.reserve(tasks.tasks());
        row_of_agent_.reserve(tasks.tasks());
        process_.reserve(tasks.tasks());
    }
    members_.resize(std::max<std::size_t>(members_.size(), tasks.rows()));
    for (std::uint32_t row = 0; row < members_.size(); ++row) {
        Member& m = members_[row];
        const bool is_task = row < tasks.rows() && c.kind[row] == TaskKind::kTask;
        const bool stays = is_task && m.task == tasks.idOf(row) && m.frequency == c.frequency[row] &&
                           (!c.has_phase[row] || m.phase == c.phase[row]);
        if (stays) continue;
        if (m.task != kNoTask) process_.removeAgent(m.agent);
        // It waits on, but the new agent is not due at once.
        if (is_task && m.task == tasks.idOf(row)) tasks.columns.reason[row] = WaitReason::kNotDue;
        m = {};
        if (is_task) newcomers_.push_back(row);
    }
    std::sort(newcomers_.begin(), newcomers_.end(),
              [&c](std::uint32_t a, std::uint32_t b) { return c.serial[a] < c.serial[b]; });
    for (const std::uint32_t row : newcomers_) adopt(tasks, row);
}

void ProcessTaskManager::adopt(TaskTable& tasks, std::uint32_t row) {
    TaskColumns& c = tasks.columns;
    const std::int64_t period = agentPeriod(c.frequency[row]);
    AgentSettings settings{.priority = agentPriority(c.priority[row]), .period = period};
    // A given phase means the same as for the frequency managers: due when (frame + phase) mod period = 0
    // (MODEL (6.a)).
    if (c.has_phase[row]) {
        const std::int64_t shifted = process_.frame() + c.phase[row] % period + period;
        settings.delay = upToMultiple(shifted, period);
    }
    const std::uint8_t sets = kindOf(row);
    const auto added = process_.addAgent(sets == kNoSets ? kind_ : set_kinds_[sets], settings);
    assert(added.error.empty());
    if (!c.has_phase[row])
        c.phase[row] = static_cast<std::int32_t>(upToMultiple(process_.activation(added.id), period));
    members_[row] = {tasks.idOf(row), added.id, c.frequency[row], c.phase[row], c.priority[row]};
    row_of_agent_.resize(std::max<std::size_t>(row_of_agent_.size(), added.id.row + 1));
    row_of_agent_[added.id.row] = row;
}

// Priorities may change in every frame.
void ProcessTaskManager::followPriorities(TaskTable& tasks) {
    tasks.takeChangedRows(changed_rows_);
    if (watch_.mustStartAnew(tasks)) {
        changed_rows_.resize(members_.size());
        std::iota(changed_rows_.begin(), changed_rows_.end(), 0);
    }
    for (const std::uint32_t row : changed_rows_) {
        Member& m = members_[row];
        if (m.task == kNoTask) continue;
        const int before = agentPriority(std::exchange(m.priority, tasks.columns.priority[row]));
        const int now = agentPriority(m.priority);
        if (now == before) continue;
        [[maybe_unused]] const std::string error = process_.setPriority(m.agent, now);
        assert(error.empty());
    }
}

void ProcessTaskManager::moveTable(const TaskTable& from, const TaskTable& to) {
    Manager::moveTable(from, to);
    watch_.moveTable(from, to);
}

void ProcessTaskManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    Frame frame{tasks, run_task, ReadingClock(*this, tasks, clock)};
    const std::uint64_t version = tasks.version();
    running_ = &frame;
    process_.run(report_.budget_ns, frame.clock);
    running_ = nullptr;
    // Those that were left out before wait as they are.
    for (const AgentId agent : process_.report().newly_left_out) {
        const TaskId task = taskOf(agent);
        if (!tasks.contains(task)) continue;
        tasks.delay(task.row);
        tasks.columns.reason[task.row] = WaitReason::kBudget;
    }
    report_.delayed = process_.report().agents_left_out;
    if (tasks.version() != version)  // a task that was removed keeps its agent until the next plan
        for (const Member& m : members_)
            if (m.task != kNoTask && !tasks.contains(m.task)) report_.delayed -= process_.isLeftOut(m.agent);
    report_.due = report_.run + report_.delayed;
}

// The only atom of an agent. A task that another task removed in this frame keeps its agent until the next
// plan.
void ProcessTaskManager::runTask(AgentId agent) {
    const TaskId task = taskOf(agent);
    if (!running_->tasks.contains(task)) return;
    running_->tasks.columns.state[task.row].period_ns = periodOf(running_->tasks, task.row);
    callTask(running_->tasks, running_->run_task, task, running_->tasks.simul_ns, process_.offered_ns(),
             running_->clock.reading_ns);
}

// An atom of a mind with sets. A run without an action leaves simulated time to the next one with it.
void ProcessTaskManager::runAtom(AgentId agent, SetAtom atom) {
    TaskTable& tasks = running_->tasks;
    const TaskId task = taskOf(agent);
    if (!tasks.contains(task)) return process_.endSet();
    atom.begins = !running_->clock.is_in_sets;
    if (atom.begins) {
        tasks.columns.state[task.row].period_ns = periodOf(tasks, task.row);
        since_run_ns_ = openTask(tasks, task, tasks.simul_ns, running_->clock.reading_ns);
    }
    running_->clock.is_in_sets = true;
    const bool acts = atom.part == ExecutionPart::kAction;
    const std::int64_t elapsed_ns = acts ? passTime(tasks, tasks.simul_ns) : 0;
    const TaskCall call{task, elapsed_ns, process_.offered_ns(), since_run_ns_, &atom};
    if (!callNoted(running_->run_task, call) || atom.ends_set) process_.endSet();
}

void ProcessTaskManager::endAgent(AgentId agent, const AgentEnd& end) {
    if (!running_->clock.is_in_sets) return;
    running_->clock.is_in_sets = false;
    endOfTask(running_->tasks, running_->clock.reading_ns);
    const TaskId task = taskOf(agent);
    if (!running_->tasks.contains(task)) return;
    SetAtom atom{.part = ExecutionPart::kAgent, .due = end.due, .finished = end.finished};
    callNoted(running_->run_task, {task, 0, 0, since_run_ns_, &atom});
}

}  // namespace drover::load
