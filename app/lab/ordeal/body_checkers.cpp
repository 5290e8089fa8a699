// The checkers of what lives: places, bodies, trees, and what stands around them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lab/ordeal/checker_list.h"
#include "core/minds/people.h"
#include "core/people/step.h"
#include "core/record/columns.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab::ordeal {
namespace {

bool isFinite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

// Calls look(flock, row of its leaf) for each leaf of each expanded flock.
template <class LookAt>
void forEachLeaf(const flock::FlockStore& flocks, LookAt look) {
    for (std::uint32_t i = 0; i < flocks.size(); ++i)
        if (const FlockId flock{i}; !flocks.isAlone(flock))
            for (std::uint32_t leaf = flocks.first(flock); leaf < flocks.first(flock) + flocks.count(flock);
                 ++leaf)
                look(flock, leaf);
}

}  // namespace

std::string numbersAreFinite(const Look& look) {
    std::string flaw;
    const auto check = [&](const char* what, std::uint32_t row, const flock::Agent& agent) {
        if (!isFinite(agent.velocity) || !isFinite(agent.heading)) flaw = fmt::format("{} {}", what, row);
    };
    const flock::FlockStore& flocks = look.view.flocks;
    for (std::uint32_t i = 0; i < flocks.size(); ++i) check("herd", i, flocks.roots().get(i));
    forEachLeaf(flocks, [&](FlockId, std::uint32_t leaf) { check("leaf", leaf, flocks.leaves().get(leaf)); });
    for (std::size_t row = look.view.firstOther(); row < look.view.tasks.size(); ++row)
        if (!isFinite(look.view.velocityOf(row))) flaw = fmt::format("animal {}", row);
    for (std::size_t row = 0; row < look.view.tasks.size(); ++row)
        if (!std::isfinite(look.view.lateness_ms(row))) flaw = fmt::format("the lateness of {}", row);
    for (const record::Column& column : record::kColumns)
        if (!std::isfinite(record::shownValue(column, look.world.record()))) flaw = record::nameOf(column);
    return flaw;
}

std::string placesAreInTheWorld(const Look& look) {
    if (look.view.plane().edges() == Edges::kTorus) return {};
    std::string flaw;
    const auto check = [&](const char* what, std::size_t row, Place place) {
        for (const std::int64_t at : {std::int64_t{place.x}, std::int64_t{place.y}})
            if (at < Plane::kFenceLow || at > Plane::kFenceHigh)
                flaw = fmt::format("{} {} is beyond the fence", what, row);
    };
    for (std::size_t row = 0; row < look.view.tasks.size(); ++row) check("task", row, look.view.placeOf(row));
    forEachLeaf(look.view.flocks, [&](FlockId, std::uint32_t leaf) {
        check("leaf", leaf, look.view.flocks.leaves().get(leaf).place);
    });
    return flaw;
}

// Where something is free at all, herds and single animals are not inside of anything. Who was there when
// something was put over it comes out when it is next moved.
std::string animalsAreOutsideOfWalls(const Look& look) {
    if (look.view.ground.isEmpty()) return {};
    std::string flaw;
    const auto check = [&](const char* what, std::size_t row, Place place) {
        const float distance = look.view.ground.distance(place);
        if (distance >= 0 || look.view.ground.distance(look.view.ground.outside(place)) < 0) return;
        flaw = fmt::format("{} {} is {} m inside", what, row, -distance);
    };
    // Of a mind in sets a part may have run that does not move it; and some stand where they were born.
    const auto has_moved = [&](std::size_t row) {
        if (look.past.land_since_ns < 0) return true;
        const world::Scenario& scenario = look.world.scenario();
        const auto kind = look.world.kindOf(static_cast<std::uint32_t>(row));
        if (!world::entryOf(scenario, kind).sets.empty() || scenario.hunters.stands) return false;
        return look.view.tasks[row].ran_at_ns > look.past.land_since_ns;
    };
    const flock::FlockStore& flocks = look.view.flocks;
    for (std::uint32_t row = 0; row < look.view.firstOther(); ++row)
        if (flocks.isAlone(FlockId{row}) && has_moved(row)) check("herd", row, look.view.placeOf(row));
    for (std::size_t row = look.view.firstOther(); row < look.view.tasks.size(); ++row)
        if (!look.view.isOfNow(row) && !look.view.isAway(row) && has_moved(row))
            check("animal", row, look.view.placeOf(row));
    forEachLeaf(flocks, [&](FlockId flock, std::uint32_t leaf) {
        if (has_moved(row(flock))) check("leaf", leaf, flocks.leaves().get(leaf).place);
    });
    return flaw;
}

