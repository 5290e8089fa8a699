#include "app/desktop/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/world_view.h"
#include "render/lights/gather.h"

namespace drover::desktop {
namespace {

render::Vec2d carried(const Plane& plane, Place place, Vec2 velocity, float carry_s) {
    return metresOf(plane, plane.moved(place, velocity * carry_s));
}

}  // namespace

render::Vec2d metresOf(const Plane& plane, Place place) {
    return {plane.xMetres(place), plane.yMetres(place)};
}

render::Vec2d shownAt(const world::WorldView& view, std::size_t task, bool is_smooth) {
    return carried(view.plane(), view.placeOf(task), view.velocityOf(task),
                   is_smooth ? render::Gather::carryOf(view, task) : 0);
}

std::optional<std::uint32_t> taskAt(const world::WorldView& view, const ViewState& state, render::Vec2d pixel,
                                    double reach) {
    const flock::FlockStore& flocks = view.flocks;
    const bool is_smooth = state.draw.is_smooth;
    std::optional<std::uint32_t> nearest;
    double best = reach * reach;
    const auto consider = [&](std::uint32_t task, render::Vec2d metres) {
        const double d = distanceSq(state.camera.toScreen(view.plane(), state.viewport, metres), pixel);
        if (d < best) best = d, nearest = task;
    };
    for (std::uint32_t task = 0; task < view.tasks.size(); ++task) {
        const FlockId flock{task};
        if (view.isAway(task)) continue;
        if (task >= flocks.size() || flocks.isAlone(flock)) {
            consider(task, shownAt(view, task, is_smooth));
            continue;
        }
        const float carry_s = is_smooth ? render::Gather::carryOf(view, task) : 0;
        const std::size_t first = flocks.first(flock);
        for (std::size_t leaf = first; leaf < first + flocks.count(flock); ++leaf) {
            const flock::Agent agent = flocks.leaves().get(leaf);
            consider(task, carried(view.plane(), agent.place, agent.velocity, carry_s));
        }
    }
    return nearest;
}

std::optional<std::uint32_t> nearestToPlayer(const world::World& world) {
    const world::WorldView view = world.view();
    std::optional<std::uint32_t> nearest;
    float best = std::numeric_limits<float>::infinity();
    for (std::uint32_t task = 0; task < view.tasks.size(); ++task) {
        if (view.isAway(task)) continue;
        const float distance = length(view.plane().offset(view.player, view.placeOf(task)));
        if (distance < best) best = distance, nearest = task;
    }
    return nearest;
}

void keepSelection(ViewState& state, const world::World& world) {
    std::optional<std::uint32_t>& selected = state.draw.selected_task;
    SelectedTask& known = state.known_selection;
    const std::vector<std::uint64_t>& serials = world.tasks().columns.serial;
    const std::size_t animals = world.view().tasks.size();
    if (selected && selected == known.task && (*selected >= animals || serials[*selected] != known.serial)) {
        const auto end = serials.begin() + static_cast<std::ptrdiff_t>(animals);
        const auto found = std::find(serials.begin(), end, known.serial);
        selected.reset();
        if (found != end) selected = static_cast<std::uint32_t>(found - serials.begin());
    }
    if (selected && *selected >= animals) selected.reset();
    if (!selected) state.follows_selected = false;
    known = {selected, selected ? serials[*selected] : 0};
}

std::string nameOf(const world::World& world, std::size_t task) {
    const world::WorldView view = world.view();
    if (task < view.flocks.size()) {
        const SpeciesId species = view.flocks.speciesIdOf(FlockId{static_cast<std::uint32_t>(task)});
        const auto flock = FlockId{static_cast<std::uint32_t>(task)};
        const std::uint32_t points = view.flocks.count(flock);
        return fmt::format("Herd {}: {} {}, thought for as {}", task, view.flocks.speciesOf(flock).agents(),
                           view.species[row(species)].name, counted(points, "point"));
    }
    const auto [animals, other, i] = view.at(task);
    return fmt::format("{} {}", animals.nameOf(animals.sortOf(i)), i);
}

const char* deedOf(const world::World& world, std::size_t task) {
    const world::WorldView view = world.view();
    if (task < view.firstOther()) return "";
    const auto [animals, other, i] = view.at(task);
    return animals.deedOf(i);
}

}  // namespace drover::desktop
