// Runs the steps of lessons for `lesson --check` and for worksheets.
#pragma once

#include <map>
#include <string>

#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"

namespace drover::lab {

class LessonSteps {
  public:
    lessons::CheckedStep check(const lessons::LoadedLesson& loaded, std::size_t step);

  private:
    // How herds move is measured once for each scenario, and not for each step.
    std::map<std::string, world::Scenario> scenarios_;
};

// What a step predicted and what happened, on one line; a second one says what does not hold.
std::string lineOf(std::size_t number, const lessons::CheckedStep& checked);

}  // namespace drover::lab
