// How willingly a task gives way: the level of detail of Tan & Wong, section 4.2. The nearest tasks keep
// their rate, the far ones give way. The caller computes it for every task in every frame, before the manager
// plans.
#pragma once

namespace drover::load {

// Each 1 by default; above 1 gives way sooner, below 1 later, 0 (and below) makes the task rigid.
struct ElasticityFactors {
    float type = 1;           // below 1 for a technique that looks bad at low rates (4.2 a)
    float size = 1;           // above 1 for small animals (4.2 b)
    float interactivity = 1;  // below 1 for what the player deals with (4.2 c)
    float visibility = 1;     // counts only while the task is off screen
};

// `distance_m` to the player; nearer than 1 m, or not a number, counts as 1 m: E = 0 would make the task
// rigid.
inline double elasticityAt(float distance_m, const ElasticityFactors& factors, bool is_on_screen) {
    const float distance = distance_m > 1 ? distance_m : 1;
    const float kind = factors.type * factors.size * factors.interactivity;
    const float e = distance * (is_on_screen ? kind : kind * factors.visibility);
    constexpr float kMost = 1e30f;  // factors beyond reason: still a number that can be reckoned with
    return static_cast<double>(e > 0 ? (e < kMost ? e : kMost) : 0);
}

}  // namespace drover::load
