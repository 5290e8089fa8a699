#include "app/lab/ordeal/author.h"

#include <array>

#include "app/lab/ordeal/land.h"
#include "core/load/managers.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab::ordeal {
namespace {

using world::Scenario;

std::int64_t powerOfTwo_ns(Dice& dice, std::uint64_t low, std::uint64_t high) {
    const std::uint64_t whole = std::uint64_t{1} << (low + dice.below(high - low));
    return static_cast<std::int64_t>(whole + dice.below(whole));
}

world::TaskRules taskOf(Dice& dice) {
    world::TaskRules task;
    task.nominal_ms = dice.between(1, 80);
    task.maximum_ms = task.nominal_ms * (dice.chance(0.2) ? 1 : dice.between(1, 20));
    task.priority = static_cast<float>(dice.between(1, 100));
    task.frequency = 1 + dice.below(6);
    if (dice.chance(0.2)) task.factors.type = 0;
    if (dice.chance(0.2)) task.factors.visibility = 3;
    return task;
}

world::SpeciesEntry speciesOf(Dice& dice, const char* name, double size_m) {
    world::SpeciesEntry entry;
    entry.name = name;
    entry.flocks = dice.below(14);
    entry.region = regionIn(dice, size_m);
    entry.kind.branching = 2 + dice.below(3);
    entry.kind.depth = dice.below(4);
    if (dice.chance(0.5)) entry.task = taskOf(dice);
    if (dice.chance(0.2)) {
        for (const world::Waypoint point : pointsIn(dice, size_m, 1 + dice.below(3)))
            entry.kind.way.push_back({point.x, point.y, static_cast<float>(dice.between(0, 30))});
    }
    if (dice.chance(0.15)) entry.sets = setsOf(dice, world::kHerdParts, entry.task.frequency);
    return entry;
}

void addSchedulers(Dice& dice, Scenario& scenario) {
    std::vector<std::string> free = world::kindNames(scenario);
    for (std::size_t i = 1 + dice.below(3); i > 0; --i) {
        world::SchedulerEntry entry;
        entry.name = "s" + std::to_string(i);
        if (!scenario.schedulers.empty() && dice.chance(0.4)) entry.under = scenario.schedulers.back().name;
        entry.settings.sharing = static_cast<load::Sharing>(dice.below(3));
        entry.settings.phasing = static_cast<load::Phasing>(dice.below(2));
        entry.settings.dry_run_frames = dice.below(30);
        entry.frequency = 1 + dice.below(4);
        entry.phase = static_cast<std::int32_t>(dice.below(5)) - 1;
        while (!free.empty() && dice.chance(0.7)) {
            const std::size_t at = dice.below(free.size());
            entry.members.push_back(free[at]);
            free.erase(free.begin() + static_cast<std::ptrdiff_t>(at));
        }
        scenario.schedulers.push_back(std::move(entry));
    }
}

void addSingles(Dice& dice, Scenario& scenario) {
    const double size_m = scenario.world.world_size;
    if (dice.chance(0.3)) scenario.wildlife.count = dice.below(4);
    if (dice.chance(0.2)) scenario.pursuit.count = dice.below(9);
    if (dice.chance(0.4)) scenario.hunters.count = dice.below(6);
    if (dice.chance(0.1)) scenario.hunters.stands = true;
    scenario.hunters.region = regionIn(dice, size_m);
    if (dice.chance(0.1)) scenario.wildlife.species = {{minds::Wild::kBobcat, taskOf(dice)}};
    world::forEachOther(scenario, [&](const minds::Kind& kind, world::AnimalsEntry& entry) {
        if (dice.chance(0.3)) entry.cost_us = dice.between(0, 50);
        if (dice.chance(0.3)) entry.task = taskOf(dice);
        if (dice.chance(0.1)) entry.sets = setsOf(dice, kind.parts, entry.task.frequency);
    });
}

// As many herds as a frame can have without that a life takes long.
void makeLarge(Dice& dice, Scenario& scenario) {
    scenario.world.world_size = 8000;
    scenario.world.shapes.clear();
    scenario.species.resize(1 + dice.below(2));
    for (world::SpeciesEntry& entry : scenario.species) {
        if (entry.name.empty()) entry.name = "herds";
        entry.flocks = 10'000, entry.kind.depth = 1 + dice.below(2), entry.kind.branching = 2;
        entry.region = {}, entry.kind.way.clear();
    }
}

}  // namespace

load::BudgetSettings budgetOf(Dice& dice) {
    load::BudgetSettings budget;
    budget.policy = dice.chance(0.7) ? load::BudgetPolicy::kFixed : load::BudgetPolicy::kFrameTarget;
    budget.fixed_ns = dice.chance(0.05) ? 0 : powerOfTwo_ns(dice, 8, 24);
    budget.target_frame_ns = powerOfTwo_ns(dice, 18, 25);
    budget.least_ns = powerOfTwo_ns(dice, 6, 19);
    budget.greatest_ns = budget.least_ns + powerOfTwo_ns(dice, 6, 25);
    budget.counts_manager = dice.chance(0.5);
    return budget;
}

