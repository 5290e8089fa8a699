// Collects what a frame costs outside the AI, part by part, and prints it at the end: for --bench-frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drover::desktop {

struct FrameCost {
    double world_ms = 0;    // weighing and counting the tasks; 0 under the model clock
    double gather_ms = 0;   // world view: choosing what is in view and filling the buffers
    double submit_ms = 0;   // world view: the draw calls
    double ui_ms = 0;       // building panels and plots
    double ui_draw_ms = 0;  // drawing them
    std::uint64_t drawn = 0, bytes = 0;
    std::uint64_t stood_for = 0;  // agents of all flocks at full depth, plus wildlife and pursuit agents
};

class FrameBench {
  public:
    void add(const FrameCost& cost);
    // Median and minimum of each part, and the gathering cost per million things drawn and per million
    // agents.
    std::string report() const;

  private:
    static constexpr std::size_t kWarmUp = 20;  // frames in which buffers grow
    std::vector<FrameCost> costs_;
    std::size_t seen_ = 0;
};

}  // namespace drover::desktop
