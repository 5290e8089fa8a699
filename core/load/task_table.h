// All tasks: what is known of each, in columns. The caller owns the table and hands it to whichever manager
// runs the frame. What a task has lived through (Tlast, cost, delays) stands here and not in a manager, so
// managers can be exchanged between two frames.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/base/large_pages.h"
#include "core/base/planted.h"
#include "core/load/cost_estimate.h"
#include "core/load/detail.h"
#include "core/load/task.h"

namespace drover::load {

// What a task has lived through, and what a run of it touches: one line of the cache.
struct alignas(64) TaskState {
    std::int64_t nominal_ns = 0, maximum_ns = 0;
    std::int64_t cost_ns = 0;     // C, the estimate; 0: free or not known yet
    std::int64_t last_ns = 0;     // Tlast: simulated time up to which the task has been updated
    std::int64_t next_ns = 0;     // Tnext of a task that does not wait
    std::int64_t period_ns = 0;   // T as last assigned; of this frame for all that is due (Manager::periodOf)
    std::int64_t ran_at_ns = -1;  // Tsimul of its last run; -1: it never ran
    std::uint32_t due_since = 0;  // it waits since this frame (TaskTable::frame); 0: it does not wait
    std::uint32_t generation = 0;  // kFreeRow and more: no task is in this row

    bool isWaiting() const { return due_since != 0; }
};
inline constexpr std::uint32_t kFreeRow = std::uint32_t{1} << 31;

// What a task has lived through, without its settings: with that it goes on in another row or table.
struct TaskLife {
    std::int64_t cost_ns = 0, last_ns = 0, next_ns = 0, period_ns = 0, ran_at_ns = -1;  // as in TaskState
    std::uint32_t delays = 0;                                                           // M
    float growth = 0;  // see TaskTable::setGrowth
    std::uint64_t serial = 0;
    WaitReason reason = WaitReason::kNew;

    // As if time had stood still for the task.
    void skip(std::int64_t time_ns) {
        last_ns += time_ns, next_ns += time_ns;
        if (ran_at_ns >= 0) ran_at_ns += time_ns;
    }
};

// One entry a row. A row that holds no task, or a scheduler, is filled so that passes over all rows need not
// skip it: it costs nothing, and its last update lies beyond the end of time, so it is never due.
struct TaskColumns {
    LargeVector<TaskState> state;
    LargeVector<WaitReason> reason;
    LargeVector<TaskKind> kind;

    std::vector<float> priority;
    std::vector<std::uint32_t> frequency;
    std::vector<std::uint8_t> frequency_class;  // how many times the frequency is halved, 0 to slowest_class
    std::vector<std::int32_t> phase;            // the given one, or the one that the manager found
    LargeVector<std::uint32_t> delay_cap_frames;
    std::vector<std::uint64_t> serial;  // counts all tasks ever added: the insertion order
    std::vector<TaskId> scheduler;
    std::vector<std::uint8_t> has_phase;  // 0: the manager finds one
    std::vector<SchedulerSettings> scheduler_settings;
    std::vector<std::uint8_t> detail_kind;  // of TaskTable::detailKinds()
    std::vector<std::uint8_t> level;        // of detail, at which the task runs and C is known
};

class TaskTable {
  public:
    // Adds a task whose life begins at the present simulated time. Returns kNoTask, and changes nothing, if
    // the settings are refused (see flawOf) or name a scheduler that is not there. Allowed at any time,
    // also from a running task: the new task waits for the next frame.
    TaskId add(const TaskSettings& settings);
    TaskId addScheduler(const TaskSettings& settings, const SchedulerSettings& scheduler);

    // Allowed at any time, also for the task that is running. What belonged to a removed scheduler moves up
    // to the scheduler above it. False: there is no such task.
    bool remove(TaskId id);

