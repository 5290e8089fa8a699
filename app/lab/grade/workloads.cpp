#include "app/lab/grade/workloads.h"

#include "app/command_line/assets.h"

namespace drover::lab {
namespace {

constexpr std::uint32_t kGradedHerds = 512;
constexpr double kGround = 0.75;                             // of its length and width
constexpr std::uint32_t kChangeFrom = 100, kChangeTo = 160;  // frames; a second at 60 a second

// A quarter of the plains' herds and of its budget, on smaller ground.
world::Scenario smallPlains() {
    world::Scenario scenario = command_line::loadScenario("plains");
    const std::uint64_t herds = scenario.flocks();
    for (world::SpeciesEntry& entry : scenario.species)
        entry.flocks = static_cast<std::uint32_t>(entry.flocks * std::uint64_t{kGradedHerds} / herds);
    scenario.world.world_size *= kGround;
    scenario.player.x *= kGround, scenario.player.y *= kGround;
    for (world::Waypoint& point : scenario.player.tour) point.x *= kGround, point.y *= kGround;
    scenario.load.budget.policy = load::BudgetPolicy::kFixed;
    scenario.load.budget.fixed_ns = 1'000'000;
    scenario.spikes.clear();
    return scenario;
}

GradedWorkload steadyPlains() {
    return {"steady",
            "512 herds and a millisecond a frame, which is not enough for all that they like",
            smallPlains(),
            {}};
}

GradedWorkload dearSecond() {
    GradedWorkload out{
        "spike", "for a second all thoughts together are dearer by four milliseconds", smallPlains(), {}};
    world::Spike dearer;
    dearer.place = world::SpikePlace::kInside;
    dearer.size_ns = 4'000'000;
    dearer.first_frame = kChangeFrom + 1, dearer.last_frame = kChangeTo;
    out.scenario.spikes.push_back(dearer);
    return out;
}

GradedWorkload stampedingPlains() {
    GradedWorkload out{"stampede", "for a second all herds like to think twice as often", smallPlains(), {}};
    for (const bool is_over : {false, true}) {
        for (std::uint32_t i = 0; i < out.scenario.species.size(); ++i) {
            world::TaskRules rules = out.scenario.species[i].task;
            if (!is_over) rules.nominal_ms /= 2;
            out.commands.push_back({is_over ? kChangeTo + 1 : kChangeFrom + 1, world::SetTask{i, rules}});
        }
    }
    return out;
}

GradedWorkload birthsOnThePlains() {
    GradedWorkload out{"birth wave", "from frame 100 on there are twice as many herds", smallPlains(), {}};
    for (std::uint32_t i = 0; i < out.scenario.species.size(); ++i) {
        world::SetAnimals born;
        born.species = i;
        born.count = 2 * out.scenario.species[i].flocks;
        out.commands.push_back({kChangeFrom, born});
    }
    return out;
}

// A machine that needs four times as long for each thought, and makes 30 frames a second.
GradedWorkload slowPlains() {
    GradedWorkload out{
        "slow machine", "every thought costs four times as much; 30 frames a second", smallPlains(), {}};
    world::Scenario& scenario = out.scenario;
    scenario.frame_time = 1.0 / 30;
    scenario.load.budget.fixed_ns = 4'000'000;
    scenario.load.think_us *= 4;
    scenario.load.cost_model.fixed_us *= 4;
    scenario.load.cost_model.leaf_us *= 4;
    scenario.load.cost_model.pair_us *= 4;
    return out;
}

GradedWorkload huntingLions() {
    return {"hunt",
            "the herds of the scenario hunt: 2,000 of them, some hunted by lions",
            command_line::loadScenario("hunt"),
            {}};
}

}  // namespace

std::vector<GradedWorkload> gradedWorkloads() {
    std::vector<GradedWorkload> out;
    for (GradedWorkload (*const make)() :
         {steadyPlains, dearSecond, stampedingPlains, birthsOnThePlains, slowPlains, huntingLions}) {
        out.push_back(make());
        world::Scenario& scenario = out.back().scenario;
        scenario.load.clock = world::ClockKind::kModel;
        // The rest of the game fills what the budget leaves: over its budget a manager makes longer frames.
        scenario.load.base_load_ms =
            scenario.frame_time * 1e3 - static_cast<double>(scenario.load.budget.fixed_ns) * 1e-6;
        scenario.load.parameters.clear();  // they belong to the scenario's own manager
        scenario.claims.clear();
    }
    return out;
}

}  // namespace drover::lab
