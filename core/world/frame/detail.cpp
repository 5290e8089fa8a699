#include "core/world/frame/detail.h"

#include <algorithm>
#include <cmath>

namespace drover::world {
namespace {

double squared(float value) { return static_cast<double>(value) * static_cast<double>(value); }

load::DetailKind detailKind(const Scenario& scenario, std::uint32_t species) {
    const flock::Species& kind = scenario.species[species].kind;
    const float pace = kind.manner.pace > 0 ? kind.manner.pace : kind.max_speed;
    load::DetailKind detail{.count = static_cast<std::uint8_t>(kind.depth + 1),
                            .pace_m_s = static_cast<double>(pace)};
    for (std::uint32_t level = 0; level <= kind.depth; ++level) {
        const HerdDetail herd = herdDetail(scenario, species, level);
        detail.levels[level] = {herd.own_us + herd.thought_us, herd.missing_m};
    }
    return detail;
}

}  // namespace

HerdDetail herdDetail(const Scenario& scenario, std::uint32_t species, std::uint32_t level) {
    const flock::Species& kind = scenario.species[species].kind;
    const CostModel& model = scenario.load.cost_model;
    double leaves = 1;
    for (std::uint32_t l = 0; l < level; ++l) leaves *= kind.branching;
    const auto& spread = kind.manner.spread;
    // A herd that was not measured counts as wide as its animals are placed when it unfolds.
    const double missing_m2 = spread[kind.depth] > 0 ? squared(spread[kind.depth]) - squared(spread[level])
                                                     : squared(scenario.lod.reinit_radius) / 2 *
                                                           (kind.depth - level) / std::max(kind.depth, 1u);
    return {.leaves = leaves,
            .own_us = model.fixed_us + leaves * (model.leaf_us + model.pair_us * (leaves - 1)),
            .thought_us = leaves * scenario.load.think_us,
            .missing_m = std::sqrt(std::max(missing_m2, 0.0))};
}

std::vector<load::DetailKind> detailKinds(const Scenario& scenario) {
    std::vector<load::DetailKind> kinds(1);
    for (std::uint32_t s = 0; s < scenario.species.size(); ++s) kinds.push_back(detailKind(scenario, s));
    return kinds;
}

void tellDetail(std::span<const load::DetailKind> kinds, Population& population, load::TaskTable& tasks) {
    flock::FlockStore& flocks = population.flocks;
    const bool has_levels = flocks.lod().enabled;
    has_levels ? flocks.letOwnerDecide() : flocks.letZonesDecide();
    for (std::uint32_t row = 0; row < population.rows(); ++row) {
        const bool is_herd = has_levels && population.isFlock(row);
        tasks.columns.detail_kind[row] = is_herd ? static_cast<std::uint8_t>(1 + population.kindOf(row)) : 0;
        tasks.columns.level[row] = is_herd ? static_cast<std::uint8_t>(*flocks.depthOf(FlockId{row})) : 0;
    }
    tasks.setDetailKinds(kinds);
}

}  // namespace drover::world
