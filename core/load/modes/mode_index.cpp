#include "core/load/modes/mode_index.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/base/ask_ahead.h"
#include "core/cores/ranges.h"

namespace drover::load {
namespace {

// In one frame finer levels may take this share of Ud, or of what is unused: the price follows from frame to
// frame, and not all tasks take the same unused time.
constexpr double kGrowthOfBudget = 0.02, kGrowthOfSpare = 0.25;
// Nearer than this an animal looks no larger.
constexpr double kNearestSeen_m = 25;
// A change that leaves less than this share of the sum does not wait until the task has rested.
constexpr double kPressing = 0.5;
// How fast the root of the price for levels may grow and fall in a frame; and the least that it is of the one
// at which periods give way.
constexpr double kMostRise = 1.12, kMostFall = 0.97, kFallOfSpare = 0.1, kLeastOfFirst = 1.0 / 4096;

float weightIn(const TaskTable& tasks, std::uint32_t row) {
    return static_cast<float>(weightOf(tasks.columns.priority[row], tasks.detailOf(row).pace_m_s));
}

}  // namespace

void ModeIndex::prepare(TaskTable& tasks) {
    watch_.remember(tasks);
    lookAtAll(tasks);
    setAllDates(tasks);
}

void ModeIndex::lookAtAll(TaskTable& tasks) {
    const std::uint32_t rows = tasks.taskRows(), before = static_cast<std::uint32_t>(entries_.size());
    tasks.takeChangedRows(changed_rows_);
    for (Core& core : cores_) core.changes.clear();
    price_.clear();
    entries_.resize(rows);
    for (std::uint32_t row = before; row < rows; ++row) entries_[row].resting_until = frame_;
    for (std::uint32_t row = 0; row < rows; ++row) {
        const TaskState& task = tasks.columns.state[row];
        Entry& its = entries_[row];
        // One that another manager left delayed is due at once.
        const bool is_due = task.isWaiting() && !isQueued(task);
        its.last_ns = is_due ? std::min(task.last_ns, tasks.simul_ns - task.maximum_ns) : task.last_ns;
        its.cost_ns = task.cost_ns;
        its.weight = weightIn(tasks, row);
        its.cell = PriceCell(price_.classOf(task.nominal_ns, task.maximum_ns), giveOf(tasks, row));
        if (tasks.columns.kind[row] == TaskKind::kTask) price_.add(its.cell, its.cost_ns);
    }
}

void ModeIndex::setAllDates(const TaskTable& tasks) {
    dates_.start(tasks, price_.root());
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        const TaskState& task = tasks.columns.state[row];
        isQueued(task) || tasks.columns.kind[row] != TaskKind::kTask ? dates_.leaveOut(row) : setDate(row);
    }
}

double ModeIndex::giveOf(const TaskTable& tasks, std::uint32_t row) const {
    return static_cast<double>(tasks.columns.state[row].cost_ns) / static_cast<double>(entries_[row].weight);
}

// The task's cost or weight is another.
void ModeIndex::putAnew(const TaskTable& tasks, std::uint32_t row, Core& core) {
    Entry& its = entries_[row];
    core.changes.remove(its.cell, its.cost_ns);
    its.cell = PriceCell(its.cell.inClass(), giveOf(tasks, row));
    its.cost_ns = tasks.columns.state[row].cost_ns;
    core.changes.add(its.cell, its.cost_ns);
}

void ModeIndex::followPriorities(const TaskTable& tasks, cores::Team* team) {
    constexpr std::uint32_t kInPart = 1'024;
    const auto count = static_cast<std::uint32_t>(changed_rows_.size());
    cores::each(team, cores::rangesOf(count, kInPart), [&](std::uint32_t part, unsigned core) {
        const cores::Range range = cores::rangeAt(part, count, kInPart);
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            const std::uint32_t row = changed_rows_[i];
            if (tasks.columns.kind[row] != TaskKind::kTask) continue;
            const float weight = weightIn(tasks, row);
            if (weight == entries_[row].weight) continue;
            entries_[row].weight = weight;
            putAnew(tasks, row, cores_[core]);
            if (!dates_.isLeftOut(row)) setDate(row);
        }
    });
}

void ModeIndex::takeChanges() {
    for (Core& core : cores_) price_.take(core.changes);
}

