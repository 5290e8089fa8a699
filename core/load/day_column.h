// Dates of very many rows in two bytes each, so that all can be looked through in one go: the number of a
// "day" of a millisecond or more, rounded down, counted from the column's first. The crowd keeps two: who may
// be due, who is oldest.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/base/large_pages.h"

namespace drover::load {

class DayColumn {
  public:
    using Day = std::uint16_t;
    static constexpr Day kNever = 0xffff;
    static constexpr Day kLastDay = kNever - 1;  // and all days after it

    // All rows on the first day, the one of `first_ns`, which stands for all days before it, too. One that is
    // never is not found, whatever day it becomes.
    void clear(std::size_t rows, std::int64_t first_ns, int bits_of_a_day) {
        first_ns_ = first_ns;
        bits_ = bits_of_a_day;
        days_.assign(rows, 0);
        days_.resize((rows + kStep - 1) / kStep * kStep, kNever);
    }
    Day dayOf(std::int64_t date_ns) const {
        return static_cast<Day>(std::clamp<std::int64_t>((date_ns - first_ns_) >> bits_, 0, kLastDay));
    }
    void set(std::size_t row, std::int64_t date_ns) { days_[row] = dayOf(date_ns); }
    void setFirst(std::size_t row) { days_[row] = 0; }
    void setNever(std::size_t row) { days_[row] = kNever; }
    bool isNever(std::size_t row) const { return days_[row] == kNever; }
    // The first so many days become one with the day after them, which is the first from now on.
    void forgetDays(int days) {
        first_ns_ += std::int64_t{days} << bits_;
        for (Day& day : days_) day = day == kNever ? kNever : static_cast<Day>(std::max(day - days, 0));
    }
    void prefetch(std::size_t row) const { __builtin_prefetch(days_.data() + row); }

    // Writes down which of `count` rows from `first` on have a day up to this one, ascending: how many.
    // `first` is a multiple of 16, `rows` has room for all.
    std::size_t rowsUpTo(Day day, std::size_t first, std::size_t count, std::uint32_t* rows) const {
        std::size_t found = 0;
        const std::size_t end = std::min(first + count, days_.size());
        for (std::size_t row = first; row < end; row += kStep)
            for (std::uint32_t hits = hitsUpTo(day, row); hits != 0; hits &= hits - 1)
                rows[found++] =
                    static_cast<std::uint32_t>(row) + static_cast<std::uint32_t>(std::countr_zero(hits));
        return found;
    }
    Day earliest() const {
        Day least = kNever;
        for (const Day day : days_) least = std::min(least, day);
        return least;
    }

  private:
    static constexpr std::size_t kStep = 16;

    // A bit for each of 16 rows.
    std::uint32_t hitsUpTo(Day day, std::size_t row) const {
#ifdef __SSE2__
        const auto is_up_to = [limit = _mm_set1_epi16(static_cast<std::int16_t>(day))](const Day* days) {
            const __m128i above =
                _mm_subs_epu16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(days)), limit);
            return _mm_cmpeq_epi16(above, _mm_setzero_si128());
        };
        const __m128i bytes = _mm_packs_epi16(is_up_to(&days_[row]), is_up_to(&days_[row] + 8));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
#else
        std::uint32_t hits = 0;
        for (std::uint32_t i = 0; i < kStep; ++i)
            hits |= static_cast<std::uint32_t>(days_[row + i] <= day) << i;
        return hits;
#endif
    }

    LargeVector<Day> days_;  // those after the rows fill the last step
    std::int64_t first_ns_ = 0;
    int bits_ = 20;
};

}  // namespace drover::load
