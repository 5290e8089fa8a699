// Who a row of the task table is: the first rows are the flocks, then the wildlife, then the pursuit agents.
// Rows after those are schedulers.
// The world owns one population; what runs, weighs and counts tasks asks it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/value_ptr.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/minds/pursuit.h"
#include "core/minds/wildlife.h"
#include "core/world/scenario.h"

namespace drover::world {

// The scenario with the manner of each species in it (core/flock/manner.h). A world measures what its
// scenario does not have; a caller that begins several worlds from one scenario has it measured once.
Scenario measured(Scenario scenario);
// Which species of a measured scenario move badly, and how: a sentence each.
std::vector<std::string> warningsOf(const Scenario& scenario);

// The first place, anywhere in its region, and the first velocity of a flock in this row: its herd's pace, or
// anything below the maximum if that is not known.
flock::Agent bornFlock(const Scenario& scenario, std::uint32_t species, const Region& region,
                       std::uint32_t row);
// A place in a region, or anywhere in the world if its radius is zero.
Place placeIn(const Plane& plane, const Region& region, const RandomBlock& draw);

struct Population {
    flock::FlockStore flocks;
    ValuePtr<minds::Wildlife> wildlife;  // null: none in this world
    ValuePtr<minds::Pursuit> pursuit;

    // All animals are born, with the places and velocities that the seed of the measured scenario gives.
    explicit Population(const Scenario& scenario);

    bool isFlock(std::uint32_t row) const { return row < flocks.size(); }
    std::uint32_t firstAnimat() const { return static_cast<std::uint32_t>(flocks.size()); }
    std::uint32_t firstPursuer() const { return firstAnimat() + (wildlife ? wildlife->animats() : 0); }
    std::uint32_t rows() const { return firstPursuer() + (pursuit ? pursuit->agents() : 0); }

    Place placeOf(std::uint32_t row) const;
    // The species, then the other minds, as in kindNames().
    std::uint32_t kindOf(std::uint32_t row) const;
};

std::vector<std::string> kindNames(const Scenario& scenario);
// Of a kind of kindNames(): a species, then the wildlife, then the pursuit agents.
inline std::uint32_t kindsOf(const Scenario& scenario) {
    return static_cast<std::uint32_t>(scenario.species.size()) + 2;
}
// Each kind has task rules, with the number of the kind. After them come the rules of the wildlife species
// that have their own.
std::uint32_t rulesCount(const Scenario& scenario);
std::vector<std::string> rulesNames(const Scenario& scenario);
std::uint32_t kindOfRules(const Scenario& scenario, std::uint32_t rules);
std::uint32_t rulesOfRow(const Scenario& scenario, const Population& population, std::uint32_t row);
const TaskRules& rulesOf(const Scenario& scenario, std::uint32_t rules);
TaskRules& rulesOf(Scenario& scenario, std::uint32_t rules);
// How many there are: flocks, animals of each wildlife species, agents.
const std::uint32_t& countOf(const Scenario& scenario, std::uint32_t kind);
std::uint32_t& countOf(Scenario& scenario, std::uint32_t kind);
load::TaskSettings settingsOf(const TaskRules& rules);
// A task for each row, in order. The tasks of the scenario's schedulers come after them.
void addTasks(const Population& population, const Scenario& scenario, load::TaskTable& tasks);

}  // namespace drover::world
