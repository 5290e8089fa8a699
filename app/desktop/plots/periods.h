// How many tasks of each band have which period, in steps of a quarter of an octave. The window counts the
// present frame's tasks into it; the plot of periods draws it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/record/frame_record.h"

namespace drover::desktop {

class PeriodCounts {
  public:
    // From 2^18 ns, a quarter of a millisecond, to 2^36 ns, more than a minute. Longer periods count in the
    // last step.
    static constexpr int kFirstOctave = 18, kOctaves = 18, kStepsAnOctave = 4;
    static constexpr std::size_t kSteps = std::size_t{kOctaves} * kStepsAnOctave;

    static constexpr std::size_t stepOf(std::int64_t period_ns) {
        constexpr std::int64_t least = std::int64_t{1} << kFirstOctave;
        constexpr std::int64_t most = (std::int64_t{1} << (kFirstOctave + kOctaves)) - 1;
        const auto ns = static_cast<std::uint64_t>(period_ns < least  ? least
                                                   : period_ns > most ? most
                                                                      : period_ns);
        // The highest bit gives the octave, the two bits below it the step: much cheaper than a logarithm per
        // task.
        const int octave = static_cast<int>(std::bit_width(ns)) - 1;
        const auto step = static_cast<std::size_t>(ns >> (octave - 2)) & 3U;
        return static_cast<std::size_t>(octave - kFirstOctave) * kStepsAnOctave + step;
    }
    // The lower end of a step; for kSteps, the upper end of the last one.
    static constexpr double fromMs(std::size_t step) {
        const std::uint64_t octave = std::uint64_t{1} << (kFirstOctave + step / kStepsAnOctave);
        return static_cast<double>(octave + octave / kStepsAnOctave * (step % kStepsAnOctave)) / 1e6;
    }

    void clear() { counts_ = {}; }
    void add(record::Band band, std::int64_t period_ns, std::uint32_t tasks = 1) {
        counts_[record::row(band)][stepOf(period_ns)] += tasks;
    }
    std::uint32_t at(record::Band band, std::size_t step) const { return counts_[record::row(band)][step]; }
    bool operator==(const PeriodCounts&) const = default;

  private:
    std::array<std::array<std::uint32_t, kSteps>, record::kBands> counts_{};
};

}  // namespace drover::desktop
