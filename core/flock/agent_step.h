// One agent's step: which forces are drawn for it, what they sum to, and how the sum moves it (O&D (6) to
// (8), MODEL 1). update.cpp and steering.cpp call it; agent_lanes.inl does the same in vectors. Inline,
// because the update of a flock that is alone is just one such step.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/flock/store.h"

namespace drover::flock {

using Forces = std::array<Vec2, kForceKinds>;

// A leaf's random words in one update. Words 0 and 1 say which forces apply, word 2 where on the wander
// circle the target is.
struct LeafDraw {
    RandomBlock words;

    // Whether the force is drawn: its own 16 bits are below its probability. 1 is always drawn and 0 never.
    bool applies(ForceKind kind, float probability) const {
        const std::uint32_t bits = (words[kind / 2] >> (kind % 2 * 16)) & 0xFFFFu;
        return static_cast<std::int32_t>(bits) < static_cast<std::int32_t>(probability * 65536.0f + 0.5f);
    }
    Angle wanderTurn() const { return {words[2]}; }
};

inline LeafDraw drawLeaf(std::uint64_t seed, FlockId flock, Node node, std::uint32_t number) {
    return {randomBlock(seed, static_cast<std::uint32_t>(flock), node, number, Purpose::kSteering)};
}

// O&D (6).
inline Vec2 wanderForce(const Species& species, Vec2 heading, const LeafDraw& draw) {
    return heading * species.wander_distance + direction(draw.wanderTurn()) * species.wander_radius;
}

// One force's part of the sum: weight * force if it is drawn. With dithering off it is probability * weight *
// force, always.
inline Vec2 weighted(const Species& species, const Force& rule, ForceKind kind, Vec2 force,
                     const LeafDraw& draw) {
    if (species.dithering == Dithering::kOff) return force * (rule.weight * rule.probability);
    // Masks the weight to zero instead of branching, because the branch would be mispredicted often.
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(draw.applies(kind, rule.probability));
    return force * std::bit_cast<float>(std::bit_cast<std::uint32_t>(rule.weight) & mask);
}

// The total force on an agent: dithered, weighted, summed and cut to max_force (MODEL (1.a) to (1.c)).
inline Vec2 combined(const Species& species, const Forces& forces, const LeafDraw& draw) {
    const std::array<Force, kForceKinds> rules{species.alignment, species.cohesion, species.separation,
                                               species.wander};
    Vec2 total;
    if (species.dithering == Dithering::kFirst) {
        // Reynolds' order of priority: avoiding collisions comes first.
        for (const ForceKind kind : {kSeparation, kAlignment, kCohesion, kWander}) {
            if (forces[kind] == Vec2{} || !draw.applies(kind, rules[kind].probability)) continue;
            total = forces[kind] * rules[kind].weight;
            break;
        }
    } else {
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation, kWander}) {
            total += weighted(species, rules[kind], kind, forces[kind], draw);
        }
    }
    return cut(total, species.max_force);
}

// The same for an agent without neighbours, which has no force but wander.
inline Vec2 combinedAlone(const Species& species, Vec2 wander, const LeafDraw& draw) {
    return cut(weighted(species, species.wander, kWander, wander, draw), species.max_force);
}

