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
#include "core/people/walking.h"

namespace drover::minds {

// Where some of the people begin, and how they walk.
struct PeopleGroup {
    ground::Box area;
    double share = 1;  // of all people, beside the shares of the other groups
    people::Walking walks = people::kByTheirWalk;
};

// Where some of the people come in, one after the other.
struct PeopleEntrance {
    ground::Box area;
    std::uint32_t people = 100;  // of all people; if there are fewer, the last entrances have none
    double per_second = 1;       // who come in, as long as there is room
    double from_s = 0;           // when the first one comes
    people::Walking walks = people::kByTheirWalk;
};

struct RouteStep {
    std::uint32_t goal = 0;
};
struct PeopleRoute {
    std::vector<RouteStep> steps;
};

// Where the density is measured, and at which gate the flow.
struct PeopleMeasured {
    ground::Box area;        // both corners at 0: all of where they walk
    std::int32_t gate = -1;  // -1: all of them
};

struct PeopleSettings {
    ground::Box area;  // where they walk; both corners at 0: 400 m in the middle of the world
    people::Walk walk = people::Walk::kWeidmann;
    double cell_m = 0.2;      // of the fields that tell them their way
    double back_after_s = 0;  // after which people who have left come in again; 0: never
    // Around the player people are whole; far from it points stand for up to eight each. 0: all are whole.
    double unfold_within_m = 0, fold_beyond_m = 0;
    std::vector<PeopleGroup> groups;
    std::vector<PeopleEntrance> entrances;
    std::vector<people::Gate> gates;
    std::vector<people::Goal> goals;
    std::vector<PeopleRoute> routes;
    PeopleMeasured measured;

    ground::Box areaIn(const Plane& plane) const;
    ground::Box measuredIn(const Plane& plane) const;
    // Gates that open and close by themselves are as they were before their first turn.
    void turnGatesBack();
    // The gates that turn by themselves within this time turn. Whether there are any.
    bool turnGates(double from_s, double to_s);
};

struct Kind;
extern const Kind kPeople;

inline constexpr std::size_t kMostGroups = 64, kMostEntrances = 64, kMostGates = 64, kMostTurns = 64,
                             kMostGoals = 16, kMostRoutes = 64, kMostAreas = 32, kMostSteps = 16;
inline constexpr double kMostCells = 4'000'000;  // of all fields together
inline constexpr double kMostArea_m2 = 1'000'000;

// What does not go together: the field, what was found and what is allowed.
std::optional<InputError> flawOf(const PeopleSettings& people, const Plane& plane);

}  // namespace drover::minds
