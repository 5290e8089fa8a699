#include "core/world/importance.h"

#include <algorithm>
#include <cmath>

#include "core/load/importance.h"

namespace drover::world {

float nearReach(std::span<const SpeciesEntry> species, const flock::FlockStore& flocks) {
    float reach = 0;
    for (const SpeciesEntry& entry : species)
        reach = std::max(reach, flocks.lod().zone_width * static_cast<float>(entry.kind.depth));
    return reach > 0 ? reach : static_cast<float>(flocks.plane().worldSize()) / 8;
}

void Importance::weigh(const Scenario& scenario, const Population& population, Place player,
                       load::TaskTable& tasks) {
    const Frame frame{scenario, population, player, tasks, nearReach(scenario.species, population.flocks)};
    if (is_coin_new_ && !scan_.coversAll()) {
        for (std::uint32_t row = 0; row < population.rows(); ++row) weighOne(frame, row);
    } else if (is_outdated_ && !scan_.coversAll()) {
        weighNearby(frame);
    }
    is_outdated_ = is_coin_new_ = false;
    scan_.visit([&](std::uint32_t row) { return weighOne(frame, row); });
}

// All tasks in the square around the player's reach, whether or not the scan comes to them in this frame.
void Importance::weighNearby(const Frame& frame) {
    const flock::FlockStore& flocks = frame.population.flocks;
    const auto reach = static_cast<std::uint32_t>(
        std::min<std::int64_t>(flocks.plane().units(static_cast<double>(frame.reach)), 1u << 30));
    const Place corner{frame.player.x - reach, frame.player.y - reach};
    const flock::AgentColumns& roots = flocks.roots();
    const auto is_near = [&](std::uint32_t row) {
        return std::max(roots.x[row] - corner.x, roots.y[row] - corner.y) <= 2 * reach;
    };
    constexpr std::uint32_t kStep = 64;  // few are near: most steps are passed over at once
    const auto count = static_cast<std::uint32_t>(flocks.size());
    for (std::uint32_t first = 0; first < count; first += kStep) {
        const std::uint32_t end = std::min(first + kStep, count);
        bool is_any_near = false;
        for (std::uint32_t row = first; row < end; ++row) is_any_near |= is_near(row);
        for (std::uint32_t row = first; is_any_near && row < end; ++row)
            if (is_near(row)) weighOne(frame, row);
    }
    for (std::uint32_t row = count; row < frame.population.rows(); ++row) weighOne(frame, row);
}

bool Importance::isInView(const Frame& frame, Place place) const {
    const Plane& plane = frame.population.flocks.plane();
    const Vec2 half_view = Vec2{static_cast<float>(view_.width), static_cast<float>(view_.height)} * 0.5f;
    const Vec2 way = plane.offset(plane.place(view_.x, view_.y), place);
    return std::abs(way.x) <= half_view.x && std::abs(way.y) <= half_view.y;
}

// True: the task matters so much that it is weighed in every frame.
bool Importance::weighOne(const Frame& frame, std::uint32_t row) {
    const Place place = frame.population.placeOf(row);
    const float distance = length(frame.population.flocks.plane().offset(frame.player, place));
    const bool is_in_view = !hasView() || isInView(frame, place);
    band_of_[row] = distance < frame.reach                  ? record::Band::kNear
                    : distance < kMiddleReach * frame.reach ? record::Band::kMiddle
                                                            : record::Band::kFar;
    const TaskRules& rules = rulesOf(frame.scenario, rulesOfRow(frame.scenario, frame.population, row));
    const double elasticity = load::elasticityAt(distance, rules.factors, is_in_view);
    const load::ImportanceCurve& curve = frame.scenario.load.importance;
    load::TaskTable& tasks = frame.tasks;
    if (looksAtElasticity(*coin_)) tasks.setElasticity(row, elasticity);
    if (looksAtPriority(*coin_)) tasks.setPriority(row, load::priorityAt(elasticity, rules.priority, curve));
    if (looksAtFrequency(*coin_))
        tasks.columns.frequency_class[row] = load::frequencyClassAt(elasticity, curve);
    return band_of_[row] == record::Band::kNear || (hasView() && is_in_view);
}

}  // namespace drover::world
