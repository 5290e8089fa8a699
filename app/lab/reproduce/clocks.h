// The clocks of the experiments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>

#include "app/command_line/steady_clock.h"
#include "core/load/clock.h"
#include "core/world/scenario/load_rules.h"

namespace drover::lab {

// The real clock without the time in which other programs had the processor: a manager cannot prevent such
// time, and it would count against the manager. Reads the calling thread's time. Asking the system for a
// thread's processor time takes far longer than reading the steady clock. So it asks only if more time has
// passed since the last reading than most tasks take.
class ProcessorClock final : public load::Clock {
  public:
    std::int64_t now() override {
        const std::int64_t passed_ns = steady_.now();
        if (passed_ns - seen_ns_ > kSuspicious_ns) away_ns_ = passed_ns - processorTime();
        seen_ns_ = passed_ns;
        last_ns_ = std::max(last_ns_, passed_ns - away_ns_);
        return last_ns_;
    }

  private:
    static constexpr std::int64_t kSuspicious_ns = 50'000;

    static std::int64_t processorTime() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
    }

    command_line::SteadyClock steady_;
    std::int64_t seen_ns_ = 0, away_ns_ = 0, last_ns_ = 0;
};

// For experiments that run a manager without a world. A charged cost advances the model clock; under the real
// clock it is spent in a busy loop.
class ChargeClock final : public load::Clock {
  public:
    explicit ChargeClock(world::ClockKind kind) : kind_(kind) {}

    std::int64_t now() override {
        ++readings_;
        return kind_ == world::ClockKind::kModel ? model_.now() : real_.now();
    }
    std::uint64_t readings() const { return readings_; }

    void charge(std::int64_t ns) {
        if (kind_ == world::ClockKind::kModel) {
            model_.advance(ns);
            return;
        }
        const std::int64_t end_ns = real_.now() + ns;
        while (real_.now() < end_ns) {
        }
    }

  private:
    world::ClockKind kind_;
    load::ModelClock model_;
    ProcessorClock real_;
    std::uint64_t readings_ = 0;
};

}  // namespace drover::lab
