// Divides an update of one very large flock into parts that may run on several cores. cells.cpp, means.cpp
// and update.cpp name the parts. Each part writes rows of its own, so neither their order nor the number of
// cores changes a bit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/cores/team.h"

namespace drover::flock {

// Rows in a part: whole vectors and whole lines of the cache, and far more work than handing it over.
constexpr std::size_t kRowsInPart = 4096;

inline std::uint32_t partsOf(std::size_t rows) {
    return static_cast<std::uint32_t>((rows + kRowsInPart - 1) / kRowsInPart);
}

// Calls `part(first, end)` for all rows from 0 to `rows`.
template <class Part>
void forEachRange(cores::Team* team, std::size_t rows, Part part) {
    cores::each(team, partsOf(rows), [&](std::uint32_t i, unsigned) {
        const std::size_t first = std::size_t{i} * kRowsInPart;
        part(first, std::min(first + kRowsInPart, rows));
    });
}

}  // namespace drover::flock
