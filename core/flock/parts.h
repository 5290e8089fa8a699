// Divides an update of one large flock into parts that may run on several cores. cells.cpp and update.cpp
// name the parts. Each part writes rows of its own, so neither their order nor the number of cores changes a
// bit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/cores/ranges.h"

namespace drover::flock {

// Rows in a part: whole vectors and whole lines of the cache, and more work than handing it over. With many
// parts a core, all cores are done at about the same time.
inline std::uint32_t rowsInPart(std::uint32_t rows, const cores::Team* team) {
    constexpr std::uint32_t kFewest = 256, kMost = 4096, kPartsOfACore = 16;
    if (team == nullptr) return kMost;
    return std::clamp(std::bit_ceil(rows / (kPartsOfACore * team->size())), kFewest, kMost);
}

}  // namespace drover::flock
