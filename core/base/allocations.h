// How often this program has allocated, and how much it holds; and memory that ends on purpose. Only programs
// that link drover_allocations count: tests, and the lab for its ordeal.
#pragma once

#include <cstddef>

namespace drover {

std::size_t allocationsSoFar();
std::size_t bytesHeld();
// Which of the coming allocations, on any thread, throws std::bad_alloc: 1 is the next one. 0: none.
void failAllocation(std::size_t which);

}  // namespace drover
