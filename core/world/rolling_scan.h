// Which tasks are looked at in a frame, and the sums over all of them. Few tasks are looked at in every
// frame. Of many, a slice is looked at in each frame, and besides a short list of the tasks that matter most:
// those near the player and those in view. Sums over the others are then at most a round old. The world uses
// it to weigh tasks and to count them; it knows nothing of tasks itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/columns.h"

namespace drover::world {

class RollingScan {
  public:
    static constexpr std::uint32_t kMostAtOnce =
        65'536;  // up to this many tasks are looked at in every frame
    static constexpr std::uint32_t kLeastSlice = 16'384, kMostSlices = 64;

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

    // Calls look(row) for the tasks of this frame; it returns whether the task matters.
    template <class Look>
    void visit(Look look) {
        if (coversAll()) {
            for (std::uint32_t row = 0; row < tasks_; ++row) look(row);
            return;
        }
        const Slice now = currentSlice();
        // A row joins or leaves the list only when its slice is looked at: it is counted there or here, never
        // twice.
        std::size_t kept = 0;
        for (const std::uint32_t row : watched_) {
            if (row >= now.first && row < now.end) continue;
            look(row);
            watched_[kept++] = row;
        }
        watched_.resize(kept);
        for (std::uint32_t row = now.first; row < now.end; ++row) {
            const bool is_watched = look(row) && watched_.size() < kMostAtOnce;
            if (is_watched) watched_.push_back(row);
            is_watched_[row] = is_watched;
        }
    }

    // Calls count(bands, row) for the same tasks, and returns the sums over all tasks. Ends the frame.
    template <class Count>
    record::Bands sumUp(Count count) {
        record::Bands bands{};
        if (coversAll()) {
            for (std::uint32_t row = 0; row < tasks_; ++row) count(bands, row);
            return bands;
        }
        const Slice now = currentSlice();
        for (std::uint32_t first = now.first; first < now.end; first += slice_) {
            hurried_slices_ -= hurried_slices_ > 0;
            record::Bands& sums = sums_[first / slice_] = {};
            const std::uint32_t end = std::min(first + slice_, now.end);
            for (std::uint32_t row = first; row < end; ++row)
                if (!is_watched_[row]) count(sums, row);
        }
        for (const std::uint32_t row : watched_) count(bands, row);
        for (const record::Bands& sums : sums_)
            for (std::size_t band = 0; band < record::kBands; ++band) record::add(bands[band], sums[band]);
        next_slice_ = now.end == tasks_ ? 0 : now.end / slice_;
        is_first_frame_ = false;
        return bands;
    }

  private:
    struct Slice {
        std::uint32_t first = 0, end = 0;
    };
    static constexpr std::uint32_t kHurriedSlices = 4;  // in a frame

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
