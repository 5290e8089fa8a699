#include "core/world/animals/population.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/angle.h"
#include "core/world/scenario/relation.h"
#include "core/world/scenario/schedulers.h"

namespace drover::world {
namespace {

std::vector<flock::Species> speciesOf(const Scenario& scenario) {
    std::vector<flock::Species> species;
    for (const SpeciesEntry& entry : scenario.species) species.push_back(entry.kind);
    return species;
}

}  // namespace

minds::Birth birthOf(const Scenario& scenario, std::uint32_t of_each_sort) {
    return {.seed = scenario.seed,
            .plane = scenario.plane(),
            .of_each_sort = of_each_sort,
            .shapes = scenario.world.shapes,
            .people = &scenario.people.settings,
            .are_ways_searched = scenario.ways.count > 0,
            .do_hunters_stand = scenario.hunters.stands};
}

bool needsResponse(const Scenario& scenario, std::uint32_t species) {
    return !scenario.world.shapes.empty() || !scenario.species[species].kind.way.empty() ||
           relationsOf(scenario).minds(species);
}

Scenario measured(Scenario scenario) {
    for (std::uint32_t species = 0; species < scenario.species.size(); ++species) {
        flock::Species& kind = scenario.species[species].kind;
        const bool with_response = needsResponse(scenario, species);
        if (kind.manner.pace == 0 || kind.manner.is_old || (with_response && kind.manner.response == 0))
            kind.manner = flock::measureManner(kind, with_response);
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

flock::Agent bornFlock(const Scenario& scenario, const ground::Ground& ground, std::uint32_t species,
                       const Region& region, std::uint32_t row) {
    const flock::Species& kind = scenario.species[species].kind;
    const RandomBlock more = randomBlock(scenario.seed, row, 1, 0, Purpose::kBirth);
    flock::Agent agent;
    agent.place = ground.outside(
        placeIn(scenario.plane(), region, randomBlock(scenario.seed, row, 0, 0, Purpose::kBirth)));
    agent.heading = direction(Angle{more[0]});
    const float pace = kind.manner.pace;
    agent.velocity = agent.heading * (pace > 0 ? pace : kind.max_speed * unitFloat(more[1]));
    return agent;
}

Population::Population(const Scenario& scenario, const ground::Ground& ground)
    : flocks(scenario.plane(), scenario.seed, scenario.lod, speciesOf(scenario)) {
    flocks.reserve(scenario.flocks());
    for (std::uint32_t kind = 0; kind < scenario.species.size(); ++kind) {
        const SpeciesEntry& entry = scenario.species[kind];
        for (std::uint32_t i = 0; i < entry.flocks; ++i) {
            const auto flock = static_cast<std::uint32_t>(flocks.size());
            flocks.add(static_cast<SpeciesId>(kind), bornFlock(scenario, ground, kind, entry.region, flock));
        }
    }
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry& entry) {
        minds::Animals& animals = *others.emplace_back(kind.make(birthOf(scenario, entry.count)));
        for (std::uint32_t i = 0; i < animals.size(); ++i) {
            const Place born =
                entry.region.radius > 0
                    ? placeIn(flocks.plane(), entry.region, randomBlock(scenario.seed, i, 0, 0, kind.birth))
                    : animals.places[i];
            animals.place(i, ground.outside(born));
        }
    });
}

std::uint32_t Population::lookOf(std::uint32_t row) const {
    if (isFlock(row)) return kindOf(row);
    const auto [animals, other, i] = at(row);
    auto look = static_cast<std::uint32_t>(flocks.allSpecies().size() + animals.sortOf(i));
    for (std::uint32_t before = 0; before < other; ++before)
        look += static_cast<std::uint32_t>(others[before]->kind().sorts.size());
    return look;
}

Place Population::placeOf(std::uint32_t row) const {
    if (isFlock(row)) return {flocks.roots().x[row], flocks.roots().y[row]};
    const Single one = at(row);
    return one.animals.places[one.i];
}

std::uint32_t Population::kindOf(std::uint32_t row) const {
    if (isFlock(row)) return static_cast<std::uint32_t>(flocks.speciesIdOf(FlockId{row}));
    return static_cast<std::uint32_t>(flocks.allSpecies().size()) + at(row).other;
}

std::uint32_t Population::rulesOfRow(const Scenario& scenario, std::uint32_t row) const {
    if (isFlock(row)) return kindOf(row);
    const Single one = at(row);
    const auto kind = static_cast<std::uint32_t>(scenario.species.size()) + one.other;
    return rulesOfSort(scenario, kind, one.animals.sortOf(one.i));
}

void addTasks(const Population& population, const Scenario& scenario, load::TaskTable& tasks) {
    tasks.reserve(population.rows() + static_cast<std::uint32_t>(scenario.schedulers.size()));
    for (std::uint32_t row = 0; row < population.rows(); ++row) {
        [[maybe_unused]] const load::TaskId task =
            tasks.add(settingsOf(rulesOf(scenario, population.rulesOfRow(scenario, row))));
        assert(task.row == row);
    }
    if (scenario.schedulers.empty()) return;
    const std::vector<load::TaskId> of_kind = schedulersOfKinds(
        scenario.schedulers, addSchedulers(scenario.schedulers, tasks), kindNames(scenario));
    for (std::uint32_t row = 0; row < population.rows(); ++row)
        tasks.moveTo(tasks.idOf(row), of_kind[population.kindOf(row)]);
}

}  // namespace drover::world
