#include "core/world/world_view.h"

#include <limits>

namespace drover::world {

float WorldView::sinceUpdate(std::size_t task) const {
    if (tasks[task].ran_at_ns < 0) return std::numeric_limits<float>::infinity();
    return seconds(simul_ns - tasks[task].ran_at_ns);
}

}  // namespace drover::world
