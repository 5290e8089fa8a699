// What a frame costs beside the AI, by its parts: for --bench-frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drover::desktop {

struct FrameCost {
    double gather_ms = 0;   // the view: choosing and writing what is sent to be drawn
    double submit_ms = 0;   // the calls that draw it
    double ui_ms = 0;       // panels, plots and the list of what they draw
    double ui_draw_ms = 0;  // sending that on
    std::uint64_t drawn = 0, bytes = 0;
    std::uint64_t stood_for = 0;  // agents that flocks and leaves are drawn in place of
};

class FrameBench {
  public:
    void add(const FrameCost& cost);
    // Median and least of each part, and the view's cost for a million things drawn and for a million agents.
    std::string report() const;

  private:
    static constexpr std::size_t kWarmUp = 20;  // frames in which buffers grow
    std::vector<FrameCost> costs_;
    std::size_t seen_ = 0;
};

}  // namespace drover::desktop
