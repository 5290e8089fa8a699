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
    for (std::size_t i = 0; i < people.groups.size(); ++i) {
        const std::string path = fmt::format("groups[{}].", i);
        if (auto wrong = flawOfBox(path + "area", people.groups[i].area, area)) return wrong;
        if (auto wrong = flawOfNumber(path + "route", people.groups[i].route, people.routes.size(), "routes"))
            return wrong;
    }
    for (std::size_t i = 0; i < people.gates.size(); ++i) {
        const people::Gate& gate = people.gates[i];
        if (gate.a == gate.b)
            return flaw(fmt::format("gates[{}].to", i), fmt::format("{:g},{:g}", gate.b.x, gate.b.y),
                        "another place than its `from`");
    }
    for (std::size_t i = 0; i < people.goals.size(); ++i)
        for (std::size_t k = 0; k < people.goals[i].areas.size(); ++k)
            if (auto wrong =
                    flawOfBox(fmt::format("goals[{}].areas[{}]", i, k), people.goals[i].areas[k], area))
                return wrong;
    for (std::size_t i = 0; i < people.routes.size(); ++i)
        for (std::size_t k = 0; k < people.routes[i].steps.size(); ++k)
            if (auto wrong = flawOfNumber(fmt::format("routes[{}].steps[{}].goal", i, k),
                                          people.routes[i].steps[k].goal, people.goals.size(), "goals"))
                return wrong;
    return std::nullopt;
}

}  // namespace drover::minds
