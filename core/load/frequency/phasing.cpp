#include "core/load/frequency/phasing.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace drover::load {

void DryRun::count(std::int32_t phase, std::uint32_t frequency, std::int32_t by) {
    assert(frequency > 0);
    const std::int64_t period = frequency;
    const std::int64_t shift = phasing_ == Phasing::kClassic ? std::int64_t{phase} : -std::int64_t{phase};
    const auto first = static_cast<std::size_t>((shift % period + period) % period);
    for (std::size_t frame = first; frame < counts_.size(); frame += frequency) counts_[frame] += by;
}

std::int32_t DryRun::phaseFor(std::uint32_t frequency) {
    assert(frequency > 0);
    sums_.assign(frequency, 0);
    peaks_.assign(frequency, 0);
    std::size_t slot = 0;  // frame mod frequency
    for (const std::int32_t here : counts_) {
        // A task with phase p runs in frames equal to -p mod frequency; classic takes the slot itself as p.
        const std::size_t index = phasing_ == Phasing::kClassic || slot == 0 ? slot : frequency - slot;
        sums_[index] += here;
        peaks_[index] = std::max(peaks_[index], here);
        if (++slot == frequency) slot = 0;
    }
    std::size_t best = 0;
    for (std::size_t p = 1; p < frequency; ++p) {
        const bool is_lower_peak = peaks_[p] < peaks_[best];
        const bool is_lower_sum = sums_[p] < sums_[best];
        const bool is_better = phasing_ == Phasing::kClassic
                                   ? is_lower_sum
                                   : is_lower_peak || (peaks_[p] == peaks_[best] && is_lower_sum);
        if (is_better) best = p;
    }
    return static_cast<std::int32_t>(best);
}

}  // namespace drover::load