    // A task that has nothing to do rests in its row: to managers it is as if it were removed. It wakes in
    // its place among the others, with a life that begins now. False: there is no such task. Managers look at
    // all tasks when some rest or wake, so an owner has many do it at once.
    bool rest(TaskId id);
    bool wake(std::uint32_t row, TaskSettings settings);
    bool isResting(std::uint32_t row) const { return columns.kind[row] == TaskKind::kResting; }

    // Puts a task under another scheduler (kNoTask: the manager itself). False, and nothing changes, if
    // either is gone, `scheduler` is not one, or it is the task itself or below it: a scheduler cannot run
    // inside itself.
    bool moveTo(TaskId id, TaskId scheduler);

    // New settings for a task; its history stays. A cost of 0 keeps the estimate. False: refused or gone.
    bool change(TaskId id, const TaskSettings& settings);

    // For an owner whose rows get another order: an empty table that goes on from this one, with its time. It
    // gives no serial that this one has given. Tasks that stay are added and then go on with their lives.
    TaskTable successor() const;
    TaskLife lifeOf(std::uint32_t row) const;
    void goOn(std::uint32_t row, const TaskLife& life);

    bool contains(TaskId id) const {
        return id.row < columns.kind.size() && columns.state[id.row].generation == id.generation &&
               id.generation < kFreeRow;
    }
    TaskId idOf(std::uint32_t row) const { return {row, columns.state[row].generation}; }
    std::uint32_t rows() const { return static_cast<std::uint32_t>(columns.kind.size()); }
    // Behind this row there are schedulers alone: managers that do not look at schedulers stop here, so that
    // they do the same with and without them.
    std::uint32_t taskRows() const { return task_rows_; }
    std::uint32_t tasks() const { return tasks_; }  // with those that rest, without schedulers
    std::uint64_t version() const {
        return version_;
    }  // changes when tasks come, go, move or get other settings

    // E, within 0 to kMostElasticity, and the priority may be set in every frame. The table notes which rows
    // have changed, so that a manager need not look at all.
    void setElasticity(std::uint32_t row, double elasticity) {
        changeElasticity(row, elasticity);
        listChange(row);
    }
    void setPriority(std::uint32_t row, float priority) {
        changePriority(row, priority);
        listChange(row);
    }
    // The same in two halves: of different rows at once, and then, one row after the other, the list.
    void changeElasticity(std::uint32_t row, double elasticity) {
        assert(elasticity >= 0 && elasticity <= kMostElasticity);
        if (elasticity_[row] == elasticity) return;
        elasticity_[row] = elasticity;
        markChange(row);
    }
    void changePriority(std::uint32_t row, float priority) {
        if (columns.priority[row] == priority) return;
        columns.priority[row] = priority;
        markChange(row);
    }
    void listChange(std::uint32_t row) {
        if (is_changed_[row] != kUnlisted) return;
        is_changed_[row] = kListed;
        changed_rows_.push_back(row);
    }
    double elasticity(std::uint32_t row) const { return elasticity_[row]; }
    std::span<const double> elasticities() const { return elasticity_; }
    std::size_t changedRows() const { return changed_rows_.size(); }
    // Swaps `rows` with the list of rows whose E or priority has changed since the last call, in the order of
    // the changes.
    void takeChangedRows(std::vector<std::uint32_t>& rows) {
        clearChangeMarks();
        rows.swap(changed_rows_);
        changed_rows_.clear();
    }
    void forgetChangedRows() {
        clearChangeMarks();
        changed_rows_.clear();
    }

    // The largest class of frequency that the caller gives to a task; it may change the classes in every
    // frame. Phases are found for the longest periods, so that they spread the tasks of every class.
    void setSlowestClass(std::uint8_t slowest) {
        if (slowest_class_ != slowest) ++version_;
        slowest_class_ = slowest;
    }
    std::uint8_t slowestClass() const { return slowest_class_; }

