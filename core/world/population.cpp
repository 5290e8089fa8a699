#include "core/world/population.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/world/schedulers.h"

namespace drover::world {
namespace {

std::vector<flock::Species> speciesOf(const Scenario& scenario) {
    std::vector<flock::Species> species;
    for (const SpeciesEntry& entry : scenario.species) species.push_back(entry.kind);
    return species;
}

}  // namespace

Scenario measured(Scenario scenario) {
    for (SpeciesEntry& entry : scenario.species) {
        if (entry.kind.manner.pace == 0 || entry.kind.manner.is_old)
            entry.kind.manner = flock::measureManner(entry.kind);
    }
    return scenario;
}

std::vector<std::string> warningsOf(const Scenario& scenario) {
    std::vector<std::string> warnings;
    for (const SpeciesEntry& entry : scenario.species) {
        if (const std::string flaw = flock::flawOf(entry.kind); !flaw.empty())
            warnings.push_back(entry.name + ": " + flaw);
    }
    return warnings;
}

Place placeIn(const Plane& plane, const Region& region, const RandomBlock& draw) {
    if (region.radius == 0)
        return plane.place(draw[0] * 0x1p-32 * plane.worldSize(), draw[1] * 0x1p-32 * plane.worldSize());
    const Vec2 way = direction(Angle{draw[1]}) * std::sqrt(unitFloat(draw[0]));
    return plane.moved(plane.place(region.x, region.y), static_cast<double>(way.x) * region.radius,
                       static_cast<double>(way.y) * region.radius);
}

flock::Agent bornFlock(const Scenario& scenario, std::uint32_t species, const Region& region,
                       std::uint32_t row) {
    const flock::Species& kind = scenario.species[species].kind;
    const RandomBlock more = randomBlock(scenario.seed, row, 1, 0, Purpose::kBirth);
    flock::Agent agent;
    agent.place = placeIn(scenario.plane(), region, randomBlock(scenario.seed, row, 0, 0, Purpose::kBirth));
    agent.heading = direction(Angle{more[0]});
    const float pace = kind.manner.pace;
    agent.velocity = agent.heading * (pace > 0 ? pace : kind.max_speed * unitFloat(more[1]));
    return agent;
}

Population::Population(const Scenario& scenario)
    : flocks(scenario.plane(), scenario.seed, scenario.lod, speciesOf(scenario)) {
    flocks.reserve(scenario.flocks());
    for (std::uint32_t kind = 0; kind < scenario.species.size(); ++kind) {
        const SpeciesEntry& entry = scenario.species[kind];
        for (std::uint32_t i = 0; i < entry.flocks; ++i) {
            const auto flock = static_cast<std::uint32_t>(flocks.size());
            flocks.add(static_cast<SpeciesId>(kind), bornFlock(scenario, kind, entry.region, flock));
        }
    }
    if (scenario.wildlife.of_each_species > 0)
        wildlife = std::make_unique<minds::Wildlife>(
            minds::WildlifeSettings{.seed = scenario.seed,
                                    .plane = flocks.plane(),
                                    .of_each_species = scenario.wildlife.of_each_species});
    if (scenario.pursuit.agents > 0)
        pursuit = std::make_unique<minds::Pursuit>(minds::PursuitSettings{
            .seed = scenario.seed, .plane = flocks.plane(), .agents = scenario.pursuit.agents});
}

Place Population::placeOf(std::uint32_t row) const {
    if (isFlock(row)) return {flocks.roots().x[row], flocks.roots().y[row]};
    if (row < firstPursuer()) return wildlife->places[row - firstAnimat()];
    return pursuit->places[row - firstPursuer()];
}

std::uint32_t Population::kindOf(std::uint32_t row) const {
    if (isFlock(row)) return static_cast<std::uint32_t>(flocks.speciesIdOf(FlockId{row}));
    return static_cast<std::uint32_t>(flocks.allSpecies().size()) + (row < firstPursuer() ? 0 : 1);
}

std::vector<std::string> kindNames(const Scenario& scenario) {
    std::vector<std::string> names;
    for (const SpeciesEntry& entry : scenario.species) names.push_back(entry.name);
    names.insert(names.end(), {"wildlife", "pursuit"});
    return names;
}

std::uint32_t rulesCount(const Scenario& scenario) {
    return kindsOf(scenario) + static_cast<std::uint32_t>(scenario.wildlife.species.size());
}

std::vector<std::string> rulesNames(const Scenario& scenario) {
    std::vector<std::string> names = kindNames(scenario);
    for (const WildSpeciesEntry& entry : scenario.wildlife.species)
        names.emplace_back(minds::kWildTraits[static_cast<std::size_t>(entry.species)].name);
    return names;
}

std::uint32_t kindOfRules(const Scenario& scenario, std::uint32_t rules) {
    return rules < kindsOf(scenario) ? rules : static_cast<std::uint32_t>(scenario.species.size());
}

std::uint32_t rulesOfRow(const Scenario& scenario, const Population& population, std::uint32_t row) {
    const std::uint32_t kind = population.kindOf(row);
    if (kind != scenario.species.size()) return kind;
    const minds::Wild species = population.wildlife->species[row - population.firstAnimat()];
    const auto& own = scenario.wildlife.species;
    for (std::uint32_t i = 0; i < own.size(); ++i)
        if (own[i].species == species) return kindsOf(scenario) + i;
    return kind;
}

const TaskRules& rulesOf(const Scenario& scenario, std::uint32_t rules) {
    if (rules < scenario.species.size()) return scenario.species[rules].task;
    if (rules >= kindsOf(scenario)) return scenario.wildlife.species[rules - kindsOf(scenario)].task;
    return rules == scenario.species.size() ? scenario.wildlife.task : scenario.pursuit.task;
}

TaskRules& rulesOf(Scenario& scenario, std::uint32_t rules) {
    return const_cast<TaskRules&>(rulesOf(std::as_const(scenario), rules));
}

const std::uint32_t& countOf(const Scenario& scenario, std::uint32_t kind) {
    if (kind < scenario.species.size()) return scenario.species[kind].flocks;
    return kind == scenario.species.size() ? scenario.wildlife.of_each_species : scenario.pursuit.agents;
}

std::uint32_t& countOf(Scenario& scenario, std::uint32_t kind) {
    return const_cast<std::uint32_t&>(countOf(std::as_const(scenario), kind));
}

load::TaskSettings settingsOf(const TaskRules& rules) {
    load::TaskSettings settings;
    settings.nominal_ns = std::llrint(rules.nominal_ms * 1e6);
    settings.maximum_ns = std::llrint(rules.maximum_ms * 1e6);
    settings.priority = rules.priority;
    settings.frequency = rules.frequency;
    return settings;
}

void addTasks(const Population& population, const Scenario& scenario, load::TaskTable& tasks) {
    tasks.reserve(population.rows() + static_cast<std::uint32_t>(scenario.schedulers.size()));
    for (std::uint32_t row = 0; row < population.rows(); ++row) {
        [[maybe_unused]] const load::TaskId task =
            tasks.add(settingsOf(rulesOf(scenario, rulesOfRow(scenario, population, row))));
        assert(task.row == row);
    }
    if (scenario.schedulers.empty()) return;
    const std::vector<load::TaskId> of_kind = schedulersOfKinds(
        scenario.schedulers, addSchedulers(scenario.schedulers, tasks), kindNames(scenario));
    for (std::uint32_t row = 0; row < population.rows(); ++row)
        tasks.moveTo(tasks.idOf(row), of_kind[population.kindOf(row)]);
}

}  // namespace drover::world
