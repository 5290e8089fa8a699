// `feedback`: a controller holds the use of the budget at a set point, and knows no task. It compares what
// the tasks used and what had to wait with what it wants, and stretches all periods by one number, far ones
// more (Lu, Stankovic, Son & Tao 2002). MODEL 13. Made through kManagers.
#pragma once

#include <array>
#include <memory>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"

namespace drover::load {

inline constexpr std::array<ParameterInfo, 5> kFeedbackParameters = {{
    {.name = "set_point",
     .title = "Use of the budget that it wants",
     .unit = "of the budget",
     .least = 0.5,
     .greatest = 1,
     .initial = 0.9},
    {.name = "proportional", .title = "Gain of the error as it is", .greatest = 2, .initial = 0.5},
    {.name = "integral", .title = "Gain of the errors added up", .unit = "a frame", .initial = 0.12},
    {.name = "smoothing",
     .title = "How far the measured use moves to each new value",
     .least = 0.02,
     .initial = 0.15},
    {.name = "dead_band",
     .title = "Error that it leaves alone",
     .unit = "of the budget",
     .greatest = 0.5,
     .initial = 0.08},
}};

// A PI controller whose output is a factor of at least 1. The factor multiplies, so the same gains do for
// one load and for ten times as much.
class StretchController {
  public:
    struct Gains {
        double proportional, integral, smoothing, dead_band;
    };
    // `most` is the factor beyond which nothing changes any more: the sum of errors stops there
    // (anti-windup), so that it need not be run down later.
    double follow(double use, double set_point, double most, const Gains& gains);
    double stretch() const { return stretch_; }

  private:
    double smooth_use_ = 0, errors_ = 1, stretch_ = 1;
};

class FeedbackPlan final : public Plan {
  public:
    std::unique_ptr<Plan> copy() const override { return std::make_unique<FeedbackPlan>(*this); }
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    bool writesPeriods() const override { return true; }

  private:
    StretchController controller_;
};

}  // namespace drover::load
