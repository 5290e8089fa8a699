// The drop-down list of species above the fields that each species has. Periods and Forces use it and share
// one choice.
#pragma once

#include <cstdint>
#include <optional>

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

struct ChosenSpecies {
    std::uint32_t index = 0;
    const world::SpeciesEntry& present;
    const world::SpeciesEntry& start;  // as loaded; a reset restores this
};

// None if the scenario has no species; then a line of text says so.
std::optional<ChosenSpecies> chooseSpecies(Desk& desk, PanelState& state, const char* name);

}  // namespace drover::desktop
