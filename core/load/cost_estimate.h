// What a task is expected to cost next time, from what it has cost so far. Called once for each measured run.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drover::load {

enum class CostEstimate : std::uint8_t {
    kLast,      // what it cost last time
    kSmoothed,  // moves an eighth of the way to each new cost: a single spike hardly shows, a lasting change
                // soon does
    kPeak,  // the dearest so far, forgetting a sixty-fourth of it at each run, so that a spike is not held
            // for ever
};

// `measured_ns` below zero (a clock that went backwards) counts as zero. The first cost is taken as it is.
inline std::int64_t estimateCost(CostEstimate kind, std::int64_t before_ns, std::int64_t measured_ns,
                                 bool first) {
    const std::int64_t measured = std::max<std::int64_t>(measured_ns, 0);
    if (first) return measured;
    switch (kind) {
        case CostEstimate::kLast: return measured;
        case CostEstimate::kPeak: return std::max(measured, before_ns - before_ns / 64);
        case CostEstimate::kSmoothed: break;
    }
    // Rounded away from the old value: a truncated step would stop up to seven nanoseconds short, for ever.
    const std::int64_t step = measured - before_ns;
    return before_ns + (step >= 0 ? step + 7 : step - 7) / 8;
}

}  // namespace drover::load
