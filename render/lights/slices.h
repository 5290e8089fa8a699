// Decides which flocks a frame looks at, where there are very many. Their rows are divided into slices. A
// slice that is not due stays on the card as it is, because nothing in it has moved by half a pixel. One
// slice becomes due in each frame, in turn, so that colours follow. All become due when the view, the colours
// or the world change; a view that moves on by a few pixels is still the same, seen from its anchor. Gather
// asks it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/world/world_view.h"
#include "render/sight.h"

namespace drover::render {

// What the records of a slice depend on beside the world itself.
struct SliceLook {
    const void* theme = nullptr;
    int colour_by = 0;
    float most_ms = 0;  // Paint::most_ms()
    bool is_smooth = true;
    bool operator==(const SliceLook&) const = default;
};

class Slices {
  public:
    static constexpr std::uint32_t kRows = 32'768;

    // `fastest`: the highest speed in this world, metres per second. `most_shift_m`: how far the view may
    // move on until all slices are due; the margin of what is looked at is as wide. With `all_due` all are
    // due.
    void beginFrame(const world::WorldView& view, const Sight& sight, const SliceLook& look, float fastest,
                    float most_shift_m, bool all_due);
    std::uint32_t count() const { return static_cast<std::uint32_t>(made_ns_.size()); }
    std::uint32_t first(std::uint32_t slice) const { return slice * kRows; }
    std::uint32_t end(std::uint32_t slice) const { return std::min(first(slice) + kRows, rows_); }
    bool isDue(std::uint32_t slice) const;
    void made(std::uint32_t slice) { made_ns_[slice] = now_ns_; }
    // From the place that records are relative to, to the centre of the view.
    Vec2 shift_m() const { return shift_m_; }
    static float most_shift_m(const Sight& sight) { return kMostShift_px / sight.pixels_per_metre; }

  private:
    static constexpr std::int64_t kNever = -1;
    static constexpr float kMost_px = 0.5f, kMostShift_px = 3;

    struct Seen {
        Vec2 middle_m, half_m;
        float pixels_per_metre = 0;
        SliceLook look;
        const void* flocks = nullptr;
        std::uint64_t seed = 0, layout = 0;
        bool operator==(const Seen&) const = default;
    };

    Seen seen_;
    Place anchor_;
    Vec2 shift_m_;
    std::uint32_t rows_ = 0, turn_ = 0;
    std::int64_t now_ns_ = 0;
    std::int64_t most_age_ns_ = 0;       // of a slice that is not due
    std::vector<std::int64_t> made_ns_;  // by slice, in the world's time
};

}  // namespace drover::render
