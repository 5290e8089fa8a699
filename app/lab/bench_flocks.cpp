#include "app/lab/bench_flocks.h"

#include <cmath>
#include <numbers>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::lab {
namespace {

double drawn(std::uint32_t what, std::uint32_t axis) {
    return static_cast<double>(unitFloat(randomBlock(1, what, axis, 0, Purpose::kBirth)[0]));
}

}  // namespace

flock::Agent agentAnywhere(const Plane& plane, std::uint32_t what, Place corner, double width_m) {
    const Vec2 heading = direction(Angle{randomBlock(1, what, 2, 0, Purpose::kBirth)[0]});
    return {plane.moved(corner, drawn(what, 0) * width_m, drawn(what, 1) * width_m), heading * 5.0f, heading};
}

flock::FlockStore fullFlocks(const flock::Kernels& target, const flock::Species& species,
                             std::uint32_t flocks, double world_m, double width_m) {
    const Plane plane(world_m, Edges::kTorus);
    flock::FlockStore store(plane, 1, flock::LodRules{.enabled = false, .max_leaves = 1u << 30}, {species});
    store.setKernels(target);
    flock::UpdateScratch scratch;
    for (std::uint32_t i = 0; i < flocks; ++i) {
        const FlockId flock = store.add(SpeciesId{0}, agentAnywhere(plane, i, {}, world_m));
        const Place corner = store.roots().get(i).place;
        flock::updateFlock(store, flock, 0, {}, scratch);
        for (std::uint32_t leaf = 0; leaf < store.count(flock); ++leaf) {
            store.leaves().set(store.first(flock) + leaf, agentAnywhere(plane, leaf, corner, width_m));
        }
        flock::averageUp(store, flock, scratch.means);
    }
    return store;
}

double widthFor(const flock::Species& species) {
    constexpr double kNeighbours = 24;
    const auto reach = static_cast<double>(species.neighbourhood);
    return std::sqrt(static_cast<double>(species.agents()) * std::numbers::pi * reach * reach / kNeighbours);
}

}  // namespace drover::lab
