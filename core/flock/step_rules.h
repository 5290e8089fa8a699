// The constants of one step of a flock's agents, for the vector kernels. The scalar code computes them as it
// goes; here they are computed once, with the same operations in the same order.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/random.h"
#include "core/flock/pairs.h"
#include "core/flock/species.h"

namespace drover::flock {

// The keys of philox()'s rounds, in 64 bits, of which the lower half counts.
struct RoundKeys {
    struct Key {
        std::uint64_t low, high;
    };

    explicit RoundKeys(std::uint64_t seed) {
        auto low = static_cast<std::uint32_t>(seed), high = static_cast<std::uint32_t>(seed >> 32);
        for (Key& key : of_round) {
            key = {low, high};
            low += kPhiloxKeySteps[0], high += kPhiloxKeySteps[1];
        }
    }

    std::array<Key, kPhiloxRounds> of_round;
};

struct StepRules {
    StepRules(const Plane& plane, std::uint64_t seed, const Species& species)
        : pairs(plane, species),
          is_first_only(species.dithering == Dithering::kFirst),
          wander_distance(species.wander_distance),
          wander_radius(species.wander_radius),
          max_force(species.max_force),
          max_speed(species.max_speed),
          mass_inverse(1.0f / species.mass),
          units_per_metre(1 / plane.metresPerUnit()),
          is_open(plane.edges() == Edges::kOpen),
          keys(seed) {
        const std::array<Force, kForceKinds> forces{species.alignment, species.cohesion, species.separation,
                                                    species.wander};
        for (std::size_t kind = 0; kind < kForceKinds; ++kind) {
            const bool is_off = species.dithering == Dithering::kOff;
            // A draw of 16 bits is always below 0x10000.
            thresholds[kind] =
                is_off ? 0x10000 : static_cast<std::int32_t>(forces[kind].probability * 65536.0f + 0.5f);
            weights[kind] = is_off ? forces[kind].weight * forces[kind].probability : forces[kind].weight;
        }
    }

    // Whether a step of `t` seconds is so short that the kernels can round it to units in the bits of a
    // double.
    bool fits(float t) const { return static_cast<double>(max_speed * t) * units_per_metre < 0x1p50; }

    PairRules pairs;
    bool is_first_only;
    std::array<std::int32_t, kForceKinds> thresholds;  // a force applies to draws below it
    std::array<float, kForceKinds> weights;
    float wander_distance, wander_radius;
    float max_force, max_speed;
    float mass_inverse;
    double units_per_metre;
    bool is_open;
    RoundKeys keys;
};

}  // namespace drover::flock
