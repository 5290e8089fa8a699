// How the animals of a world meet: makes the surroundings of a scenario, and renews them after each frame
// from those that ran. The world calls it. It does nothing where all ignore each other.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cores/team.h"
#include "core/load/task_table.h"
#include "core/meeting/surroundings.h"
#include "core/world/animals/population.h"
#include "core/world/frame/frame_tally.h"

namespace drover::world {

// As all animals are now.
meeting::Surroundings surroundingsOf(const Scenario& scenario, const Population& population,
                                     std::int64_t now_ns, cores::Team* team);
// After a frame of `elapsed_ns`. `rows` is working memory.
void renew(meeting::Surroundings& surroundings, const Population& population, std::span<const Ran> ran,
           const load::TaskTable& tasks, std::int64_t elapsed_ns, cores::Team* team,
           std::vector<std::uint32_t>& rows);

}  // namespace drover::world
