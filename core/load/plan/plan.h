// The contract of a manager that only decides: it sees each task as numbers in columns, and writes how often
// each should think, or who thinks first in this frame. All else is the house's (planned_manager.h). The
// managers that are taught (taught/) and those that a user writes (lua/) are plans.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/load/task_table.h"

namespace drover::load {

struct PlanFrame {
    double budget_ms = 0;                // what the tasks may cost in this frame
    double time_ms = 0;                  // how much time passes in it
    double now_ms = 0;                   // since the beginning
    double used_ms = 0;                  // what the tasks cost in the last frame that this plan planned
    std::uint64_t number = 0;            // of the frames that this plan has planned, from 1
    std::span<const double> parameters;  // in the order in which the manager has them
};

using PlanColumn = std::vector<double>;

// The tasks of a frame. All columns have the same length; a row is a task.
struct PlanTasks {
    // Read.
    PlanColumn cost, nominal, maximum, elasticity, priority, distance, due, waited, last, level, kind, id;
    // Written.
    PlanColumn period;  // as it was in the frame before
    PlanColumn run;     // kNoRank in all rows
    // For a plan that sets detail: its level in each row, as it is. Others leave it alone.
    std::vector<std::uint8_t> wanted_level;

    // What a task can be done in; each level's work is in proportion to its cost.
    const DetailKind& detailOf(std::size_t i) const { return table->detailOf(rows[i]); }
    std::size_t size() const { return id.size(); }

    bool isNew(std::size_t i) const { return state(i).ran_at_ns < 0; }  // it has never thought
    bool hasJustThought(std::size_t i) const { return state(i).ran_at_ns == table->last_simul_ns; }

    static constexpr double kNoRank = std::numeric_limits<double>::infinity();

    const TaskTable* table = nullptr;
    std::vector<std::uint32_t> rows;  // of the table, in ascending order

  private:
    const TaskState& state(std::size_t i) const { return table->columns.state[rows[i]]; }
};

struct PlanColumnInfo {
    std::string_view name;
    std::string_view unit;
    std::string_view meaning;
    PlanColumn PlanTasks::* values;
    bool is_written = false;
};

// What a plan sees and writes, told once: Lua binds it, and the page about it is printed from it.
inline constexpr std::array<PlanColumnInfo, 14> kPlanColumns = {{
    {"cost", "ms", "what the task is expected to cost if it thinks now", &PlanTasks::cost},
    {"nominal", "ms", "how often it likes to think: once in this time", &PlanTasks::nominal},
    {"maximum", "ms", "the longest that it should wait from one thought to the next", &PlanTasks::maximum},
    {"elasticity", "", "how readily it gives way: grows with the distance; 0 never does",
     &PlanTasks::elasticity},
    {"priority", "", "how much it matters, 1 to 100: falls with the distance", &PlanTasks::priority},
    {"distance", "m", "from the player", &PlanTasks::distance},
    {"due", "ms", "until its date comes, by the period that it has; 0 or less: it has come", &PlanTasks::due},
    {"waited", "frames", "for how many frames it has been due and has not thought", &PlanTasks::waited},
    {"last", "ms", "since its last thought", &PlanTasks::last},
    {"level", "", "its level of detail: 0 is one point for all its animals", &PlanTasks::level},
    {"kind", "", "which kind of animal it is, from 1", &PlanTasks::kind},
    {"id", "", "its own number; a row may be another task in the next frame", &PlanTasks::id},
    {"period", "ms", "it thinks once in this time", &PlanTasks::period, true},
    {"run", "", "its place in the order of this frame: smaller numbers think first", &PlanTasks::run, true},
}};

class Plan {
  public:
    virtual ~Plan() = default;
    virtual std::unique_ptr<Plan> copy() const = 0;

    // Writes `period`, `run`, or both:
    // - only `period`: a task thinks once its period has passed, those that have waited longest first;
    // - only `run`: those that have a number think now, smaller numbers first; if none has, none does;
    // - both: those whose period has passed, in the order of their numbers.
    virtual void plan(const PlanFrame& frame, PlanTasks& tasks) = 0;

    // Whether it writes `period`, in the frame that it planned last.
    virtual bool writesPeriods() const = 0;
};

}  // namespace drover::load
