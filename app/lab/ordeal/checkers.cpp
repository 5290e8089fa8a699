#include "app/lab/ordeal/checkers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/outside_text.h"
#include "core/load/lua/own_manager.h"
#include "core/load/managers.h"
#include "core/minds/people.h"
#include "core/people/step.h"
#include "core/record/columns.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab::ordeal {
namespace {

using load::TaskState;
using load::WaitReason;

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
std::string nobodyIsInAWall(const Look& look) {
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

const minds::People* peopleIn(const Look& look) { return look.world.population().find<minds::People>(); }

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
            if (apart_m < 2 * people::kBody_m) return fmt::format("people {} and {}: {} m", i, j, apart_m);
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
        if (now_m >= static_cast<double>(people::kBody_m)) continue;
        if (may_be_in_one && i < look.past.persons.size() &&
            left_m(look.past.persons[i]) < static_cast<double>(people::kBody_m))
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

// What is counted of all tasks is what is counted of the bands together.
std::string sumsAreThoseOfTheBands(const Look& look) {
    const record::FrameRecord& record = look.world.record();
    std::string flaw;
    for (const record::Measure& measure : record::kMeasures) {
        if (!measure.isByBand()) continue;
        const bool is_largest = measure.adding == record::Adding::kMax;
        if (!is_largest && measure.adding != record::Adding::kSum) continue;
        double sum = 0;
        for (std::size_t band = 0; band < record::kBands; ++band) {
            const double value = record::keptValue({&measure, static_cast<record::Band>(band)}, record);
            sum = is_largest ? std::max(sum, value) : sum + value;
        }
        const double whole = record::keptValue({&measure, std::nullopt}, record);
        if (std::abs(whole - sum) > 1e-9 * std::abs(whole))
            flaw = fmt::format("{}: {} of all, {} of the bands", measure.name, whole, sum);
    }
    return flaw;
}

std::string countersAreRecounted(const Look& look) {
    const record::BandRecord& whole = look.world.record().whole;
    const load::TaskColumns& columns = look.view.table.columns;
    std::uint64_t tasks = 0, waiting = 0, ran = 0;
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        tasks += !look.view.table.isResting(row);
        const WaitReason reason = columns.reason[row];
        waiting += reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost;
        ran += reason == WaitReason::kRan;
    }
    const auto check = [](const char* what, std::uint64_t counted, std::uint64_t there) {
        return counted == there ? std::string() : fmt::format("{} {}, counted as {}", there, what, counted);
    };
    std::string flaw = check("tasks wait", whole.delayed, waiting);
    if (flaw.empty()) flaw = check("tasks ran", whole.run, ran);
    if (flaw.empty()) flaw = check("were due", whole.due, ran + waiting);
    if (flaw.empty()) flaw = check("tasks are awake", whole.tasks, tasks);
    if (flaw.empty()) flaw = check("leaves live", whole.leaves, look.view.flocks.liveLeaves());
    if (flaw.empty()) flaw = check("nodes live", whole.nodes, look.view.flocks.liveNodes());
    return flaw;
}

// Time goes on for each task, by what it ran for, and who waits is counted once a frame.
std::string datesGoOn(const Look& look) {
    const load::TaskTable& table = look.view.table;
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const TaskState& now = table.columns.state[row];
        if (table.isResting(row)) continue;
        if (now.last_ns > table.simul_ns || now.ran_at_ns > table.simul_ns)
            return fmt::format("task {} is ahead of its time", row);
        const bool has_run = table.columns.reason[row] == WaitReason::kRan;
        if (has_run && now.ran_at_ns != table.simul_ns)
            return fmt::format("task {} ran, at another time", row);
        if (has_run && now.isWaiting()) return fmt::format("task {} ran, and waits", row);
        if (look.past.has_new_rows || row >= look.past.tasks.size()) continue;
        const TaskState& before = look.past.tasks[row];
        if (before.ran_at_ns < 0 || before.generation != now.generation) continue;  // it may have woken
        if (now.last_ns < before.last_ns) return fmt::format("task {} has gone back in time", row);
        const std::uint32_t delays = table.delays(row);
        if (delays > look.past.delays[row] + 1)
            return fmt::format("task {} waited for {} frames, and now {}", row, look.past.delays[row],
                               delays);
    }
    return {};
}

