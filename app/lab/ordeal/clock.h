// A machine's clock by a script: in lives under the real clock time goes on with the readings alone, and goes
// as badly as it does on real machines. So such a life can be had again, too.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/dice.h"
#include "core/load/clock.h"

namespace drover::lab::ordeal {

struct ClockScript {
    bool is_real = false;  // if not, the world counts by its model
    std::uint64_t seed = 1;
    std::int64_t step_ns = 300;                // that a reading takes,
    std::int64_t tick_ns = 1;                  // and what its hand moves by
    double jumps = 0;                          // the share of readings at which another program had the core,
    std::int64_t jump_ns = 0;                  // for as long
    double stalls = 0;                         // the share of readings that are no later than the one before
    double back = 0;                           // and of those that are earlier
    std::uint32_t dear_from = 0, dear_to = 0;  // readings between which all takes thirty times as long
};

class ScriptedClock final : public load::Clock {
  public:
    explicit ScriptedClock(const ClockScript& script) : script_(script) {}

    std::int64_t now() override {
        const std::uint64_t reading = readings_++;
        Dice dice(script_.seed * 1'000'003 + reading);
        if (dice.chance(script_.stalls)) return told(time_ns_);
        if (dice.chance(script_.back)) return told(time_ns_ - script_.jump_ns);
        std::int64_t step_ns = script_.step_ns;
        if (reading >= script_.dear_from && reading < script_.dear_to) step_ns *= 30;
        if (dice.chance(script_.jumps)) step_ns += script_.jump_ns;
        return told(time_ns_ += step_ns);
    }

  private:
    std::int64_t told(std::int64_t ns) const { return ns / script_.tick_ns * script_.tick_ns; }

    const ClockScript script_;
    std::atomic<std::int64_t> time_ns_ = 1'000'000'000;
    std::atomic<std::uint64_t> readings_ = 0;
};

}  // namespace drover::lab::ordeal
