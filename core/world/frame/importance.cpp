#include "core/world/frame/importance.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/planted.h"
#include "core/load/importance.h"

namespace drover::world {
namespace {

// A task that weighs so much more has half the period by (8.c) and (8.e).
constexpr float kHuntedPriority = 2.75f;

}  // namespace

float nearReach(std::span<const SpeciesEntry> species, const flock::FlockStore& flocks) {
    float reach = 0;
    for (const SpeciesEntry& entry : species)
        reach = std::max(reach, flocks.lod().zone_width * static_cast<float>(entry.kind.depth));
    return reach > 0 ? reach : static_cast<float>(flocks.plane().worldSize()) / 8;
}

void Importance::weigh(const Scenario& scenario, const Population& population, Place player,
                       std::span<const std::uint32_t> changed, load::TaskTable& tasks, cores::Team* team) {
    const float reach = nearReach(scenario.species, population.flocks);
    const Frame frame{scenario, population, player, tasks, team, reach};
    if (looksAtDistance(*coin_)) tasks.makeRoomForPlaces();
    if (is_coin_new_ && !scan_.coversAll()) {
        weighThose(frame, [](std::uint32_t) { return true; });
    } else if (is_outdated_ && !scan_.coversAll()) {
        weighNearby(frame);
    }
    is_outdated_ = is_coin_new_ = false;
    for (const std::uint32_t row : changed) {
        weighOne(frame, row);
        tasks.listChange(row);
    }
    scan_.visit(
        team, [&](std::uint32_t row) { return weighOne(frame, row); },
        [&](std::uint32_t row) { tasks.listChange(row); });
}

template <class IsWanted>
void Importance::weighThose(const Frame& frame, IsWanted is_wanted) {
    constexpr std::uint32_t kRange = 8192, kStep = 64;  // where few are wanted, most steps are passed over
    cores::eachRange(frame.team, frame.population.rows(), kRange, [&](const cores::Range& range) {
        for (std::uint32_t first = range.first; first < range.end; first += kStep) {
            const std::uint32_t end = std::min(first + kStep, range.end);
            bool is_any_wanted = false;
            for (std::uint32_t row = first; row < end; ++row) is_any_wanted |= is_wanted(row);
            for (std::uint32_t row = first; is_any_wanted && row < end; ++row)
                if (is_wanted(row)) weighOne(frame, row);
        }
    });
    for (std::uint32_t row = 0; row < frame.population.rows(); ++row) frame.tasks.listChange(row);
}

// All tasks in the square around the player's reach, whether or not the scan comes to them in this frame.
void Importance::weighNearby(const Frame& frame) {
    const flock::FlockStore& flocks = frame.population.flocks;
    const auto reach = static_cast<std::uint32_t>(
        std::min<std::int64_t>(flocks.plane().units(static_cast<double>(frame.reach)), 1u << 30));
    const Place corner{frame.player.x - reach, frame.player.y - reach};
    const flock::AgentColumns& roots = flocks.roots();
    const auto count = static_cast<std::uint32_t>(flocks.size());
    weighThose(frame, [&](std::uint32_t row) {
        return row >= count || std::max(roots.x[row] - corner.x, roots.y[row] - corner.y) <= 2 * reach;
    });
}

bool Importance::isInView(const Frame& frame, Place place) const {
    const Plane& plane = frame.population.flocks.plane();
    const Vec2 half_view = Vec2{static_cast<float>(view_.width), static_cast<float>(view_.height)} * 0.5f;
    const Vec2 way = plane.offset(plane.place(view_.x, view_.y), place);
    return std::abs(way.x) <= half_view.x && std::abs(way.y) <= half_view.y;
}

// On any core. True: the task matters so much that it is weighed in every frame.
bool Importance::weighOne(const Frame& frame, std::uint32_t row) {
    assert(row < frame.population.rows() && row < band_of_.size());
    const Place place = frame.population.placeOf(row);
    const bool is_boosted = frame.population.isFlock(row) && frame.population.flocks.isBoosted(FlockId{row});
    const float distance =
        is_boosted ? 0
        : isPlanted(Fault::kRoundedOnThreads) && frame.team != nullptr
            ? std::nextafter(length(frame.population.flocks.plane().offset(frame.player, place)), 0.0f)
            : length(frame.population.flocks.plane().offset(frame.player, place));
    const bool is_in_view = is_boosted || !hasView() || isInView(frame, place);
    band_of_[row] = distance < frame.reach                  ? record::Band::kNear
                    : distance < kMiddleReach * frame.reach ? record::Band::kMiddle
                                                            : record::Band::kFar;
    const std::uint32_t kind = frame.population.rulesOfRow(frame.scenario, row);
    const TaskRules& rules = rulesOf(frame.scenario, kind);
    const double elasticity = load::elasticityAt(distance, rules.factors, is_in_view);
    const load::ImportanceCurve& curve = frame.scenario.load.importance;
    load::TaskTable& tasks = frame.tasks;
    if (looksAtElasticity(*coin_)) tasks.changeElasticity(row, elasticity);
    if (looksAtPriority(*coin_))
        tasks.changePriority(
            row, load::priorityAt(elasticity, rules.priority, curve) * (is_boosted ? kHuntedPriority : 1));
    if (looksAtFrequency(*coin_))
        tasks.columns.frequency_class[row] = load::frequencyClassAt(elasticity, curve);
    if (looksAtDistance(*coin_)) tasks.setPlace(row, {distance, static_cast<std::uint8_t>(kind + 1)});
    return band_of_[row] == record::Band::kNear || (hasView() && is_in_view);
}

}  // namespace drover::world
