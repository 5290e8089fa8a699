#include "app/lessons/step_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/record/columns.h"

namespace drover::lessons {
namespace {

std::optional<world::Gauge> gaugeOf(const Prediction& prediction) {
    if (prediction.kind != PredictionKind::kNumber) return std::nullopt;
    return world::Gauge(prediction.measured);
}

bool hasAllHeld(const std::vector<world::ClaimState>& states) {
    return std::ranges::all_of(
        states, [](const world::ClaimState& state) { return state.verdict == world::Verdict::kHeld; });
}

}  // namespace

std::string unitOf(const world::Measurement& measurement) {
    const std::string zero = world::spelled(measurement, 0);
    return zero.size() > 2 ? zero.substr(2) : "";
}

StepWatch::StepWatch(const Step& step)
    : step_(step),
      checks_(step.checks),
      goals_(step.challenge.goals),
      choices_(step.prediction.choices),
      number_(gaugeOf(step.prediction)),
      shown_(step.plotted()) {
    measured_.reserve(step.frames);
}

void StepWatch::observe(const record::FrameRecord& record) {
    for (world::ClaimWatch* watch : {&checks_, &goals_, &choices_}) watch->observe(record);
    if (number_) number_->observe(record);
    shown_.beginAnew();
    shown_.observe(record);
    if (const std::optional<double> value = shown_.value())
        measured_.push_back({static_cast<std::uint32_t>(record.frame), *value});
    ++frames_;
}

std::vector<world::ClaimState> StepWatch::statesOf(const world::ClaimWatch& watch) {
    std::vector<world::ClaimState> states;
    for (std::size_t i = 0; i < watch.claims().size(); ++i) states.push_back(watch.stateOf(i));
    return states;
}

bool StepWatch::isRightChoice(std::uint32_t choice) const {
    return choices_.stateOf(choice - 1).verdict == world::Verdict::kHeld;
}

bool StepWatch::isChallengeMet() const { return hasAllHeld(goals()); }

Judgement StepWatch::judge(const Answer& answer) const {
    switch (step_.prediction.kind) {
        case PredictionKind::kNumber: return judgeNumber(answer.number);
        case PredictionKind::kChoice: return judgeChoice(answer.choice);
        case PredictionKind::kCurve: break;
    }
    return judgeCurve(answer.curve);
}

Judgement StepWatch::judgeNumber(double said) const {
    const world::Measurement& m = step_.prediction.measured;
    Judgement judged{.said = world::spelled(m, said), .happened = "nothing to measure"};
    if (const std::optional<double> value = number_->value()) {
        judged.happened = world::spelled(m, std::round(*value * 100) / 100);
        judged.is_right = std::abs(*value - said) <= step_.prediction.tolerance;
    }
    return judged;
}

Judgement StepWatch::judgeChoice(std::uint32_t said) const {
    const std::vector<world::Claim>& choices = step_.prediction.choices;
    Judgement judged{.said = choices[said - 1].text, .happened = "none of these"};
    judged.is_right = isRightChoice(said);
    for (std::uint32_t i = 1; i <= choices.size(); ++i)
        if (isRightChoice(i)) judged.happened = choices[i - 1].text;
    return judged;
}

Judgement StepWatch::judgeCurve(const std::vector<CurvePoint>& said) const {
    Judgement judged{.said = "the curve as drawn", .happened = "nothing to measure"};
    if (measured_.empty()) return judged;
    const world::Measurement& m = step_.prediction.measured;
    std::vector<double> above;  // the curve as drawn over what was measured
    for (const CurvePoint& point : measured_)
        if (point.frame >= m.first_frame && point.frame <= m.last_frame)
            above.push_back(curveAt(said, point.frame) - point.value);
    const double frames = std::max(static_cast<double>(above.size()), 1.0);
    const double height = std::accumulate(above.begin(), above.end(), 0.0) / frames;
    // The mean distance of the curve moved down by so much.
    const auto distance = [&](double down) {
        double sum = 0;
        for (const double difference : above) sum += std::abs(difference - down);
        return sum / frames;
    };
    const auto spelled = [&](double value) { return world::spelled(m, std::round(value * 100) / 100); };
    judged.is_right = distance(0) <= step_.prediction.tolerance;
    if (!judged.is_right && distance(height) <= step_.prediction.tolerance)
        judged.happened =
            fmt::format("the right shape, {} too {}", spelled(std::abs(height)), height > 0 ? "high" : "low");
    else
        judged.happened = fmt::format("on average {} away from the line; {} or less is right",
                                      spelled(distance(0)), spelled(step_.prediction.tolerance));
    return judged;
}

}  // namespace drover::lessons
