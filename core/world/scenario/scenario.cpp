#include "core/world/scenario/scenario.h"

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

}  // namespace drover::world
