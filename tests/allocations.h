// How often this test program has allocated. Link allocations.cpp to count.
#pragma once

#include <cstddef>

namespace drover {

std::size_t allocationsSoFar();

}  // namespace drover
