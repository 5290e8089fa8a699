// While it lives, this process and those that it starts may use one core. On Linux; elsewhere it does
// nothing.
#pragma once

#ifdef __linux__
#include <sched.h>
#endif

namespace drover {

class OneCore {
  public:
#ifdef __linux__
    static constexpr bool kIsKept = true;

    OneCore() {
        sched_getaffinity(0, sizeof before_, &before_);
        int first = 0;
        while (!CPU_ISSET(first, &before_)) ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    ~OneCore() { sched_setaffinity(0, sizeof before_, &before_); }
#else
    static constexpr bool kIsKept = false;

    OneCore() {}
#endif
    OneCore(const OneCore&) = delete;
    OneCore& operator=(const OneCore&) = delete;

  private:
#ifdef __linux__
    cpu_set_t before_;
#endif
};

}  // namespace drover
