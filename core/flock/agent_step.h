// One agent's step: which forces are drawn for it, what they sum to, and how the sum moves it (O&D (6) to
// (8), MODEL 1). update.cpp and steering.cpp call it; agent_lanes.inl does the same in vectors. Inline,
// because the update of a flock that is alone is just one such step.
#pragma once

#include <array>
#include <bit>
#include <cmath>

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

inline LeafDraw drawLeaf(std::uint64_t seed, FlockId flock, Node node, std::uint32_t update) {
    return {randomBlock(seed, static_cast<std::uint32_t>(flock), node, update, Purpose::kSteering)};
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

// O&D (7) and (8), both bounded by max_speed. At the fence of open country the velocity is made to point
// inward.
inline Agent moved(const Plane& plane, const Species& species, Agent agent, Vec2 force, float t) {
    const Vec2 acceleration = force * (1.0f / species.mass);
    const Vec2 way = agent.velocity * t + acceleration * (0.5f * t * t);
    agent.place = plane.moved(agent.place, cut(way, species.max_speed * t));
    agent.velocity = cut(agent.velocity + acceleration * t, species.max_speed);
    const Plane::Inward inward = plane.inward(agent.place);
    if (inward.x != 0) agent.velocity.x = std::copysign(agent.velocity.x, static_cast<float>(inward.x));
    if (inward.y != 0) agent.velocity.y = std::copysign(agent.velocity.y, static_cast<float>(inward.y));
    if (!isNothing(agent.velocity)) agent.heading = unit(agent.velocity);
    return agent;
}

}  // namespace drover::flock
