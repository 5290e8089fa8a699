#include "app/lessons/step_world.h"

#include <vector>

namespace drover::lessons {
namespace {

void take(std::span<const world::LoggedCommand> from, std::uint64_t frame, std::vector<world::Command>& to) {
    for (const world::LoggedCommand& logged : from)
        if (logged.frame == frame) to.push_back(logged.command);
}

}  // namespace

const record::FrameRecord& stepWith(world::World& world, const Step& step,
                                    std::span<const world::LoggedCommand> others) {
    std::vector<world::Command> commands;
    take(step.commands, world.frame() + 1, commands);
    take(others, world.frame() + 1, commands);
    const double frame_time = world.frame() == 0 ? world.scenario().frame_time : world.naturalFrameTime();
    return world.step(frame_time, commands);
}

world::World worldAtStart(const Step& step, const world::Scenario& scenario) {
    world::World world(scenario);
    world.listEvents(false);
    while (world.frame() < step.start_frame) stepWith(world, step, {});
    return world;
}

void runStep(world::World& world, const Step& step, std::span<const world::LoggedCommand> others,
             StepWatch& watch) {
    while (!watch.isOver()) watch.observe(stepWith(world, step, others));
}

}  // namespace drover::lessons
