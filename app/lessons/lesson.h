// A lesson as data: steps in which a student predicts, runs and reads why. Lesson files have these fields
// (lesson_fields.h), lesson_file.h reads them, StepWatch judges what a run showed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.h"
#include "core/world/commands/command.h"
#include "core/world/scenario/claim.h"

namespace drover::lessons {

inline constexpr std::uint32_t kMostWords = 60;     // that stand before a prediction, or after a run
inline constexpr std::uint32_t kMostFrames = 7200;  // of a step: two minutes at 60 a second
inline constexpr std::uint32_t kMostStartFrame = 20'000;
inline constexpr std::size_t kWrongAnswers = 3;

enum class PredictionKind : std::uint8_t { kNumber, kChoice, kCurve };

// What the student commits to before the run.
struct Prediction {
    PredictionKind kind = PredictionKind::kNumber;
    std::string label;  // what is plotted, in words
    // Number: this is what it is compared with. Curve: the measure in each frame from first_frame to
    // last_frame.
    world::Measurement measured;
    double least = 0, greatest = 100;   // of a number or a curve, in the measure's unit
    double tolerance = 0;               // how far off still counts as right
    std::vector<world::Claim> choices;  // a text to choose, and the condition under which it was right
};

struct CurvePoint {
    std::uint32_t frame = 1;
    double value = 0;
};

// A prediction that somebody made, and what he did meanwhile.
struct Answer {
    double number = 0;
    std::uint32_t choice = 0;  // from 1
    std::vector<CurvePoint> curve;
    std::vector<world::LoggedCommand> commands;
};

// Something to reach by commands of one's own.
struct Challenge {
    std::string text;
    std::vector<world::Claim> goals;
};

// Frames are the world's, as in the files that `drover-lab run` writes.
struct Step {
    std::string text, question;
    std::string scenario;
    std::uint64_t seed = 0;  // 0: the scenario's own
    std::uint32_t start_frame = 0;
    std::uint32_t frames = 0;
    std::vector<world::LoggedCommand> commands;  // of the lesson, also on the way to the start
    Prediction prediction;
    std::vector<world::Claim> checks;  // what will be seen
    Challenge challenge;
    std::string explain, link;
    Answer script;
    std::vector<Answer> wrong;

    std::uint32_t firstFrame() const { return start_frame + 1; }
    std::uint32_t lastFrame() const { return start_frame + frames; }
    bool isChallenge() const { return !challenge.goals.empty(); }
    // What a plot of the step shows.
    world::Measurement plotted() const;
};

struct Lesson {
    std::string schema;
    std::uint32_t place = 100;  // among those that are listed together
    std::string title, text;
    std::vector<Step> steps;
};

std::uint32_t wordsIn(std::string_view text);

// The curve through the points, level before the first and after the last.
double curveAt(const std::vector<CurvePoint>& points, double frame);

// Checks that a field's range cannot make; the field is named within the step, such as checks[1].last_frame.
Flaw flawOf(const Step& step);
// The same of an answer to the step.
Flaw flawOf(const Answer& answer, const Step& step);

}  // namespace drover::lessons
