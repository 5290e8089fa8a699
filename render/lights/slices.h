// Decides which flocks a frame looks at, where there are very many. Their rows are divided into slices. A
// slice that is not due stays on the card as it is, because nothing in it has moved by half a pixel. One
// slice becomes due in each frame, in turn, so that colours follow. All become due when the view, the colours
// or the world change. Gather asks it.
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

    // `fastest`: the highest speed in this world, metres per second. With `all_due` all slices are due.
    void beginFrame(const world::WorldView& view, const Sight& sight, const SliceLook& look, float fastest,
                    bool all_due);
    std::uint32_t count() const { return static_cast<std::uint32_t>(made_ns_.size()); }
    std::uint32_t first(std::uint32_t slice) const { return slice * kRows; }
    std::uint32_t end(std::uint32_t slice) const { return std::min(first(slice) + kRows, rows_); }
    bool isDue(std::uint32_t slice) const;
    void made(std::uint32_t slice) { made_ns_[slice] = now_ns_; }

  private:
    static constexpr std::int64_t kNever = -1;
    static constexpr float kMost_px = 0.5f;

    struct Seen {
        Place centre;
        Vec2 middle_m, half_m;
        float pixels_per_metre = 0;
        SliceLook look;
        const void* flocks = nullptr;
        std::uint64_t seed = 0, layout = 0;
        bool operator==(const Seen&) const = default;
    };

    Seen seen_;
    std::uint32_t rows_ = 0, turn_ = 0;
    std::int64_t now_ns_ = 0;
    std::int64_t most_age_ns_ = 0;       // of a slice that is not due
    std::vector<std::int64_t> made_ns_;  // by slice, in the world's time
};

}  // namespace drover::render
