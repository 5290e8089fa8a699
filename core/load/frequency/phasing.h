// Automatic phasing (MODEL (6.b), (6.c)): chooses the frame of its period in which a new task runs, so that
// tasks do not pile up in the same frames. Each scheduler has one DryRun and asks it for every task without a
// phase.
#pragma once

#include <cstdint>
#include <vector>

#include "core/load/task_table.h"

namespace drover::load {

// MODEL (6.a). Frames count from 1. `frame` and `phase` may be negative: the sign of a remainder does not
// matter here.
inline bool isDue(std::int32_t frame, std::int32_t phase, std::uint32_t frequency) {
    return (std::int64_t{frame} + phase) % std::int64_t{frequency} == 0;
}

// Counts how many tasks run in each of the first `frames` frames. It is updated with each task; a new count
// for each new task would take time quadratic in the number of tasks.
class DryRun {
  public:
    // `classic` (gdx-ai) counts a task in frames with (frame - phase) mod frequency = 0, although it runs in
    // frames with (frame + phase) mod frequency = 0, so its counts are mirrored in time. `peak` counts the
    // real frames.
    DryRun(Phasing phasing, std::uint32_t frames) : phasing_(phasing), counts_(frames) {}

    void add(std::int32_t phase, std::uint32_t frequency) { count(phase, frequency, 1); }
    void remove(std::int32_t phase, std::uint32_t frequency) { count(phase, frequency, -1); }

    // classic: sums the counts over frames equal mod `frequency`, and returns the lowest index of the
    // smallest sum. peak: the phase with the smallest maximum over its frames, then the smallest sum, then
    // the lowest.
    std::int32_t phaseFor(std::uint32_t frequency);

  private:
    void count(std::int32_t phase, std::uint32_t frequency, std::int32_t by);

    Phasing phasing_;
    std::vector<std::int32_t> counts_;
    std::vector<std::int64_t> sums_;
    std::vector<std::int32_t> peaks_;
};

}  // namespace drover::load
