// P(t) for many rhythms without going through them: counts by period and phase. The process manager keeps its
// agents' rhythms here, so that an agent which joins a million others finds its activation delay at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/load/activation_delay.h"

namespace drover::load {

class RhythmTable {
  public:
    void add(Rhythm rhythm, std::int64_t now);
    void remove(Rhythm rhythm);

    // The delay for an agent with these rhythms (activation counted from the agent's own) that joins in frame
    // `now`: what chooseActivationDelay answers for everything that is in the table.
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

    std::vector<Column> columns_;        // one a distinct period, in order of first use
    std::vector<Rhythm> not_yet_;        // activated so late that the counts show them too early
    std::vector<std::uint32_t> window_;  // P in frames now + 1, now + 2, ...
};

}  // namespace drover::load
