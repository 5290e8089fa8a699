#include "core/world/scenario/scenario.h"

#include <fmt/format.h>

#include "core/load/manager.h"
#include "core/load/managers.h"

namespace drover::world {

Scenario::Scenario() = default;
Scenario::Scenario(const Scenario&) = default;
Scenario::Scenario(Scenario&&) noexcept = default;
Scenario& Scenario::operator=(const Scenario&) = default;
Scenario& Scenario::operator=(Scenario&&) noexcept = default;
Scenario::~Scenario() = default;

std::uint64_t Scenario::flocks() const {
    std::uint64_t n = 0;
    for (const SpeciesEntry& entry : species) n += entry.flocks;
    return n;
}

std::uint64_t Scenario::agents() const {
    std::uint64_t n = 0;
    for (const SpeciesEntry& entry : species) n += entry.flocks * entry.kind.agents();
    return n;
}

std::string flawOfScript(const LoadRules& load) {
    const load::ManagerInfo* info = load::findManager(load.manager);
    return info != nullptr && info->flaw_of != nullptr ? info->flaw_of(load.script) : std::string();
}

std::string flawOf(const LoadRules& load) {
    const load::ManagerInfo* info = load::findManager(load.manager);
    if (!info) {
        std::string names;
        for (const load::ManagerInfo& manager : load::kManagers)
            names += (names.empty() ? "" : ", ") + std::string(manager.name);
        return names;
    }
    if (std::string flaw = flawOfScript(load); !flaw.empty()) return flaw;
    const std::unique_ptr<load::Manager> manager = load::makeManager(*info, load.script);
    for (const ParameterValue& parameter : load.parameters) {
        if (manager->setParameter(parameter.name, parameter.value)) continue;
        std::string all;
        for (const load::ParameterInfo& p : manager->info().parameters) {
            all += fmt::format("{}{} {} to {}", all.empty() ? "" : ", ", p.name, p.least, p.greatest);
        }
        return all.empty() ? "none: this manager has no parameters" : all;
    }
    return {};
}

}  // namespace drover::world
