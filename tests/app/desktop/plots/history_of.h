// Histories with known numbers, for the tests of this folder.
#pragma once

#include <cstdint>
#include <functional>

#include "core/record/history.h"

namespace drover::desktop {

inline constexpr std::int64_t kFrame_ns = 16'000'000;

// Adds frames first to end - 1, each 16 ms long, with a budget of 4 ms that the AI uses fully. `change` may
// alter each record.
inline void pushFrames(record::History& history, std::uint64_t first, std::uint64_t end,
                       const std::function<void(record::FrameRecord&)>& change = {}) {
    for (std::uint64_t frame = first; frame < end; ++frame) {
        record::FrameRecord record;
        record.frame = frame;
        record.t_ns = static_cast<std::int64_t>(frame) * kFrame_ns;
        record.frame_time_ns = kFrame_ns;
        record.budget_ns = 4'000'000;
        record.desired_use = 0.25;
        record.fps = 62.5;
        record.overhead_ns = 100'000;
        record.whole.c_total_ns = 4'000'000;
        record.whole.u_total = 0.25;
        for (record::BandRecord& band : record.bands) band.tasks = 1;  // a mean over nobody has no value
        if (change) change(record);
        history.push(record);
    }
}

}  // namespace drover::desktop
