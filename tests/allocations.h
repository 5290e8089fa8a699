// How often this test program has allocated, and how much it holds. Link allocations.cpp to count.
#pragma once

#include <cstddef>

namespace drover::tests {

std::size_t allocationsSoFar();
std::size_t bytesHeld();
// Which of the coming allocations, on any thread, throws std::bad_alloc: 1 is the next one. 0: none.
void failAllocation(std::size_t which);

}  // namespace drover::tests
