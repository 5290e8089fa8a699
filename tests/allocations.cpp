#include "tests/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> allocations = 0;
std::atomic<std::size_t> bytes = 0;

void release(void* p) noexcept {
    bytes -= malloc_usable_size(p);
    std::free(p);
}
}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    void* const p = std::malloc(size);
    if (!p) throw std::bad_alloc();
    bytes += malloc_usable_size(p);
    return p;
}
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }

namespace drover::tests {

std::size_t allocationsSoFar() { return allocations; }
std::size_t bytesHeld() { return bytes; }

}  // namespace drover::tests
