// A date for each of very many rows, in two bytes, so that all of them can be searched in one pass. A date is
// the number of a step of a millisecond or more, rounded down, counted from the column's first moment.
// DueDates keeps when a task may be due.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/base/ask_ahead.h"
#include "core/base/large_pages.h"

namespace drover::load {

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

}  // namespace drover::load
