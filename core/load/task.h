// A task as its owner describes it: periods, importance, cost, and why it did not run in a frame. The table
// of all tasks is in task_table.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "core/base/input_error.h"

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
    std::int64_t maximum_ns = 80'000'000;  // Tmax: the longest period it bears
    double elasticity = 1;                 // E: 0 is rigid
    float priority = 1;                    // share of the time, for `priority` and `process`
    std::uint32_t frequency = 1;           // period in frames, for the managers that count frames
    std::optional<std::int32_t> phase;     // in frames; none: found by a dry run
    std::int64_t cost_ns = 0;              // what it is expected to cost; 0: not known yet
    std::uint32_t delay_cap_frames = 0;    // delayed this often it runs even without budget; 0: no cap
    TaskId scheduler = kNoTask;            // the scheduler task that runs it; none: the manager itself
};

enum class Sharing : std::uint8_t { kEqual, kPriority, kNone };
enum class PriorityShare : std::uint8_t { kClassic, kRemaining };
enum class Phasing : std::uint8_t { kClassic, kPeak };

// How a frequency scheduler treats its tasks (MODEL 6).
struct SchedulerSettings {
    Sharing sharing = Sharing::kEqual;
    PriorityShare priority_share = PriorityShare::kClassic;
    Phasing phasing = Phasing::kClassic;
    std::uint32_t dry_run_frames = 100;
};

enum class TaskKind : std::uint8_t { kFree, kTask, kResting, kScheduler };

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

Flaw flawOf(const TaskSettings& settings);

}  // namespace drover::load
