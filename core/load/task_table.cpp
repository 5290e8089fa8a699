#include "core/load/task_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace drover::load {
namespace {

// Later than any Tsimul, with room to add a period.
constexpr std::int64_t kNever_ns = std::numeric_limits<std::int64_t>::max() / 2;

// The one list of the columns, for what treats all of them alike.
template <class Columns, class Visit>
void forEachColumn(Columns& c, Visit visit) {
    visit(c.state), visit(c.reason), visit(c.kind), visit(c.priority);
    visit(c.frequency), visit(c.frequency_class), visit(c.phase), visit(c.delay_cap_frames), visit(c.serial),
        visit(c.scheduler), visit(c.has_phase);
    visit(c.scheduler_settings), visit(c.detail_kind), visit(c.level);
}

}  // namespace

TaskId TaskTable::add(const TaskSettings& settings) { return place(settings, TaskKind::kTask); }

TaskId TaskTable::addScheduler(const TaskSettings& settings, const SchedulerSettings& scheduler) {
    if (scheduler.dry_run_frames > kLongestDryRun) return kNoTask;
    const TaskId id = place(settings, TaskKind::kScheduler);
    if (id != kNoTask) columns.scheduler_settings[id.row] = scheduler;
    return id;
}

TaskId TaskTable::place(const TaskSettings& settings, TaskKind kind) {
    if (flawOf(settings)) return kNoTask;
    if (settings.scheduler != kNoTask &&
        (!contains(settings.scheduler) || columns.kind[settings.scheduler.row] != TaskKind::kScheduler))
        return kNoTask;
    const std::uint32_t row = takeRow();
    TaskColumns& c = columns;
    c.kind[row] = kind;
    c.state[row].generation &= ~kFreeRow;
    c.serial[row] = next_serial_++;
    c.scheduler[row] = settings.scheduler;
    c.detail_kind[row] = c.level[row] = 0;
    begin(row, settings);
    if (kind == TaskKind::kScheduler) silence(row);
    if (kind == TaskKind::kTask) ++tasks_, task_rows_ = std::max(task_rows_, row + 1);
    ++version_;
    return idOf(row);
}

// Its life begins now.
void TaskTable::begin(std::uint32_t row, const TaskSettings& settings) {
    TaskState& task = columns.state[row];
    task.last_ns = task.next_ns = simul_ns;
    task.period_ns = settings.nominal_ns;
    columns.reason[row] = WaitReason::kNew;
    writeSettings(row, settings);
    setCost(row, settings.cost_ns, standing_);
}

bool TaskTable::rest(TaskId id) {
    if (!contains(id) || columns.kind[id.row] != TaskKind::kTask) return false;
    setCost(id.row, 0, standing_);
    if (!growth_.empty()) growth_[id.row] = 0;
    columns.kind[id.row] = TaskKind::kResting;
    columns.reason[id.row] = WaitReason::kNotDue;
    TaskState& task = columns.state[id.row];  // T0 and Tmax stay, for those who look at it
    task.last_ns = task.next_ns = kNever_ns;
    task.due_since = 0;
    task.ran_at_ns = -1;
    task.generation = (id.generation + 1) | kFreeRow;
    ++version_;
    return true;
}

bool TaskTable::wake(std::uint32_t row, TaskSettings settings) {
    assert(row < rows());
    if (!isResting(row) || flawOf(settings)) return false;
    settings.scheduler = columns.scheduler[row];
    columns.kind[row] = TaskKind::kTask;
    columns.state[row].generation &= ~kFreeRow;
    begin(row, settings);
    ++version_;
    return true;
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
    if (!growth_.empty()) growth_.resize(grown);
    return rows() - 1;
}

void TaskTable::writeSettings(std::uint32_t row, const TaskSettings& settings) {
    TaskColumns& c = columns;
    c.state[row].nominal_ns = settings.nominal_ns;
    c.state[row].maximum_ns = settings.maximum_ns;
    setElasticity(row, c.kind[row] == TaskKind::kScheduler ? 0 : settings.elasticity);
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
    c.frequency_class[row] = 0;
    c.state[row].nominal_ns = c.state[row].maximum_ns = c.state[row].period_ns = 1;
    c.state[row].last_ns = c.state[row].next_ns = kNever_ns;
    c.state[row].due_since = 0;
    setCost(row, 0, standing_);
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
    if (!growth_.empty()) growth_[id.row] = 0;
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
    if (!contains(id) || flawOf(settings)) return false;
    if (settings.scheduler != columns.scheduler[id.row] && !moveTo(id, settings.scheduler)) return false;
    const std::int64_t cost_ns = settings.cost_ns > 0 ? settings.cost_ns : columns.state[id.row].cost_ns;
    writeSettings(id.row, settings);
    setCost(id.row, cost_ns, standing_);
    if (columns.kind[id.row] == TaskKind::kScheduler) silence(id.row);
    ++version_;
    return true;
}

