// Right answers against the steps, of one session or of many, with 95 % intervals. Answers are few, so the
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

    double step_ms = 0;
    std::uint32_t answers = 0, right = 0;
    std::uint32_t near = 0, far = 0;  // of the right ones, where they looked

    double share() const { return answers == 0 ? 0 : static_cast<double>(right) / answers; }
    Interval interval() const { return wilson(right, answers); }
    bool hasEnough() const { return answers >= kEnough; }
};

// On a display that shows fewer, all panes have late frames.
inline constexpr double kLeastPicturesPerSecond = 50;

struct Curve {
    std::string manager, scenario;
    Part part = Part::kThoughts;
    ViewFrom view = ViewFrom::kAbove;
    std::uint32_t sessions = 0;
    std::uint32_t slow_answers = 0;                             // to panes that did not move evenly
    std::vector<CurvePoint> points;                             // from the smallest step
    CurvePoint gross;                                           // catch trials with one bad pane
    std::array<std::uint32_t, kPanes> named_where_all_alike{};  // how often each pane was named
};

// The curve of sessions that go together.
Curve curveOf(std::span<const Answers> sessions);

// Whether they are of the same curve: the same part of the test, seen from the same place.
bool areAlike(const Answers& one, const Answers& other);
// A curve for each part and view that there is.
std::vector<Curve> curvesOf(std::span<const Answers> sessions);

// Why the second cannot be pooled with the first: of another manager or scenario, for the same curve of other
// steps, or the same session again.
Flaw differenceOf(const Answers& first, const Answers& other);

}  // namespace drover::perception
