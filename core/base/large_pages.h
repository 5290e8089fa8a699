// Memory for columns of very many rows that are touched here and there: in pages of 2 MiB where the system
// has them, or most of such a touch would be the search for its page. The task table, the crowd and the
// flocks keep their columns in it.
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
        // A wish: where it is not granted nothing is lost but speed.
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

// Memory that is written to for the first time must be found and wiped by the system, which takes longer than
// most of what is done with it: this takes an empty vector's beforehand.
template <class T>
void takePages(LargeVector<T>& empty, std::size_t count) {
    if (empty.capacity() >= count) return;
    assert(empty.empty());
    empty.resize(count);
    empty.clear();
}

}  // namespace drover
