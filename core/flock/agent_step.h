// One agent's step, with the formulas of agent_formulas.inl. update.cpp and steering.cpp call it;
// agent_lanes.inl does the same in vectors. Inline, because the update of a flock that is alone is just one
// such step.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/one_lane.h"
#include "core/base/random.h"
#include "core/flock/store.h"

namespace drover::flock {

using Forces = std::array<Vec2, kForceKinds>;

// A leaf's random words in one update. Words 0 and 1 say which forces apply, word 2 where on the wander
// circle the target is.
struct LeafDraw {
    RandomBlock words;
};

inline LeafDraw drawLeaf(std::uint64_t seed, FlockId flock, Node node, std::uint32_t number) {
    return {randomBlock(seed, static_cast<std::uint32_t>(flock), node, number, Purpose::kSteering)};
}

namespace one_lane {
using namespace drover::one_lane;
using Agents = Agent;
using Draws = LeafDraw;
inline Place movedPlace(const StepRules& rules, Place from, Vec2 way) { return rules.plane.moved(from, way); }
#include "core/flock/agent_formulas.inl"
}  // namespace one_lane

using one_lane::cohesionForce;
using one_lane::combined;
using one_lane::combinedAlone;
using one_lane::expected;
using one_lane::forceOf;
using one_lane::moved;
using one_lane::movedAlone;
using one_lane::perceptsOf;
using one_lane::wanderForce;

inline bool isDrawn(const StepRules& rules, ForceKind kind, const LeafDraw& draw) {
    return one_lane::applies(rules, kind, draw).bits != 0;
}

// The draw of a step of a flock that is alone. One that did not think in its last updates makes up for the
// turns that it did not take; one that does not think now takes none.
inline StepDraw drawAlone(const FlockStore& store, FlockId flock, const StepRules& rules, float t,
                          std::uint32_t ticks, bool thinks) {
    StepDraw draw = rules.drawOf(store.ageOf(flock), ticks);
    if (!store.thinksInTurns()) return draw;
    if (!thinks) return {draw.number, 0};
    const std::uint32_t waited = store.ageOf(flock) - store.turnOf(flock);
    if (waited == 0 || rules.pace == 0 || t <= 0) return draw;
    draw = rules.drawOf(store.turnOf(flock), waited + ticks);
    return {draw.number, draw.deviation * ((t + rules.secondsOf(waited)) / t)};
}

}  // namespace drover::flock
