#include "core/load/taught/feedback.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drover::load {
namespace {

// The weight of a task of mean elasticity is 1.
double meanElasticity(const PlanTasks& tasks) {
    double sum = 0;
    for (const double elasticity : tasks.elasticity) sum += elasticity;
    return sum > 0 ? sum / static_cast<double>(tasks.size()) : 1;
}

// The stretch at which every task that gives way is at its maximum.
double mostStretch(const PlanTasks& tasks, double mean) {
    constexpr double kMost = 1e6;
    double most = 1;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks.elasticity[i] > 0)
            most = std::max(most, 1 + (tasks.maximum[i] / tasks.nominal[i] - 1) * mean / tasks.elasticity[i]);
    return std::min(most, kMost);
}

}  // namespace

double StretchController::follow(double use, double set_point, double most, const Gains& gains) {
    constexpr double kLargestError = 2;
    assert(most >= 1 && std::isfinite(use));
    smooth_use_ += gains.smoothing * (use - smooth_use_);
    const double error = std::clamp(smooth_use_ - set_point, -kLargestError, kLargestError);
    if (std::abs(error) <= gains.dead_band) return stretch_ = std::clamp(stretch_, 1.0, most);
    errors_ = std::clamp(errors_ * (1 + gains.integral * error), 1.0, most);
    return stretch_ = std::clamp(errors_ * (1 + gains.proportional * error), 1.0, most);
}

void FeedbackPlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    const auto parameter = [&](std::size_t i) { return frame.parameters[i]; };
    double waiting_ms = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks.waited[i] > 0) waiting_ms += tasks.cost[i];
    const double mean = meanElasticity(tasks);
    double stretch = controller_.stretch();
    if (frame.number > 1 && frame.budget_ms > 0)
        stretch = controller_.follow(
            (frame.used_ms + waiting_ms) / frame.budget_ms, parameter(at<kFeedbackParameters>("set_point")),
            mostStretch(tasks, mean),
            {parameter(at<kFeedbackParameters>("proportional")),
             parameter(at<kFeedbackParameters>("integral")), parameter(at<kFeedbackParameters>("smoothing")),
             parameter(at<kFeedbackParameters>("dead_band"))});
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const double factor = 1 + (stretch - 1) * tasks.elasticity[i] / mean;
        tasks.period[i] = std::clamp(tasks.nominal[i] * factor, tasks.nominal[i], tasks.maximum[i]);
    }
}

}  // namespace drover::load