    // The kinds of detail that there are; the first one has one level and is every task's unless the owner
    // says otherwise (columns.detail_kind).
    void setDetailKinds(std::span<const DetailKind> kinds);
    std::span<const DetailKind> detailKinds() const { return detail_kinds_; }
    const DetailKind& detailOf(std::uint32_t row) const { return detail_kinds_[columns.detail_kind[row]]; }
    // From the next run on the task runs at this level, and is expected to cost accordingly.
    void setLevel(std::uint32_t row, std::uint8_t level) { setLevel(row, level, standing_); }
    void setLevel(std::uint32_t row, std::uint8_t level, std::uint64_t& standing);  // as in setGrowth()

    // 0: none. Read only where some task has one.
    bool hasCaps() const { return has_caps_; }
    std::uint32_t delayCap(std::uint32_t row) const { return has_caps_ ? columns.delay_cap_frames[row] : 0; }

    // Starts a frame: Tsimul moves on.
    void beginFrame(std::int64_t frame_time_ns);

    // M: in how many frames in a row the task was due and did not run. It counts by itself while the task
    // waits, from delay() until it runs; no row is touched for that.
    std::uint32_t delays(std::uint32_t row) const {
        const TaskState& task = columns.state[row];
        return task.isWaiting() ? frame() - task.due_since + 1 : 0;
    }
    // Tnext. A task that waits is due again at once.
    std::int64_t next_ns(std::uint32_t row) const {
        return columns.state[row].isWaiting() ? simul_ns : columns.state[row].next_ns;
    }
    // The task is due in this frame and does not run. For different rows at once.
    void delay(std::uint32_t row) {
        if (isPlanted(Fault::kForgottenDelay) && row % 5 == 4) return;
        if (!columns.state[row].isWaiting()) columns.state[row].due_since = frame();
    }
    std::uint32_t frame() const { return static_cast<std::uint32_t>(plans); }

    // A run that made up for this time cost this: the estimate follows.
    // For different rows at once; `standing` as in setGrowth().
    void measured(std::uint32_t row, std::int64_t cost_ns, std::int64_t elapsed_ns, bool first,
                  std::uint64_t& standing);

    // The cost of a task may grow with the time that a run has to make up (MODEL (3.e)): by this share a
    // second. Then cost_ns is what a run costs that has nothing to make up.
    void setGrowth(std::uint32_t row, float per_second) {
        assert(per_second >= 0);
        if (growthOf(row) != per_second) changeGrowth(row, per_second, standing_);
    }
    // For different rows at once, after makeRoomForGrowth(). What it adds to the sum of all rows is added to
    // `standing`, which the caller hands to changeStanding() later.
    void setGrowth(std::uint32_t row, float per_second, std::uint64_t& standing) {
        if (growth_[row] != per_second) changeGrowth(row, per_second, standing);
    }
    void makeRoomForGrowth() { growth_.resize(columns.kind.size()); }
    void changeStanding(std::uint64_t more) { standing_ += more; }
    // What only managers look at that ask for it (looksAtDistance): how far the task is from the player, and
    // which kind of animal it is. For different rows at once, after makeRoomForPlaces().
    struct Whereabouts {
        float distance_m = 0;
        std::uint8_t kind = 0;
    };
    void makeRoomForPlaces() { places_.resize(columns.kind.size()); }
    void setPlace(std::uint32_t row, const Whereabouts& place) { places_[row] = place; }
    Whereabouts placeOf(std::uint32_t row) const {
        return row < places_.size() ? places_[row] : Whereabouts{};
    }

    // What the task is expected to cost if it runs now.
    std::int64_t expectedCost(std::uint32_t row) const {
        const TaskState& task = columns.state[row];
        if (!growsNow() || growth_[row] == 0) return task.cost_ns;
        return static_cast<std::int64_t>(static_cast<double>(task.cost_ns) *
                                         growthFactor(row, simul_ns - task.last_ns));
    }
    // Asks for the memory of a task's row, some tasks before it is looked at or runs.
    void prefetch(std::uint32_t row) const {
        askFor(columns.state.data() + row);
        askFor(columns.reason.data() + row);
        if (!growth_.empty()) askFor(growth_.data() + row);
    }
    // The use that no period changes: all tasks' growth of cost.
    double standingUse() const { return growsNow() ? static_cast<double>(standing_) / kStanding : 0; }
    void reserve(std::uint32_t rows);
    static std::size_t bytesPerTask();  // of all columns

