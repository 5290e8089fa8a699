// Right answers against the budget, of one session or of many, with 95 % intervals. Answers are few, so the
// intervals are Wilson's (1927): they stay within 0 and 1, also where all answers are right.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/perception/answers.h"

namespace drover::perception {

struct Interval {
    double low = 0, high = 1;
};
Interval wilson(std::uint32_t right, std::uint32_t answers);

struct CurvePoint {
    static constexpr std::uint32_t kEnough = 8;

    double budget_ms = 0;
    std::uint32_t answers = 0, right = 0;
    std::uint32_t near = 0, far = 0;  // of the right ones, where they looked

    double share() const { return answers == 0 ? 0 : static_cast<double>(right) / answers; }
    Interval interval() const { return wilson(right, answers); }
    bool hasEnough() const { return answers >= kEnough; }
};

struct Curve {
    std::string manager, scenario;
    ViewFrom view = ViewFrom::kAbove;
    std::uint32_t sessions = 0;
    std::vector<CurvePoint> points;                             // from the smallest budget
    CurvePoint gross;                                           // catch trials with one bad pane
    std::array<std::uint32_t, kPanes> named_where_all_whole{};  // how often each pane was named
};

Curve curveOf(std::span<const Answers> sessions);

// Why the second cannot be pooled with the first: of another manager, scenario, view or set of budgets, or
// the same session again.
std::optional<InputError> differenceOf(const Answers& first, const Answers& other);

}  // namespace drover::perception
