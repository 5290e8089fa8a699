// What many animals do to one that keeps apart from each: the mean of x / |x|^2 within a range, over a cloud
// around a centre (MODEL (11.d)). A folded herd is such a cloud. From one table for all species, with the
// same bits on every machine.
#pragma once

#include <cstdint>

#include "core/base/vec2.h"
#include "core/meeting/crowd.h"

namespace drover::meeting {

// The force of one animal at this distance: what separation is inside a herd (O&D (5)).
inline Vec2 forceOfOne(Vec2 away, float range_m) {
    const float squared = dot(away, away);
    if (squared > range_m * range_m || squared <= kNothing * kNothing) return {};
    return away * (1 / squared);
}

// The force of the animals in these rows of a crowd, a multiple of its lanes, on one that is at `at`.
Vec2 forceOfOnes(const CrowdRows& rows, std::uint32_t first, std::uint32_t end, Vec2 at, float range_m);

// The table takes longer to make than a frame lasts, so surroundings make it when they begin.
void makeCloudTable();

// The force of an animal of a cloud whose animals are sigma_m from its centre along each axis.
Vec2 forceOfCloud(Vec2 away, float sigma_m, float range_m);

// From here on it counts as nothing.
constexpr float reachOfCloud(float sigma_m, float range_m) { return range_m + 3 * sigma_m; }

}  // namespace drover::meeting
