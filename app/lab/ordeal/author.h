// Writes what lives begin with: scenarios, and managers in Lua from a grammar that aims at what could differ
// from run to run or never end.
#pragma once

#include <string>

#include "core/base/dice.h"
#include "core/world/scenario/scenario.h"

namespace drover::lab::ordeal {

world::Scenario scenarioOf(Dice& dice, bool is_real);
world::LoadRules rulesOf(Dice& dice);
std::vector<world::SetEntry> setsOf(Dice& dice, std::span<const minds::PartInfo> parts,
                                    std::uint32_t frequency);
std::vector<world::RelationEntry> relationsOf(Dice& dice, const world::Scenario& scenario);
world::Spike spikeOf(Dice& dice);
load::BudgetSettings budgetOf(Dice& dice);

std::string scriptOf(Dice& dice);

}  // namespace drover::lab::ordeal
