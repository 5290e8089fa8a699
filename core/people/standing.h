// Puts people into a crowd: evenly over an area, and a little out of line.
#pragma once

#include <cstdint>
#include <span>

#include "core/people/crowd.h"

namespace drover::people {

inline constexpr float kWalkingSpeed = 1.34f;             // Weidmann 1993, metre per second
inline constexpr float kSlowest = 0.3f, kFastest = 2.2f;  // that anybody likes to walk

struct Group {
    ground::Box area;  // where they stand in the beginning
    std::uint32_t people = 0;
    std::uint16_t route = 0;
    float speed = kWalkingSpeed;  // on average
    float spread = 0;             // its standard deviation
};

// Into an empty crowd: all these. The seed says where.
void standIn(Crowd& crowd, std::span<const Group> groups, std::uint64_t seed);
// One more, where others are already; `number` and the seed say where.
void standIn(Crowd& crowd, const Group& group, std::uint32_t number, std::uint64_t seed, std::int64_t now_ns);
// In both, those for whom there is no room are away.

}  // namespace drover::people
