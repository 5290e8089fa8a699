// What a prototype with the gazelles of `plains` found: the experiment `meeting` prints it beside its own
// figures.
#pragma once

#include <array>
#include <optional>

#include "app/lab/reproduce/meeting_runs.h"

namespace drover::lab {

// Full and folded herds at the shortest and at the longest period. The rest is not known.
struct Found {
    std::array<std::optional<double>, 2> full, folded;

    constexpr std::optional<double> at(std::size_t period, std::size_t form) const {
        const bool is_known = period != 1 && form != kMixed;
        return is_known ? (form == kFull ? full : folded)[period == 0 ? 0 : 1] : std::nullopt;
    }
};

struct Prototype {
    std::array<double, 6> manner;  // m/s, in 1000 s, m, s, and shares of a push along and across
    std::array<Found, kMeetings> turned, least_m;
    std::array<Found, kApproaches.size()> way_m, nearest_m;
    std::array<Found, kObstacles.size()> passed_s;
};

inline constexpr Prototype kPrototype{
    .manner = {17.4, 0.15, 10.0, 5.8, 0.81, 0.91},
    .turned = {{{.full = {9.8, 8.6}, .folded = {9.4, 9.4}},
                {.full = {17.9, 13.6}, .folded = {12.6, 12.7}},
                {.full = {17.1, 16.4}, .folded = {17.4, 16.6}}}},
    .least_m = {{{.full = {16.1, 16.5}, .folded = {16.1, 16.6}},
                 {.full = {13.2, {}}, .folded = {12.9, {}}},
                 {.full = {28.7, {}}, .folded = {29.5, {}}}}},
    .way_m = {{{.full = {55.8, {}}, .folded = {57.2, {}}}, {.full = {50.4, {}}, .folded = {50.7, {}}}}},
    .nearest_m = {{{.full = {52.9, {}}, .folded = {51.3, {}}}, {.full = {42.5, {}}, .folded = {43.5, {}}}}},
    .passed_s = {{{.full = {8.14, 8.36}, .folded = {7.85, 8.12}},
                  {.full = {8.05, 8.25}, .folded = {7.84, 8.09}},
                  {.full = {9.4, 10.4}, .folded = {8.65, 9.2}},
                  {.full = {30.5, 31.3}, .folded = {30.6, 31.7}}}}};

struct CrowdMeasure {
    const char* name;
    const char* unit;
    int decimals;
    Samples Crowd::* samples;
    Found prototype;
};
inline constexpr std::array<CrowdMeasure, 4> kCrowdMeasures = {{
    {"pace", "m/s", 2, &Crowd::pace, {{16.3, 16.6}, {16.95, 16.9}}},
    {"turning", "in 1000 s", 2, &Crowd::turning, {{4.4, 4.0}, {4.0, 4.2}}},
    {"nearest", "m", 1, &Crowd::nearest_m, {{45.6, 45.2}, {46.4, 45.9}}},
    {"pairs under 25 m", "%", 2, &Crowd::close, {{1.62, 1.77}, {1.55, 1.58}}},
}};

}  // namespace drover::lab
