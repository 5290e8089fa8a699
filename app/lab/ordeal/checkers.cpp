#include "app/lab/ordeal/checkers.h"

#include <fmt/format.h>

#include "app/lab/ordeal/checker_list.h"
#include "core/minds/people.h"

namespace drover::lab::ordeal {
namespace {

constexpr Checker kTable[] = {
    {"numbers are finite", numbersAreFinite},
    {"places are in the world", placesAreInTheWorld},
    {"animals are outside of walls", animalsAreOutsideOfWalls},
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
