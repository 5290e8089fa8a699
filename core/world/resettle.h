// Animals that come and go while a world runs (SetAnimals), and species that get another tree (SetTree): what
// is refused, and how the population gets other rows. The world carries the commands out in resettle.cpp; the
// window asks for refusals before it sends them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/world/command.h"
#include "core/world/departed.h"
#include "core/world/outside.h"
#include "core/world/population.h"

namespace drover::world {

// What was found and what is allowed, if a world of this scenario would not carry the command out; empty if
// it would. Only commands that can need more memory are ever refused.
struct Refusal {
    std::string text;
    bool is_memory = false;  // with more memory it would be carried out
};
Refusal refusalOf(const Command& command, const Scenario& scenario, std::uint64_t memory_bytes);

// What keeps a world with this memory from repeating a frame that one with more has stepped. The commands of
// a frame are weighed one after the other, each against what those before it leave.
std::optional<CountFlaw> lackOf(const RecordedFrame& frame, const Scenario& before,
                                std::uint64_t memory_bytes);

// Who was where before a population changed, by its rows now.
struct Resettled {
    static constexpr std::uint32_t kNobody = ~0u;

    std::vector<std::uint32_t> row_before;  // kNobody: a new animal, or one that came back
    std::vector<Returning> returning;       // those that came back
};

// Gives the population as many animals as the command says; `scenario` still has the number before. Those
// that stay keep their order. New ones come after all others of their sort: flocks, then kind by kind.
Resettled resettle(const SetAnimals& command, const Scenario& scenario, const load::TaskTable& tasks,
                   Population& population, Departed& departed);

}  // namespace drover::world
