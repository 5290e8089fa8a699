#include "core/load/task.h"

#include <array>
#include <cassert>

namespace drover::load {
namespace {

// Later than any Tsimul, with room to add a period.
constexpr std::int64_t kNever_ns = std::numeric_limits<std::int64_t>::max() / 2;

// The one list of the columns, for what treats all of them alike.
template <class Columns, class Visit>
void forEachColumn(Columns& c, Visit visit) {
    visit(c.state), visit(c.nominal_use), visit(c.minimum_use), visit(c.reason), visit(c.kind),
        visit(c.priority);
    visit(c.frequency), visit(c.phase), visit(c.delay_cap_frames), visit(c.serial), visit(c.scheduler),
        visit(c.has_phase);
    visit(c.scheduler_settings);
}

}  // namespace

std::string_view text(WaitReason reason) {
    static constexpr std::array<std::string_view, kWaitReasons> kTexts = {
        "ran", "not due", "over budget", "unknown cost", "scheduler not due", "new"};
    return kTexts[static_cast<std::size_t>(reason)];
}

std::optional<Refusal> refusalOf(const TaskSettings& s) {
    if (s.nominal_ns < 1 || s.nominal_ns > kLongestPeriod_ns) return Refusal{"nominal", "1 ns to 1 h"};
    if (s.maximum_ns < s.nominal_ns || s.maximum_ns > kLongestPeriod_ns)
        return Refusal{"maximum", "the nominal period to 1 h"};
    if (!(s.elasticity >= 0) || s.elasticity > kMostElasticity) return Refusal{"elasticity", "0 to 1e100"};
    if (!(s.priority >= 0) || s.priority > kLargestPriority) return Refusal{"priority", "0 to 1000000"};
    if (s.frequency < 1 || s.frequency > kLongestFrequency)
        return Refusal{"frequency", "1 to 1000000 frames"};
    if (s.phase && (*s.phase < -kLargestPhase || *s.phase > kLargestPhase))
        return Refusal{"phase", "-1000000000 to 1000000000 frames"};
    if (s.cost_ns < 0 || s.cost_ns > kLongestPeriod_ns) return Refusal{"cost", "0 ns to 1 h"};
    return std::nullopt;
}

TaskId TaskTable::add(const TaskSettings& settings) { return place(settings, TaskKind::kTask); }

TaskId TaskTable::addScheduler(const TaskSettings& settings, const SchedulerSettings& scheduler) {
    if (scheduler.dry_run_frames > kLongestDryRun) return kNoTask;
    const TaskId id = place(settings, TaskKind::kScheduler);
    if (id != kNoTask) columns.scheduler_settings[id.row] = scheduler;
    return id;
}

TaskId TaskTable::place(const TaskSettings& settings, TaskKind kind) {
    if (refusalOf(settings)) return kNoTask;
    if (settings.scheduler != kNoTask &&
        (!contains(settings.scheduler) || columns.kind[settings.scheduler.row] != TaskKind::kScheduler))
        return kNoTask;
    const std::uint32_t row = takeRow();
    TaskColumns& c = columns;
    c.kind[row] = kind;
    c.state[row].generation &= ~kFreeRow;
    c.serial[row] = next_serial_++;
    c.scheduler[row] = settings.scheduler;
    c.state[row].last_ns = simul_ns;
    c.state[row].next_ns = simul_ns;
    c.state[row].period_ns = settings.nominal_ns;
    c.reason[row] = WaitReason::kNew;
    writeSettings(row, settings);
    setCost(row, settings.cost_ns);
    if (kind == TaskKind::kScheduler) silence(row);
    if (kind == TaskKind::kTask) ++tasks_;
    ++version_;
    return idOf(row);
}

std::uint32_t TaskTable::takeRow() {
    if (!free_rows_.empty()) {
        const std::uint32_t row = free_rows_.back();
        free_rows_.pop_back();
        return row;
    }
    assert(rows() < std::numeric_limits<std::uint32_t>::max());
    const std::size_t grown = columns.kind.size() + 1;
    forEachColumn(columns, [grown](auto& column) { column.resize(grown); });
    elasticity_.resize(grown);
    is_changed_.resize(grown);
    return rows() - 1;
}

void TaskTable::writeSettings(std::uint32_t row, const TaskSettings& settings) {
    TaskColumns& c = columns;
    c.state[row].nominal_ns = settings.nominal_ns;
    c.state[row].maximum_ns = settings.maximum_ns;
    setElasticity(row, settings.elasticity);
    c.priority[row] = settings.priority;
    // A phase that a manager has found for this frequency stays.
    const bool keeps_phase = !settings.phase && !c.has_phase[row] && c.frequency[row] == settings.frequency;
    c.frequency[row] = settings.frequency;
    if (!keeps_phase) c.phase[row] = settings.phase.value_or(0);
    c.has_phase[row] = settings.phase.has_value();
    c.delay_cap_frames[row] = settings.delay_cap_frames;
    has_caps_ |= settings.delay_cap_frames > 0;
}

// Fills a row so that every pass over all rows may run over it and change nothing.
void TaskTable::silence(std::uint32_t row) {
    TaskColumns& c = columns;
    setElasticity(row, 0);
    c.state[row].nominal_ns = c.state[row].maximum_ns = c.state[row].period_ns = 1;
    c.state[row].last_ns = c.state[row].next_ns = kNever_ns;
    c.state[row].delays = 0;
    setCost(row, 0);
}

bool TaskTable::remove(TaskId id) {
    if (!contains(id)) return false;
    TaskColumns& c = columns;
    if (c.kind[id.row] == TaskKind::kScheduler) {
        for (std::uint32_t row = 0; row < rows(); ++row)
            if (c.kind[row] != TaskKind::kFree && c.scheduler[row] == id)
                c.scheduler[row] = c.scheduler[id.row];
    } else {
        --tasks_;
    }
    silence(id.row);
    c.kind[id.row] = TaskKind::kFree;
    c.scheduler[id.row] = kNoTask;
    c.state[id.row].ran_at_ns = -1;
    c.state[id.row].generation = (id.generation + 1) | kFreeRow;
    free_rows_.push_back(id.row);
    ++version_;
    return true;
}

bool TaskTable::moveTo(TaskId id, TaskId scheduler) {
    if (!contains(id)) return false;
    if (scheduler != kNoTask && (!contains(scheduler) || columns.kind[scheduler.row] != TaskKind::kScheduler))
        return false;
    for (TaskId above = scheduler; above != kNoTask; above = columns.scheduler[above.row])
        if (above == id) return false;
    columns.scheduler[id.row] = scheduler;
    ++version_;
    return true;
}

bool TaskTable::change(TaskId id, const TaskSettings& settings) {
    if (!contains(id) || refusalOf(settings)) return false;
    if (settings.scheduler != columns.scheduler[id.row] && !moveTo(id, settings.scheduler)) return false;
    const std::int64_t cost_ns = settings.cost_ns > 0 ? settings.cost_ns : columns.state[id.row].cost_ns;
    writeSettings(id.row, settings);
    setCost(id.row, cost_ns);
    if (columns.kind[id.row] == TaskKind::kScheduler) silence(id.row);
    ++version_;
    return true;
}

void TaskTable::setCost(std::uint32_t row, std::int64_t cost_ns) {
    columns.state[row].cost_ns = cost_ns;
    if (keeps_uses_) findUses(row);
}

void TaskTable::findUses(std::uint32_t row) {
    const TaskState& task = columns.state[row];
    const auto cost = static_cast<double>(task.cost_ns);
    columns.nominal_use[row] = cost / static_cast<double>(task.nominal_ns);
    columns.minimum_use[row] = cost / static_cast<double>(task.maximum_ns);
}

void TaskTable::keepUses(bool keep) {
    if (keep && !keeps_uses_)
        for (std::uint32_t row = 0; row < rows(); ++row) findUses(row);
    keeps_uses_ = keep;
}

void TaskTable::measured(std::uint32_t row, std::int64_t cost_ns, bool first) {
    setCost(row, estimateCost(cost_estimate, columns.state[row].cost_ns, cost_ns, first));
}

void TaskTable::dissolveBacklog() {
    if (!has_backlog_) return;
    for (std::uint32_t row = 0; row < rows(); ++row) {
        if (!isInBacklog(row)) continue;
        columns.state[row].next_ns = next_ns(row);
        columns.state[row].delays = delays(row);
    }
    has_backlog_ = false;
}

void TaskTable::prefetch(std::uint32_t row) const {
    const TaskColumns& c = columns;
    const auto touch = [row](const auto&... column) { (__builtin_prefetch(column.data() + row), ...); };
    touch(c.state, c.reason);
    if (keeps_uses_) touch(c.nominal_use, c.minimum_use);
    if (has_caps_) touch(c.delay_cap_frames);
}

void TaskTable::reserve(std::uint32_t rows) {
    forEachColumn(columns, [rows](auto& column) { column.reserve(rows); });
    elasticity_.reserve(rows);
    is_changed_.reserve(rows);
    changed_rows_.reserve(rows);
}

}  // namespace drover::load
