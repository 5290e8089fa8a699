// Tan & Wong's simulation (2008, section 5): a hundred animats under the elastic manager, their elasticities
// all 1, and the rest of the game as a base load. tan_table2.cpp and tan_figure5.cpp run it.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

struct AnimatSetting {
    static constexpr double kNominal_ms = 33.33, kMaximum_ms = 80, kCost_ms = 0.375, kNoise = 0.1;

    double budget_ms = 10;
    double base_ms = 12;                            // the rest of a frame
    double extra_ms = 0;                            // and this on top of it
    std::uint32_t extra_first = 0, extra_last = 0;  // in these frames, from 1, both within
    std::uint32_t frames = 600;
};

struct AnimatFrame {
    double tf_ms = 0;  // how long the frame took
    double c_total_ms = 0, u_total = 0;
    double assigned_ms = 0;  // D_period of the periods that the manager chose
    double observed_ms = 0;  // of the intervals that ended in this frame
    double intervals = 0;    // how many those were
    double overhead_ms = 0;
};

std::vector<AnimatFrame> runAnimats(const Session& session, const AnimatSetting& setting);

}  // namespace drover::lab
