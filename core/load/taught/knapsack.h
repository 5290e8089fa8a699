// Which herds think in a frame, and in how much detail, so that the benefit is large and the cost within the
// budget: Funkhouser & Sequin's greedy choice (1993). Called by predictive.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/load/detail.h"

namespace drover::load {

// A herd that may think in this frame. Choice 0: it does not; 1 and more: at the level choice - 1.
struct MayThink {
    double weight = 1;        // the benefit of a thought in full detail
    double cost_of_work = 1;  // cost of a level / its work
    double off_per_m = 0;     // how bad it is that what is shown is off by a metre
    const DetailKind* detail = nullptr;
    std::uint32_t at = 0;  // the row in PlanTasks
    std::uint8_t choice = 0;

    struct Option {
        double benefit, cost;
    };
    // What is shown is `missing_m` off: so much less is gained.
    Option option(std::uint8_t other) const;
    std::uint8_t choices() const { return static_cast<std::uint8_t>(detail->count + 1); }
};

class Knapsack {
  public:
    // Changes the choices of `herds`: more of what has the highest gain over cost, less of what has the
    // lowest, until neither is better. At least half of the best that is possible.
    void choose(std::span<MayThink> herds, double budget);
    static constexpr std::size_t kStepsPerHerd = 4;

    struct Step {
        double gain_over_cost;
        std::uint32_t herd;
        std::uint8_t from, to;
    };

  private:
    void offer(std::span<const MayThink> herds, std::uint32_t herd);
    void take(std::span<MayThink> herds, const Step& step);
    bool dropStale(std::span<const MayThink> herds, std::vector<Step>& heap, bool is_up);
    void fillUp(std::span<MayThink> herds, double budget);
    void takeTheBestAlone(std::span<MayThink> herds, double budget);

    std::vector<Step> up_, down_;  // heaps: the best step up, and the step down that loses least, is first
    double cost_ = 0;
};

}  // namespace drover::load
