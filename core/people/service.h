// The levels of service of a walkway, A to F, by how many people there are on a square metre (Fruin 1971:
// from 3.25, 2.32, 1.39, 0.93 and 0.46 square metres a person on).
#pragma once

#include <array>
#include <cstddef>

namespace drover::people {

struct ServiceLevel {
    char name;
    float from_density;  // people a square metre
};
inline constexpr std::array<ServiceLevel, 6> kServiceLevels = {{
    {'A', 0},
    {'B', 1 / 3.25f},
    {'C', 1 / 2.32f},
    {'D', 1 / 1.39f},
    {'E', 1 / 0.93f},
    {'F', 1 / 0.46f},
}};

constexpr std::size_t serviceOf(float density) {
    std::size_t level = 0;
    while (level + 1 < kServiceLevels.size() && density >= kServiceLevels[level + 1].from_density) ++level;
    return level;
}

}  // namespace drover::people
