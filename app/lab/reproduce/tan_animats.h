// Tan & Wong's simulation (2008, section 5): a hundred animats under the elastic manager, all with elasticity
// 1, and a base load for the rest of the game. tan_table2.cpp and tan_figure5.cpp run it.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

struct AnimatSetting {
    static constexpr double kNominal_ms = 33.33, kMaximum_ms = 80, kCost_ms = 0.375, kNoise = 0.1;

    double budget_ms = 10;
    double base_ms = 12;                            // the rest of a frame
    double extra_ms = 0;                            // added to base_ms
    std::uint32_t extra_first = 0, extra_last = 0;  // the frames with the extra load, from 1, both included
    std::uint32_t frames = 600;
};

struct AnimatFrame {
    double tf_ms = 0;  // frame time
    double c_total_ms = 0, u_total = 0;
    double assigned_ms = 0;  // D_period of the periods that the manager chose
    double observed_ms = 0;  // D_period of the intervals that ended in this frame
    double intervals = 0;    // number of those intervals
    double overhead_ms = 0;
};

std::vector<AnimatFrame> runAnimats(const Session& session, const AnimatSetting& setting);

}  // namespace drover::lab
