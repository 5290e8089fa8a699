// An ideal observer: looks at the tracks of four panes and names the one that is not whole. Animals that
// think in every frame turn a little in every frame; those that think seldom keep their direction between two
// thoughts. It sees every bit of a track; a person sees less.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "app/perception/panes.h"

namespace drover::perception {

// The share of all frames of all animals in which one keeps its direction to the bit.
inline double stillness(const Track& track) {
    std::uint64_t still = 0, all = 0;
    for (std::uint32_t frame = 1; frame < track.frames; ++frame) {
        const auto before = track.at(frame - 1), now = track.at(frame);
        for (std::size_t i = 0; i < now.size(); ++i) still += before[i].heading == now[i].heading;
        all += now.size();
    }
    return all == 0 ? 0 : static_cast<double>(still) / static_cast<double>(all);
}

// The pane that differs most from the mean of the others; from 1.
inline std::uint32_t observed(const Panes& panes) {
    std::array<double, kPanes> seen{};
    double sum = 0;
    for (std::size_t i = 0; i < kPanes; ++i) sum += seen[i] = stillness(panes[i]);
    std::array<double, kPanes> distance{};
    for (std::size_t i = 0; i < kPanes; ++i) distance[i] = std::abs(seen[i] - (sum - seen[i]) / (kPanes - 1));
    return static_cast<std::uint32_t>(std::ranges::max_element(distance) - distance.begin()) + 1;
}

}  // namespace drover::perception
