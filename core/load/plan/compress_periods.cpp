#include "core/load/plan/compress_periods.h"

#include "core/load/elastic/compress.h"
#include "core/load/elastic/springs.h"

namespace drover::load {

void compressPeriods(PlanTasks& tasks, double desired_use) {
    const std::size_t count = tasks.size();
    std::vector<double> nominal_use(count), minimum_use(count);
    for (std::size_t i = 0; i < count; ++i) {
        nominal_use[i] = tasks.cost[i] / tasks.nominal[i];
        minimum_use[i] = tasks.cost[i] / tasks.maximum[i];
    }
    CompressionScratch scratch;
    const CompressionResult result =
        compress({nominal_use, minimum_use, tasks.elasticity}, desired_use, scratch);
    for (std::size_t i = 0; i < count; ++i)
        tasks.period[i] =
            realPeriod(tasks.cost[i], tasks.nominal[i], tasks.maximum[i], tasks.elasticity[i], result);
}

}  // namespace drover::load
