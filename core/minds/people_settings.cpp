#include "core/minds/people_settings.h"

#include <fmt/format.h>

#include <algorithm>

namespace drover::minds {
namespace {

using ground::Box, ground::Point;

bool isNothing(const Box& box) { return box.low == Point{} && box.high == Point{}; }
bool isIn(const Box& inner, const Box& outer) {
    return inner.low.x >= outer.low.x && inner.low.y >= outer.low.y && inner.high.x <= outer.high.x &&
           inner.high.y <= outer.high.y;
}
std::string spelled(const Box& box) {
    return fmt::format("{:g},{:g} to {:g},{:g}", box.low.x, box.low.y, box.high.x, box.high.y);
}

InputError flaw(std::string field, std::string found, std::string allowed) {
    InputError error;
    error.field = std::move(field), error.found = std::move(found), error.allowed = std::move(allowed);
    return error;
}

std::optional<InputError> flawOfBox(const std::string& field, const Box& box, const Box& outer) {
    if (box.low.x > box.high.x || box.low.y > box.high.y)
        return flaw(field, spelled(box), "a corner low that is not above or right of high");
    if (!isIn(box, outer)) return flaw(field, spelled(box), "an area inside " + spelled(outer));
    return std::nullopt;
}

std::optional<InputError> flawOfNumber(const std::string& field, std::uint32_t number, std::size_t count,
                                       const char* of_what) {
    if (number < std::max<std::size_t>(count, 1)) return std::nullopt;
    return flaw(field, fmt::format("{}", number),
                count == 0 ? fmt::format("0: there are no {}", of_what) : fmt::format("0 to {}", count - 1));
}

}  // namespace

Box PeopleSettings::areaIn(const Plane& plane) const {
    if (!isNothing(area)) return area;
    constexpr double kMost_m = 400;
    const double middle = plane.worldSize() / 2, half = std::min(middle, kMost_m / 2);
    return {{middle - half, middle - half}, {middle + half, middle + half}};
}

Box PeopleSettings::measuredIn(const Plane& plane) const {
    return isNothing(measured.area) ? areaIn(plane) : measured.area;
}

void PeopleSettings::turnGatesBack() {
    for (people::Gate& gate : gates)
        if (!gate.turns.empty()) gate.is_open = !gate.turns.front().is_open;
}

bool PeopleSettings::turnGates(double from_s, double to_s) {
    bool has_turned = false;
    for (people::Gate& gate : gates)
        for (const people::GateTurn& turn : gate.turns)
            if (turn.at_s >= from_s && turn.at_s < to_s) {
                has_turned |= gate.is_open != turn.is_open;
                gate.is_open = turn.is_open;
            }
    return has_turned;
}

namespace {

std::optional<InputError> flawOfWalking(const std::string& path, const people::Walking& walks,
                                        std::size_t routes) {
    if (auto wrong = flawOfNumber(path + "route", walks.route, routes, "routes")) return wrong;
    for (std::size_t i = 0; i < walks.routes.size(); ++i)
        if (auto wrong = flawOfNumber(fmt::format("{}routes[{}].route", path, i), walks.routes[i].route,
                                      routes, "routes"))
            return wrong;
    return std::nullopt;
}

// Where people begin and come in.
std::optional<InputError> flawOfBeginnings(const PeopleSettings& people, const Box& area) {
    const auto each = [&](const char* list, const auto& entries) -> std::optional<InputError> {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const std::string path = fmt::format("{}[{}].", list, i);
            if (auto wrong = flawOfBox(path + "area", entries[i].area, area)) return wrong;
            if (auto wrong = flawOfWalking(path, entries[i].walks, people.routes.size())) return wrong;
        }
        return std::nullopt;
    };
    if (auto wrong = each("groups", people.groups)) return wrong;
    return each("entrances", people.entrances);
}

std::optional<InputError> flawOfMeasured(const PeopleSettings& people, const Box& area) {
    const PeopleMeasured& measured = people.measured;
    if (!isNothing(measured.area)) {
        if (auto wrong = flawOfBox("measured.area", measured.area, area)) return wrong;
        const Point size = measured.area.high - measured.area.low;
        if (size.x * size.y < 1)
            return flaw("measured.area", spelled(measured.area), "at least a square metre");
    }
    if (measured.gate < 0 || static_cast<std::size_t>(measured.gate) < people.gates.size())
        return std::nullopt;
    return flaw(
        "measured.gate", fmt::format("{}", measured.gate),
        people.gates.empty() ? "-1: there are no gates" : fmt::format("-1 to {}", people.gates.size() - 1));
}

std::optional<InputError> flawOfGates(const std::vector<people::Gate>& gates, const Box& world) {
    for (std::size_t i = 0; i < gates.size(); ++i) {
        const people::Gate& gate = gates[i];
        if (gate.a == gate.b)
            return flaw(fmt::format("gates[{}].to", i), fmt::format("{:g},{:g}", gate.b.x, gate.b.y),
                        "another place than its `from`");
        if (!world.has(gate.middle()))
            return flaw(fmt::format("gates[{}]", i), spelled({gate.a, gate.b}),
                        "a line whose middle is inside " + spelled(world));
        for (std::size_t k = 1; k < gate.turns.size(); ++k)
            if (gate.turns[k].at_s <= gate.turns[k - 1].at_s)
                return flaw(fmt::format("gates[{}].turns[{}].at_s", i, k),
                            fmt::format("{:g}", gate.turns[k].at_s),
                            fmt::format("later than the turn before, {:g}", gate.turns[k - 1].at_s));
    }
    return std::nullopt;
}

// People who go on for ever need a world that has no end.
std::optional<InputError> flawOfDirection(const std::string& goal, Vec2 direction, const Plane& plane) {
    const bool has_length = dot(direction, direction) > 0;
    if (!has_length) return flaw(goal + ".areas", "none", "1 to 32, or a `direction` other than 0,0");
    if (plane.edges() == Edges::kTorus) return std::nullopt;
    return flaw(goal + ".direction", fmt::format("{:g},{:g}", direction.x, direction.y),
                "0,0 in a world with open edges: a torus has no end");
}

std::optional<InputError> flawOfRoutes(const PeopleSettings& people) {
    for (std::size_t i = 0; i < people.routes.size(); ++i) {
        const std::vector<RouteStep>& steps = people.routes[i].steps;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const std::string field = fmt::format("routes[{}].steps[{}].goal", i, k);
            if (auto wrong = flawOfNumber(field, steps[k].goal, people.goals.size(), "goals")) return wrong;
            if (k + 1 < steps.size() && people.goals[steps[k].goal].isEndless())
                return flaw(field, fmt::format("{}", steps[k].goal),
                            "a goal with areas: a direction has no end");
        }
    }
    return std::nullopt;
}

