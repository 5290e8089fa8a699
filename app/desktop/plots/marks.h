// What is marked in the plots: frames with spikes, frames in which herds are hunted, gaps where time passed
// without frames (the machine was suspended, the clock was set), and changes by the user. Each frame of the
// history is scanned once, when it is new. plot_desk.cpp collects the labels once per draw.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "app/chart/short_text.h"
#include "core/record/columns.h"
#include "core/record/history.h"

namespace drover::desktop {

inline constexpr std::size_t kHunted = record::columnOf("hunted");

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
    // In which herds are hunted or flee.
    std::span<const record::FrameRange> hunts() const { return hunts_; }

  private:
    void lookForSpikes(const record::History& history, std::uint64_t frame);
    void lookForHunts(const record::History& history, std::uint64_t frame);
    void lookForGap(const record::History& history, std::uint64_t frame, std::span<const std::uint64_t> lost);
    void extendSpike(std::uint64_t frame, bool is_inside, double size_ms);

    std::uint64_t scanned_ = 0;  // the next frame to scan
    std::vector<SpikeFrames> spikes_;
    std::vector<Gap> gaps_;
    std::vector<record::FrameRange> hunts_;
};

// A change by the user, in the frame that is the first to know it.
struct PlotChange {
    std::uint64_t frame = 0;
    std::string_view kind;  // in a word or two: budget
    std::string_view text;  // budget 3.00 ms
};

// The words at a mark. In one frame the changes come first.
struct MarkLabel {
    std::uint64_t frame = 0;
    std::variant<PlotChange, SpikeFrames, Gap> what;

    bool isChange() const { return what.index() == 0; }
    bool isGap() const { return what.index() == 2; }
    chart::ShortText kind() const;  // spike
    chart::ShortText text() const;  // spike 20 ms outside
};

// Collects the labels of the visible frames, by frame.
void collectLabels(const Marks& marks, std::span<const PlotChange> changes, record::FrameRange visible,
                   std::vector<MarkLabel>& labels);

}  // namespace drover::desktop
