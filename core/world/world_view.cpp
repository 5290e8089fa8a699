#include "core/world/world_view.h"

#include <limits>

#include "core/world/world.h"

namespace drover::world {

float WorldView::sinceUpdate(std::size_t task) const {
    if (tasks[task].ran_at_ns < 0) return std::numeric_limits<float>::infinity();
    return seconds(simul_ns - tasks[task].ran_at_ns);
}

WorldView World::view() const {
    return {
        .flocks = flocks_,
        .species = scenario_.species,
        .wildlife = wildlife_.get(),
        .pursuit = pursuit_.get(),
        .table = tasks_,
        .manager = *manager_,
        .tasks = tasks_.columns.state,
        .player = player_,
        .simul_ns = tasks_.simul_ns,
        .frame = record_.frame,
        .is_paused = is_paused_,
    };
}

}  // namespace drover::world
