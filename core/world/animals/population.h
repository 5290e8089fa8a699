// Says which animal a row of the task table is: flocks come first, then the single animals, kind by kind.
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
#include "core/minds/animals.h"
#include "core/world/scenario/kinds.h"

namespace drover::world {

// The scenario with the manner of each species in it (core/flock/manner.h). A world measures what its
// scenario does not have; a caller that begins several worlds from one scenario has it measured once.
Scenario measured(Scenario scenario);
// What a kind of single animals is born from, as many of each sort.
minds::Birth birthOf(const Scenario& scenario, std::uint32_t of_each_sort);
// Whether something can push herds of a species, so that their answer must be known.
bool needsResponse(const Scenario& scenario, std::uint32_t species);
// Which species of a measured scenario move badly, and how: a sentence each.
std::vector<std::string> warningsOf(const Scenario& scenario);

// The first place, anywhere in its region where nothing stands, and the first velocity of a flock in this
// row: its herd's pace, or anything below the maximum if that is not known.
flock::Agent bornFlock(const Scenario& scenario, const ground::Ground& ground, std::uint32_t species,
                       const Region& region, std::uint32_t row);
// A place in a region, or anywhere in the world if its radius is zero.
Place placeIn(const Plane& plane, const Region& region, const RandomBlock& draw);

struct Population {
    flock::FlockStore flocks;
    std::vector<ValuePtr<minds::Animals>> others;  // by kind

    // All animals are born, with the places and velocities that the seed of the measured scenario gives.
    Population(const Scenario& scenario, const ground::Ground& ground);

    bool isFlock(std::uint32_t row) const { return row < flocks.size(); }
    std::uint32_t firstOther() const { return static_cast<std::uint32_t>(flocks.size()); }
    // The first row of a kind of `others`; behind the last kind, the number of rows.
    std::uint32_t firstRow(std::size_t other) const {
        std::uint32_t row = firstOther();
        for (std::size_t i = 0; i < other; ++i) row += others[i]->size();
        return row;
    }
    std::uint32_t rows() const { return firstRow(others.size()); }

    // A single animal: its kind among `others`, and its number there.
    struct Single {
        minds::Animals& animals;
        std::uint32_t other = 0;
        std::uint32_t i = 0;
    };
    Single at(std::uint32_t row) const {
        std::uint32_t other = 0, i = row - firstOther();
        while (i >= others[other]->size()) i -= others[other++]->size();
        return {*others[other], other, i};
    }

    // Null: there are none of this class.
    template <class A>
    const A* find() const {
        for (const ValuePtr<minds::Animals>& animals : others)
            if (const auto* const found = dynamic_cast<const A*>(animals.get()); found && found->size() > 0)
                return found;
        return nullptr;
    }

    Place placeOf(std::uint32_t row) const;
    std::uint32_t kindOf(std::uint32_t row) const;
    // Among looks: the species, then the sorts of each kind of single animals.
    std::uint32_t lookOf(std::uint32_t row) const;
    std::uint32_t rulesOfRow(const Scenario& scenario, std::uint32_t row) const;
};

// A task for each row, in order. The tasks of the scenario's schedulers come after them.
void addTasks(const Population& population, const Scenario& scenario, load::TaskTable& tasks);

}  // namespace drover::world
