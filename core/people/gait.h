// How people walk and keep their distance: the numbers of rules 12.a to 12.c of MODEL. There are two sets of
// them, and a building's people walk by one.
#pragma once

#include <cstdint>

namespace drover::people {

enum class Walk : std::uint8_t { kWeidmann, kMeasured };

struct Gait {
    Walk walk;
    double speed, spread;    // that they like on average, metre per second, and its standard deviation
    float ahead_m, aside_m;  // how near they come to the one in front, and how far from their way they look
    float reaction_s;        // T: the gap in front, in seconds of walking
    float push_from_m;       // where the push of another is 8 times the wish to go on
    float push_of_behind;    // that of those with less right of way, beside that of the others
    float wall_push, wall_push_from_m;
    // Between walls that are nearer to each other than `narrow_m`; 0: nowhere.
    float narrow_m, narrow_ahead_m, narrow_reaction_s;
};

// Weidmann 1993, by the numbers of Tordeux, Chraibi and Seyfried 2016 with another T and l.
inline constexpr Gait kWeidmann = {.walk = Walk::kWeidmann,
                                   .speed = 1.34,
                                   .spread = 0.26,
                                   .ahead_m = 0.40f,
                                   .aside_m = 0.40f,
                                   .reaction_s = 0.6f,
                                   .push_from_m = 0.40f,
                                   .push_of_behind = 1,
                                   .wall_push = 5,
                                   .wall_push_from_m = 0.20f,
                                   .narrow_m = 0,
                                   .narrow_ahead_m = 0.40f,
                                   .narrow_reaction_s = 0.6f};
// Found by search, to walk as people did in experiments (MODEL 12).
inline constexpr Gait kMeasured = {.walk = Walk::kMeasured,
                                   .speed = 1.572,
                                   .spread = 0.304,
                                   .ahead_m = 0.50f,
                                   .aside_m = 0.21f,
                                   .reaction_s = 0.60f,
                                   .push_from_m = 0.414f,
                                   .push_of_behind = 0.77f,
                                   .wall_push = 2,
                                   .wall_push_from_m = 0.144f,
                                   .narrow_m = 1,
                                   .narrow_ahead_m = 0.38f,
                                   .narrow_reaction_s = 0.36f};
inline constexpr const Gait& gaitOf(Walk walk) { return walk == Walk::kMeasured ? kMeasured : kWeidmann; }

}  // namespace drover::people
