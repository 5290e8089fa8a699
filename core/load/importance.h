// How much a task matters, said in the coin of each load manager (MODEL (3.d), (3.f), (3.g)): elasticity,
// priority, class of frequency. All three come from one number, the distance to the player times the factors
// of Tan & Wong 4.2. The world computes it for every task before the manager plans.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drover::load {

// What a manager looks at to tell which task matters more.
enum class Coin : std::uint8_t {
    kNone,
    kElasticity,
    kPriority,
    kFrequency,
    kPriorityAndFrequency,
    kPriorityAlone,  // not a frequency of its own either
    kElasticityAndPriority,
    kAll  // and at the distance
};
constexpr bool looksAtElasticity(Coin coin) {
    return coin == Coin::kElasticity || coin == Coin::kElasticityAndPriority || coin == Coin::kAll;
}
constexpr bool looksAtPriority(Coin coin) {
    return coin == Coin::kPriority || coin == Coin::kPriorityAndFrequency || coin == Coin::kPriorityAlone ||
           coin == Coin::kElasticityAndPriority || coin == Coin::kAll;
}
constexpr bool looksAtFrequency(Coin coin) {
    return coin == Coin::kFrequency || coin == Coin::kPriorityAndFrequency;
}

constexpr bool looksAtDistance(Coin coin) { return coin == Coin::kAll; }

// Above 1 a task gives way sooner, below 1 later; 0 or less makes it rigid.
struct ElasticityFactors {
    float type = 1;           // below 1 for a technique that looks bad at low rates (T&W 4.2 a)
    float size = 1;           // above 1 for small animals (T&W 4.2 b)
    float interactivity = 1;  // below 1 for characters that the player deals with (T&W 4.2 c)
    float visibility = 1;     // applies only while the task is off screen
};

// How priority and frequency fall with that distance.
struct ImportanceCurve {
    double near_m = 350;        // up to here the priority is the highest
    std::uint32_t falloff = 4;  // beyond, it falls with this power of the distance
    double slow_m = 250;        // from here on tasks run half as often, from twice as far a quarter as often
    std::uint32_t slowest = 1;  // times that the frequency is halved at most
};

inline constexpr float kHighestImportance = 100;

// `distance_m` is the distance to the player. Below 1 m, or NaN, it counts as 1 m, because E = 0 would make
// the task rigid.
inline double elasticityAt(float distance_m, const ElasticityFactors& factors, bool is_on_screen) {
    const float distance = distance_m > 1 ? distance_m : 1;
    const float kind = factors.type * factors.size * factors.interactivity;
    const float e = distance * (is_on_screen ? kind : kind * factors.visibility);
    constexpr float kMost = 1e30f;  // keeps E finite with extreme factors
    return static_cast<double>(e > 0 ? (e < kMost ? e : kMost) : 0);
}

// Wright & Marshall's scale, 1 to 100; `own` is the task's own priority.
inline float priorityAt(double elasticity, float own, const ImportanceCurve& curve) {
    double share = 1;
    if (elasticity > curve.near_m)
        for (std::uint32_t i = 0; i < curve.falloff; ++i) share *= curve.near_m / elasticity;
    return std::clamp(std::max(kHighestImportance * static_cast<float>(share), 1.0f) * own, 1.0f,
                      kHighestImportance);
}

// How many times the task's frequency is halved.
inline std::uint8_t frequencyClassAt(double elasticity, const ImportanceCurve& curve) {
    std::uint8_t halvings = 0;
    for (double from = curve.slow_m; halvings < curve.slowest && elasticity >= from; from *= 2) ++halvings;
    return halvings;
}

}  // namespace drover::load
