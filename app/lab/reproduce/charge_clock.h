// The clock of the experiments that run a manager without a world. What is charged moves a model on, or is
// burnt under the real clock.
#pragma once

#include "app/lab/reproduce/processor_clock.h"
#include "core/load/clock.h"
#include "core/world/load_rules.h"

namespace drover::lab {

class ChargeClock final : public load::Clock {
  public:
    // `tick_ns` is what a reading of the model costs; of the real one it costs what it costs.
    explicit ChargeClock(world::ClockKind kind, std::int64_t tick_ns = 0) : kind_(kind), model_(tick_ns) {}

    std::int64_t now() override { return kind_ == world::ClockKind::kModel ? model_.now() : real_.now(); }

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
};

}  // namespace drover::lab
