// A clock that tests read for a machine's.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/load/clock.h"

namespace drover::load {

// Every reading takes some time, on any thread, and nothing else does unless the test says so.
class TickingClock final : public Clock {
  public:
    explicit TickingClock(std::int64_t tick_ns) : tick_ns_(tick_ns) {}
    std::int64_t now() override { return time_ns += tick_ns_; }

    std::atomic<std::int64_t> time_ns = 0;

  private:
    const std::int64_t tick_ns_;
};

}  // namespace drover::load
