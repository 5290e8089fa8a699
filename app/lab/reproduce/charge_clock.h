// The clock of the experiments that run a manager without a world. A charged cost advances the model clock;
// under the real clock it is spent in a busy loop. wright_testbed.cpp and tan_animats.cpp use it.
#pragma once

#include <cstdint>

#include "app/lab/reproduce/processor_clock.h"
#include "core/load/clock.h"
#include "core/world/load_rules.h"

namespace drover::lab {

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
