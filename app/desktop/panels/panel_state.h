// What panels keep from frame to frame: a struct a panel. The shell owns one and hands it on; nothing of it
// is saved.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/world/spike.h"

namespace drover::desktop {

// The spike that the button throws; its frames count from the one that comes next.
struct SpikeDraft {
    world::Spike spike{
        .size_ns = 20'000'000, .first_frame = 1, .last_frame = 120, .period_frames = 20, .length_frames = 1};
};

// The spike as it stands in the draft, to begin with the frame after `frame`.
world::Spike nextSpike(const SpikeDraft& draft, std::uint64_t frame);

struct ShippedScenario {
    std::string name, title, text;
};

struct ScenarioShelf {
    std::vector<ShippedScenario> shipped;  // read when the panel is first seen
    bool is_read = false;
    std::array<char, 512> path = {};  // to save to, or to load from
    std::string answer;               // of the last save
    bool has_failed = false;
};

// The period of the flock that is inspected, over the last frames.
struct PeriodTrail {
    static constexpr std::size_t kFrames = 240;

    std::uint32_t flock = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t generation = 0, last_frame = 0;
    std::array<float, kFrames> period_ms = {};  // by frame; NaN where nobody looked
};

struct PanelState {
    std::size_t species = 0;  // whose periods and forces are shown
    SpikeDraft spike;
    ScenarioShelf shelf;
    PeriodTrail trail;
};

}  // namespace drover::desktop
