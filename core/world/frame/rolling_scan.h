// Which tasks are looked at in a frame, and the sums over all of them. Few tasks are looked at in every
// frame. Of many, a slice is looked at in each frame, and besides a short list of the tasks that matter most:
// those near the player and those in view. Sums over the others are then at most a round old. The world uses
// it to weigh tasks and to count them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cores/ranges.h"
#include "core/record/columns.h"

namespace drover::world {

class RollingScan {
  public:
    static constexpr std::uint32_t kMostAtOnce =
        65'536;  // up to this many tasks are looked at in every frame
    static constexpr std::uint32_t kLeastSlice = 16'384, kMostSlices = 64;

    // What a task adds to its band's sums that is no whole number.
    struct Shares {
        double u_total = 0, off_m = 0;
    };
    // What adding up needs while it lasts.
    struct Scratch {
        std::vector<Shares> shares;        // by row of those that are added up,
        std::vector<record::Bands> parts;  // and the whole numbers of each range of them
    };

    static constexpr std::size_t kBytesPerTask = sizeof(std::uint8_t);  // the list is short

    explicit RollingScan(std::uint32_t tasks = 0)
        : tasks_(tasks),
          slice_(tasks <= kMostAtOnce ? kMostAtOnce
                                      : std::max(kLeastSlice, (tasks + kMostSlices - 1) / kMostSlices)),
          sums_((tasks + slice_ - 1) / slice_),
          is_watched_(tasks) {}

    bool coversAll() const { return sums_.size() <= 1; }  // every task in every frame
    // What is known of all tasks is outdated: the slices come faster for one round. All at once would hold up
    // a frame.
    void hurry() { hurried_slices_ = sums_.size(); }

    // Calls look(row) for the tasks of this frame, on any core; it returns whether the task matters. Then
    // calls looked(row) for the same tasks, one after the other, in an order that depends on them alone.
    template <class Look, class Looked>
    void visit(cores::Team* team, Look look, Looked looked) {
        const Slice now = currentSlice();
        // A row joins or leaves the list only when its slice is looked at: it is counted there or here, never
        // twice.
        std::erase_if(watched_, [&](std::uint32_t row) { return row >= now.first && row < now.end; });
        cores::eachRange(team, watched(), kRange, [&](const cores::Range& range) {
            for (std::uint32_t i = range.first; i < range.end; ++i) look(watched_[i]);
        });
        cores::eachRange(team, now.end - now.first, kRange, [&](const cores::Range& range) {
            for (std::uint32_t i = range.first; i < range.end; ++i)
                is_watched_[now.first + i] = look(now.first + i);
        });
        for (const std::uint32_t row : watched_) looked(row);
        for (std::uint32_t row = now.first; row < now.end; ++row) {
            looked(row);
            is_watched_[row] = is_watched_[row] && !coversAll() && watched_.size() < kMostAtOnce;
            if (is_watched_[row]) watched_.push_back(row);
        }
    }

    // Calls count(bands, row) for the same tasks, on any core, and returns the sums over all tasks, each of
    // which is in the band that `band_of` says. Ends the frame. `count` adds whole numbers to `bands` and
    // returns the rest: the sum of doubles depends on their order, so they are added in that of the tasks.
    template <class Count>
    record::Bands sumUp(cores::Team* team, Scratch& scratch, std::span<const record::Band> band_of,
                        Count count) {
        record::Bands bands{};
        sumRows(
            team, scratch, watched(), [&](std::uint32_t i) { return watched_[i]; }, band_of, count, bands);
        const Slice now = currentSlice();
        for (std::uint32_t first = now.first; first < now.end; first += slice_) {
            hurried_slices_ -= hurried_slices_ > 0;
            record::Bands& sums = sums_[first / slice_] = {};
            const auto unlessWatched = [&](std::uint32_t i) {
                return is_watched_[first + i] ? kNone : first + i;
            };
            sumRows(team, scratch, std::min(slice_, now.end - first), unlessWatched, band_of, count, sums);
        }
        for (const record::Bands& sums : sums_) addTo(bands, sums);
        next_slice_ = now.end == tasks_ ? 0 : now.end / slice_;
        is_first_frame_ = false;
        return bands;
    }

  private:
    struct Slice {
        std::uint32_t first = 0, end = 0;
    };
    static constexpr std::uint32_t kHurriedSlices = 4;  // in a frame
    static constexpr std::uint32_t kRange = 2048;       // rows that one core looks at together
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    static void addTo(record::Bands& bands, const record::Bands& more) {
        for (std::size_t band = 0; band < record::kBands; ++band) record::add(bands[band], more[band]);
    }

    // Sums over so many rows. `row_at` tells which they are; kNone: it is left out.
    template <class RowAt, class Count>
    void sumRows(cores::Team* team, Scratch& scratch, std::uint32_t rows, RowAt row_at,
                 std::span<const record::Band> band_of, Count& count, record::Bands& sums) {
        std::vector<Shares>& shares = scratch.shares;
        std::vector<record::Bands>& parts = scratch.parts;
        if (shares.size() < rows) shares.resize(rows);
        parts.assign(cores::rangesOf(rows, kRange), {});
        cores::eachRange(team, rows, kRange, [&](const cores::Range& range) {
            for (std::uint32_t i = range.first; i < range.end; ++i) {
                const std::uint32_t row = row_at(i);
                if (row != kNone) shares[i] = count(parts[range.index], row);
            }
        });
        for (std::uint32_t i = 0; i < rows; ++i) {
            const std::uint32_t row = row_at(i);
            if (row == kNone) continue;
            record::BandRecord& band = sums[record::row(band_of[row])];
            band.u_total += shares[i].u_total, band.off_m += shares[i].off_m;
        }
        for (const record::Bands& part : parts) addTo(sums, part);
    }

    std::uint32_t watched() const { return static_cast<std::uint32_t>(watched_.size()); }
    Slice currentSlice() const {
        if (is_first_frame_) return {0, tasks_};
        const std::uint32_t slices = hurried_slices_ > 0 ? kHurriedSlices : 1;
        return {next_slice_ * slice_, std::min((next_slice_ + slices) * slice_, tasks_)};
    }

    std::uint32_t tasks_;
    std::uint32_t slice_;  // tasks in one
    std::uint32_t next_slice_ = 0;
    std::size_t hurried_slices_ = 0;
    bool is_first_frame_ = true;
    std::vector<record::Bands> sums_;  // of each slice, without the rows on the list
    std::vector<std::uint32_t> watched_;
    std::vector<std::uint8_t> is_watched_;
};

}  // namespace drover::world