CompressionResult ModeIndex::solve(TaskTable& tasks, double desired_use, cores::Team* team) {
    ++frame_;
    frame_time_ns_ = tasks.simul_ns - tasks.last_simul_ns;
    has_started_anew_ = watch_.mustStartAnew(tasks);
    if (has_started_anew_) {
        lookAtAll(tasks);
    } else {
        tasks.takeChangedRows(changed_rows_);
        followPriorities(tasks, team);
    }
    takeChanges();
    const CompressionResult result = price_.solve(desired_use, frame_time_ns_);
    if (has_started_anew_) {
        setAllDates(tasks);
    } else {
        dates_.follow(price_.root(), static_cast<std::uint32_t>(entries_.size()), team,
                      [this](std::uint32_t row) { setDate(row); });
    }
    dates_.keepInReach(tasks.simul_ns);
    is_saturated_ = result.status == Compression::kSaturated;
    followPrice(desired_use);
    lookAtFew(tasks, desired_use);
    growth_left_ = std::max(kGrowthOfBudget * desired_use, kGrowthOfSpare * (desired_use - price_.use()));
    has_grown_ = false;
    return result;
}

// As long as no period is stretched, the price of time is zero: all herds would unfold, and all would fold
// again as soon as the first period is stretched. So levels have a price of their own, which follows slowly.
// Where the tasks of another manager are taken over, it begins with the price in force: from nothing, herds
// would unfold for a second for which there is no time.
void ModeIndex::followPrice(double desired_use) {
    const double first = price_.firstRoot(), over = price_.useOfAll() / std::max(desired_use, 1e-9) - 1;
    if (!(first < std::numeric_limits<double>::infinity())) return;
    if (frame_ == 1 && begins_at_price_) level_root_ = price_.root();
    const double present = std::max(level_root_, first * kLeastOfFirst);
    level_root_ = price_.root() > 0 ? std::min(present * std::min(1 + over, kMostRise), price_.root())
                                    : std::min(present, first) * std::max(1 + kFallOfSpare * over, kMostFall);
}

// The earliest moment at which it can be due while the price is not below the floor.
void ModeIndex::setDate(std::uint32_t row) {
    const Entry& its = entries_[row];
    dates_.set(row, its.last_ns + price_.periodAt(dates_.level(), its.cell));
}

// A row whose date was a false alarm gets a new one.
bool ModeIndex::mayBeDue(std::int64_t now_ns, std::uint32_t row) {
    const Entry& its = entries_[row];
    if (now_ns - its.last_ns >= price_.periodOf(its.cell)) return true;
    setDate(row);
    return false;
}

void ModeIndex::findDue(TaskTable& tasks, double, cores::Team* team, Rows are_due) {
    const auto rows = static_cast<std::uint32_t>(entries_.size());
    cores::each(team, cores::rangesOf(rows, DueDates::kBlock), [&](std::uint32_t block, unsigned number) {
        Core& core = cores_[number];
        const std::span<std::uint32_t> found = dates_.find(
            tasks.simul_ns, std::size_t{block} * DueDates::kBlock, number,
            [&](std::uint32_t row) { askFor(&entries_[row]); },
            [&](std::uint32_t row) { return mayBeDue(tasks.simul_ns, row); });
        const auto is_due = [&](std::uint32_t row) {
            const TaskState& task = tasks.columns.state[row];
            // The bounds of its class may be rounded ones.
            if (!task.isWaiting() && tasks.simul_ns - task.last_ns < task.nominal_ns) return false;
            dates_.leaveOut(row);
            const std::uint8_t level = levelFor(tasks, row);
            if (level > tasks.columns.level[row] && few_.tasks.empty()) {
                core.wishes.push_back(row);
                return false;
            }
            setLevel(tasks, row, level, core, core.standing);
            setPeriod(tasks, row);
            return true;
        };
        tellOf(tasks, found, is_due, are_due);
    });
    grantWishes(tasks, are_due);
    takeChanges();
}

// One after the other, in the order of rows, because they share what finer levels may grow by.
void ModeIndex::grantWishes(TaskTable& tasks, Rows are_due) {
    std::vector<std::uint32_t>& wishes = cores_[0].wishes;
    for (std::size_t i = 1; i < cores_.size(); ++i) {
        wishes.insert(wishes.end(), cores_[i].wishes.begin(), cores_[i].wishes.end());
        cores_[i].wishes.clear();
    }
    std::sort(wishes.begin(), wishes.end());
    for (const std::uint32_t row : wishes) {
        const std::uint8_t level = levelFor(tasks, row);
        if (mayGrow(tasks, row, level)) setLevel(tasks, row, level, cores_[0], cores_[0].standing);
        setPeriod(tasks, row);
    }
    are_due(wishes);
    wishes.clear();
    for (Core& core : cores_) tasks.changeStanding(std::exchange(core.standing, 0));
}

