// std::mutex, and where a system has no threads one that has nothing to do.
#pragma once

#include <mutex>

namespace drover {

#ifdef __wasm__
struct Mutex {
    void lock() {}
    void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

}  // namespace drover
