// What a scenario says of its people beside what stands in the world: where they begin, where they go, how
// fast, and which passages can be closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/input_error.h"
#include "core/base/plane.h"
#include "core/people/building.h"

namespace drover::minds {

// Where some of the people begin, and how they walk.
struct PeopleGroup {
    ground::Box area;
    double share = 1;  // of all people, beside the shares of the other groups
    std::uint32_t route = 0;
    double speed = 1.34;   // metre per second, that they like on average (Weidmann 1993)
    double spread = 0.26;  // its standard deviation
};

struct RouteStep {
    std::uint32_t goal = 0;
};
struct PeopleRoute {
    std::vector<RouteStep> steps;
};

struct PeopleSettings {
    ground::Box area;         // where they walk; both corners at 0: 400 m in the middle of the world
    double cell_m = 0.2;      // of the fields that tell them their way
    double back_after_s = 0;  // after which people who have left come in again; 0: never
    // Around the player people are whole; far from it points stand for up to eight each. 0: all are whole.
    double unfold_within_m = 0, fold_beyond_m = 0;
    std::vector<PeopleGroup> groups;
    std::vector<people::Gate> gates;
    std::vector<people::Goal> goals;
    std::vector<PeopleRoute> routes;

    ground::Box areaIn(const Plane& plane) const;
};

struct Kind;
extern const Kind kPeople;

inline constexpr std::size_t kMostGroups = 64, kMostGates = 64, kMostGoals = 16, kMostRoutes = 64,
                             kMostAreas = 32, kMostSteps = 16;
inline constexpr double kMostCells = 4'000'000;  // of all fields together
inline constexpr double kMostArea_m2 = 1'000'000;

// What does not go together: the field, what was found and what is allowed.
std::optional<InputError> flawOf(const PeopleSettings& people, const Plane& plane);

}  // namespace drover::minds
