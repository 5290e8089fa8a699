#include "app/lab/reproduce/viewer_error.h"

#include <cmath>
#include <variant>
#include <vector>

#include "app/lab/fidelity.h"
#include "core/load/importance.h"

namespace drover::lab {
namespace {

double metres(const Plane& plane, Place from, Place to) {
    return static_cast<double>(length(plane.offset(from, to)));
}

// The mean distance between each animal of the full twin and the leaf that stands for it. Leaves are in the
// order of the tree, and so are the animals below each.
double placeError(const flock::FlockStore& flocks, const flock::FlockStore& twins, FlockId flock) {
    const flock::Tree& tree = flocks.treeOf(flock);
    const std::uint32_t first = twins.isAlone(flock) ? 0 : twins.first(flock);
    std::uint32_t animal = 0;
    double sum_m = 0;
    const auto addLeaf = [&](Place shown, std::uint32_t level) {
        std::uint32_t count = 1;
        for (; level < tree.depth; ++level) count *= tree.branching;
        for (std::uint32_t i = 0; i < count; ++i, ++animal) {
            const Place place = twins.isAlone(flock)
                                    ? Place{twins.roots().x[row(flock)], twins.roots().y[row(flock)]}
                                    : twins.leaves().get(first + animal).place;
            sum_m += metres(flocks.plane(), shown, place);
        }
    };
    if (flocks.isAlone(flock)) {
        addLeaf({flocks.roots().x[row(flock)], flocks.roots().y[row(flock)]}, 0);
    } else {
        const std::span<const flock::Node> nodes = flocks.nodes(flock);
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            addLeaf(flocks.leaves().get(flocks.first(flock) + i).place, tree.level(nodes[i]));
    }
    return sum_m / animal;
}

}  // namespace

void ViewerError::add(const ViewerError& other) {
    herd_m += other.herd_m, polarisation += other.polarisation;
    animal_m += other.animal_m, weight += other.weight;
}

ViewerError ViewerError::mean() const {
    if (weight <= 0) return {};
    return {herd_m / weight, polarisation / weight, animal_m / weight, 1};
}

ShortTwin::ShortTwin(const world::World& world) : twin_(world) { twin_.listEvents(false); }

void ShortTwin::step(double frame_time, std::span<const world::Command> commands) {
    std::vector<world::Command> own;
    if (std::exchange(is_new_, false)) {
        flock::LodRules lod = twin_.scenario().lod;
        lod.enabled = false;
        own = {world::SetManager{"unmanaged", {}}, world::SetLod{lod}, world::SetLoad{0, 0}};
    }
    for (const world::Command& command : commands)
        if (std::holds_alternative<world::MovePlayer>(command)) own.push_back(command);
    twin_.step(frame_time, own);
}

ViewerError ShortTwin::compare(const world::World& world) const {
    ViewerError sum;
    const flock::FlockStore &flocks = world.flocks(), &twins = twin_.flocks();
    for (std::uint32_t i = 0; i < flocks.size(); ++i) {
        const FlockId flock{i};
        const FlockShape shown = shapeOf(flocks, flock), full = shapeOf(twins, flock);
        const double distance_m = metres(flocks.plane(), world.player(), full.centre);
        const auto weight =
            static_cast<double>(load::priorityAt(distance_m, 1, world.scenario().load.importance));
        sum.add({weight * metres(flocks.plane(), shown.centre, full.centre),
                 weight * std::abs(shown.polarisation - full.polarisation),
                 weight * placeError(flocks, twins, flock), weight});
    }
    return sum;
}

}  // namespace drover::lab
