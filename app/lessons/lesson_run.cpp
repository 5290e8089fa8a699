#include "app/lessons/lesson_run.h"

#include <utility>

namespace drover::lessons {

LessonRun::LessonRun(Lesson lesson) : lesson_(std::move(lesson)) {}

void LessonRun::arrive() {
    if (phase_ == Phase::kReading) phase_ = Phase::kPredicting;
    has_wandered_ = false;
}

bool LessonRun::commit(const Answer& answer) {
    const bool is_open = phase_ == Phase::kReading || phase_ == Phase::kPredicting;
    if (!is_open || flawOf(answer, step())) return false;
    answer_ = answer;
    return true;
}

void LessonRun::run() {
    if (!canRun() || has_wandered_) return;
    watch_.emplace(step());
    phase_ = Phase::kRunning;
}

void LessonRun::observe(const record::FrameRecord& record) {
    if (phase_ != Phase::kRunning || has_wandered_) return;
    if (record.frame != std::uint64_t{step().firstFrame()} + watch_->framesSeen()) return wander();
    watch_->observe(record);
    if (watch_->isOver()) phase_ = Phase::kExplained;
}

void LessonRun::lookAgain() {
    if (phase_ != Phase::kRunning) return;
    watch_.emplace(step());
    has_wandered_ = false;
}

void LessonRun::again() {
    phase_ = Phase::kReading;
    watch_.reset();
    has_wandered_ = false;
}

void LessonRun::go(std::size_t step) {
    at_ = step;
    answer_.reset();
    again();
}

void LessonRun::stepOn() {
    if (canStepOn()) go(at_ + 1);
}

void LessonRun::stepBack() {
    if (canStepBack()) go(at_ - 1);
}

bool LessonRun::isDone() const {
    return phase_ == Phase::kExplained && judgement().is_right && watch_->isChallengeMet();
}

}  // namespace drover::lessons
