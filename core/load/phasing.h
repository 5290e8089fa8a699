// Automatic phasing (SPEC 6): in which frame of its period should a new task run, so that the tasks do not
// clump? A scheduler keeps one dry run and asks it for every task that comes without a phase.
#pragma once

#include <cstdint>
#include <vector>

#include "core/load/task.h"

namespace drover::load {

// Is it this task's turn? Frames count from 1 on. Both may be negative; the remainder's sign does not matter.
inline bool isDue(std::int32_t frame, std::int32_t phase, std::uint32_t frequency) {
    return (std::int64_t{frame} + phase) % std::int64_t{frequency} == 0;
}

// How many of the tasks so far run in each of the next `frames` frames, kept up to date instead of counted
// anew for every newcomer, which would be quadratic in the number of tasks.
class DryRun {
  public:
    // `classic`, as gdx-ai does it, counts a task in the frames with (frame - phase) mod frequency = 0 though
    // it runs in those with (frame + phase) mod frequency = 0: it looks at mirrored time. `peak` counts the
    // real ones.
    DryRun(Phasing phasing, std::uint32_t frames) : phasing_(phasing), counts_(frames) {}

    void add(std::int32_t phase, std::uint32_t frequency) { count(phase, frequency, 1); }
    void remove(std::int32_t phase, std::uint32_t frequency) { count(phase, frequency, -1); }

    // classic: the counts are summed over the frames equal mod `frequency`; the lowest index of the smallest
    // sum. peak: the phase in whose frames the largest count is smallest, among equals the sum, among those
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