// The mean of combined() over all draws (MODEL (1.f)). The target of wander is taken at its mean, straight
// `ahead`.
inline Vec2 expected(const StepRules& rules, const Forces& forces, Vec2 ahead) {
    const std::array<Vec2, kForceKinds> weighted{
        forces[kAlignment] * rules.weights[kAlignment], forces[kCohesion] * rules.weights[kCohesion],
        forces[kSeparation] * rules.weights[kSeparation], ahead * rules.weights[kWander]};
    Vec2 mean;
    if (rules.is_first_only) {
        float rest = 1;  // of the draws, in which no force of higher priority was applied
        for (const ForceKind kind : {kSeparation, kAlignment, kCohesion, kWander}) {
            const bool is_there = kind == kWander ? ahead != Vec2{} : forces[kind] != Vec2{};
            const float share = is_there ? rest * rules.chances[kind] : 0;
            mean += cut(weighted[kind], rules.max_force) * share;
            rest -= share;
        }
        return mean;
    }
    const Vec2 wander = weighted[kWander] * rules.chances[kWander];
    // Without neighbours every combination is the same.
    if (forces[kAlignment] == Vec2{} && forces[kCohesion] == Vec2{} && forces[kSeparation] == Vec2{})
        return cut(wander, rules.max_force);
    for (std::uint32_t drawn = 0; drawn < StepRules::kDraws; ++drawn) {
        if (rules.chance_of[drawn] == 0) continue;
        Vec2 total = wander;
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation})
            if ((drawn >> kind & 1) != 0) total += weighted[kind];
        mean += cut(total, rules.max_force) * rules.chance_of[drawn];
    }
    return mean;
}

// The force of a step (MODEL (1.e)): the mean over all draws, plus a part of one draw's deviation from it.
// The part gets smaller with more windows of time and more animals.
inline Vec2 over(Vec2 mean, Vec2 drawn, float deviation) { return mean + (drawn - mean) * deviation; }

// The agent with its new velocity and heading, `way` farther on. At the fence of open country both are made
// to point inward.
inline Agent placed(const Plane& plane, const Agent& from, Vec2 way, Vec2 velocity, Vec2 heading) {
    Agent agent{plane.moved(from.place, way), velocity, heading};
    const Plane::Inward inward = plane.inward(agent.place);
    for (Vec2* direction : {&agent.velocity, &agent.heading}) {
        if (inward.x != 0) direction->x = std::copysign(direction->x, static_cast<float>(inward.x));
        if (inward.y != 0) direction->y = std::copysign(direction->y, static_cast<float>(inward.y));
    }
    return agent;
}

inline Vec2 headingOf(Vec2 velocity, Vec2 before) { return isNothing(velocity) ? before : unit(velocity); }

// O&D (7) and (8), both bounded by max_speed. In windows of time (MODEL (1.g)) the agent goes by the mean of
// its old and new velocity, which is the same while no bound is met; the force acts for `acting` seconds of
// the step's `t`; `correction` keeps its herd at its pace.
inline Agent moved(const Plane& plane, const StepRules& rules, const Agent& agent, Vec2 force, float t,
                   float acting, Vec2 correction = {}) {
    const Vec2 acceleration = force * rules.mass_inverse;
    if (rules.is_paper) {
        const Vec2 way = agent.velocity * t + acceleration * (0.5f * t * t);
        const Vec2 velocity = cut(agent.velocity + acceleration * t, rules.max_speed);
        return placed(plane, agent, cut(way, rules.max_speed * t), velocity,
                      headingOf(velocity, agent.heading));
    }
    const Vec2 velocity = cut(agent.velocity + acceleration * acting + correction, rules.max_speed);
    const Vec2 way = (agent.velocity + velocity) * (0.5f * acting) + velocity * (t - acting);
    return placed(plane, agent, cut(way, rules.max_speed * t), velocity, headingOf(velocity, agent.heading));
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

// A root alone moves as the centre of its herd would (MODEL (2.e)): at the herd's pace, and turning as often.
inline Agent movedAsHerd(const Plane& plane, const StepRules& rules, const Agent& agent, Angle turn,
                         float deviation, float t) {
    const Vec2 heading = unit(agent.heading * rules.pace + direction(turn) * (rules.turn * t * deviation));
    const float before = length(agent.velocity);
    const float speed = before + (rules.pace - before) * (t / (t + kPaceTime));
    // Between two speeds within max_speed; a hair less, so that rounding stays inside. So the way needs no
    // cut.
    const Vec2 velocity = heading * (speed * kWithin);
    const Vec2 way = (agent.velocity + velocity) * (0.5f * t);
    return placed(plane, agent, way, velocity, heading);
}

}  // namespace drover::flock
