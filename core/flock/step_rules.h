// What is the same for all steps of a species in a world, computed once: constants for the vector kernels and
// for the plain code, and which draws belong to a step.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

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

// Which draw of forces a step uses, and how far the step's force is from the mean force (MODEL (1.e)).
struct StepDraw {
    std::uint32_t number;  // names the draw
    float deviation;       // of one animal: 1 / sqrt(windows of time)
};

// How fast a herd that is folded comes back to its pace, in seconds, where nothing pushes herds and so its
// response was not measured.
constexpr float kPaceTime = 0.1f;
// Times a speed that is within max_speed: rounding stays inside.
constexpr float kWithin = 0x1.fffffcp-1f;

// The fence of open country for places as signed numbers, which are offset by 2^31.
constexpr auto kSignedFenceLow = static_cast<std::int32_t>(Plane::kFenceLow - (std::int64_t{1} << 31));
constexpr auto kSignedFenceHigh = static_cast<std::int32_t>(Plane::kFenceHigh - (std::int64_t{1} << 31));

// Nothing pushes agents from outside their herd.
struct NoPush {};

struct StepRules {
    StepRules(const Plane& on, std::uint64_t seed, const Species& species)
        : plane(on),
          pairs(on, species),
          is_first_only(species.dithering == Dithering::kFirst),
          wander_distance(species.wander_distance),
          wander_radius(species.wander_radius),
          max_force(species.max_force),
          max_speed(species.max_speed),
          mass_inverse(1.0f / species.mass),
          is_paper(species.integration == Integration::kPaper),
          acting_time(is_paper ? kEver : species.max_step),
          window(species.window),
          pace(is_paper ? 0 : species.manner.pace),
          turn(species.manner.turnOf(species.window)),
          pace_time(species.manner.response > 0 ? species.manner.response : kPaceTime),
          along(species.manner.along),
          across(species.manner.across),
          ticks_per_window(is_paper ? 1 : std::max(ticksOf(species.window), 1u)),
          windows_per_tick(1.0 / ticks_per_window),
          keys(seed) {
        const std::array<Force, kForceKinds> forces{species.alignment, species.cohesion, species.separation,
                                                    species.wander};
        for (std::size_t kind = 0; kind < kForceKinds; ++kind) {
            const bool is_off = species.dithering == Dithering::kOff;
            // A draw of 16 bits is always below 0x10000.
            thresholds[kind] =
                is_off ? 0x10000 : static_cast<std::int32_t>(forces[kind].probability * 65536.0f + 0.5f);
            weights[kind] = is_off ? forces[kind].weight * forces[kind].probability : forces[kind].weight;
            chances[kind] = is_off ? 1 : std::clamp(forces[kind].probability, 0.0f, 1.0f);
        }
        deviation_of_level.fill(1);
        for (std::uint32_t level = species.depth; level-- > 0 && !is_paper;)
            deviation_of_level[level] =
                deviation_of_level[level + 1] / std::sqrt(static_cast<float>(species.branching));
        for (std::uint32_t drawn = 0; drawn < kDraws; ++drawn) {
            chance_of[drawn] = 1;
            for (const ForceKind kind : {kAlignment, kCohesion, kSeparation})
                chance_of[drawn] *= (drawn >> kind & 1) != 0 ? chances[kind] : 1 - chances[kind];
        }
    }

    // A flock's age is counted in ticks, or in steps under the paper's integration.
    std::uint32_t ticksOf(float t) const {
        return is_paper ? 1 : static_cast<std::uint32_t>(std::lrint(static_cast<double>(t) * kTicks));
    }
    std::uint32_t drawNumber(std::uint32_t age) const { return static_cast<std::uint32_t>(windowAt(age)); }
    // Seconds that an age of `ticks` is longer.
    float secondsOf(std::uint32_t ticks) const { return static_cast<float>(ticks / kTicks); }
    StepDraw drawOf(std::uint32_t age, std::uint32_t ticks) const {
        const std::int64_t first = windowAt(age);
        const auto number = static_cast<std::uint32_t>(first);
        if (ticks <= ticks_per_window) return {number, 1.0f};  // the usual case: at most one border is passed
        const std::int64_t next = windowAt(std::int64_t{age} + ticks);
        return {number, next <= first + 1 ? 1.0f : 1.0f / std::sqrt(static_cast<float>(next - first))};
    }

    // Of a flock that is alone. One that moves as its herd does has the herd's own turning.
    float deviationAlone(const StepDraw& draw) const {
        return pace > 0 ? draw.deviation : draw.deviation * deviation_of_level[0];
    }

    // How many seconds ahead a step of `t` seconds looks for neighbours. Single windows would look for them
    // in each window; this is where they are on average over the windows (MODEL (1.h)).
    float aheadOf(float t) const {
        return is_paper ? 0 : std::max(std::min(t, acting_time) - window, 0.0f) * 0.5f;
    }

    bool isOpen() const { return plane.edges() == Edges::kOpen; }

    // Whether a step of `t` seconds is so short that the kernels can round it to units in the bits of a
    // double.
    bool fits(float t) const { return static_cast<double>(max_speed * t) * plane.unitsPerMetre() < 0x1p50; }

    Plane plane;
    PairRules pairs;
    bool is_first_only;
    std::array<std::int32_t, kForceKinds> thresholds;  // a force applies to draws below it
    std::array<float, kForceKinds> weights;
    float wander_distance, wander_radius;
    float max_force, max_speed;
    float mass_inverse;
    bool is_paper;
    float acting_time;    // second; in a longer step the forces act for this long
    float window;         // second
    float pace;           // metre per second, of a flock that is not full; 0: none is known
    float turn;           // metre per second squared; turns a flock that is alone
    float pace_time;      // second
    float along, across;  // how much of a push moves a flock that is alone
    std::uint32_t ticks_per_window;
    double windows_per_tick;
    std::array<float, kForceKinds> chances;  // of being applied; with dithering off the weights have them
    // Of each combination of alignment, cohesion and separation: bit k is set where force k is drawn.
    static constexpr std::uint32_t kDraws = 8;
    std::array<float, kDraws> chance_of;
    // A leaf that stands for m animals is moved by the mean of their forces: 1 / sqrt(m) of the deviation of
    // one.
    std::array<float, Tree::kMaxDepth + 1> deviation_of_level;
    RoundKeys keys;

  private:
    static constexpr double kTicks = 61440;  // in a second: 1/60 and 1/240 of a second are whole ticks
    static constexpr float kEver = 3e38f;

    // Half a tick keeps rounding away from the borders.
    std::int64_t windowAt(std::int64_t age) const {
        return static_cast<std::int64_t>((static_cast<double>(age) + 0.5) * windows_per_tick);
    }
};

}  // namespace drover::flock
