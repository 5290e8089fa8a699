// The worksheet of a lesson: one HTML file for screens and for paper. lesson.cpp writes it.
#pragma once

#include <span>
#include <string>

#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"

namespace drover::lab {

// `steps` are the lesson's, in its order.
std::string worksheetOf(const lessons::LoadedLesson& loaded, std::span<const lessons::CheckedStep> steps);

}  // namespace drover::lab
