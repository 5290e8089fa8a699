// What tasks of unknown cost are expected to cost in a round, and how many of them a round takes. A first
// update may cost many times what later ones do: such a task has more to make up, or its memory is cold. So
// first updates are learned apart, and where nothing is known of them a few are tried. QueueManager and
// PlannedManager keep one.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drover::load {

class FirstCosts {
  public:
    void beginFrame() { expected_ns_ = known_ns_ = in_frame_ = 0, in_round_ = 0; }

    // A round that is expected to cost `enough_ns` is enough.
    std::int64_t expected_ns(std::int64_t enough_ns) const {
        constexpr std::int64_t kTasksToLearn = 64;
        return each_ns_ > 0 ? std::min(each_ns_, enough_ns) : enough_ns / kTasksToLearn;
    }
    // How many the round that is chosen may still take.
    std::uint32_t leftInRound() const { return most_ - std::min(most_, in_round_); }

    // These are chosen: what all are expected to cost, and how many are of unknown cost, taken to be this.
    void chose(std::int64_t expected_ns, std::uint32_t unknown, std::int64_t unknown_ns) {
        expected_ns_ += expected_ns;
        known_ns_ += expected_ns - unknown * unknown_ns;
        in_frame_ += unknown, in_round_ += unknown;
    }
    // The round runs.
    void roundRuns() {
        if (in_round_ > 0) most_ = std::min(2 * most_, kMost);
        in_round_ = 0;
    }
    // All have run, and cost this. What others cost beyond what was expected counts for the first updates.
    void endFrame(std::int64_t cost_ns) {
        if (in_frame_ == 0 || cost_ns <= 0) return;
        if (cost_ns > 2 * expected_ns_) most_ = kFewest;
        each_ns_ = std::max<std::int64_t>({(cost_ns - known_ns_) / in_frame_, each_ns_ / 2, 1});
    }

  private:
    static constexpr std::uint32_t kFewest = 4, kMost = 1u << 20;

    std::int64_t each_ns_ = 0;  // as learned; 0: none has run
    std::uint32_t most_ = kFewest;
    // Of the frame.
    std::int64_t expected_ns_ = 0;  // of all tasks
    std::int64_t known_ns_ = 0;     // of those of known cost
    std::int64_t in_frame_ = 0;     // tasks of unknown cost
    std::uint32_t in_round_ = 0;
};

}  // namespace drover::load
