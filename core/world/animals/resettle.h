// Animals that come and go while a world runs (SetAnimals): how the population gets other rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/world/animals/departed.h"
#include "core/world/animals/population.h"
#include "core/world/commands/command.h"
#include "core/world/commands/outside.h"

namespace drover::world {

// Where each animal was before a population changed, by its row now.
struct Resettled {
    static constexpr std::uint32_t kNobody = ~0u;

    std::vector<std::uint32_t> row_before;  // kNobody: a new animal, or one that came back
    std::vector<Returning> returning;       // those that came back
};

// Gives the population as many animals as the command says; `scenario` still has the number before. Those
// that stay keep their order. New ones come after all others of their sort: flocks, then the single animals,
// kind by kind.
Resettled resettle(const SetAnimals& command, const Scenario& scenario, const ground::Ground& ground,
                   const load::TaskTable& tasks, Population& population, Departed& departed);

}  // namespace drover::world
