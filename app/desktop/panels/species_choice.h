// The drop-down list above the fields that each species has, or each kind of animal. Forces lists species;
// Animals and Periods list kinds and share one choice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"
#include "core/load/manager.h"

namespace drover::desktop {

struct ChosenSpecies {
    std::uint32_t index = 0;
    const world::SpeciesEntry& present;
    const world::SpeciesEntry& start;  // as loaded; a reset restores this
};

// None if the scenario has no species; then a line of text says so.
std::optional<ChosenSpecies> chooseSpecies(Desk& desk, const char* name);

// A list of `all`, with the present one chosen. Returns the number of another one once the user chooses it.
std::optional<std::uint32_t> chooseAnimals(Desk& desk, std::size_t present, const char* name,
                                           std::span<const std::string> all);

// Another manager once the user chooses one: its place in kManagers. Without a label the width is
// ImGui::SetNextItemWidth's.
std::optional<std::size_t> chooseManager(Desk& desk, const char* name, const char* label, std::size_t present,
                                         const char* tip);
// The present world's manager, from the next frame on. What it does is said in a line.
void useManager(Desk& desk, const load::ManagerInfo& info);

}  // namespace drover::desktop
