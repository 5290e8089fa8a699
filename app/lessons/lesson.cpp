#include "app/lessons/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace drover::lessons {
namespace {

Flaw flawOfWords(const char* field, std::uint32_t words) {
    if (words <= kMostWords) return std::nullopt;
    return flawAt(field, fmt::format("{} words", words), fmt::format("{} at most", kMostWords));
}

Flaw flawOfFrames(const world::Measurement& m, const Step& step) {
    const auto allowed = fmt::format("the step's frames, {} to {}", step.firstFrame(), step.lastFrame());
    if (m.first_frame < step.firstFrame())
        return flawAt("first_frame", std::to_string(m.first_frame), allowed);
    if (m.last_frame > step.lastFrame()) return flawAt("last_frame", std::to_string(m.last_frame), allowed);
    return std::nullopt;
}

Flaw flawOfClaim(const world::Claim& claim, const Step& step) {
    if (Flaw found = world::flawOf(claim)) return found;
    if (Flaw found = flawOfFrames(claim.seen, step)) return found;
    return claim.isRelative() ? within("times", flawOfFrames(claim.reference(), step)) : std::nullopt;
}

Flaw flawOfClaims(const char* field, const std::vector<world::Claim>& claims, const Step& step) {
    for (std::size_t i = 0; i < claims.size(); ++i)
        if (Flaw found = within(fmt::format("{}[{}]", field, i), flawOfClaim(claims[i], step))) return found;
    return std::nullopt;
}

Flaw flawOfPrediction(const Step& step) {
    const Prediction& p = step.prediction;
    if (p.kind == PredictionKind::kChoice) {
        if (p.choices.size() < 2)
            return flawAt("choices", fmt::format("a list of {}", p.choices.size()), "a list of 2 to 4");
        return flawOfClaims("choices", p.choices, step);
    }
    const world::Claim claim{.seen = p.measured};
    if (Flaw found = flawOfClaim(claim, step)) return found;
    if (p.greatest <= p.least)
        return flawAt("greatest", fmt::format("{}", p.greatest), fmt::format("more than least, {}", p.least));
    const double most = (p.greatest - p.least) / 4;  // more would make a guess right
    if (p.tolerance <= 0 || p.tolerance > most)
        return flawAt("tolerance", fmt::format("{}", p.tolerance),
                      fmt::format("more than 0, {} at most", most));
    return std::nullopt;
}

// Commands that would end the course of frames that the step judges.
bool breaksOff(const world::Command& command) {
    return world::beginsAnew(command) || world::aboutOf(command) == world::About::kPause;
}

Flaw flawOfCommands(const std::vector<world::LoggedCommand>& commands, std::uint32_t first,
                    std::uint32_t last) {
    std::uint64_t before = first;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const std::string path = fmt::format("commands[{}]", i);
        const std::uint64_t frame = commands[i].frame;
        if (frame < before || frame > last)
            return flawAt(path + ".frame", std::to_string(frame),
                          fmt::format("{} to {}, in the order of frames", before, last));
        before = frame;
        if (breaksOff(commands[i].command))
            return flawAt(path + ".command", "what ends the step's course of frames",
                          "any command but restart, scenario and pause");
        if (Flaw found = within(path + ".with", world::flawOf(commands[i].command))) {
            if (found->found.empty()) found->found = "what does not go together";
            return found;
        }
    }
    return std::nullopt;
}

Flaw flawOfPoints(const std::vector<CurvePoint>& points, const Step& step) {
    if (points.size() < 2) return flawAt("curve", fmt::format("{} points", points.size()), "2 to 100");
    std::uint32_t before = step.firstFrame() - 1;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string path = fmt::format("curve[{}]", i);
        if (points[i].frame <= before || points[i].frame > step.lastFrame())
            return flawAt(path + ".frame", std::to_string(points[i].frame),
                          fmt::format("{} to {}, one after the other", before + 1, step.lastFrame()));
        before = points[i].frame;
        if (points[i].value < step.prediction.least || points[i].value > step.prediction.greatest)
            return flawAt(path + ".value", fmt::format("{}", points[i].value),
                          fmt::format("{} to {}", step.prediction.least, step.prediction.greatest));
    }
    return std::nullopt;
}

Flaw flawOfPredicted(const Answer& answer, const Step& step) {
    const Prediction& p = step.prediction;
    switch (p.kind) {
        case PredictionKind::kNumber:
            if (answer.number >= p.least && answer.number <= p.greatest) return std::nullopt;
            return flawAt("number", fmt::format("{}", answer.number),
                          fmt::format("{} to {}", p.least, p.greatest));
        case PredictionKind::kChoice:
            if (answer.choice >= 1 && answer.choice <= p.choices.size()) return std::nullopt;
            return flawAt("choice", std::to_string(answer.choice), fmt::format("1 to {}", p.choices.size()));
        case PredictionKind::kCurve: break;
    }
    return flawOfPoints(answer.curve, step);
}

}  // namespace

world::Measurement Step::plotted() const {
    world::Measurement shown =
        prediction.kind == PredictionKind::kChoice ? prediction.choices.front().seen : prediction.measured;
    shown.statistic = world::Statistic::kLast;
    shown.first_frame = firstFrame(), shown.last_frame = lastFrame();
    return shown;
}

std::uint32_t wordsIn(std::string_view text) {
    std::uint32_t words = 0;
    bool is_inside = false;
    for (const char c : text) {
        const bool is_space = c == ' ' || c == '\n' || c == '\t';
        words += !is_space && !is_inside;
        is_inside = !is_space;
    }
    return words;
}

double curveAt(const std::vector<CurvePoint>& points, double frame) {
    if (frame <= points.front().frame) return points.front().value;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const CurvePoint &a = points[i - 1], &b = points[i];
        if (frame <= b.frame) return a.value + (b.value - a.value) * (frame - a.frame) / (b.frame - a.frame);
    }
    return points.back().value;
}

Flaw flawOf(const Answer& answer, const Step& step) {
    if (Flaw found = flawOfPredicted(answer, step)) return found;
    if (!step.isChallenge() && !answer.commands.empty())
        return flawAt("commands", fmt::format("a list of {}", answer.commands.size()),
                      "commands only in a step with a challenge");
    return flawOfCommands(answer.commands, step.firstFrame(), step.lastFrame());
}

Flaw flawOf(const Step& step) {
    if (Flaw found = flawOfWords("text", wordsIn(step.text) + wordsIn(step.question))) return found;
    if (Flaw found = flawOfWords("explain", wordsIn(step.explain))) return found;
    if (Flaw found = flawOfWords("challenge.text", wordsIn(step.challenge.text))) return found;
    if (Flaw found = flawOfCommands(step.commands, 1, step.lastFrame())) return found;
    if (Flaw found = within("prediction", flawOfPrediction(step))) return found;
    if (Flaw found = flawOfClaims("checks", step.checks, step)) return found;
    if (Flaw found = flawOfClaims("challenge.goals", step.challenge.goals, step)) return found;
    if (Flaw found = within("script", flawOf(step.script, step))) return found;
    for (std::size_t i = 0; i < step.wrong.size(); ++i)
        if (Flaw found = within(fmt::format("wrong[{}]", i), flawOf(step.wrong[i], step))) return found;
    return std::nullopt;
}

}  // namespace drover::lessons