// Who waits is counted as waiting.
std::string whoWaitsIsCounted(const Look& look) {
    const load::TaskTable& table = look.view.table;
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const WaitReason reason = table.columns.reason[row];
        const bool is_late = reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost;
        if (is_late && !table.isResting(row) && !table.columns.state[row].isWaiting())
            return fmt::format("task {} is due and did not run, and has no delay", row);
    }
    return {};
}

// Who had something to decide in the last frame, and has, is a task that is awake.
std::string whoWakesIsATask(const Look& look) {
    const world::Population& population = look.world.population();
    if (look.past.has_new_rows) return {};
    for (std::uint32_t row = population.firstOther(); row < population.rows(); ++row) {
        const auto [animals, other, i] = population.at(row);
        if (row < look.past.awake.size() && look.past.awake[row] && !animals.rests(i) &&
            look.view.table.isResting(row))
            return fmt::format("animal {} is awake, and its task rests", row);
    }
    return {};
}

// The ground, the crowd's building and the manager are as the scenario says.
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

std::string parametersAreSet(const Look& look) {
    const load::Manager& manager = look.view.manager;
    if (manager.info().name != look.world.scenario().load.manager) return {};
    const auto& wanted = look.world.scenario().load.parameters;
    for (std::size_t i = 0; i < manager.info().parameters.size(); ++i) {
        const auto set = std::ranges::find(wanted.rbegin(), wanted.rend(), manager.info().parameters[i].name,
                                           &world::ParameterValue::name);
        if (set != wanted.rend() && manager.parameter(i) != set->value)
            return fmt::format("{} is {}, and not {}", set->name, manager.parameter(i), set->value);
    }
    return {};
}

// What a user's own manager takes, and what it says where it fails: nothing that a terminal obeys, and no
// address.
std::string scriptsKeepTheirBounds(const Look& look) {
    const load::ScriptPlan* const plan = load::ownPlanOf(look.view.manager);
    if (plan == nullptr) return {};
    // The code of functions is in a copy as often as they are: at most kMostCode, which takes more when
    // loaded.
    constexpr std::size_t kMost =
        load::ScriptLimits::kMostMemory + load::ScriptLimits::kCopySlack + 4 * load::ScriptLimits::kMostCode;
    if (plan->bytes() > kMost) return fmt::format("{} bytes", plan->bytes());
    if (hasControls(plan->flaw()) || plan->flaw().find("0x") != std::string::npos) return shown(plan->flaw());
    return plan->flaw().empty() && plan->script()->stepsLeft() < 0 ? "it took too many steps" : "";
}

bool isManagedBy(const Look& look, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, look.view.manager.info().name) != names.end();
}

// A task whose period has passed has run, or waits for time. By managers whose periods are times, and not
// numbers of frames.
std::string noTaskIsForgotten(const Look& look) {
    const load::TaskTable& table = look.view.table;
    const bool is_all = isManagedBy(look, {"unmanaged"});
    if (!is_all && !isManagedBy(look, {"elastic", "modes", "feedback", "tiers"})) return {};
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const TaskState& task = table.columns.state[row];
        if (table.isResting(row)) continue;
        if (is_all && table.columns.reason[row] != WaitReason::kRan)
            return fmt::format("task {} did not run", row);
        if (table.columns.reason[row] != WaitReason::kNotDue || task.ran_at_ns < 0) continue;
        const std::int64_t period_ns = look.view.periodOf(row), passed_ns = table.simul_ns - task.last_ns;
        if (passed_ns >= period_ns)
            return fmt::format("task {} of {}: {} ns have passed of its period of {} ns", row,
                               look.view.manager.info().name, passed_ns, period_ns);
    }
    return {};
}

std::string periodsAreAllowed(const Look& look) {
    const load::TaskTable& table = look.view.table;
    if (!isManagedBy(look, {"elastic", "modes", "feedback"})) return {};
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const TaskState& task = table.columns.state[row];
        const std::int64_t period_ns = look.view.periodOf(row);
        if (!table.isResting(row) && (period_ns < task.nominal_ns - 1 || period_ns > task.maximum_ns + 1))
            return fmt::format("task {} has a period of {} ns; allowed {} to {}", row, period_ns,
                               task.nominal_ns, task.maximum_ns);
    }
    return {};
}

