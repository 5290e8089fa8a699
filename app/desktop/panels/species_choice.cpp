#include "app/desktop/panels/species_choice.h"

#include <algorithm>
#include <vector>

#include "app/desktop/widgets/widgets.h"
#include "core/load/manager.h"
#include "core/load/managers.h"

namespace drover::desktop {
std::optional<std::uint32_t> chooseAnimals(Desk& desk, std::size_t present, const char* name,
                                           std::span<const std::string> all) {
    const auto chosen =
        choice(desk, name, "Animals", all, present,
               "The species that live in flocks, and the kinds of single animals. Choose whose numbers "
               "are shown below.");
    if (!chosen) return std::nullopt;
    return static_cast<std::uint32_t>(*chosen);
}

std::optional<std::size_t> chooseManager(Desk& desk, const char* name, const char* label, std::size_t present,
                                         const char* tip) {
    std::vector<const char*> titles, lines;
    for (const load::ManagerInfo& info : load::kManagers)
        titles.push_back(info.title.data()), lines.push_back(info.line.data());
    return *label ? choice(desk, name, label, titles, present, tip)
                  : bareChoice(desk, name, titles, present, tip, lines);
}

void useManager(Desk& desk, const load::ManagerInfo& info) {
    desk.say(std::string(info.title), std::string(info.line));
    desk.session.change(commandFor(desk.panels.own, info.name));
}

std::optional<ChosenSpecies> chooseSpecies(Desk& desk, const char* name) {
    const auto& species = desk.session.scenario().species;
    const auto& start = desk.session.origin().as_loaded.species;
    if (species.empty()) {
        paragraph(desk, "This scenario has no flocks.");
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const world::SpeciesEntry& each : species) names.push_back(each.name);
    desk.panels.species = std::min(desk.panels.species, names.size() - 1);
    if (const auto chosen = choice(desk, name, "Species", names, desk.panels.species,
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
