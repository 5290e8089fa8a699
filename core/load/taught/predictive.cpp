#include "core/load/taught/predictive.h"

#include <algorithm>

namespace drover::load {

// What is gained grows with how large a herd is seen, and with the square of how late it is, as a herd that
// turns leaves the way that it is shown on.
void PredictivePlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    constexpr double kNearest_m = 10;  // nearer ones are not seen larger
    herds_.clear();
    herds_.reserve(tasks.size());
    double cost = 0, work = 0;  // of those whose cost is known
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks.cost[i] > 0)
            cost += tasks.cost[i], work += tasks.detailOf(i).levels[tasks.wanted_level[i]].work;
    const double usual = work > 0 ? cost / work : frame.budget_ms / 64;
    const double detail_matters = frame.parameters[at<kPredictiveParameters>("detail")];
    for (std::uint32_t i = 0; i < tasks.size(); ++i) {
        tasks.period[i] = std::max(tasks.nominal[i], tasks.last[i]);  // how long it really is until it thinks
        if (!tasks.isNew(i) && tasks.last[i] < tasks.nominal[i]) continue;
        const DetailKind& detail = tasks.detailOf(i);
        const std::uint8_t level = tasks.wanted_level[i];
        const double distance_m = std::max(tasks.distance[i], kNearest_m);
        const double lateness = tasks.period[i] / tasks.nominal[i];
        herds_.push_back(
            {.weight = tasks.priority[i] / distance_m * lateness * lateness,
             .cost_of_work = tasks.cost[i] > 0 ? tasks.cost[i] / detail.levels[level].work : usual,
             .off_per_m = detail_matters / distance_m,
             .detail = &detail,
             .at = i,
             .choice = static_cast<std::uint8_t>(level + 1)});
    }
    knapsack_.choose(herds_, frame.budget_ms * frame.parameters[at<kPredictiveParameters>("target")]);
    for (const MayThink& herd : herds_) {
        if (herd.choice == 0) continue;
        const MayThink::Option option = herd.option(herd.choice);
        tasks.wanted_level[herd.at] = static_cast<std::uint8_t>(herd.choice - 1);
        tasks.run[herd.at] = -option.benefit / option.cost;
    }
}

}  // namespace drover::load