// Under the model clock no task but the first begins when the budget is spent. By managers that promise it,
// unless a task may be delayed only so often.
std::string budgetIsKept(const Look& look) {
    if (look.world.scenario().load.clock != world::ClockKind::kModel || look.view.table.hasCaps()) return {};
    if (!isManagedBy(look, {"elastic", "modes", "edf", "mk_firm", "harmonic", "predictive", "tiers",
                            "feedback", "own"}))
        return {};
    for (const world::ParameterValue& parameter : look.world.scenario().load.parameters)
        if (parameter.name == "delay_cap_frames") return {};
    const std::int64_t budget_ns = look.world.record().budget_ns;
    bool is_first = true;
    for (const record::TaskEvent& event : look.world.events()) {
        if (event.was_delayed) break;
        if (!is_first && event.start_ns > budget_ns)
            return fmt::format("task {} began after {} ns of {}", event.task, event.start_ns, budget_ns);
        is_first = false;
    }
    return {};
}

constexpr Checker kTable[] = {
    {"numbers are finite", numbersAreFinite},
    {"places are in the world", placesAreInTheWorld},
    {"nobody is in a wall", nobodyIsInAWall},
    {"bodies are apart", bodiesAreApart},
    {"bodies are in no wall", bodiesAreInNoWall},
    {"trees are whole", treesAreWhole},
    {"no person is lost", noPersonIsLost, true},
    {"sums are those of the bands", sumsAreThoseOfTheBands, true},
    {"counters are recounted", countersAreRecounted, true},
    {"dates go on", datesGoOn, true},
    {"no task is forgotten", noTaskIsForgotten, true},
    {"who waits is counted", whoWaitsIsCounted, true},
    {"who wakes is a task", whoWakesIsATask, true},
    {"what stands is the scenario", whatStandsIsTheScenario},
    {"parameters are set", parametersAreSet},
    {"scripts keep their bounds", scriptsKeepTheirBounds},
    {"periods are allowed", periodsAreAllowed, true},
    {"budget is kept", budgetIsKept, true},
};

}  // namespace

constinit const std::span<const Checker> kCheckers = kTable;

std::string flawOf(const world::World& world, Past& past) {
    if (!past.walls && world.population().find<minds::People>() != nullptr)
        past.walls.emplace(world.flocks().plane(), world.scenario().world.shapes);
    const Look look{world, world.view(), past};
    for (const Checker& checker : kCheckers) {
        if (checker.is_of_a_frame && world.frame() == 0) continue;
        if (const std::string flaw = checker.flaw(look); !flaw.empty())
            return fmt::format("{}: {}", checker.name, flaw);
    }
    return {};
}

void Past::follow(const world::World& world, std::span<const world::Command> commands) {
    is_anew = has_new_rows = has_new_land = false;
    for (const world::Command& command : commands) {
        is_anew |= world::beginsAnew(command);
        const bool is_land = std::holds_alternative<world::AddShape>(command) ||
                             std::holds_alternative<world::RemoveShape>(command) ||
                             std::holds_alternative<world::SetBuilding>(command);
        const bool is_count = std::holds_alternative<world::SetAnimals>(command) ||
                              std::holds_alternative<world::AddPeople>(command);
        has_new_rows |= is_count || world::beginsAnew(command);
        has_new_land |= is_land || world::beginsAnew(command);
        // Animals that come back are where they were.
        if (is_land || is_count) land_since_ns = world.tasks().simul_ns;
        if (world::beginsAnew(command)) land_since_ns = -1;
        if (is_land || world::beginsAnew(command)) walls.reset();
    }
}

void Past::keep(const world::World& world) {
    const load::TaskTable& table = world.tasks();
    frame = world.frame(), simul_ns = table.simul_ns, arrived = world.record().arrived;
    tasks.assign(table.columns.state.begin(), table.columns.state.begin() + world.population().rows());
    delays.resize(tasks.size());
    for (std::uint32_t row = 0; row < delays.size(); ++row) delays[row] = table.delays(row);
    awake.assign(tasks.size(), false);
    for (std::uint32_t row = world.population().firstOther(); row < tasks.size(); ++row) {
        const auto [animals, other, i] = world.population().at(row);
        awake[row] = !animals.rests(i);
    }
    persons.clear();
    if (const auto* const there = world.population().find<minds::People>()) persons = there->places;
}

}  // namespace drover::lab::ordeal
