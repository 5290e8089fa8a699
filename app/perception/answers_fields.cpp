#include "app/perception/answers_fields.h"

namespace drover {

static void describe(Fields& v, perception::Step& step) {
    v.number("ms", step.ms, 1e-6, perception::kMostStep_ms,
             "Of AI a frame; or that an unmanaged frame takes.");
}

static void describe(Fields& v, perception::SeenPane& pane) {
    v.integer("seed", pane.seed, 0, ~std::uint64_t{0}, "Of its world.");
    v.text("hash", pane.hash, 16, 16, "Of its world after the last frame.");
}

static void describe(Fields& v, perception::Answer& answer) {
    v.choice("kind", answer.kind, "What was shown.");
    v.number("step_ms", answer.step_ms, 0, perception::kMostStep_ms, "Of the pane that differed.");
    v.integer("place", answer.place, 0, perception::kPanes, "Its number; 0: none differed.");
    v.integer("answered", answer.answered, 1, perception::kPanes, "The pane that was named.");
    v.number("seconds", answer.seconds, 0, perception::kMostSeconds, "From the first picture to the answer.");
    v.number("pictures_per_s", answer.pictures_per_s, 0, perception::kMostPicturesPerSecond,
             "That were shown while the panes moved.");
    v.choice("looked", answer.looked, "Where they looked.");
    v.list("panes", answer.panes, perception::kPanes, perception::kPanes, "The four worlds.");
}

static void describe(Fields& v, perception::Design& design) {
    v.text("manager", design.manager, 1, 40, "Of the panes that save.");
    v.choice("part", design.part, "What makes one pane differ.");
    v.choice("view", design.view, "Where the camera is.");
    v.integer("frames", design.frames, 1, perception::kMostFrames,
              "That are shown where none is late, at 60 a second.");
    v.integer("trials_each", design.trials_each, 1, perception::kMostEach, "Trials with each step.");
    v.integer("catch_each", design.catch_each, 0, perception::kMostEach,
              "Trials in which all are alike, and as many in which one is plainly bad.");
    v.integer("seed", design.seed, 0, ~std::uint64_t{0}, "Places, order and worlds follow from it.");
    v.list("steps", design.steps, 1, perception::kMostSteps, "By which one pane differs.");
}

void describe(Fields& v, perception::Answers& answers) {
    v.integer("version", answers.version, 1, 1, "Of this kind of file.");
    v.text("id", answers.id, 16, 16, "Of the session, not of a person.");
    v.text("scenario", answers.scenario, 1, 300, "Whose worlds were seen.");
    v.text("scenario_hash", answers.scenario_hash, 16, 16, "Over all that the scenario says.");
    v.object("design", answers.design, "Which trials there are.");
    v.list("trials", answers.trials, 0, perception::kMostTrials, "The answers so far, in order.");
    v.text("checksum", answers.checksum, 16, 16, "Over all of the above.");
}

}  // namespace drover
