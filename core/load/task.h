// The tasks: what is known of each, in columns, owned by the caller and shared by all managers. What a task
// has lived through (Tlast, cost, delays) stands here and not in a manager, so that managers can be exchanged
// between frames.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/cost_estimate.h"

namespace drover::load {

// A row and which of its tenants is meant: the id of a removed task never finds the one that took its row.
struct TaskId {
    std::uint32_t row = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t generation = 0;

    friend bool operator==(const TaskId&, const TaskId&) = default;
};
inline constexpr TaskId kNoTask{};

// Bounds of the numbers below. An hour is far above any sensible period and far below what could overflow.
inline constexpr std::int64_t kLongestPeriod_ns = 3'600'000'000'000;
inline constexpr double kMostElasticity =
    1e100;  // far beyond any distance, yet any lambda times it is finite
inline constexpr std::uint32_t kLongestFrequency = 1'000'000;
inline constexpr std::int32_t kLargestPhase = 1'000'000'000;
inline constexpr float kLargestPriority = 1'000'000;
inline constexpr std::uint32_t kLongestDryRun = 1'000'000;

struct TaskSettings {
    std::int64_t nominal_ns = 33'333'333;  // T0: the period it likes best
    std::int64_t maximum_ns = 80'000'000;  // Tmax: the longest one it bears
    double elasticity = 1;                 // E: 0 is rigid
    float priority = 1;                    // share of the time in `priority`
    std::uint32_t frequency = 1;           // period in frames, for the managers that count frames
    std::optional<std::int32_t> phase;     // in frames; none: found by a dry run
    std::int64_t cost_ns = 0;              // what it is expected to cost; 0: not known yet
    std::uint32_t delay_cap_frames =
        0;                       // delayed this often it runs whatever is left of the budget; 0: no cap
    TaskId scheduler = kNoTask;  // the scheduler task that runs it; none: the manager itself
};

enum class Sharing : std::uint8_t { kEqual, kPriority, kNone };
enum class PriorityShare : std::uint8_t { kClassic, kRemaining };
enum class Phasing : std::uint8_t { kClassic, kPeak };

// How a frequency scheduler treats its tasks (SPEC 6).
struct SchedulerSettings {
    Sharing sharing = Sharing::kEqual;
    PriorityShare priority_share = PriorityShare::kClassic;
    Phasing phasing = Phasing::kClassic;
    std::uint32_t dry_run_frames = 100;
};

enum class TaskKind : std::uint8_t { kFree, kTask, kScheduler };

// Why a task did not run in this frame.
enum class WaitReason : std::uint8_t {
    kRan,              // it did
    kNotDue,           // its date has not come
    kBudget,           // due, but dearer than what was left
    kUnknownCost,      // due, but enough tasks of unknown cost ran in this frame already
    kSchedulerNotDue,  // the scheduler that it belongs to was not run
    kNew,              // added after this frame was planned
};
inline constexpr std::size_t kWaitReasons = 6;
std::string_view text(WaitReason reason);

// What is wrong with settings: the field and what is allowed in it.
struct Refusal {
    std::string_view field;
    std::string_view allowed;
};
std::optional<Refusal> refusalOf(const TaskSettings& settings);

// What a task has lived through, and what running it touches: one line of the cache for each task.
struct alignas(64) TaskState {
    std::int64_t nominal_ns = 0, maximum_ns = 0;
    std::int64_t cost_ns = 0;  // C, the estimate; 0: free or not known yet
    std::int64_t last_ns = 0;  // Tlast: simulated time up to which the task has been updated
    std::int64_t next_ns = 0;  // Tnext, the date of a task that is due
    std::int64_t period_ns =
        0;  // T, as the manager last found it: of this frame for all that is due (Manager::periodOf)
    std::int64_t ran_at_ns = -1;  // Tsimul of its last run; -1: never ran
    std::uint32_t delays =
        0;  // M: frames in a row that it was due and did not run, 0 or not; TaskTable::delays tells it
    std::uint32_t generation = 0;  // kFreeRow and more: of a row without a tenant
};
inline constexpr std::uint32_t kFreeRow = std::uint32_t{1} << 31;

// One entry a row. Rows that hold no task, or a scheduler, are filled so that no pass over all rows has to
// leave them out: they cost nothing, and their last update lies beyond the end of time, so they are never
// due.
struct TaskColumns {
    LargeVector<TaskState> state;
    LargeVector<double> nominal_use, minimum_use;  // C/T0 and C/Tmax, for who looks at all rows: see keepUses
    LargeVector<WaitReason> reason;
    LargeVector<TaskKind> kind;

    std::vector<float> priority;
    std::vector<std::uint32_t> frequency;
    std::vector<std::int32_t> phase;  // the given one, or the one that the manager found
    LargeVector<std::uint32_t> delay_cap_frames;
    std::vector<std::uint64_t> serial;  // the how-manieth task ever added: the insertion order
    std::vector<TaskId> scheduler;
    std::vector<std::uint8_t> has_phase;  // 0: the manager finds one
    std::vector<SchedulerSettings> scheduler_settings;
};

class TaskTable {
  public:
    // Adds a task whose life begins at the present simulated time. Returns kNoTask, and changes nothing, if
    // the settings are refused (see refusalOf) or name a scheduler that is not there. Allowed at any time,
    // also from a running task: the newcomer waits for the next frame.
    TaskId add(const TaskSettings& settings);
    TaskId addScheduler(const TaskSettings& settings, const SchedulerSettings& scheduler);

