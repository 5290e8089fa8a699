// Who is due? A queue manager asks its index in each frame: `elastic` the dense or the sparse one, `modes`
// its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "core/base/ask_ahead.h"
#include "core/base/function_ref.h"
#include "core/cores/team.h"
#include "core/load/queue/compression.h"
#include "core/load/queue/due_parts.h"
#include "core/load/task_table.h"

namespace drover::load {

class DueIndex {
  public:
    // At most: five columns in the dense index, or 32 bytes and a date in the sparse one; where there are
    // many tasks, only one of them is there. A list of changes. And what large pages leave unused at the ends
    // of the manager's columns, as measured with 200,000 tasks.
    static constexpr std::size_t kUnusedBytes = 12;
    static constexpr std::size_t kBytesPerTask = 5 * sizeof(double) + sizeof(std::uint32_t) + kUnusedBytes;

    virtual ~DueIndex() = default;

    virtual std::unique_ptr<DueIndex> copy() const = 0;
    // What is remembered of the table `from` holds for `to`.
    virtual void moveTable(const TaskTable& from, const TaskTable& to) = 0;

    // Tasks that wait are left out if the manager has them in its queue; if another one left them, they are
    // due.
    void setQueued(bool are_queued) { are_waiting_queued_ = are_queued; }
    bool isQueued(const TaskState& task) const { return are_waiting_queued_ && task.isWaiting(); }

    // Looks at all tasks before the first frame, which is then no longer than the others.
    virtual void prepare(TaskTable& tasks) = 0;

    // In what follows the cores of a team share the rows; null: the caller does all.

    // Finds the lambda at which all tasks together use Ud.
    virtual CompressionResult solve(TaskTable& tasks, double desired_use, cores::Team* team) = 0;
    // Whether solve() looked at all tasks again and forgot which were left out.
    virtual bool hasStartedAnew() const { return false; }

    // Rows of one part (DueParts), ascending. Those of different parts come on different cores.
    using Rows = FunctionRef<void(std::span<const std::uint32_t>)>;

    // After solve(). Tells, with T written down, of each task whose period has passed or that another manager
    // left delayed. From then on it is left out until it has run. A change of period of less than
    // `hysteresis`, relative to it, is not made.
    virtual void findDue(TaskTable& tasks, double hysteresis, cores::Team* team, Rows are_due) = 0;

    // Likewise of tasks that will be due after `ahead_ns` and have waited for T0 already; those that are
    // delayed are left out. No task may be running. Returns at how many it had to look.
    virtual std::uint32_t findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                                    Rows are_early) = 0;

    // T of this frame.
    virtual std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const = 0;
    // The task is looked after elsewhere until it ran.
    virtual void leaveOut(std::uint32_t) {}
    // On a core, of which there are several: its number, and its share of TaskTable::changeStanding().
    struct OnCore {
        unsigned number;
        std::uint64_t& standing;
    };
    // Writes T of this frame down for a task that findDue() left out.
    virtual void assignPeriod(TaskTable&, std::uint32_t, const OnCore&) {}
    // It is about to run. Any core may say so.
    virtual void chosen(std::uint32_t) {}
    // The most cores that a team has. As many may call assignPeriod() and ran() at once, for different tasks.
    virtual void setCores(unsigned) {}
    // It ran: its cost and Tlast are new.
    virtual void ran(const TaskTable& tasks, std::uint32_t row, unsigned core = 0) = 0;
    // Asks for the memory that ran() touches, some tasks ahead.
    virtual void prefetch(std::uint32_t) const {}
    // How many first updates it can take up in a frame, `ran_before` tasks having run in the last one.
    virtual std::size_t mostFirstUpdates(std::size_t) const {
        return std::numeric_limits<std::size_t>::max();
    }

  private:
    bool are_waiting_queued_ = false;
};

// Keeps the rows of a block for which is_meant(row) is true. ask(row) prefetches them some rows ahead.
template <class Ask, class IsMeant>
std::span<std::uint32_t> onlyThose(std::span<std::uint32_t> rows, Ask ask, IsMeant is_meant) {
    std::size_t kept = 0;
    askAhead<16>(rows, ask, [&](std::uint32_t row) {
        if (is_meant(row)) rows[kept++] = row;
    });
    return rows.first(kept);
}
// Hands on the rows of a block that are meant. Their tasks are then still in the cache.
template <class IsMeant>
void tellOf(const TaskTable& tasks, std::span<std::uint32_t> rows, IsMeant is_meant, DueIndex::Rows tell) {
    rows = onlyThose(rows, [&](std::uint32_t row) { tasks.prefetch(row); }, is_meant);
    if (!rows.empty()) tell(rows);
}

// Whether a task that is not due may run early: it would have liked to run by now, and will be due soon.
// period_ns() is asked last, because it takes longest.
template <class Period>
bool mayRunEarly(const TaskTable& tasks, std::uint32_t row, std::int64_t ahead_ns, Period period_ns) {
    const TaskState& task = tasks.columns.state[row];
    const std::int64_t since_ns = tasks.simul_ns - task.last_ns;
    return since_ns >= task.nominal_ns && !task.isWaiting() && task.ran_at_ns >= 0 &&
           tasks.columns.reason[row] == WaitReason::kNotDue && since_ns + ahead_ns >= period_ns();
}

}  // namespace drover::load
