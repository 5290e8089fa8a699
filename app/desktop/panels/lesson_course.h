// Takes somebody through a lesson in the window's world: LessonRun says where he is, the session brings the
// world there. desktop.cpp calls followLesson() in every frame, the panel carries out what is clicked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/desk.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_run.h"
#include "app/lessons/worksheet.h"

namespace drover::desktop {

class Session;

struct LessonCourse {
    std::vector<lessons::LoadedLesson> shipped;  // read when the list is first drawn
    bool is_read = false;
    std::string trouble;  // why a lesson cannot be had; empty if all is well

    std::optional<lessons::LessonRun> run;
    std::string name;  // of the lesson's file
    std::filesystem::path folder;
    std::vector<std::optional<lessons::StepOutcome>> outcomes;  // of the steps; the last one of each
    lessons::Answer draft;                                      // what the controls show
    std::vector<std::optional<double>> drawn;  // of a curve: one value for each part of the frames
    std::vector<std::vector<std::optional<double>>> drawings;  // of the steps, to come back to
    std::size_t cursor = 0;                                    // for drawing by keys
    std::uint64_t observed = 0;                                // the last frame that the run was given
    bool wants_run = false;                                    // as soon as the world stands at the start
    bool is_new = true;                                        // a step that the panel has not shown yet
    bool stood_ready = false;                                  // at the start, with a prediction
    std::string hash;                                          // of the world at the end of the step
};

// It waits for one of its choices, which have the digits as keys.
bool asksForDigit(const LessonCourse& course);

// The parts into which the frames of a drawn curve are divided, at most.
inline constexpr std::size_t kCurveParts = 60;

void beginLesson(Session& session, LessonCourse& course, lessons::LoadedLesson lesson);
void followLesson(Session& session, LessonCourse& course);

void goToStep(Session& session, LessonCourse& course, int steps);  // on, or back
void runAgain(Session& session, LessonCourse& course);             // to the start of the step
void leaveLesson(Session& session, LessonCourse& course);

// The lesson with what was predicted and seen, as a page in the folder of exports. The window says where, or
// what went wrong.
void saveWorksheet(Desk& desk, const LessonCourse& course);

// The curve as it is drawn so far; empty with fewer than two parts.
std::vector<lessons::CurvePoint> curveOf(const LessonCourse& course);
// The frame in the middle of a part.
std::uint32_t frameOfPart(const lessons::Step& step, std::size_t part, std::size_t parts);

}  // namespace drover::desktop
