// How readily a task gives way when time is short: the elasticity E (T&W 4.2, MODEL (3.d)). The nearest tasks
// keep their rate and far ones give way. The world computes it for every task before the manager plans.
#pragma once

namespace drover::load {

// Above 1 a task gives way sooner, below 1 later; 0 or less makes it rigid.
struct ElasticityFactors {
    float type = 1;           // below 1 for a technique that looks bad at low rates (T&W 4.2 a)
    float size = 1;           // above 1 for small animals (T&W 4.2 b)
    float interactivity = 1;  // below 1 for characters that the player deals with (T&W 4.2 c)
    float visibility = 1;     // applies only while the task is off screen
};

// `distance_m` is the distance to the player. Below 1 m, or NaN, it counts as 1 m, because E = 0 would make
// the task rigid.
inline double elasticityAt(float distance_m, const ElasticityFactors& factors, bool is_on_screen) {
    const float distance = distance_m > 1 ? distance_m : 1;
    const float kind = factors.type * factors.size * factors.interactivity;
    const float e = distance * (is_on_screen ? kind : kind * factors.visibility);
    constexpr float kMost = 1e30f;  // keeps E finite with extreme factors
    return static_cast<double>(e > 0 ? (e < kMost ? e : kMost) : 0);
}

}  // namespace drover::load
