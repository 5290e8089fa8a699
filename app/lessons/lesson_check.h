// Steps of lessons without a window: their worlds, and whether a lesson holds. Each step does what it says
// under its own script, and is not passed with any of its wrong ones. drover-lab lesson --check and the tests
// call it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/step_watch.h"
#include "app/lessons/worksheet.h"
#include "core/world/world.h"

namespace drover::lessons {

// The world of a step: to its start, then through its frames. First a frame with the lesson's commands, and
// with `others` that are given before it.
const record::FrameRecord& stepWith(world::World& world, const Step& step,
                                    std::span<const world::LoggedCommand> others);
// `scenario` is scenarioOf(step). The world stands at the end of start_frame.
world::World worldAtStart(const Step& step, const world::Scenario& scenario);
// Runs the step's frames.
void runStep(world::World& world, const Step& step, std::span<const world::LoggedCommand> others,
             StepWatch& watch);

// What happened under the step's own script.
struct CheckedStep {
    StepOutcome outcome;
    std::size_t right_choices = 0;  // of a choice: how many of its sentences turned out right
    bool is_choice = false;
    bool is_challenge_met = false;
    std::array<bool, kWrongAnswers> passes_wrongly{};

    bool holds() const { return flaw().empty(); }
    // The first thing that does not hold, for people.
    std::string flaw() const;
};

// `scenario` is scenarioOf(step).
CheckedStep checkStep(const Step& step, const world::Scenario& scenario);

}  // namespace drover::lessons