    TaskColumns columns;
    std::int64_t simul_ns = 0;       // Tsimul
    std::int64_t last_simul_ns = 0;  // of the frame before
    std::uint64_t plans = 0;         // changes when a manager plans a frame or takes the tasks over
    CostEstimate cost_estimate = CostEstimate::kSmoothed;
    bool knows_growth = true;  // false: costs are taken as if nothing grew, as Tan & Wong have it

  private:
    static constexpr std::uint8_t kUnlisted = 1, kListed = 2;
    void markChange(std::uint32_t row) {
        if (is_changed_[row] == 0) is_changed_[row] = kUnlisted;
    }
    void clearChangeMarks() {
        if (changed_rows_.size() > is_changed_.size() / 8)
            std::ranges::fill(is_changed_, std::uint8_t{0});
        else
            for (const std::uint32_t row : changed_rows_) is_changed_[row] = 0;
    }
    std::uint32_t takeRow();
    TaskId place(const TaskSettings& settings, TaskKind kind);
    void begin(std::uint32_t row, const TaskSettings& settings);
    void writeSettings(std::uint32_t row, const TaskSettings& settings);
    void silence(std::uint32_t row);

    // The one place where C is written.
    void setCost(std::uint32_t row, std::int64_t cost_ns, std::uint64_t& standing);
    void changeGrowth(std::uint32_t row, float per_second, std::uint64_t& standing);
    float growthOf(std::uint32_t row) const { return row < growth_.size() ? growth_[row] : 0; }
    bool growsNow() const { return knows_growth && !growth_.empty(); }
    double growthFactor(std::uint32_t row, std::int64_t elapsed_ns) const {
        return 1 + static_cast<double>(growth_[row]) * static_cast<double>(elapsed_ns) * 1e-9;
    }
    std::uint64_t standingOf(std::uint32_t row) const;

    // 18 minutes: what a cost counts for at most, so that those of all tasks can be added.
    static constexpr std::int64_t kLongestCost_ns = std::int64_t{1} << 40;
    static constexpr double kStanding = 0x1p40;  // as integers, a sum does not depend on its order
    std::vector<float> growth_;                  // empty while no task's cost grows
    std::uint64_t standing_ = 0;                 // sum of standingOf()
    std::vector<Whereabouts> places_;            // empty while no manager asks for them

    std::vector<DetailKind> detail_kinds_ = {DetailKind{}};
    std::uint8_t slowest_class_ = 0;
    bool has_caps_ = false;  // some task has, or had, a cap of delays
    LargeVector<double> elasticity_;
    LargeVector<std::uint8_t> is_changed_;  // 0, kUnlisted or kListed
    std::vector<std::uint32_t> changed_rows_;
    std::vector<std::uint32_t> free_rows_;
    std::uint32_t tasks_ = 0;
    std::uint32_t task_rows_ = 0;
    std::uint64_t version_ = 0;
    std::uint64_t next_serial_ = 0;
};

// Tells its owner whether a table is as the owner left it: the same tasks, and no other planned a frame
// since.
class TableWatch {
  public:
    // In a frame that has begun; remembers it.
    bool mustStartAnew(const TaskTable& tasks) {
        const bool is_known = table_ == &tasks && version_ == tasks.version() && plans_ + 1 == tasks.plans;
        remember(tasks);
        return !is_known;
    }
    void remember(const TaskTable& tasks) {
        table_ = &tasks, version_ = tasks.version(), plans_ = tasks.plans;
    }
    void moveTable(const TaskTable& from, const TaskTable& to) {
        if (table_ == &from) table_ = &to;
    }

  private:
    const TaskTable* table_ = nullptr;
    std::uint64_t version_ = 0, plans_ = 0;
};

}  // namespace drover::load
