// The small plot of a lesson: what was predicted, what was measured, and the canvas on which a curve is
// drawn. lesson_panel.cpp draws it.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/lesson_course.h"

namespace drover::desktop {

// True if a curve was drawn or changed. Drawing is possible if `is_open`.
bool drawLessonPlot(Desk& desk, LessonCourse& course, bool is_open);

}  // namespace drover::desktop
