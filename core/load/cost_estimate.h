// Estimates a task's next cost from its measured costs (MODEL 4). The task table calls it once per measured
// run.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drover::load {

enum class CostEstimate : std::uint8_t {
    kLast,  // the last cost
    // moves an eighth of the way to each new cost: one spike hardly shows, a lasting change soon does
    kSmoothed,
    kPeak,  // the highest cost so far; loses a sixty-fourth per run, so that a spike is forgotten
};

// A negative `measured_ns` (a clock that went backwards) counts as zero. The first cost is taken as it is.
inline std::int64_t estimateCost(CostEstimate kind, std::int64_t before_ns, std::int64_t measured_ns,
                                 bool first) {
    const std::int64_t measured = std::max<std::int64_t>(measured_ns, 0);
    if (first) return measured;
    switch (kind) {
        case CostEstimate::kLast: return measured;
        case CostEstimate::kPeak: return std::max(measured, before_ns - before_ns / 64);
        case CostEstimate::kSmoothed: break;
    }
    // Rounded away from the old value: a truncated step would stay up to seven nanoseconds short for ever.
    const std::int64_t step = measured - before_ns;
    return before_ns + (step >= 0 ? step + 7 : step - 7) / 8;
}

}  // namespace drover::load