std::optional<InputError> flawOfGoals(const PeopleSettings& people, const Box& area, const Plane& plane) {
    constexpr double kLeast_m = 0.2;  // people who stand beside each other cannot reach a smaller one
    for (std::size_t i = 0; i < people.goals.size(); ++i) {
        const bool is_endless = people.goals[i].isEndless();
        if (is_endless)
            if (auto wrong = flawOfDirection(fmt::format("goals[{}]", i), people.goals[i].direction, plane))
                return wrong;
        for (std::size_t k = 0; k < people.goals[i].areas.size(); ++k) {
            const std::string field = fmt::format("goals[{}].areas[{}]", i, k);
            const Box& goal = people.goals[i].areas[k];
            if (auto wrong = flawOfBox(field, goal, area)) return wrong;
            const Point size = goal.high - goal.low;
            if (size.x < kLeast_m || size.y < kLeast_m)
                return flaw(field, spelled(goal), fmt::format("at least {} m each way", kLeast_m));
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<InputError> flawOf(const PeopleSettings& people, const Plane& plane) {
    const Box world{{0, 0}, {plane.worldSize(), plane.worldSize()}}, area = people.areaIn(plane);
    if (auto wrong = flawOfBox("area", area, world)) return wrong;
    const Point size = area.high - area.low;
    if (size.x < 1 || size.y < 1) return flaw("area", spelled(area), "at least a metre each way");
    const double cells = size.x * size.y / (people.cell_m * people.cell_m) *
                         static_cast<double>(std::max<std::size_t>(people.goals.size(), 1));
    if (!people.goals.empty() && cells > kMostCells)
        return flaw("area", fmt::format("{:.0f} cells for all goals", cells),
                    fmt::format("at most {:.0f}: a smaller area, larger cells or fewer goals", kMostCells));
    if (size.x * size.y > kMostArea_m2)
        return flaw("area", fmt::format("{:.0f} square metres", size.x * size.y),
                    fmt::format("at most {:.0f}", kMostArea_m2));
    if (people.fold_beyond_m > 0 && people.fold_beyond_m < people.unfold_within_m)
        return flaw("fold_beyond_m", fmt::format("{:g}", people.fold_beyond_m),
                    fmt::format("0, or at least unfold_within_m, {:g}", people.unfold_within_m));
    if (auto wrong = flawOfBeginnings(people, area)) return wrong;
    if (auto wrong = flawOfGates(people.gates, world)) return wrong;
    if (auto wrong = flawOfMeasured(people, area)) return wrong;
    if (auto wrong = flawOfGoals(people, area, plane)) return wrong;
    return flawOfRoutes(people);
}

}  // namespace drover::minds
