// A polygon as triangles, for what stands on the ground (land.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ground/point.h"

namespace drover::render {

// Three numbers of corners for each triangle. The polygon has three corners or more and does not cross
// itself.
std::vector<std::uint16_t> trianglesOf(std::span<const ground::Point> corners);

}  // namespace drover::render
