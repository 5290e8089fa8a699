// The clock that costs are measured with. The caller of the core provides it, and the core never asks the
// machine for the time. So runs under a model clock agree bit for bit, and the same managers work under a
// real clock.
#pragma once

#include <cstdint>

namespace drover::load {

class Clock {
  public:
    virtual ~Clock() = default;
    // Nanoseconds since a fixed moment. A smaller reading than the one before counts as no time passed.
    virtual std::int64_t now() = 0;
};

// A clock that moves only when tasks advance it by their modelled costs. now() returns the time and then adds
// `tick_ns`, which models a clock whose reading takes time.
class ModelClock final : public Clock {
  public:
    explicit ModelClock(std::int64_t tick_ns = 0) : tick_ns_(tick_ns) {}

    std::int64_t now() override {
        const std::int64_t reading = now_ns_;
        now_ns_ += tick_ns_;
        return reading;
    }
    void advance(std::int64_t ns) { now_ns_ += ns; }

  private:
    std::int64_t now_ns_ = 0;
    std::int64_t tick_ns_ = 0;
};

}  // namespace drover::load
