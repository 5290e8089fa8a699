// Lesson files: reading with checks, the schema, and the lessons that ship.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "core/world/scenario/scenario.h"

namespace drover::lessons {

Result<Lesson> parseLesson(std::string file, std::string source);
std::string lessonSchema();

// A lesson, and the folder in which its scenarios may lie.
struct LoadedLesson {
    std::string name;      // of its file, without folder and ending
    std::string argument;  // what loadLesson() found it by
    std::filesystem::path folder;
    Lesson lesson;
};

// All that ship, in the order in which they build on each other.
std::vector<LoadedLesson> shippedLessons();

// A shipped name or a file. Throws command_line::Exit if there is neither, or if it is invalid.
LoadedLesson loadLesson(const std::string& name_or_file);

// The files beside it from which its worlds come.
std::vector<std::string> filesOf(const LoadedLesson& loaded);

// The world that a step begins with: its scenario under the model clock, with its seed. Throws Exit likewise.
world::Scenario scenarioOf(const Step& step, const std::filesystem::path& folder);

}  // namespace drover::lessons
