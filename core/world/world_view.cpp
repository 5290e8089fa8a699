#include "core/world/world_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/minds/people.h"
#include "core/world/frame/importance.h"

namespace drover::world {

const people::Crowd* WorldView::people() const {
    const minds::People* const people = population.find<minds::People>();
    return people != nullptr ? &people->crowd() : nullptr;
}

std::uint32_t WorldView::peopleWithoutRoom() const {
    const minds::People* const people = population.find<minds::People>();
    return people != nullptr ? people->withoutRoom() : 0;
}

std::uint32_t WorldView::peopleInShapes() const {
    const minds::People* const people = population.find<minds::People>();
    return people != nullptr ? people->inShapes() : 0;
}

float WorldView::nearReach() const { return world::nearReach(species, flocks); }

// Half of the herds that are spread over a disc are within its radius over the root of two. The median,
// because a few herds are unfolded for long where the others are not.
float WorldView::detailFront(std::uint32_t level) const {
    constexpr std::size_t kMostAtOnce = 65'536;  // of more, some stand for all
    constexpr float kBinsAnOctave = 32;
    std::array<std::uint32_t, 1024> herds{};  // by the logarithm of their distance
    std::uint32_t all = 0;
    const std::size_t step = flocks.size() / kMostAtOnce + 1;
    for (std::size_t i = 0; i < flocks.size(); i += step) {
        const auto flock = static_cast<std::uint32_t>(i);
        if (flocks.isAlone(FlockId{flock}) || flocks.depthOf(FlockId{flock}).value_or(0) < level) continue;
        const float distance = std::max(length(plane().offset(player, placeOf(flock))), 1.0f);
        const auto bin = static_cast<std::size_t>(kBinsAnOctave * std::log2(distance));
        ++herds[std::min(bin, herds.size() - 1)];
        ++all;
    }
    if (all == 0) return 0;
    std::size_t bin = 0;
    for (std::uint32_t before = herds[0]; 2 * before < all; before += herds[bin]) ++bin;
    return std::sqrt(2.0f) * std::exp2((static_cast<float>(bin) + 0.5f) / kBinsAnOctave);
}

std::size_t WorldView::lookOf(std::size_t task) const {
    return population.lookOf(static_cast<std::uint32_t>(task));
}

Place WorldView::placeOf(std::size_t task) const {
    return population.placeOf(static_cast<std::uint32_t>(task));
}

Vec2 WorldView::velocityOf(std::size_t task) const {
    if (task < flocks.size()) return {flocks.roots().vx[task], flocks.roots().vy[task]};
    const auto [animals, other, i] = at(task);
    return animals.velocityOf(i);
}

bool WorldView::isAway(std::size_t task) const {
    if (task < firstOther() || task >= population.rows()) return false;
    const auto [animals, other, i] = at(task);
    return animals.isAway(i);
}

std::optional<std::size_t> WorldView::targetOf(std::size_t task) const {
    if (task < firstOther() || task >= tasks.size()) return std::nullopt;
    const auto [animals, other, i] = at(task);
    if (const auto quarry = animals.quarryOf(i)) return *quarry;
    const std::optional<std::uint32_t> target = animals.targetOf(i);
    return target ? std::optional(task - i + *target) : std::nullopt;
}

float WorldView::lateness_ms(std::size_t task) const {
    constexpr float kLeastShare = 0.05f;  // who thinks less is as late as that
    if (table.isResting(static_cast<std::uint32_t>(task))) return 0;
    const load::TaskState& state = tasks[task];
    const std::int64_t since_ns = state.ran_at_ns < 0 ? 0 : simul_ns - state.ran_at_ns;
    const float waited_ms_here = task < waited_ms.size() ? waited_ms[task] : 0;
    const float wait_ms = std::max(seconds(std::max(periodOf(task), since_ns)) * 1e3f, waited_ms_here);
    const float share = thought_shares.empty() ? 1 : std::max(thought_shares[task], kLeastShare);
    return wait_ms / share - seconds(state.nominal_ns) * 1e3f;
}

float WorldView::sinceUpdate(std::size_t task) const {
    if (table.isResting(static_cast<std::uint32_t>(task))) return 0;
    if (tasks[task].ran_at_ns < 0) return std::numeric_limits<float>::infinity();
    return seconds(simul_ns - tasks[task].ran_at_ns);
}

}  // namespace drover::world
