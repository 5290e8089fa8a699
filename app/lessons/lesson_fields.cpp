#include "app/lessons/lesson_fields.h"

namespace drover {

static void describe(Fields& v, lessons::Prediction& p) {
    v.choice("kind", p.kind, "What the student commits to.");
    v.text("label", p.label, 1, 40, "What is measured, in words: it names the line in plots.");
    describeMeasurement(v, p.measured, 0, "Counted as the world's frames; 0: the first or last of the step.");
    v.number("least", p.least, -kMaxClaimValue, kMaxClaimValue, "The smallest number that can be entered.");
    v.number("greatest", p.greatest, -kMaxClaimValue, kMaxClaimValue,
             "The largest number that can be entered.");
    v.number("tolerance", p.tolerance, 0, kMaxClaimValue,
             "How far off is right: of a curve, the mean distance from what was measured.");
    v.list("choices", p.choices, 0, 4,
           "Of a choice: sentences, each with the condition under which it turns out right.");
}

static void describe(Fields& v, lessons::CurvePoint& point) {
    v.integer("frame", point.frame, 1, world::kMaxClaimFrame, "A frame of the step.");
    v.number("value", point.value, -kMaxClaimValue, kMaxClaimValue, "In the unit of the measure.");
}

static void describe(Fields& v, lessons::Answer& answer) {
    v.number("number", answer.number, -kMaxClaimValue, kMaxClaimValue, "The predicted number.");
    v.integer("choice", answer.choice, 0, 4, "The chosen sentence, from 1.");
    v.list("curve", answer.curve, 0, 100, "The drawn curve.");
    v.list("commands", answer.commands, 0, 100, "Of a challenge: what was done meanwhile.");
}

static void describe(Fields& v, lessons::Challenge& challenge) {
    v.text("text", challenge.text, 0, 1000, "What to reach, in at most 60 words.");
    v.list("goals", challenge.goals, 0, 10, "Conditions that must hold in the end.");
}

static void describe(Fields& v, lessons::Step& step) {
    v.text("text", step.text, 1, 1000, "What to look at; with the question at most 60 words.");
    v.text("question", step.question, 1, 300, "The one question that drives the step.");
    v.text("scenario", step.scenario, 1, 300, "A shipped scenario, or a file beside the lesson's.");
    v.integer("seed", step.seed, 0, ~std::uint64_t{0}, "0: the scenario's own.");
    v.integer("start_frame", step.start_frame, 0, lessons::kMostStartFrame,
              "The world is run to the end of this frame before the step begins.");
    v.integer("frames", step.frames, 1, lessons::kMostFrames, "How many frames the step runs.");
    v.list("commands", step.commands, 0, 100,
           "Commands of the lesson, as in a command log. Those up to start_frame prepare the step.");
    v.object("prediction", step.prediction, "What the student commits to before the run.");
    v.list("checks", step.checks, 1, 10, "What will be seen, as conditions in the step's frames.");
    v.object("challenge", step.challenge, "With goals: what the student is to reach by commands of his own.");
    v.text("explain", step.explain, 1, 1000, "Why it happened, in at most 60 words.");
    v.text("link", step.link, 1, 100, "The heading in docs/MODEL.md that says more.");
    v.object("script", step.script, "An answer that is right, and meets the challenge.");
    v.list("wrong", step.wrong, lessons::kWrongAnswers, lessons::kWrongAnswers, "Answers that are not.");
}

void describe(Fields& v, lessons::Lesson& lesson) {
    v.text("$schema", lesson.schema, 0, 1000, "For editors: where the schema of such files is.");
    v.integer("place", lesson.place, 1, 1000, "Where it stands in a list of lessons.");
    v.text("title", lesson.title, 1, 60, "What it is about.");
    v.text("text", lesson.text, 1, 200, "One line that says what one learns.");
    v.list("steps", lesson.steps, 1, 20, "The steps, in their order.");
}

}  // namespace drover
