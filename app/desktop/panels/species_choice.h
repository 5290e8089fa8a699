// The choice of a kind of animal, above the fields that each kind has for itself. Periods and Forces show the
// same one.
#pragma once

#include <cstdint>
#include <optional>

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

struct ChosenSpecies {
    std::uint32_t index = 0;
    const world::SpeciesEntry& present;
    const world::SpeciesEntry& start;  // as its scenario has it: what a reset goes back to
};

// None where the scenario has no species, and then a line says so.
std::optional<ChosenSpecies> chooseSpecies(Desk& desk, PanelState& state, const char* name);

}  // namespace drover::desktop
