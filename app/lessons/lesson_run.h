// Somebody on the way through a lesson. Knows neither clocks nor worlds: it is told that the world has come
// to the start of the step, and is given the record of each frame. The window and the tests drive it.
#pragma once

#include <cstdint>
#include <optional>

#include "app/lessons/lesson.h"
#include "app/lessons/step_watch.h"

namespace drover::lessons {

enum class Phase : std::uint8_t {
    kReading,     // the world is on its way to the start of the step
    kPredicting,  // it stands there, and waits for a prediction
    kRunning,
    kExplained,  // the step's frames are over
};

class LessonRun {
  public:
    explicit LessonRun(Lesson lesson);

    const Lesson& lesson() const { return lesson_; }
    const Step& step() const { return lesson_.steps[at_]; }
    std::size_t stepNumber() const { return at_ + 1; }
    Phase phase() const { return phase_; }

    // The world stands at the end of the step's start_frame.
    void arrive();
    // A prediction can be changed until the step runs. One that the step does not allow is refused.
    bool commit(const Answer& answer);
    const std::optional<Answer>& answer() const { return answer_; }
    bool canRun() const { return phase_ == Phase::kPredicting && answer_.has_value(); }
    void run();

    // While the step runs: the record of each frame. A frame that is not the next one is of another course,
    // and the step waits until it is begun again.
    void observe(const record::FrameRecord& record);
    // The world went back within the step, or came back to it: all its frames are observed again.
    void lookAgain();
    // The world is no longer the step's: another scenario, another moment.
    void wander() { has_wandered_ = true; }
    bool hasWandered() const { return has_wandered_; }

    // To the start of the step; what was predicted stays.
    void again();
    bool canStepOn() const { return at_ + 1 < lesson_.steps.size(); }
    bool canStepBack() const { return at_ > 0; }
    void stepOn();
    void stepBack();

    // What happened, once a run has begun.
    const std::optional<StepWatch>& watch() const { return watch_; }
    Judgement judgement() const { return watch_->judge(*answer_); }
    bool isDone() const;  // as the lesson wants it: a right prediction, and the challenge met

  private:
    void go(std::size_t step);

    Lesson lesson_;
    std::size_t at_ = 0;
    Phase phase_ = Phase::kReading;
    std::optional<Answer> answer_;
    std::optional<StepWatch> watch_;
    bool has_wandered_ = false;
};

}  // namespace drover::lessons