// Less what a place may be rounded by: millimetres in the largest worlds.
static double bodyIn(const Plane& plane) {
    return static_cast<double>(people::kBody_m) - plane.metresPerUnit();
}

static const minds::People* peopleIn(const Look& look) {
    return look.world.population().find<minds::People>();
}

std::string bodiesAreApart(const Look& look) {
    const minds::People* const people = peopleIn(look);
    if (people == nullptr) return {};
    const Plane& plane = look.view.plane();
    std::vector<std::pair<double, std::uint32_t>> by_x;
    for (std::uint32_t i = 0; i < people->size(); ++i)
        if (!people->rests(i)) by_x.emplace_back(plane.xMetres(people->places[i]), i);
    std::ranges::sort(by_x);
    for (std::size_t a = 0; a < by_x.size(); ++a)
        for (std::size_t b = a + 1; b < by_x.size() && by_x[b].first - by_x[a].first < 0.4; ++b) {
            const auto [i, j] = std::pair{by_x[a].second, by_x[b].second};
            const float apart_m = length(plane.offset(people->places[i], people->places[j]));
            if (static_cast<double>(apart_m) < 2 * bodyIn(plane))
                return fmt::format("people {} and {}: {} m", i, j, apart_m);
        }
    return {};
}

// But who was in one before: it may have been put over them. With new rows it is not known who that was.
std::string bodiesAreInNoWall(const Look& look) {
    const minds::People* const people = peopleIn(look);
    if (people == nullptr || !look.past.walls) return {};
    const bool may_be_in_one = look.past.land_since_ns >= 0;
    if (may_be_in_one && look.past.has_new_rows) return {};
    const Plane& plane = look.view.plane();
    const auto left_m = [&](Place place) {
        return look.past.walls->distance({plane.xMetres(place), plane.yMetres(place)});
    };
    for (std::uint32_t i = 0; i < people->size(); ++i) {
        const double now_m = people->rests(i) ? 1 : left_m(people->places[i]);
        if (now_m >= bodyIn(plane)) continue;
        if (may_be_in_one && i < look.past.persons.size() && left_m(look.past.persons[i]) < bodyIn(plane))
            continue;
        return fmt::format("person {} is {} m from a wall", i, now_m);
    }
    return {};
}

// All that there are are inside, folded or away, each once, and those who have arrived stay counted.
std::string noPersonIsLost(const Look& look) {
    const minds::People* const people = peopleIn(look);
    if (people == nullptr) return {};
    if (people->size() != look.world.scenario().people.count)
        return fmt::format("{} of {} people", people->size(), look.world.scenario().people.count);
    std::uint32_t folded = 0, inside = 0, in_points = 0;
    for (std::uint32_t i = 0; i < people->size(); ++i) {
        folded += people->crowd().state(i) == people::State::kFolded;
        inside += people->crowd().state(i) != people::State::kAway;
    }
    std::vector<std::uint8_t> seen(people->size());
    for (const people::FoldedPoint& point : people->crowd().points())
        for (const std::uint32_t i : point.members()) in_points += ++seen[i] == 1;
    if (folded != in_points) return fmt::format("{} are folded, and {} in points", folded, in_points);
    if (inside != look.world.record().inside)
        return fmt::format("{} are inside, and {} are counted", inside, look.world.record().inside);
    if (!look.past.has_new_rows && look.world.record().arrived < look.past.arrived)
        return fmt::format("{} had arrived, and now {}", look.past.arrived, look.world.record().arrived);
    return {};
}

