#include "app/perception/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/perception/answers_fields.h"

namespace drover::perception {
namespace {

constexpr double kNormal95 = 1.959963984540054;

void count(CurvePoint& point, const Answer& answer) {
    ++point.answers;
    if (!answer.isRight()) return;
    ++point.right;
    point.near += answer.looked == Looked::kNear;
    point.far += answer.looked == Looked::kFar;
}

CurvePoint& pointAt(std::vector<CurvePoint>& points, double step_ms) {
    return *std::ranges::find(points, step_ms, &CurvePoint::step_ms);
}

std::string stepsText(const Design& design) {
    std::string text;
    for (const Step step : design.steps) text += fmt::format("{}{}", text.empty() ? "" : " ", step.ms);
    return text + " ms";
}

}  // namespace

Interval wilson(std::uint32_t right, std::uint32_t answers) {
    if (answers == 0) return {};
    const double n = answers, p = right / n, z2 = kNormal95 * kNormal95;
    const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

Curve curveOf(std::span<const Answers> sessions) {
    Curve curve;
    if (sessions.empty()) return curve;
    const Design& design = sessions[0].design;
    curve.manager = design.manager, curve.scenario = sessions[0].scenario, curve.part = design.part,
    curve.view = design.view;
    curve.sessions = static_cast<std::uint32_t>(sessions.size());
    for (const Step step : design.steps) curve.points.push_back({.step_ms = step.ms});
    std::ranges::sort(curve.points, {}, &CurvePoint::step_ms);
    for (const Answers& session : sessions) {
        for (const Answer& answer : session.trials) {
            curve.slow_answers += answer.pictures_per_s < kLeastPicturesPerSecond;
            switch (answer.kind) {
                case TrialKind::kStep: count(pointAt(curve.points, answer.step_ms), answer); break;
                case TrialKind::kAllAlike: ++curve.named_where_all_alike[answer.answered - 1]; break;
                case TrialKind::kGrosslyBad: count(curve.gross, answer); break;
            }
        }
    }
    return curve;
}

bool areAlike(const Answers& one, const Answers& other) {
    return one.design.part == other.design.part && one.design.view == other.design.view;
}

std::vector<Curve> curvesOf(std::span<const Answers> sessions) {
    std::vector<Curve> curves;
    std::vector<Answers> left(sessions.begin(), sessions.end());
    while (!left.empty()) {
        const auto others = std::stable_partition(
            left.begin(), left.end(),
            [first = left[0]](const Answers& session) { return areAlike(session, first); });
        curves.push_back(curveOf({left.begin(), others}));
        left.erase(left.begin(), others);
    }
    return curves;
}

Flaw differenceOf(const Answers& first, const Answers& other) {
    InputError error;
    const auto differs = [&](const char* field, const std::string& found, const std::string& allowed) {
        if (found == allowed) return false;
        error.field = field, error.found = found, error.allowed = allowed;
        return true;
    };
    if (differs("design.manager", other.design.manager, first.design.manager)) return error;
    if (differs("scenario", other.scenario, first.scenario)) return error;
    if (differs("scenario_hash", other.scenario_hash, first.scenario_hash)) return error;
    const bool are_alike = areAlike(first, other);
    if (are_alike &&
        differs("design.frames", std::to_string(other.design.frames), std::to_string(first.design.frames)))
        return error;
    if (are_alike && differs("design.steps", stepsText(other.design), stepsText(first.design))) return error;
    if (other.id != first.id) return std::nullopt;
    error.field = "id", error.found = other.id + " again", error.allowed = "each session once";
    return error;
}

}  // namespace drover::perception
