#include "app/desktop/plots/marks.h"

#include <algorithm>

namespace drover::desktop {
namespace {

// A frame that took so long, or jumped so far, was none: the program was stopped, or the clock was set.
constexpr double kLongestFrame_ms = 250;
// Simulated time may run some ten times as fast as frames do.
constexpr double kLongestFrames = 20;

}  // namespace

void Marks::clear() {
    scanned_ = 0;
    spikes_.clear();
    gaps_.clear();
}

void Marks::scan(const History& history) {
    const FrameRange held = history.frames();
    if (held.end < scanned_) clear();
    for (std::uint64_t frame = std::max(scanned_, held.first); frame < held.end; ++frame)
        look(history, frame);
    scanned_ = held.end;
    std::erase_if(spikes_, [&](const SpikeFrames& spike) { return spike.frames.end <= held.first; });
    std::erase_if(gaps_, [&](const Gap& gap) { return gap.frame < held.first; });
}

void Marks::look(const History& history, std::uint64_t frame) {
    const double outside_ms = history.value(columnOf("spike_outside_ms"), frame);
    if (outside_ms > 0) extendSpike(frame, false);
    if (history.value(columnOf("spike_inside_ms"), frame) > 0) extendSpike(frame, true);

    const double frame_ms = history.value(columnOf("tf_ms"), frame);
    if (frame_ms - outside_ms > kLongestFrame_ms) {
        gaps_.push_back({frame, frame_ms - outside_ms});
    } else if (frame > history.frames().first) {
        const double step_ms =
            history.value(columnOf("t_ms"), frame) - history.value(columnOf("t_ms"), frame - 1);
        const bool jumps = step_ms < 0 || step_ms > std::max(kLongestFrame_ms, kLongestFrames * frame_ms);
        if (jumps) gaps_.push_back({frame, step_ms});
    }
}

void Marks::extendSpike(std::uint64_t frame, bool is_inside) {
    const auto grows = [&](SpikeFrames& spike) {
        return spike.is_inside == is_inside && spike.frames.end == frame;
    };
    // The one that grows is the newest of its kind, so one of the last two.
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, spikes_.size()); ++back) {
        SpikeFrames& spike = spikes_[spikes_.size() - back];
        if (!grows(spike)) continue;
        ++spike.frames.end;
        return;
    }
    spikes_.push_back({{frame, frame + 1}, is_inside});
}

}  // namespace drover::desktop