// It is due by the level that it had.
void ModeIndex::setPeriod(TaskTable& tasks, std::uint32_t row) const {
    TaskState& task = tasks.columns.state[row];
    task.period_ns = std::min(periodOf(tasks, row), std::max(tasks.simul_ns - task.last_ns, task.nominal_ns));
}

std::uint32_t ModeIndex::findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                                   Rows are_early) {
    const auto rows = static_cast<std::uint32_t>(entries_.size());
    std::atomic<std::uint32_t> looked = 0;
    cores::each(team, cores::rangesOf(rows, DueDates::kBlock), [&](std::uint32_t block, unsigned core) {
        const std::int64_t until_ns = tasks.simul_ns + ahead_ns;
        // Most dates come early, because they hold for a lower price. An entry tells more, and is small.
        const std::span<std::uint32_t> dated =
            dates_.rowsUpTo(until_ns, std::size_t{block} * DueDates::kBlock, core);
        constexpr std::uint32_t kEntriesInARow = 8;  // in the time of a look at a row
        const auto entries = static_cast<std::uint32_t>(dated.size()) / kEntriesInARow;
        const std::span<std::uint32_t> found = onlyThose(
            dated, [&](std::uint32_t row) { askFor(&entries_[row]); },
            [&](std::uint32_t row) {
                const Entry& its = entries_[row];
                return until_ns - its.last_ns >= price_.periodAt(price_.root(), its.cell);
            });
        looked += entries + static_cast<std::uint32_t>(found.size());
        const auto is_early = [&](std::uint32_t row) {
            std::int64_t period_ns = 0;
            const auto period = [&] { return period_ns = periodOf(tasks, row); };
            if (!mayRunEarly(tasks, row, ahead_ns, period)) return false;
            tasks.columns.state[row].period_ns = period_ns;
            return true;
        };
        tellOf(tasks, found, is_early, are_early);
    });
    return looked;
}

// What is not shown at a level, as the lateness that is as bad.
double ModeIndex::missingTime_ns(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) const {
    const double angle =
        tasks.detailOf(row).levels[level].missing_m / std::max(tasks.elasticity(row), kNearestSeen_m);
    return rules_.detail_s * 1e9 * angle;
}

double ModeIndex::shortestPeriod_ns(const TaskTable& tasks, std::uint32_t row) const {
    return static_cast<double>(std::max(tasks.columns.state[row].nominal_ns, frame_time_ns_));
}

// What the task is shown wrong by without need, and what its time costs at the price for levels, as a time.
double ModeIndex::sumAt(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) const {
    const DetailKind& kind = tasks.detailOf(row);
    const double works = kind.levels[level].work / kind.levels[tasks.columns.level[row]].work;
    const double root_of_give = std::sqrt(giveOf(tasks, row) * works);
    const double period_ns =
        std::max(price_.periodAt(level_root_, entries_[row].cell.inClass(), root_of_give),
                 static_cast<double>(frame_time_ns_));
    const double cost_root = level_root_ * root_of_give;
    return missingTime_ns(tasks, row, level) + period_ns - shortestPeriod_ns(tasks, row) +
           cost_root * cost_root / period_ns;
}

// The level with the least sum, if it is less by enough. `is_pressing`: by so much that it should not wait.
std::uint8_t ModeIndex::levelAtPrice(const TaskTable& tasks, std::uint32_t row, bool& is_pressing) const {
    const std::uint8_t present = tasks.columns.level[row];
    const double present_sum = sumAt(tasks, row, present);
    std::uint8_t best = present;
    double best_sum = present_sum * (1 - rules_.hysteresis);
    for (std::uint8_t level = 0; level < tasks.detailOf(row).count; ++level) {
        if (level == present) continue;
        const double sum = sumAt(tasks, row, level);
        if (sum < best_sum) best = level, best_sum = sum;
    }
    const double shortest_ns = shortestPeriod_ns(tasks, row);
    is_pressing = best_sum + shortest_ns < kPressing * (present_sum + shortest_ns);
    return best;
}