    // Allowed at any time, also for the task that is running. What belonged to a removed scheduler moves up
    // to the scheduler above it. False: no such task (any more).
    bool remove(TaskId id);

    // Puts a task under another scheduler (kNoTask: the manager itself). False, and nothing changes, if
    // either is gone, `scheduler` is not one, or it is the task itself or below it: a scheduler cannot run
    // inside itself.
    bool moveTo(TaskId id, TaskId scheduler);

    // New settings for a task; its history stays. A cost of 0 keeps the estimate. False: refused or gone.
    bool change(TaskId id, const TaskSettings& settings);

    bool contains(TaskId id) const {
        return id.row < columns.kind.size() && columns.state[id.row].generation == id.generation &&
               id.generation < kFreeRow;
    }
    TaskId idOf(std::uint32_t row) const { return {row, columns.state[row].generation}; }
    std::uint32_t rows() const { return static_cast<std::uint32_t>(columns.kind.size()); }
    std::uint32_t tasks() const { return tasks_; }      // without schedulers
    std::uint64_t version() const { return version_; }  // changes when tasks come, go or move

    // E, which the caller may set in every frame, within 0 to kMostElasticity. Which rows have changed is
    // noted, so that a manager need not look at all.
    void setElasticity(std::uint32_t row, double elasticity) {
        assert(elasticity >= 0 && elasticity <= kMostElasticity);
        if (elasticity_[row] == elasticity) return;
        elasticity_[row] = elasticity;
        if (is_changed_[row]) return;
        is_changed_[row] = 1;
        changed_rows_.push_back(row);
    }
    double elasticity(std::uint32_t row) const { return elasticity_[row]; }
    // 0: none. Read where somebody has one alone.
    std::uint32_t delayCap(std::uint32_t row) const { return has_caps_ ? columns.delay_cap_frames[row] : 0; }

    // The utilisations C/T0 and C/Tmax are kept with C, so that no frame divides for them. Who does not read
    // them may have that left: two lines of the cache less for each task that runs. They are right again from
    // keepUses(true) on.
    void keepUses(bool keep);
    std::span<const double> elasticities() const { return elasticity_; }
    // The rows whose E was set to another value since this was last called, in the order in which they were;
    // swapped with `rows`, whatever that held.
    void takeChangedRows(std::vector<std::uint32_t>& rows) {
        for (const std::uint32_t row : changed_rows_) is_changed_[row] = 0;
        rows.swap(changed_rows_);
        changed_rows_.clear();
    }

    // M and Tnext. Tasks that a manager keeps in a backlog are all delayed at once, by a clock of delays, and
    // their rows are not touched: only through these is told what stands there, until dissolveBacklog()
    // writes it down.
    std::uint32_t delays(std::uint32_t row) const {
        const std::uint32_t delays = columns.state[row].delays;
        return delays < kInBacklog ? delays : (backlog_frames_ - delays) & (kInBacklog - 1);
    }
    std::int64_t next_ns(std::uint32_t row) const {
        return isInBacklog(row) ? backlog_next_ns_ : columns.state[row].next_ns;
    }
    bool isInBacklog(std::uint32_t row) const { return columns.state[row].delays >= kInBacklog; }
    // A delayed task joins the backlog; its Tnext must be that of the others.
    void delayWithBacklog(std::uint32_t row) {
        columns.state[row].delays = kInBacklog | ((backlog_frames_ - delays(row)) & (kInBacklog - 1));
        has_backlog_ = true;
    }
    void delayBacklog() {
        ++backlog_frames_, backlog_next_ns_ = simul_ns;
    }  // all of it, by the present frame
    std::int64_t backlogNext_ns() const { return backlog_next_ns_; }
    void dissolveBacklog();

    void measured(std::uint32_t row, std::int64_t cost_ns,
                  bool first);  // a run cost this: the estimate follows
    void reserve(std::uint32_t rows);
    void prefetch(
        std::uint32_t row) const;  // asks for what running a task touches, a little before it is touched

    TaskColumns columns;
    std::int64_t simul_ns = 0;  // Tsimul: the manager advances it by Tf in every frame
    std::uint64_t plans =
        0;  // frames planned, by whichever manager: who did not plan the last one knows nothing of it
    CostEstimate cost_estimate = CostEstimate::kSmoothed;

  private:
    std::uint32_t takeRow();
    TaskId place(const TaskSettings& settings, TaskKind kind);
    void writeSettings(std::uint32_t row, const TaskSettings& settings);
    void setCost(std::uint32_t row,
                 std::int64_t cost_ns);  // the estimate, and the utilisations that hang on it
    void findUses(std::uint32_t row);
    void silence(std::uint32_t row);

    static constexpr std::uint32_t kInBacklog = std::uint32_t{1} << 31;  // in `delays`: the clock, less M

    std::uint32_t backlog_frames_ = 0;  // the clock of delays
    std::int64_t backlog_next_ns_ = 0;
    bool has_backlog_ = false;
    bool keeps_uses_ = true;
    bool has_caps_ = false;  // some task has, or had, a cap of delays
    LargeVector<double> elasticity_;
    LargeVector<std::uint8_t> is_changed_;
    std::vector<std::uint32_t> changed_rows_;
    std::vector<std::uint32_t> free_rows_;
    std::uint32_t tasks_ = 0;
    std::uint64_t version_ = 0;
    std::uint64_t next_serial_ = 0;
};

}  // namespace drover::load
