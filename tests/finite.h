// Whether every number in a column is finite.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace drover {

inline bool allFinite(std::span<const float> values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

}  // namespace drover
