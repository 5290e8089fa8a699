// Memory for columns of very many rows that are accessed at random. It uses pages of 2 MiB if the system has
// them; with small pages most of such an access would be the page lookup. The task table, the elastic manager
// and the flocks keep their columns in it.
#pragma once

#include <cassert>
#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace drover {

template <class T>
struct LargePages {
    using value_type = T;
    static constexpr std::size_t kPage = std::size_t{1} << 21;

    LargePages() = default;
    template <class Other>
    LargePages(const LargePages<Other>&) {}  // NOLINT: containers convert their allocator

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        void* const memory = ::operator new(bytes, alignmentOf(bytes));
#ifdef __linux__
        // Only a hint. If the system refuses, the columns are slower and nothing else changes.
        if (bytes >= kPage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        ::operator delete(memory, alignmentOf(count * sizeof(T)));
    }

    friend bool operator==(const LargePages&, const LargePages&) { return true; }

  private:
    static constexpr std::align_val_t alignmentOf(std::size_t bytes) {
        return std::align_val_t{bytes >= kPage                           ? kPage
                                : alignof(std::max_align_t) > alignof(T) ? alignof(std::max_align_t)
                                                                         : alignof(T)};
    }
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

// Allocates an empty vector's memory in advance. The system has to find and clear each page at its first
// write, which takes longer than most work on the rows themselves.
template <class T>
void takePages(LargeVector<T>& empty, std::size_t count) {
    if (empty.capacity() >= count) return;
    assert(empty.empty());
    empty.resize(count);
    empty.clear();
}

}  // namespace drover
