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

CurvePoint& pointAt(std::vector<CurvePoint>& points, double budget_ms) {
    return *std::ranges::find(points, budget_ms, &CurvePoint::budget_ms);
}

std::string budgetsText(const Design& design) {
    std::string text;
    for (const BudgetStep step : design.budgets)
        text += fmt::format("{}{}", text.empty() ? "" : " ", step.ms);
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
    curve.manager = design.manager, curve.scenario = sessions[0].scenario, curve.view = design.view;
    curve.sessions = static_cast<std::uint32_t>(sessions.size());
    for (const BudgetStep step : design.budgets) curve.points.push_back({.budget_ms = step.ms});
    std::ranges::sort(curve.points, {}, &CurvePoint::budget_ms);
    for (const Answers& session : sessions) {
        for (const Answer& answer : session.trials) {
            switch (answer.kind) {
                case TrialKind::kBudget: count(pointAt(curve.points, answer.budget_ms), answer); break;
                case TrialKind::kAllWhole: ++curve.named_where_all_whole[answer.answered - 1]; break;
                case TrialKind::kGrosslyBad: count(curve.gross, answer); break;
            }
        }
    }
    return curve;
}

std::optional<InputError> differenceOf(const Answers& first, const Answers& other) {
    InputError error;
    const auto differs = [&](const char* field, const std::string& found, const std::string& allowed) {
        if (found == allowed) return false;
        error.field = field, error.found = found, error.allowed = allowed;
        return true;
    };
    if (differs("design.manager", other.design.manager, first.design.manager)) return error;
    if (differs("scenario", other.scenario, first.scenario)) return error;
    if (differs("scenario_hash", other.scenario_hash, first.scenario_hash)) return error;
    if (differs("design.view", nameOf(other.design.view), nameOf(first.design.view))) return error;
    if (differs("design.frames", std::to_string(other.design.frames), std::to_string(first.design.frames)))
        return error;
    if (differs("design.budgets", budgetsText(other.design), budgetsText(first.design))) return error;
    if (other.id != first.id) return std::nullopt;
    error.field = "id", error.found = other.id + " again", error.allowed = "each session once";
    return error;
}

}  // namespace drover::perception
