// Puts people into a crowd: evenly over an area, and a little out of line.
#pragma once

#include <cstdint>
#include <span>

#include "core/people/crowd.h"
#include "core/people/walking.h"

namespace drover::people {

struct Group {
    ground::Box area;  // where they stand in the beginning
    std::uint32_t people = 0;
    Walking walks = {};
};

// Into an empty crowd: all these. The seed says where.
void standIn(Crowd& crowd, std::span<const Group> groups, std::uint64_t seed);
// One more, where others are already; `number` and the seed say where.
void standIn(Crowd& crowd, const Group& group, std::uint32_t number, std::uint64_t seed, std::int64_t now_ns);
// In both, those for whom there is no room are away.

// Whether a body fits anywhere in the area beside the walls, if nobody else stood there.
bool hasFloor(const Crowd& crowd, const ground::Box& area);

}  // namespace drover::people
