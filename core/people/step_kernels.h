// The two loops of a step that look at all people near by, written twice: for one person after the other,
// which is the textbook form and defines every bit, and in vectors (step_lanes.cpp). Pushes are summed as
// whole numbers and the nearest does not depend on the order, so vectors of any width give the same.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/people/step.h"

namespace drover::people {

// How hard others and walls push, against 1 for the goal: 8 exp((from - distance) / 0.1), and for walls with
// the gait's weight and a length of 0.02 m.
inline constexpr float kPush = 8, kPushLength_m = 0.1f, kWallLength_m = 0.02f;
inline constexpr float kMostPush = 50, kLeastPower = -30, kMostPower = 5;
inline constexpr float kTwoFoldsPerE = 1.44269504f;
// All pushes together fit into 32 bits in these units.
inline constexpr float kUnitsOfPush = 1 << 17;
static_assert(kMostPush * kUnitsOfPush * (kMostOthers + kMostWalls) < 0x1p31f);
inline constexpr float kFar_m = 1e3f;

// 2 to the power of f is this polynomial for f from 0 to 1, within 3e-7.
inline constexpr float kPowers[] = {9.9999994e-1f, 6.9315308e-1f, 2.4015361e-1f,
                                    5.5826318e-2f, 8.9893397e-3f, 1.8775767e-3f};
inline constexpr std::int32_t kUp = 32, kExponentOfOne = 127, kMantissa = 23;

inline float least(float a, float b) { return a < b ? a : b; }
inline float most(float a, float b) { return a > b ? a : b; }

// For -kUp < x < kUp.
inline float powerOfTwo(float x) {
    const float up = x + static_cast<float>(kUp);
    const auto whole = static_cast<std::int32_t>(up);
    const float f = up - static_cast<float>(whole);
    float sum = kPowers[5];
    for (int i = 4; i >= 0; --i) sum = sum * f + kPowers[i];
    return sum * std::bit_cast<float>((whole + (kExponentOfOne - kUp)) << kMantissa);
}

// weight exp((from - distance) / length), at most kMostPush.
inline float pushAt(float distance, float weight, float from, float length) {
    const float power = (from - distance) * (kTwoFoldsPerE / length);
    return least(weight * powerOfTwo(least(most(power, kLeastPower), kMostPower)), kMostPush);
}

struct Push {
    std::int32_t x = 0, y = 0;

    void add(float push_x, float push_y) {
        x += static_cast<std::int32_t>(push_x * kUnitsOfPush);
        y += static_cast<std::int32_t>(push_y * kUnitsOfPush);
    }
    Vec2 sum() const { return Vec2{static_cast<float>(x), static_cast<float>(y)} * (1 / kUnitsOfPush); }
};

// Where the others are after some time, from where the walker has come to.
struct Met {
    Met() {}  // NOLINT: the columns have no values yet
    alignas(32) float x[kMostOthers], y[kMostOthers], distance[kMostOthers];
};

// The nearest one in front; of two as near the slower one.
struct Front {
    float gap = kFar_m, speed = 0;

    void add(float other_gap, float other_speed) {
        if (other_gap < gap || (other_gap == gap && other_speed < speed))
            gap = other_gap, speed = other_speed;
    }
};

struct StepKernels {
    // Moves the others, and sums their pushes: of rule 1.
    Push (*meet)(const OthersSeen& others, const Gait& gait, Vec2 way, float seconds, Met& met);
    // Rule 2. Those with goes_before < needed do not count.
    Front (*inFront)(const OthersSeen& others, const Gait& gait, const Met& met, Vec2 direction,
                     float needed);
};

extern const StepKernels kPlainKernels;
// The widest vectors of this machine.
const StepKernels& bestKernels();

}  // namespace drover::people
