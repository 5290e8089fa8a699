// Prefetching for passes over rows that are scattered in memory, which would otherwise spend most of their
// time waiting for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace drover {

// Asks for memory that will be needed soon. g++ drops calls of a function that does nothing else, so there is
// a second statement, which it keeps.
inline void askFor(const void* at) {
    __builtin_prefetch(at);
    asm volatile("" : : "r"(at));
}

// Calls visit(x) for each element in order, and ask(x), which should prefetch, `kAhead` elements earlier.
template <std::size_t kAhead, class T, class Ask, class Visit>
void askAhead(std::span<T> elements, Ask ask, Visit visit) {
    for (std::size_t k = 0; k < std::min(kAhead, elements.size()); ++k) ask(elements[k]);
    for (std::size_t k = 0; k < elements.size(); ++k) {
        if (k + kAhead < elements.size()) ask(elements[k + kAhead]);
        visit(elements[k]);
    }
}

}  // namespace drover
