#include "core/base/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> allocations = 0;
std::atomic<std::size_t> bytes = 0;
std::atomic<std::size_t> until_failure = 0;  // 0: none is to fail

void failIfItIsTime() {
    for (std::size_t left = until_failure; left > 0;)
        if (until_failure.compare_exchange_weak(left, left - 1)) {
            if (left == 1) throw std::bad_alloc();
            return;
        }
}

void release(void* p) noexcept {
    bytes -= malloc_usable_size(p);
    std::free(p);
}
}  // namespace

void* operator new(std::size_t size) {
    failIfItIsTime();
    ++allocations;
    void* const p = std::malloc(size);
    if (!p) throw std::bad_alloc();
    bytes += malloc_usable_size(p);
    return p;
}
// For large pages; not counted as allocations.
void* operator new(std::size_t size, std::align_val_t alignment) {
    failIfItIsTime();
    const auto step = static_cast<std::size_t>(alignment);
    void* const p = std::aligned_alloc(step, (size + step - 1) / step * step);
    if (!p) throw std::bad_alloc();
    bytes += malloc_usable_size(p);
    return p;
}
// Sanitizers have their own, which does not go with the delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }

namespace drover {

std::size_t allocationsSoFar() { return allocations; }
std::size_t bytesHeld() { return bytes; }
void failAllocation(std::size_t which) { until_failure = which; }

}  // namespace drover
