#include "core/world/world_view.h"

#include <limits>

#include "core/world/world.h"

namespace drover {

float WorldView::sinceUpdate(std::size_t task) const {
    if (tasks.ran_at_ns[task] < 0) return std::numeric_limits<float>::infinity();
    return seconds(simul_ns - tasks.ran_at_ns[task]);
}

WorldView World::view() const {
    const TaskColumns& c = tasks_.columns;
    return {
        .flocks = flocks_,
        .species = scenario_.species,
        .wildlife = wildlife_.get(),
        .pursuit = pursuit_.get(),
        .tasks = {c.last_ns, c.ran_at_ns, c.period_ns, c.nominal_ns, c.maximum_ns, c.delays},
        .player = player_,
        .simul_ns = tasks_.simul_ns,
        .frame = record_.frame,
        .is_paused = is_paused_,
    };
}

}  // namespace drover
