// The world of a step, run without a window: to its start, then through its frames. drover-lab lesson and the
// tests use it.
#pragma once

#include <cstdint>
#include <span>

#include "app/lessons/step_watch.h"
#include "core/world/world.h"

namespace drover::lessons {

// A frame with the lesson's commands, and with `others` that are given before it.
const record::FrameRecord& stepWith(world::World& world, const Step& step,
                                    std::span<const world::LoggedCommand> others);

// `scenario` is scenarioOf(step). The world stands at the end of start_frame.
world::World worldAtStart(const Step& step, const world::Scenario& scenario);

// Runs the step's frames.
void runStep(world::World& world, const Step& step, std::span<const world::LoggedCommand> others,
             StepWatch& watch);

}  // namespace drover::lessons
