// How a world of many tasks looks over them. Up to kMostWhole tasks are looked at in every frame, all of
// them. Of more, a slice comes under the eye in each frame, and a short list of the tasks that matter most in
// all of them: those near the player and those in view. What the record tells of the others is then at most a
// round old, as is their distance. The world owns it and knows the tasks; this knows whose turn it is, and
// keeps the sums.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/frame_record.h"

namespace drover::world {

class Survey {
  public:
    static constexpr std::uint32_t kMostWhole = 65'536;
    static constexpr std::uint32_t kLeastSlice = 16'384, kMostTurns = 64;
    using Bands = std::array<record::BandRecord, record::kBands>;

    struct Slice {
        std::uint32_t first = 0, end = 0;
    };

    explicit Survey(std::uint32_t tasks = 0)
        : tasks_(tasks),
          slice_(tasks <= kMostWhole ? kMostWhole
                                     : std::max(kLeastSlice, (tasks + kMostTurns - 1) / kMostTurns)),
          sums_((tasks + slice_ - 1) / slice_) {}

    bool isWhole() const { return sums_.size() <= 1; }  // every task in every frame
    // Everything is to be looked at anew: so many tasks at once would hold up a frame, so the slices only
    // come faster, and whoever asks for it looks at those that matter at once.
    void hurry() { hurried_ = sums_.size(); }

    // Calls look(row) for the tasks of this frame; it tells whether the task matters.
    template <class Look>
    void lookOver(Look look) {
        if (isWhole()) {
            for (std::uint32_t row = 0; row < tasks_; ++row) look(row);
            return;
        }
        const Slice seen = seenNow();
        // Whether a task is on the list changes with its slice's turn alone: it is counted there or here,
        // never twice.
        std::size_t kept = 0;
        for (const std::uint32_t row : watched_) {
            if (row >= seen.first && row < seen.end) continue;
            look(row);
            watched_[kept++] = row;
        }
        watched_.resize(kept);
        for (std::uint32_t row = seen.first; row < seen.end; ++row) {
            const bool is_watched = look(row) && watched_.size() < kMostWhole;
            if (is_watched) watched_.push_back(row);
            is_watched_[row] = is_watched;
        }
    }

    // Calls count(bands, row) for the same tasks, and returns the sums over all tasks. Ends the frame's look.
    template <class Count>
    Bands sumUp(Count count) {
        Bands bands{};
        if (isWhole()) {
            for (std::uint32_t row = 0; row < tasks_; ++row) count(bands, row);
            return bands;
        }
        const Slice seen = seenNow();
        for (std::uint32_t first = seen.first; first < seen.end; first += slice_) {
            hurried_ -= hurried_ > 0;
            Bands& sum = sums_[first / slice_] = {};
            const std::uint32_t end = std::min(first + slice_, seen.end);
            for (std::uint32_t row = first; row < end; ++row)
                if (!is_watched_[row]) count(sum, row);
        }
        for (const std::uint32_t row : watched_) count(bands, row);
        for (const Bands& sum : sums_)
            for (std::size_t b = 0; b < record::kBands; ++b) addTo(bands[b], sum[b]);
        turn_ = seen.end == tasks_ ? 0 : seen.end / slice_;
        is_new_ = false;
        return bands;
    }

  private:
    Slice seenNow() {
        is_watched_.resize(tasks_);
        if (is_new_) return {0, tasks_};
        return {turn_ * slice_, std::min((turn_ + (hurried_ > 0 ? kHurriedSlices : 1)) * slice_, tasks_)};
    }
    static void addTo(record::BandRecord& sum, const record::BandRecord& other);

    static constexpr std::uint32_t kHurriedSlices = 4;  // in a frame

    std::uint32_t tasks_;
    std::uint32_t slice_;
    std::uint32_t turn_ = 0;   // the slice under the eye
    std::size_t hurried_ = 0;  // so many slices come faster
    bool is_new_ = true;
    std::vector<Bands> sums_;  // of each slice, without those on the list
    std::vector<std::uint32_t> watched_;
    std::vector<std::uint8_t> is_watched_;
};

}  // namespace drover::world
