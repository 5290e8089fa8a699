#include "core/world/world_view.h"

#include <limits>

#include "core/world/importance.h"

namespace drover::world {

float WorldView::nearReach() const { return world::nearReach(species, flocks); }

// Herds spread over a disc are two thirds of its radius from the middle, in the mean.
float WorldView::detailFront(std::uint32_t level) const {
    double sum_m = 0;
    std::uint32_t herds = 0;
    constexpr std::size_t kMostAtOnce = 65'536;  // of more, some stand for all
    const std::size_t step = flocks.size() / kMostAtOnce + 1;
    for (std::size_t i = 0; i < flocks.size(); i += step) {
        const auto flock = static_cast<std::uint32_t>(i);
        if (flocks.isAlone(FlockId{flock}) || flocks.depthOf(FlockId{flock}).value_or(0) < level) continue;
        sum_m += static_cast<double>(length(plane().offset(player, placeOf(flock))));
        ++herds;
    }
    return herds > 0 ? static_cast<float>(1.5 * sum_m / herds) : 0;
}

Place WorldView::placeOf(std::size_t task) const {
    if (task < flocks.size()) return {flocks.roots().x[task], flocks.roots().y[task]};
    if (task < firstPursuer()) return wildlife->places[task - firstAnimat()];
    return pursuit->places[task - firstPursuer()];
}

Vec2 WorldView::velocityOf(std::size_t task) const {
    if (task < flocks.size()) return {flocks.roots().vx[task], flocks.roots().vy[task]};
    if (task < firstPursuer()) return wildlife->velocity[task - firstAnimat()];
    const std::size_t agent = task - firstPursuer();
    return pursuit->heading[agent] * pursuit->speed[agent];
}

std::optional<std::size_t> WorldView::targetOf(std::size_t task) const {
    if (task < firstAnimat() || task >= tasks.size()) return std::nullopt;
    if (task >= firstPursuer()) {
        const std::size_t target = firstPursuer() + pursuit->target[task - firstPursuer()];
        return target != task ? std::optional(target) : std::nullopt;
    }
    const auto target = wildlife->targetOf(static_cast<std::uint32_t>(task - firstAnimat()));
    return target ? std::optional(firstAnimat() + *target) : std::nullopt;
}

float WorldView::sinceUpdate(std::size_t task) const {
    if (tasks[task].ran_at_ns < 0) return std::numeric_limits<float>::infinity();
    return seconds(simul_ns - tasks[task].ran_at_ns);
}

}  // namespace drover::world
