// What happened in a step: is given the record of each of its frames, and judges a prediction by them. The
// lab feeds it from a run of its own, LessonRun from the window's world.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "core/record/frame_record.h"
#include "core/world/scenario/claim_watch.h"

namespace drover::lessons {

struct Judgement {
    bool is_right = false;
    std::string said, happened;  // for people, each with its unit
};

class StepWatch {
  public:
    explicit StepWatch(const Step& step);

    // Call with each frame of the step, in order, and with no other.
    void observe(const record::FrameRecord& record);
    std::uint32_t framesSeen() const { return frames_; }
    bool isOver() const { return frames_ == step_.frames; }

    // Judges the answer by what was seen so far.
    Judgement judge(const Answer& answer) const;
    // Whether the condition of a choice, from 1, holds.
    bool isRightChoice(std::uint32_t choice) const;
    bool isChallengeMet() const;
    std::vector<world::ClaimState> checks() const { return statesOf(checks_); }
    std::vector<world::ClaimState> goals() const { return statesOf(goals_); }

    // The measure that a plot of the step shows, where there was something to measure.
    const std::vector<CurvePoint>& measured() const { return measured_; }

  private:
    static std::vector<world::ClaimState> statesOf(const world::ClaimWatch& watch);
    Judgement judgeNumber(double said) const;
    Judgement judgeChoice(std::uint32_t said) const;
    Judgement judgeCurve(const std::vector<CurvePoint>& said) const;

    Step step_;
    world::ClaimWatch checks_, goals_, choices_;
    std::optional<world::Gauge> number_;  // of a prediction that is a number
    world::Gauge shown_;                  // of one frame after the other
    std::vector<CurvePoint> measured_;
    std::uint32_t frames_ = 0;
};

// The unit of a measurement's numbers, such as "ms"; empty for shares and counts.
std::string unitOf(const world::Measurement& measurement);

}  // namespace drover::lessons
