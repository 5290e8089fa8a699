// What is marked in every plot: the frames of spikes, and gaps where time went on without frames (a machine
// that was suspended, a clock that was set). Each frame of the history is looked at once, when it is new.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/history.h"

namespace drover::desktop {

struct SpikeFrames {
    record::FrameRange frames;
    bool is_inside = false;  // tasks cost more; else the rest of the frame does
};

struct Gap {
    std::uint64_t frame = 0;  // the first one after it
    double missing_ms = 0;    // 0 where nobody knows
};

class Marks {
  public:
    // `lost` are frames, in their order, before which time was lost that the history knows nothing of.
    void scan(const record::History& history, std::span<const std::uint64_t> lost);
    void clear();

    std::span<const SpikeFrames> spikes() const { return spikes_; }
    std::span<const Gap> gaps() const { return gaps_; }

  private:
    void lookForSpikes(const record::History& history, std::uint64_t frame);
    void lookForGap(const record::History& history, std::uint64_t frame, std::span<const std::uint64_t> lost);
    void extendSpike(std::uint64_t frame, bool is_inside);

    std::uint64_t scanned_ = 0;  // the frame that comes next
    std::vector<SpikeFrames> spikes_;
    std::vector<Gap> gaps_;
};

}  // namespace drover::desktop
