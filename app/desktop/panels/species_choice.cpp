#include "app/desktop/panels/species_choice.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

constexpr std::size_t kMost = 64 + 2 + 4;  // species, other minds, wildlife species with rules of their own

}  // namespace

std::optional<std::uint32_t> chooseAnimals(Desk& desk, std::size_t present, const char* name,
                                           std::span<const std::string> all) {
    std::array<const char*, kMost> names;
    const std::size_t count = std::min(all.size(), names.size());
    for (std::size_t i = 0; i < count; ++i) names[i] = all[i].c_str();
    const auto chosen =
        choice(desk, name, "Animals", std::span(names).first(count), present,
               "The species that live in flocks, the wildlife and the pursuit agents. Choose whose "
               "numbers are shown below.");
    if (!chosen) return std::nullopt;
    return static_cast<std::uint32_t>(*chosen);
}

std::optional<ChosenSpecies> chooseSpecies(Desk& desk, const char* name) {
    const auto& species = desk.session.scenario().species;
    const auto& start = desk.session.origin().as_loaded.species;
    if (species.empty()) {
        paragraph(desk, "This scenario has no flocks.");
        return std::nullopt;
    }
    std::array<const char*, 64> names;
    const std::size_t count = std::min(species.size(), names.size());
    desk.panels.species = std::min(desk.panels.species, count - 1);
    for (std::size_t i = 0; i < count; ++i) names[i] = species[i].name.c_str();
    if (const auto chosen = choice(desk, name, "Species", std::span(names).first(count), desk.panels.species,
                                   "Each species has its own numbers. Choose whose are shown below.")) {
        desk.panels.species = *chosen;
    }
    const world::SpeciesEntry& present = species[desk.panels.species];
    // Session::load changes asLoaded() at once and scenario() only in the next step, so the lists may differ
    // in length.
    return ChosenSpecies{static_cast<std::uint32_t>(desk.panels.species), present,
                         start.size() == species.size() ? start[desk.panels.species] : present};
}

}  // namespace drover::desktop
