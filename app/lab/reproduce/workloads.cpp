#include "app/lab/reproduce/workloads.h"

#include "app/command_line/assets.h"

namespace drover::lab {
namespace {

// The herds of the plains scenario, in proportion, on the same ground.
world::Scenario plains(std::uint32_t flocks, double think_us) {
    world::Scenario scenario = command_line::loadScenario("plains");
    const std::uint64_t now = scenario.flocks();
    for (world::SpeciesEntry& entry : scenario.species)
        entry.flocks = static_cast<std::uint32_t>(entry.flocks * std::uint64_t{flocks} / now);
    scenario.load.think_us = think_us;
    scenario.spikes.clear();
    return scenario;
}

Workload spike(std::uint32_t frames) {
    Workload out{
        "spike",
        "the plains, a frame of 16.7 ms aimed at; in the middle third the rest of the frame takes 8 ms more",
        plains(2048, 17)};
    out.scenario.load.budget.policy = load::BudgetPolicy::kFrameTarget;
    out.scenario.load.budget.greatest_ns = 4'000'000;
    world::Spike step;
    step.size_ns = 8'000'000;
    step.first_frame = frames / 3;
    step.last_frame = 2 * frames / 3;
    out.scenario.spikes.push_back(step);
    return out;
}

Workload stampede(std::uint32_t frames) {
    Workload out{"stampede", "256 herds far away; after a third of the frames the player is among them",
                 plains(256, 5)};
    for (world::SpeciesEntry& entry : out.scenario.species) entry.region = {3000, 3000, 150};
    out.scenario.player.x = out.scenario.player.y = 1000;
    out.scenario.player.tour.clear();
    out.commands.push_back({frames / 3, world::MovePlayer{3000, 3000}});
    return out;
}

}  // namespace

std::vector<Workload> workloads(const Session& session, std::uint32_t frames) {
    std::vector<Workload> out;
    out.push_back({"steady", "2,048 herds on the plains, about five times the budget's worth of thought",
                   plains(2048, 17)});
    out.push_back(spike(frames));
    out.push_back(stampede(frames));
    out.push_back(
        {"birth wave", "10,000 herds are born in frame 1, all with unknown cost", plains(10'000, 5)});
    out.push_back({"mixed minds", "herds, hunters and followers share what a frame of 16.6 ms leaves",
                   command_line::loadScenario("all-minds")});
    for (Workload& workload : out) {
        workload.scenario.seed = session.seed;
        workload.scenario.load.clock = session.clock;
        workload.scenario.load.parameters.clear();  // they belong to the scenario's own manager
    }
    return out;
}

}  // namespace drover::lab
