// An ideal observer: looks at the tracks of four panes and names the one that is not whole. Animals that
// think in every frame turn a little in every frame; those that think seldom keep their direction between two
// thoughts. It sees every bit of a track; a person sees less.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "app/perception/panes.h"
#include "render/camera.h"

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

// The same, of what the eyes see: the animals whose bodies the camera has in its picture.
inline double stillnessInSight(const Track& track, const Plane& plane) {
    const render::Viewport viewport{0, 0, 640, 340};
    const Place middle = plane.place(plane.worldSize() / 2, plane.worldSize() / 2);
    const render::Camera camera{.seen_m = 46, .yaw = track.wayToMost(plane, middle)};
    std::uint64_t still = 0, all = 0;
    for (std::uint32_t frame = 1; frame < track.frames; ++frame) {
        const auto before = track.at(frame - 1), now = track.at(frame);
        for (std::size_t i = 0; i < now.size(); ++i) {
            const Vec2 at_m = plane.offset(middle, now[i].place());
            const auto pixel = camera.pixelOf(viewport, {at_m.x, at_m.y, 1});
            if (!pixel || !viewport.contains(static_cast<float>(pixel->x), static_cast<float>(pixel->y)))
                continue;
            still += before[i].heading == now[i].heading;
            ++all;
        }
    }
    return all == 0 ? 0 : static_cast<double>(still) / static_cast<double>(all);
}

// The share of a display's pictures, 60 a second, that show the frame of the picture before.
inline double repetition(const Track& track) {
    std::uint32_t same = 0, all = 0;
    for (double now_s = kFrame_s; now_s < track.end_s; now_s += kFrame_s, ++all)
        same += track.frameAt(now_s) == track.frameAt(now_s - kFrame_s);
    return all == 0 ? 0 : same / static_cast<double>(all);
}

// The pane of which `seen` differs most from the mean of the others; from 1.
template <class Seen>
std::uint32_t observed(const Panes& panes, Seen see) {
    std::array<double, kPanes> seen{};
    double sum = 0;
    for (std::size_t i = 0; i < kPanes; ++i) sum += seen[i] = see(panes[i]);
    std::array<double, kPanes> distance{};
    for (std::size_t i = 0; i < kPanes; ++i) distance[i] = std::abs(seen[i] - (sum - seen[i]) / (kPanes - 1));
    return static_cast<std::uint32_t>(std::ranges::max_element(distance) - distance.begin()) + 1;
}

}  // namespace drover::perception
