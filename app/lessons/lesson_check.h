// Whether a lesson holds: each step does what it says under its own script, and is not passed with any of its
// wrong ones. drover-lab lesson --check and the tests call it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/step_watch.h"
#include "core/world/scenario.h"

namespace drover::lessons {

struct CheckedStep {
    Judgement judgement;  // of the script
    std::vector<world::ClaimState> checks, goals;
    std::vector<CurvePoint> measured;
    std::size_t right_choices = 0;  // of a choice: how many of its sentences turned out right
    bool is_choice = false;
    bool is_challenge_met = false;
    std::array<bool, kWrongAnswers> passes_wrongly{};
    std::uint64_t hash = 0;  // of the world after the script

    bool holds() const { return flaw().empty(); }
    // The first thing that does not hold, for people.
    std::string flaw() const;
};

// `scenario` is scenarioOf(step).
CheckedStep checkStep(const Step& step, const world::Scenario& scenario);

}  // namespace drover::lessons
