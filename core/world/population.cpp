#include "core/world/population.h"

#include <cassert>
#include <cmath>

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

// A flock's first place, anywhere in its region, and its first velocity: its herd's pace, or anything below
// the maximum if that is not known.
flock::Agent born(const Scenario& scenario, const SpeciesEntry& entry, std::uint32_t flock) {
    const Plane plane = scenario.plane();
    const RandomBlock r = randomBlock(scenario.seed, flock, 0, 0, Purpose::kBirth);
    const RandomBlock more = randomBlock(scenario.seed, flock, 1, 0, Purpose::kBirth);
    flock::Agent agent;
    if (entry.region.radius > 0) {
        const Vec2 way = direction(Angle{r[1]}) * std::sqrt(unitFloat(r[0]));
        agent.place = plane.moved(plane.place(entry.region.x, entry.region.y),
                                  static_cast<double>(way.x) * entry.region.radius,
                                  static_cast<double>(way.y) * entry.region.radius);
    } else {
        agent.place = plane.place(r[0] * 0x1p-32 * plane.worldSize(), r[1] * 0x1p-32 * plane.worldSize());
    }
    agent.heading = direction(Angle{more[0]});
    const float pace = entry.kind.manner.pace;
    agent.velocity = agent.heading * (pace > 0 ? pace : entry.kind.max_speed * unitFloat(more[1]));
    return agent;
}

}  // namespace

Scenario measured(Scenario scenario) {
    for (SpeciesEntry& entry : scenario.species) {
        if (entry.kind.manner.pace == 0) entry.kind.manner = flock::measureManner(entry.kind);
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

Population::Population(const Scenario& scenario)
    : flocks(scenario.plane(), scenario.seed, scenario.lod, speciesOf(scenario)) {
    flocks.reserve(scenario.flocks());
    for (std::uint32_t kind = 0; kind < scenario.species.size(); ++kind) {
        const SpeciesEntry& entry = scenario.species[kind];
        for (std::uint32_t i = 0; i < entry.flocks; ++i) {
            const auto flock = static_cast<std::uint32_t>(flocks.size());
            flocks.add(static_cast<SpeciesId>(kind), born(scenario, entry, flock));
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

const TaskRules& rulesOf(const Scenario& scenario, std::uint32_t kind) {
    if (kind < scenario.species.size()) return scenario.species[kind].task;
    return kind == scenario.species.size() ? scenario.wildlife.task : scenario.pursuit.task;
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
            tasks.add(settingsOf(rulesOf(scenario, population.kindOf(row))));
        assert(task.row == row);
    }
    if (scenario.schedulers.empty()) return;
    const std::vector<load::TaskId> of_kind = schedulersOfKinds(
        scenario.schedulers, addSchedulers(scenario.schedulers, tasks), kindNames(scenario));
    for (std::uint32_t row = 0; row < population.rows(); ++row)
        tasks.moveTo(tasks.idOf(row), of_kind[population.kindOf(row)]);
}

}  // namespace drover::world
