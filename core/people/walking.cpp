#include "core/people/walking.h"

#include <algorithm>

#include "core/base/random.h"

namespace drover::people {
namespace {

// Speeds by age on level ground: RiMEA's guideline, from Weidmann 1993. Metre per second.
struct AgeSpeeds {
    double AgeShares::* share;
    float slowest, fastest;
};
constexpr AgeSpeeds kAgeSpeeds[] = {
    {&AgeShares::under_30, 0.58f, 1.61f},
    {&AgeShares::from_30_to_50, 1.41f, 1.54f},
    {&AgeShares::over_50, 0.68f, 1.41f},
    {&AgeShares::impaired, 0.46f, 0.76f},
};

// The sum of four even draws is near enough to a normal one.
float speedByChance(const Walking& walking, const Gait& gait, const RandomBlock& words) {
    const auto mean = static_cast<float>(walking.speed > 0 ? walking.speed : gait.speed);
    const auto spread = static_cast<float>(walking.spread >= 0 ? walking.spread : gait.spread);
    float sum = -2;
    for (const std::uint32_t word : words) sum += unitFloat(word);
    constexpr float kDeviations = 1.7320508f;  // of one even draw, twice
    if (spread == 0) return mean;
    return std::clamp(mean + sum * kDeviations * spread, kSlowest, kFastest);
}

// As likely as its share of them all.
template <class Entries, class ShareOf>
std::size_t chosen(const Entries& entries, ShareOf shareOf, std::uint32_t word) {
    double sum = 0, left = 0;
    for (const auto& entry : entries) sum += shareOf(entry);
    left = sum * (word * 0x1p-32);
    std::size_t last = 0, i = 0;
    for (const auto& entry : entries) {
        if (shareOf(entry) > 0) last = i;
        if (left < shareOf(entry)) return i;
        left -= shareOf(entry), ++i;
    }
    return last;
}

float speedByAge(const AgeShares& ages, const RandomBlock& words) {
    const auto shareOf = [&](const AgeSpeeds& age) { return ages.*age.share; };
    const AgeSpeeds& age = kAgeSpeeds[chosen(kAgeSpeeds, shareOf, words[0])];
    return age.slowest + (age.fastest - age.slowest) * unitFloat(words[1]);
}

}  // namespace

Manner mannerOf(const Walking& walking, const Gait& gait, std::uint64_t seed, std::uint32_t group,
                std::uint32_t person) {
    const auto drawn = [&](std::uint32_t purpose) {
        return randomBlock(seed, group, person, purpose, Purpose::kPersonBirth);
    };
    Manner manner{static_cast<std::uint16_t>(walking.route), 0};
    const RandomBlock more = drawn(2);
    manner.speed =
        walking.ages.sum() > 0 ? speedByAge(walking.ages, more) : speedByChance(walking, gait, drawn(1));
    const auto shareOf = [](const RouteShare& entry) { return entry.share; };
    if (!walking.routes.empty())
        manner.route =
            static_cast<std::uint16_t>(walking.routes[chosen(walking.routes, shareOf, more[2])].route);
    return manner;
}

}  // namespace drover::people
