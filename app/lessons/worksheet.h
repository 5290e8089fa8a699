// The worksheet of a lesson: one HTML file for screens and for paper. drover-lab writes it with the lesson's
// own predictions or without any, the window with those of the student.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/step_watch.h"

namespace drover::lessons {

// What somebody predicted in a step, and what happened then.
struct StepOutcome {
    Answer answer;  // with all commands that were given while the step ran, the lesson's own too
    Judgement judgement;
    std::vector<world::ClaimState> checks, goals;
    std::vector<CurvePoint> measured;
    std::uint64_t hash = 0;  // of the world at the end
};

// `outcomes` are of the lesson's steps, in their order. A step that has none is to be filled in by hand.
// `program` is who writes it.
std::string worksheetOf(const Lesson& lesson, std::span<const std::optional<StepOutcome>> outcomes,
                        const std::string& program);

}  // namespace drover::lessons
