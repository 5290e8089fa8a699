// For an index of very many tasks: dates before which tasks cannot be due, so that a frame looks only at
// those whose date has come. A date holds while the level that periods grow with does not fall below a floor:
// λ in `elastic`, the root of the price in `modes`.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/cores/ranges.h"
#include "core/load/elastic/coarse_dates.h"
#include "core/load/elastic/date_floor.h"
#include "core/load/elastic/due_index.h"
#include "core/load/task_table.h"

namespace drover::load {

class DueDates {
  public:
    static constexpr std::uint32_t kBlock = DueParts::kRows;  // rows searched at once
    static constexpr std::size_t kBytesPerTask = sizeof(CoarseDates::Date);

    // No more new tasks at once than will soon run: their cost is spread over the first frames, too.
    static constexpr std::size_t mostFirstUpdates(std::size_t ran_before) { return 8192 + ran_before; }

    // Forgets all: the owner calls set() or leaveOut() for each row.
    void start(const TaskTable& tasks, double level) {
        floor_.start(level);
        std::int64_t longest_ns = 1;
        for (const TaskState& task : tasks.columns.state) longest_ns = std::max(longest_ns, task.maximum_ns);
        // Steps so long that the longest period is a quarter of what two bytes can count.
        const int step_log2_ns =
            std::max(20, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(longest_ns))) - 14);
        dates_.clear(tasks.rows(), tasks.simul_ns, step_log2_ns);
    }
    void keepInReach(std::int64_t now_ns) { dates_.keepInReach(now_ns); }

    void setCores(unsigned cores) {
        if (cores_.size() < cores) cores_.resize(cores);
    }

    double level() const { return floor_.forDates(); }  // for which dates are to be set
    void set(std::uint32_t row, std::int64_t moment_ns) { dates_.set(row, moment_ns); }
    void leaveOut(std::uint32_t row) { dates_.setNever(row); }
    bool isLeftOut(std::uint32_t row) const { return dates_.isNever(row); }
    void prefetch(std::uint32_t row) const { dates_.prefetch(row); }

    // The level of this frame. Calls set_date(row) where the floor must be lower for it.
    template <class SetDate>
    void follow(double level, std::uint32_t rows, cores::Team* team, SetDate set_date) {
        for (Core& core : cores_) floor_.countFalseAlarms(std::exchange(core.false_alarms, 0));
        const DateFloor::Rows again = floor_.follow(level, rows);
        cores::eachRange(team, again.end - again.first, kBlock, [&](const cores::Range& range) {
            for (std::uint32_t row = again.first + range.first; row < again.first + range.end; ++row)
                if (!isLeftOut(row)) set_date(row);
        });
    }

    // The rows of a block whose date has come and that may_be_due(row), which sets a new date if not. For
    // different blocks on different cores at once; good until the core's next call.
    template <class Ask, class MayBeDue>
    std::span<std::uint32_t> find(std::int64_t now_ns, std::size_t first, unsigned number, Ask ask,
                                  MayBeDue may_be_due) {
        Core& core = cores_[number];
        const std::span<std::uint32_t> found = rowsUpTo(now_ns, first, number);
        const std::span<std::uint32_t> kept = onlyThose(found, ask, may_be_due);
        core.false_alarms += found.size() - kept.size();
        return kept;
    }

    // All rows of a block whose date has come by then. Likewise.
    std::span<std::uint32_t> rowsUpTo(std::int64_t moment_ns, std::size_t first, unsigned number) {
        std::vector<std::uint32_t>& rows = cores_[number].rows;
        return {rows.data(), dates_.rowsUpTo(dates_.dateOf(moment_ns), first, kBlock, rows.data())};
    }

  private:
    struct alignas(128) Core {
        std::vector<std::uint32_t> rows = std::vector<std::uint32_t>(kBlock);  // found in a block
        std::size_t false_alarms = 0;
    };

    CoarseDates dates_;  // before which no row is due, while the level is not below the floor
    DateFloor floor_;
    std::vector<Core> cores_{1};
};

}  // namespace drover::load
