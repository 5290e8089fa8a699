// How often this test program has allocated, and how much it holds. Link allocations.cpp to count.
#pragma once

#include <cstddef>

namespace drover::tests {

std::size_t allocationsSoFar();
std::size_t bytesHeld();

}  // namespace drover::tests
