// One agent's share of an update: what is drawn for it, the force that results, and how that moves it
// (Osborne & Dickinson, equations 6 to 8). Inline, because a flock that is alone is one of these and nothing
// else.
#pragma once

#include <array>
#include <bit>
#include <cmath>

#include "core/base/random.h"
#include "core/base/turn.h"
#include "core/flock/store.h"

namespace drover::flock {

using Forces = std::array<Vec2, kForceKinds>;

// The random words of a leaf in an update: which forces apply, and where on the wander circle the target is.
struct LeafDraw {
    RandomBlock words;

    // Whether a force is drawn: 16 bits of its own against its probability; 1 always is and 0 never.
    bool applies(ForceKind kind, float probability) const {
        const std::uint32_t bits = (words[kind / 2] >> (kind % 2 * 16)) & 0xFFFFu;
        return static_cast<std::int32_t>(bits) < static_cast<std::int32_t>(probability * 65536.0f + 0.5f);
    }
    Turn wanderTurn() const { return {words[2]}; }
};

inline LeafDraw drawLeaf(std::uint64_t seed, FlockId flock, Node node, std::uint32_t update) {
    return {randomBlock(seed, static_cast<std::uint32_t>(flock), node, update, Purpose::kSteering)};
}

// Equation 6.
inline Vec2 wanderForce(const Species& species, Vec2 heading, const LeafDraw& draw) {
    return heading * species.wander_distance + direction(draw.wanderTurn()) * species.wander_radius;
}

// One force's part in the sum: its weight if it is drawn, or always its mean share when dithering is off.
inline Vec2 weighted(const Species& species, const Force& rule, ForceKind kind, Vec2 force,
                     const LeafDraw& draw) {
    if (species.dithering == Dithering::kOff) return force * (rule.weight * rule.probability);
    // A weight of zero instead of a branch that no processor could foresee.
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(draw.applies(kind, rule.probability));
    return force * std::bit_cast<float>(std::bit_cast<std::uint32_t>(rule.weight) & mask);
}

// The forces of one agent, dithered, weighted, summed and cut to max_force.
inline Vec2 combined(const Species& species, const Forces& forces, const LeafDraw& draw) {
    const std::array<Force, kForceKinds> rules{species.alignment, species.cohesion, species.separation,
                                               species.wander};
    Vec2 total;
    if (species.dithering == Dithering::kFirst) {
        // Reynolds' order of priority: what keeps agents from colliding comes first.
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

// The same for an agent without neighbours: of the four forces only wander is left.
inline Vec2 combinedAlone(const Species& species, Vec2 wander, const LeafDraw& draw) {
    return cut(weighted(species, species.wander, kWander, wander, draw), species.max_force);
}

// Equations 7 and 8, both bounded. At the fence of open country the agent turns inward.
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