void TaskTable::measured(std::uint32_t row, std::int64_t cost_ns, std::int64_t elapsed_ns, bool first,
                         std::uint64_t& standing) {
    if (growsNow() && growth_[row] > 0) {
        cost_ns = static_cast<std::int64_t>(static_cast<double>(cost_ns) /
                                            growthFactor(row, std::max<std::int64_t>(elapsed_ns, 0)));
    }
    setCost(row, estimateCost(cost_estimate, columns.state[row].cost_ns, cost_ns, first), standing);
}

void TaskTable::setCost(std::uint32_t row, std::int64_t cost_ns, std::uint64_t& standing) {
    cost_ns = std::min(cost_ns, kLongestCost_ns);
    if (growthOf(row) == 0) {
        columns.state[row].cost_ns = cost_ns;
        return;
    }
    standing -= standingOf(row);
    columns.state[row].cost_ns = cost_ns;
    standing += standingOf(row);
}

void TaskTable::changeGrowth(std::uint32_t row, float per_second, std::uint64_t& standing) {
    if (growth_.size() < columns.kind.size()) makeRoomForGrowth();
    standing -= standingOf(row);
    growth_[row] = per_second;
    standing += standingOf(row);
}

void TaskTable::setDetailKinds(std::span<const DetailKind> kinds) {
    if (std::equal(kinds.begin(), kinds.end(), detail_kinds_.begin(), detail_kinds_.end())) return;
    detail_kinds_.assign(kinds.begin(), kinds.end());
    ++version_;
}

void TaskTable::setLevel(std::uint32_t row, std::uint8_t level, std::uint64_t& standing) {
    const DetailKind& kind = detailOf(row);
    assert(level < kind.count && columns.level[row] < kind.count);
    const double works = kind.levels[level].work / kind.levels[columns.level[row]].work;
    columns.level[row] = level;
    const std::int64_t cost_ns = columns.state[row].cost_ns;
    if (cost_ns > 0)
        setCost(row, std::max<std::int64_t>(std::llround(static_cast<double>(cost_ns) * works), 1), standing);
}

std::uint64_t TaskTable::standingOf(std::uint32_t row) const {
    if (row >= growth_.size()) return 0;
    const auto cost_ns = static_cast<double>(columns.state[row].cost_ns);
    constexpr double kMost = 1024;  // seconds a second
    const double use = std::min(cost_ns * 1e-9 * static_cast<double>(growth_[row]), kMost);
    return static_cast<std::uint64_t>(use * kStanding + 0.5);
}

void TaskTable::beginFrame(std::int64_t frame_time_ns) {
    last_simul_ns = simul_ns;
    simul_ns += frame_time_ns;
    ++plans;
}

TaskTable TaskTable::successor() const {
    TaskTable table;
    table.simul_ns = simul_ns, table.last_simul_ns = last_simul_ns;
    table.plans = plans;
    table.cost_estimate = cost_estimate;
    table.knows_growth = knows_growth;
    table.detail_kinds_ = detail_kinds_;
    table.version_ = version_ + 1;
    table.next_serial_ = next_serial_;
    return table;
}

TaskLife TaskTable::lifeOf(std::uint32_t row) const {
    const TaskState& task = columns.state[row];
    if (isResting(row)) return {.last_ns = simul_ns, .next_ns = simul_ns, .serial = columns.serial[row]};
    return {.cost_ns = task.cost_ns,
            .last_ns = task.last_ns,
            .next_ns = next_ns(row),
            .period_ns = task.period_ns,
            .ran_at_ns = task.ran_at_ns,
            .delays = delays(row),
            .growth = growthOf(row),
            .serial = columns.serial[row],
            .reason = columns.reason[row]};
}

void TaskTable::goOn(std::uint32_t row, const TaskLife& life) {
    TaskState& task = columns.state[row];
    task.last_ns = life.last_ns, task.next_ns = life.next_ns;
    if (life.period_ns > 0) task.period_ns = life.period_ns;  // one that rested has none
    task.ran_at_ns = life.ran_at_ns;
    task.due_since = life.delays > 0 ? frame() + 1 - life.delays : 0;
    columns.serial[row] = life.serial;
    columns.reason[row] = life.reason;
    setCost(row, life.cost_ns, standing_);
    setGrowth(row, life.growth);
}

std::size_t TaskTable::bytesPerTask() {
    TaskColumns columns;
    std::size_t bytes = sizeof(double) + sizeof(std::uint8_t) + sizeof(std::uint32_t);  // E, and its changes
    bytes += sizeof(float);                                                             // growth_
    forEachColumn(columns,
                  [&bytes]<class Column>(const Column&) { bytes += sizeof(typename Column::value_type); });
    return bytes;
}

void TaskTable::reserve(std::uint32_t rows) {
    forEachColumn(columns, [rows](auto& column) { column.reserve(rows); });
    elasticity_.reserve(rows);
    is_changed_.reserve(rows);
    changed_rows_.reserve(rows);
}

}  // namespace drover::load
