// `predictive`: in each frame the most benefit that fits the budget (Funkhouser & Sequin 1993). Cost and
// benefit of a thought at each level of detail are predicted; a herd may also not think. Chosen greedily by
// benefit over cost, from what was chosen last. MODEL 13. Made through kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"

namespace drover::load {

inline constexpr std::array<ParameterInfo, 1> kPredictiveParameters = {{
    {.name = "target",
     .title = "Part of the budget that it plans for",
     .unit = "of the budget",
     .least = 0.1,
     .initial = 0.95},
}};

// A herd that may think in this frame. Choice 0: it does not; 1 and more: at the level choice - 1.
struct MayThink {
    double weight = 1;        // the benefit of a thought in full detail
    double cost_of_work = 1;  // cost of a level / its work
    double distance_m = 0;
    const DetailKind* detail = nullptr;
    std::uint32_t at = 0;  // the row in PlanTasks
    std::uint8_t choice = 0;

    struct Option {
        double benefit, cost;
    };
    // What is shown is `missing_m` off; seen from `distance_m`, so much of the benefit is left.
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
    void takeTheBestAlone(std::span<MayThink> herds, double budget);

    std::vector<Step> up_, down_;  // heaps: the best step up, and the step down that loses least, is first
    double cost_ = 0;
};

class PredictivePlan final : public Plan {
  public:
    std::unique_ptr<Plan> copy() const override { return std::make_unique<PredictivePlan>(*this); }
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    bool writesPeriods() const override { return false; }

    static constexpr std::size_t kBytesPerTask =
        sizeof(MayThink) + 2 * Knapsack::kStepsPerHerd * sizeof(Knapsack::Step);

  private:
    std::vector<MayThink> herds_;
    Knapsack knapsack_;
};

}  // namespace drover::load
