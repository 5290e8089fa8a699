// P(t) for many rhythms, from counts by period and phase instead of a pass over all of them. The process
// manager keeps its agents' rhythms here, so that it finds an activation delay fast even among a million
// agents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/load/process/activation_delay.h"

namespace drover::load {

class RhythmTable {
  public:
    void add(Rhythm rhythm, std::int64_t now);
    void remove(Rhythm rhythm);

    // The delay for an agent with these rhythms (activations relative to the agent's own) that joins in frame
    // `now`: the same as chooseActivationDelay() gives for all rhythms in the table.
    std::int64_t chooseDelay(std::span<const Rhythm> mine, std::int64_t now, std::int64_t max_delay,
                             Lookahead lookahead);

  private:
    struct Column {
        std::int64_t period = 1;
        std::uint32_t rhythms = 0;
        std::vector<std::uint32_t> counts;  // [t mod period]
    };

    void dropActivated(std::int64_t now);
    Column& columnOf(std::int64_t period);
    std::int64_t fullSearch(std::span<const Rhythm> mine, std::int64_t now) const;
    void countWindow(std::int64_t now, std::int64_t frames);

    std::vector<Column> columns_;        // one per distinct period, in order of first use
    std::vector<Rhythm> not_yet_;        // not activated yet, so the counts show them too early
    std::vector<std::uint32_t> window_;  // P in frames now + 1, now + 2, ...
};

}  // namespace drover::load