world::LoadRules rulesOf(Dice& dice) {
    world::LoadRules rules;
    const load::ManagerInfo& info = dice.oneOf(load::kManagers);
    rules.manager = info.name;
    for (const load::ParameterInfo& parameter : info.parameters) {
        if (!dice.chance(0.3)) continue;
        double value = dice.chance(0.2)   ? parameter.least
                       : dice.chance(0.2) ? parameter.greatest
                                          : dice.between(parameter.least, parameter.greatest);
        if (!parameter.choices.empty()) value = dice.below(parameter.choices.size());
        rules.parameters.push_back({std::string(parameter.name), value});
    }
    if (info.make_from != nullptr && dice.chance(0.9)) rules.script = scriptOf(dice);
    rules.budget = budgetOf(dice);
    if (dice.chance(0.5)) rules.think_us = dice.between(0, 30);
    if (dice.chance(0.5)) rules.base_load_ms = dice.between(0, 20);
    return rules;
}

std::vector<world::SetEntry> setsOf(Dice& dice, std::span<const minds::PartInfo> parts,
                                    std::uint32_t frequency) {
    std::vector<world::SetEntry> sets;
    for (const minds::PartInfo& part : parts) {
        const bool is_last = &part == &parts.back();
        if (!is_last && dice.chance(0.4)) continue;
        world::SetEntry set{.name = part.name};
        set.method = static_cast<load::ExecutionMethod>(dice.below(6));
        set.priority = 1 + dice.below(100);
        if (dice.chance(0.3)) set.period = 1 + dice.below(4), set.delay = dice.below(4);
        sets.push_back(std::move(set));
    }
    if (world::flawOf(parts, sets, frequency) && dice.chance(0.98)) sets.clear();
    return sets;
}

std::vector<world::RelationEntry> relationsOf(Dice& dice, const Scenario& scenario) {
    std::vector<world::RelationEntry> relations;
    const std::vector<std::string> looks = world::lookNames(scenario);
    for (std::size_t who = 0; who < looks.size(); ++who)
        for (const std::string& whom : looks) {
            const bool is_herd = who < scenario.species.size();
            if (!dice.chance(is_herd ? 0.25 : looks[who] == "lion" ? 0.5 : 0.03)) continue;
            const auto deed = is_herd ? static_cast<meeting::Deed>(dice.below(4)) : meeting::Deed::kHunt;
            world::RelationEntry entry{
                looks[who],
                whom,
                {deed, static_cast<float>(dice.between(1, dice.chance(0.1) ? 200 : 60)),
                 static_cast<float>(dice.between(0, 2))}};
            relations.push_back(entry);
            if (world::flawOf(relations, scenario) && dice.chance(0.9995)) relations.pop_back();
        }
    return relations;
}

world::Spike spikeOf(Dice& dice) {
    world::Spike spike;
    spike.shape = static_cast<world::SpikeShape>(dice.below(5));
    spike.place = static_cast<world::SpikePlace>(dice.below(2));
    spike.size_ns = powerOfTwo_ns(dice, 8, 27);
    spike.first_frame = 1 + dice.below(60);
    spike.last_frame = spike.first_frame + dice.below(40);
    spike.period_frames = 1 + dice.below(10);
    spike.length_frames = 1 + dice.below(spike.period_frames);
    spike.seed = dice.word();
    return spike;
}

Scenario scenarioOf(Dice& dice, bool is_real) {
    Scenario scenario;
    scenario.title = scenario.text = "A life of the ordeal";
    scenario.seed = dice.word();
    const bool has_people = dice.chance(0.35);
    double& size_m = scenario.world.world_size;
    size_m = dice.chance(0.2) ? 60 : dice.chance(0.05) ? 1e6 : dice.between(100, 3000);
    scenario.world.edges = dice.chance(0.6) ? Edges::kTorus : Edges::kOpen;
    if (dice.chance(0.5))
        for (std::size_t i = dice.below(6); i > 0; --i)
            scenario.world.shapes.push_back(shapeIn(dice, size_m));
    scenario.player = {dice.between(0, size_m), dice.between(0, size_m), dice.between(0, 40), {}};
    if (dice.chance(0.5)) scenario.player.tour = pointsIn(dice, size_m, dice.below(4));
    constexpr std::array kNames = {"gazelles", "zebras", "oryx"};
    const std::size_t species = has_people ? dice.below(3) : 1 + dice.below(kNames.size());
    for (std::size_t i = 0; i < species; ++i) scenario.species.push_back(speciesOf(dice, kNames[i], size_m));
    if (has_people) buildHouse(dice, scenario);
    addSingles(dice, scenario);
    scenario.lod.enabled = dice.chance(0.85);
    scenario.lod.zone_width = static_cast<float>(dice.between(1, size_m / 4));
    scenario.lod.hysteresis = static_cast<float>(dice.chance(0.3) ? 0 : dice.between(0, 20));
    scenario.lod.lod_test = static_cast<flock::LodTest>(dice.below(2));
    scenario.lod.reinit = static_cast<flock::Reinit>(dice.below(4));
    if (dice.chance(0.1)) scenario.lod.max_leaves = 1 + dice.below(100);
    scenario.load = rulesOf(dice);
    if (is_real) scenario.load.clock = world::ClockKind::kReal;
    if (dice.chance(0.02)) makeLarge(dice, scenario);
    scenario.relations = relationsOf(dice, scenario);
    if (dice.chance(0.2)) addSchedulers(dice, scenario);
    for (std::size_t i = dice.chance(0.3) ? 1 + dice.below(2) : 0; i > 0; --i)
        scenario.spikes.push_back(spikeOf(dice));
    return scenario;
}

}  // namespace drover::lab::ordeal
