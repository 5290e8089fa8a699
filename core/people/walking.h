// How people walk who begin or come in at one place: on which routes, and how fast. Plain data.
#pragma once

#include <cstdint>
#include <vector>

#include "core/people/gait.h"

namespace drover::people {

inline constexpr float kSlowest = 0.3f, kFastest = 2.2f;  // that anybody likes to walk

// How many there are of each age, beside the others. All at 0: ages are not told apart.
struct AgeShares {
    double under_30 = 0, from_30_to_50 = 0, over_50 = 0, impaired = 0;

    double sum() const { return under_30 + from_30_to_50 + over_50 + impaired; }
};

struct RouteShare {
    std::uint32_t route = 0;
    double share = 1;
};

struct Walking {
    std::uint32_t route = 0;
    double speed = 1.34;             // that they like on average, metre per second; 0: that of their gait
    double spread = 0;               // its standard deviation; negative: that of their gait
    AgeShares ages;                  // where there are any, they say the speeds
    std::vector<RouteShare> routes;  // in place of `route`, if there are any
};

inline const Walking kByTheirWalk = {.route = 0, .speed = 0, .spread = -1, .ages = {}, .routes = {}};

// How one of these people walks, by chance; the three numbers say how it falls out.
struct Manner {
    std::uint16_t route = 0;
    float speed = 0;
};
Manner mannerOf(const Walking& walking, const Gait& gait, std::uint64_t seed, std::uint32_t group,
                std::uint32_t person);

}  // namespace drover::people
