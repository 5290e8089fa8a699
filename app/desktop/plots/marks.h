// What is marked in every plot: frames with spikes, and gaps where time passed without frames (the machine
// was suspended, the clock was set). Each frame of the history is scanned once, when it is new. plot_desk.cpp
// calls it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/history.h"

namespace drover::desktop {

struct SpikeFrames {
    record::FrameRange frames;
    bool is_inside = false;  // tasks cost more; else the rest of the frame does
    double size_ms = 0;      // in its first frame
};

struct Gap {
    std::uint64_t frame = 0;  // the first frame after the gap
    double missing_ms = 0;    // 0 if unknown
};

class Marks {
  public:
    // `lost` has more frames with a gap before them, in order, that the history does not show.
    void scan(const record::History& history, std::span<const std::uint64_t> lost);
    void clear();

    std::span<const SpikeFrames> spikes() const { return spikes_; }
    std::span<const Gap> gaps() const { return gaps_; }

  private:
    void lookForSpikes(const record::History& history, std::uint64_t frame);
    void lookForGap(const record::History& history, std::uint64_t frame, std::span<const std::uint64_t> lost);
    void extendSpike(std::uint64_t frame, bool is_inside, double size_ms);

    std::uint64_t scanned_ = 0;  // the next frame to scan
    std::vector<SpikeFrames> spikes_;
    std::vector<Gap> gaps_;
};

}  // namespace drover::desktop
