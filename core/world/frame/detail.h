// What more or less detail of each kind of animals costs and leaves out (MODEL 8), for a manager that chooses
// it. The world tells its task table when such a manager takes over, or when something that this depends on
// has changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/load/task_table.h"
#include "core/world/animals/population.h"

namespace drover::world {

// What stands for a herd with all its leaves at this level.
struct HerdDetail {
    double leaves = 1;
    double own_us = 0, thought_us = 0;  // an update by the cost model: of the flock, and of its minds
    double missing_m = 0;  // root mean square distance between an animal and the point that stands for it
};
HerdDetail herdDetail(const Scenario& scenario, std::uint32_t species, std::uint32_t level);

// One kind for each species, and one more before them, as TaskTable::setDetailKinds() takes them.
std::vector<load::DetailKind> detailKinds(const Scenario& scenario);
// Tells each task's kind of detail and its present level. Level of detail that is switched off leaves one
// level.
void tellDetail(std::span<const load::DetailKind> kinds, Population& population, load::TaskTable& tasks);

}  // namespace drover::world
