// The drop-down list above the fields that each species has, or each kind of animal: the species, the
// wildlife and the pursuit agents. Forces lists species; Animals and Periods list kinds and share one choice.
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

// Returns the number of the kind (world::kindsOf).
std::uint32_t chooseKind(Desk& desk, PanelState& state, const char* name);

}  // namespace drover::desktop
