// Where costs are read from. The caller gives the clock: the core never asks the machine for the time, so
// that a run under a model clock is the same bit for bit, and the same managers work under a real one.
#pragma once

#include <cstdint>

namespace drover::load {

class Clock {
  public:
    virtual ~Clock() = default;
    // Nanoseconds since some fixed moment. A reading smaller than the one before counts as no time passed.
    virtual std::int64_t now() = 0;
};

// Time stands still unless somebody moves it: tasks advance it by what they are supposed to cost. A reading
// returns the time and then adds `tick_ns`, which stands for a clock whose reading itself takes time.
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
