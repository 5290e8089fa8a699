// For an index of very many tasks: dates before which tasks cannot be due, so that a frame looks only at
// those whose date has come. A date holds while the level that periods grow with does not fall below a floor:
// λ in `elastic`, the root of the price in `modes`.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/base/ask_ahead.h"
#include "core/base/large_pages.h"
#include "core/cores/ranges.h"
#include "core/load/queue/due_index.h"
#include "core/load/task_table.h"

namespace drover::load {

// A date for each of very many rows, in two bytes, so that all of them can be searched in one pass. A date is
// the number of a step of a millisecond or more, rounded down, counted from the column's first moment.
// DueDates keeps when a task may be due.
class CoarseDates {
  public:
    using Date = std::uint16_t;
    static constexpr Date kNever = 0xffff;     // not found, however late it is
    static constexpr Date kLast = kNever - 1;  // stands for all later dates too

    // All rows have the first date, that of `first_ns`, which stands for all earlier ones too.
    void clear(std::size_t rows, std::int64_t first_ns, int step_log2_ns) {
        first_ns_ = first_ns;
        step_log2_ns_ = step_log2_ns;
        dates_.assign(rows, 0);
        dates_.resize((rows + kLanes - 1) / kLanes * kLanes, kNever);
    }
    Date dateOf(std::int64_t moment_ns) const {
        return static_cast<Date>(
            std::clamp<std::int64_t>((moment_ns - first_ns_) >> step_log2_ns_, 0, kLast));
    }
    void set(std::size_t row, std::int64_t moment_ns) { dates_[row] = dateOf(moment_ns); }
    void setNever(std::size_t row) { dates_[row] = kNever; }
    bool isNever(std::size_t row) const { return dates_[row] == kNever; }

    // Moves the column's first moment so that `now_ns` stays well inside what two bytes can count. The dates
    // that fall out become one with the new first date.
    void keepInReach(std::int64_t now_ns) {
        const Date now = dateOf(now_ns);
        if (now <= kLast / 4 * 3) return;
        const int gone = now - kLast / 2;
        first_ns_ += std::int64_t{gone} << step_log2_ns_;
        for (Date& date : dates_)
            date = date == kNever ? kNever : static_cast<Date>(std::max(date - gone, 0));
    }
    void prefetch(std::size_t row) const { askFor(dates_.data() + row); }

    // Lists which of `count` rows from `first` on have a date up to this one, ascending, and returns how
    // many. `first` is a multiple of 16, `rows` has room for all.
    std::size_t rowsUpTo(Date date, std::size_t first, std::size_t count, std::uint32_t* rows) const {
        std::size_t found = 0;
        const std::size_t end = std::min(first + count, dates_.size());
        for (std::size_t row = first; row < end; row += kLanes)
            for (std::uint32_t hits = hitsUpTo(date, row); hits != 0; hits &= hits - 1)
                rows[found++] =
                    static_cast<std::uint32_t>(row) + static_cast<std::uint32_t>(std::countr_zero(hits));
        return found;
    }

  private:
    static constexpr std::size_t kLanes = 16;

    // A bit for each of 16 rows.
    std::uint32_t hitsUpTo(Date date, std::size_t row) const {
#ifdef __SSE2__
        const auto is_up_to = [limit = _mm_set1_epi16(static_cast<std::int16_t>(date))](const Date* dates) {
            const __m128i above =
                _mm_subs_epu16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(dates)), limit);
            return _mm_cmpeq_epi16(above, _mm_setzero_si128());
        };
        const __m128i bytes = _mm_packs_epi16(is_up_to(&dates_[row]), is_up_to(&dates_[row] + 8));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
#else
        std::uint32_t hits = 0;
        for (std::uint32_t i = 0; i < kLanes; ++i)
            hits |= static_cast<std::uint32_t>(dates_[row + i] <= date) << i;
        return hits;
#endif
    }

    LargeVector<Date> dates_;  // padded to whole lanes
    std::int64_t first_ns_ = 0;
    int step_log2_ns_ = 20;
};

// How long the dates of the sparse index hold. A date is the earliest moment at which its task can be due
// while lambda does not fall below a floor. The lower the floor, the more often a date is a false alarm; the
// higher, the sooner all dates must be set again. This keeps the cost of the one close to the cost of the
// other.
class DateFloor {
  public:
    struct Rows {
        std::uint32_t first = 0, end = 0;
    };

    // Dates are to be set for this lambda: the present floor or, while it is on its way down, the next one.
    double forDates() const { return next_; }
    void countFalseAlarms(std::uint64_t rows) { false_alarms_ += rows; }

    // All dates are about to be set.
    void start(double lambda) {
        least_lambda_ = lambda;
        put(caution_);
        floor_ = next_;
    }

    // The rows whose dates must be set again in this frame. When lambda comes near the floor, the floor is
    // lowered in time, some rows in each frame; when lambda is below it already, all rows at once. When false
    // alarms have cost as much as setting all dates, the floor is raised to just below the least lambda
    // since.
    Rows follow(double lambda, std::uint32_t rows) {
        constexpr std::uint32_t kFrames = 32;
        least_lambda_ = std::min(least_lambda_, lambda);
        if (lambda < floor_) {
            if (lambda < next_) {
                least_lambda_ = lambda;
                put(caution_ * 4);  // all at once is too dear to come to it in small steps
            }
            return lower(rows, rows);
        }
        if (next_ < floor_) return lower((rows + kFrames - 1) / kFrames, rows);
        if (lambda < floor_ * (1 + caution_ / 2)) {
            least_lambda_ = lambda;
            put(caution_ * 2);
        } else if (false_alarms_ > rows / 4) {
            put(caution_ / 2);
            floor_ = next_ = std::max(next_, floor_);  // never down: that needs new dates
        }
        return {};
    }

  private:
    static constexpr double kLeastCaution = 1.0 / 2048, kMostCaution = 0.125;

    void put(double caution) {
        caution_ = std::clamp(caution, kLeastCaution, kMostCaution);
        next_ = least_lambda_ * (1 - caution_);
        least_lambda_ = std::numeric_limits<double>::infinity();
        false_alarms_ = 0;
        lowered_ = 0;
    }
    Rows lower(std::uint32_t most, std::uint32_t rows) {
        const Rows range = {lowered_, lowered_ + std::min(most, rows - lowered_)};
        lowered_ = range.end;
        if (lowered_ == rows) floor_ = next_;
        return range;
    }

    double floor_ = 0;                // no date was set for a larger lambda
    double next_ = 0;                 // below the floor while that is on its way down
    std::uint32_t lowered_ = 0;       // rows that have their dates for the next floor
    double least_lambda_ = 0;         // since the floor was last put anywhere
    double caution_ = 1.0 / 512;      // how far below that it is put, relatively
    std::uint64_t false_alarms_ = 0;  // since then
};

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
