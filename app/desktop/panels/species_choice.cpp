#include "app/desktop/panels/species_choice.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {

std::optional<ChosenSpecies> chooseSpecies(Desk& desk, PanelState& state, const char* name) {
    const auto& species = desk.session.scenario().species;
    const auto& start = desk.session.asLoaded().species;
    if (species.empty()) {
        paragraph(desk, "No animals of this scenario live in flocks.");
        return std::nullopt;
    }
    std::array<const char*, 64> names;
    const std::size_t count = std::min(species.size(), names.size());
    state.species = std::min(state.species, count - 1);
    for (std::size_t i = 0; i < count; ++i) names[i] = species[i].name.c_str();
    if (const auto chosen = choice(desk, name, "Species", std::span(names).first(count), state.species,
                                   "Whose numbers are shown below: each kind of animal has its own.")) {
        state.species = *chosen;
    }
    const world::SpeciesEntry& present = species[state.species];
    // A scenario that has just been opened is not running yet.
    return ChosenSpecies{static_cast<std::uint32_t>(state.species), present,
                         start.size() == species.size() ? start[state.species] : present};
}

}  // namespace drover::desktop
