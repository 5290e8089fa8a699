// Spikes as text, for the command line and the window:
//
//     SHAPE:SIZE@FIRST-LAST     step:20ms@200-400   ramp:1.5ms@1-60   noise:800us@1-1000
//     pulse:SIZE@FIRST          pulse:5ms@100
//     train:SIZE@FIRST-LAST/PERIOD[xLENGTH]         train:8ms@100-500/20   train:8ms@100-500/20x3
//
// Each may end in `,inside` or `,outside` (the default); noise also in `,seed=N`.
#pragma once

#include <string>
#include <string_view>

#include "core/world/scenario/spike.h"

namespace drover::world {

Result<Spike> parseSpike(std::string_view text);

// The shortest text that parseSpike() reads as this spike. Fields that the shape does not use are left out,
// and their values are lost.
std::string spelled(const Spike& spike);

}  // namespace drover::world
