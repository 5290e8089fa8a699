// `predictive`: in each frame the most benefit that fits the budget (Funkhouser & Sequin 1993). Cost and
// benefit of a thought at each level of detail are predicted; a herd may also not think. Chosen greedily by
// benefit over cost, from what was chosen last. MODEL 13. Made through kManagers.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"
#include "core/load/taught/knapsack.h"

namespace drover::load {

inline constexpr std::array<ParameterInfo, 2> kPredictiveParameters = {{
    {.name = "target",
     .title = "Part of the budget that it plans for",
     .unit = "of the budget",
     .least = 0.1,
     .initial = 0.95},
    {.name = "detail",
     .title = "How much it matters that a herd is shown off by one radian of the view",
     .greatest = 1000,
     .initial = 10},
}};

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
