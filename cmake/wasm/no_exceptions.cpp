// What a `throw` calls. In WebAssembly nothing catches it.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" {

void* __cxa_allocate_exception(std::size_t) {
    std::fputs("an exception was thrown, and this build has none\n", stderr);
    std::abort();
}
void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
void __cxa_rethrow() { std::abort(); }
void __cxa_free_exception(void*) {}
}