// The leaves of each herd cover its tree once, in order, and its centre is where they are.
std::string treesAreWhole(const Look& look) {
    const flock::FlockStore& flocks = look.view.flocks;
    std::uint64_t leaves = 0, membranes = 0, inner = 0;
    for (std::uint32_t i = 0; i < flocks.size(); ++i) {
        const FlockId flock{i};
        leaves += flocks.count(flock);
        if (flocks.isAlone(flock)) continue;
        const flock::Tree& tree = flocks.treeOf(flock);
        membranes += flocks.count(flock), inner += tree.innerNodes(flocks.count(flock));
        std::uint64_t agents = 0;
        double x = 0, y = 0, reach = 0;
        const Place centre = flocks.roots().get(i).place;
        for (std::uint32_t k = 0; k < flocks.count(flock); ++k) {
            const std::uint32_t level = tree.level(flocks.nodes(flock)[k]);
            std::uint64_t weight = 1;
            for (std::uint32_t below = level; below < tree.depth; ++below) weight *= tree.branching;
            agents += weight;
            const Vec2 off =
                look.view.plane().offset(centre, flocks.leaves().get(flocks.first(flock) + k).place);
            x += static_cast<double>(weight) * static_cast<double>(off.x);
            y += static_cast<double>(weight) * static_cast<double>(off.y);
            reach = std::max(reach, static_cast<double>(length(off)));
        }
        if (agents != tree.mostLeaves())
            return fmt::format("the leaves of herd {} stand for {} of {}", i, agents, tree.mostLeaves());
        // Herds may be scattered over half of a torus; a mean of places has no meaning there.
        const double off_m = std::hypot(x, y) / static_cast<double>(agents);
        if (reach < look.view.plane().worldSize() / 5 &&
            off_m > 1e-3 + reach * 1e-3 + 4 * look.view.plane().metresPerUnit())
            return fmt::format("the centre of herd {} is {} m from the mean of its leaves", i, off_m);
    }
    if (leaves != flocks.liveLeaves() || membranes != flocks.membraneLeaves() ||
        leaves + inner != flocks.liveNodes())
        return fmt::format("{} leaves, {} in membranes, {} inner nodes; counted: {}, {}, {}", leaves,
                           membranes, inner, flocks.liveLeaves(), flocks.membraneLeaves(),
                           flocks.liveNodes() - flocks.liveLeaves());
    return {};
}

// The ground and the crowd's building are as the scenario says.
std::string whatStandsIsTheScenario(const Look& look) {
    const world::Scenario& scenario = look.world.scenario();
    if (look.past.has_new_land) {
        const ground::Ground fresh = scenario.ground();
        for (std::size_t row = 0; row < look.view.tasks.size(); ++row)
            if (fresh.distance(look.view.placeOf(row)) != look.view.ground.distance(look.view.placeOf(row)))
                return fmt::format("around task {} is another ground", row);
    }
    const minds::People* const people = peopleIn(look);
    if (people == nullptr || scenario.people.settings.goals.empty()) return {};
    const people::Building& building = people->crowd().building();
    const auto& gates = scenario.people.settings.gates;
    if (!std::ranges::equal(building.shapes, scenario.world.shapes)) return "the crowd has other shapes";
    if (building.gates.size() != gates.size()) return "the crowd has fewer or more gates";
    for (std::uint32_t gate = 0; gate < gates.size(); ++gate)
        if (!building.gates[gate].isWhere(gates[gate]) || people->crowd().isOpen(gate) != gates[gate].is_open)
            return fmt::format("the crowd has another gate {}", gate);
    return {};
}

}  // namespace drover::lab::ordeal