void ModeIndex::lookAtFew(const TaskTable& tasks, double desired_use) {
    const auto rows = static_cast<std::uint32_t>(entries_.size());
    if (rows > FewModes::kMost) return few_.tasks.clear();
    const auto known = few_.tasks.size();
    few_.tasks.resize(rows);
    few_.setFrame(desired_use, static_cast<double>(frame_time_ns_));
    for (std::uint32_t row = 0; row < few_.tasks.size(); ++row) {
        const TaskState& state = tasks.columns.state[row];
        const DetailKind& kind = tasks.detailOf(row);
        FewModes::Task& task = few_.tasks[row];
        task.weight = weightOf(tasks.columns.priority[row], kind.pace_m_s);
        task.nominal_ns = static_cast<double>(state.nominal_ns),
        task.maximum_ns = static_cast<double>(state.maximum_ns);
        const std::uint8_t level_now = tasks.columns.level[row];
        if (row >= known || has_started_anew_) task.level = level_now;
        task.cost_ns.resize(kind.count), task.error_ns.resize(kind.count);
        for (std::uint8_t level = 0; level < kind.count; ++level) {
            task.cost_ns[level] = std::max(static_cast<double>(state.cost_ns), 1.0) *
                                  kind.levels[level].work / kind.levels[level_now].work;
            task.error_ns[level] = missingTime_ns(tasks, row, level);
        }
    }
    if (rows > 0) few_.improve(frame_ % rows, rules_.hysteresis);
}

// For a task that is about to run: its present level, or another one.
std::uint8_t ModeIndex::levelFor(const TaskTable& tasks, std::uint32_t row) const {
    const std::uint8_t present = tasks.columns.level[row];
    if (tasks.detailOf(row).count == 1 || tasks.columns.state[row].cost_ns == 0) return present;
    const bool is_resting = static_cast<std::int32_t>(frame_ - entries_[row].resting_until) < 0;
    const bool is_few = !few_.tasks.empty();
    if (is_few && is_resting && !is_saturated_) return present;
    bool is_pressing = false;
    const std::uint8_t best = is_few ? few_.tasks[row].level : levelAtPrice(tasks, row, is_pressing);
    return is_resting && !is_pressing && !is_saturated_ ? present : best;
}

// Takes it from what finer levels may grow by in this frame, if there is enough of that.
bool ModeIndex::mayGrow(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) {
    const DetailKind& kind = tasks.detailOf(row);
    const double works = kind.levels[level].work / kind.levels[tasks.columns.level[row]].work;
    const auto period_ns = static_cast<double>(std::max(price_.periodOf(entries_[row].cell), frame_time_ns_));
    const double growth = (works - 1) * static_cast<double>(tasks.columns.state[row].cost_ns) / period_ns;
    if (has_grown_ && growth > growth_left_) return false;
    growth_left_ -= growth;
    has_grown_ = true;
    return true;
}

void ModeIndex::setLevel(TaskTable& tasks, std::uint32_t row, std::uint8_t level, Core& core,
                         std::uint64_t& standing) {
    if (level == tasks.columns.level[row]) return;
    tasks.setLevel(row, level, standing);
    entries_[row].resting_until = frame_ + rules_.rest_frames;
    putAnew(tasks, row, core);
}

std::int64_t ModeIndex::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    const TaskState& task = tasks.columns.state[row];
    if (row >= entries_.size()) return task.period_ns;
    const double root_of_give = std::sqrt(PriceCell::giveOf(entries_[row].cell.bin()));
    const double period_ns = price_.periodAt(price_.root(), entries_[row].cell.inClass(), root_of_give);
    return std::clamp(static_cast<std::int64_t>(period_ns + 0.5), task.nominal_ns, task.maximum_ns);
}

// Its level is a cheaper one at most, where its cost has been promised, or one of few: that takes nothing of
// what finer levels may grow by.
void ModeIndex::assignPeriod(TaskTable& tasks, std::uint32_t row, const OnCore& core) {
    const std::uint8_t level = levelFor(tasks, row);
    if (!few_.tasks.empty() || level < tasks.columns.level[row])
        setLevel(tasks, row, level, cores_[core.number], core.standing);
    tasks.columns.state[row].period_ns = periodOf(tasks, row);
}

void ModeIndex::ran(const TaskTable& tasks, std::uint32_t row, unsigned core) {
    entries_[row].last_ns = tasks.columns.state[row].last_ns;
    if (tasks.columns.kind[row] != TaskKind::kTask) return;
    putAnew(tasks, row, cores_[core]);
    setDate(row);
}

void ModeIndex::prefetch(std::uint32_t row) const {
    askFor(&entries_[row]);
    dates_.prefetch(row);
}

}  // namespace drover::load
