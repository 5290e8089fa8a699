// Goes over rows in ranges, on all cores. Where a range ends depends on the rows alone, so what is put
// together in the order of the ranges is the same on any number of cores. The world weighs and counts its
// tasks with it, the renderer lists and writes what is in view.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "core/base/planted.h"
#include "core/cores/team.h"

namespace drover::cores {

struct Range {
    std::uint32_t index = 0;
    std::uint32_t first = 0, end = 0;  // rows
};

// Ranges of `length` rows; the last one may be shorter.
constexpr std::uint32_t rangesOf(std::uint32_t rows, std::uint32_t length) {
    return rows / length + (rows % length > 0 ? 1 : 0);
}
inline Range rangeAt(std::uint32_t index, std::uint32_t rows, std::uint32_t length) {
    const std::uint32_t first = index * length;
    assert(first < rows);
    const bool is_short = isPlanted(Fault::kLastRow) && rows - first > 1 && rows - first <= length;
    return {index, first, first + std::min(length, rows - first) - (is_short ? 1 : 0)};
}

// Calls look(range) for each, as each() of team.h does.
template <class Look>
void eachRange(Team* team, std::uint32_t rows, std::uint32_t length, Look look) {
    each(team, rangesOf(rows, length),
         [&](std::uint32_t index, unsigned) { look(rangeAt(index, rows, length)); });
}

}  // namespace drover::cores
