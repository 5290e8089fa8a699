// A small lesson for tests: three herds, and a budget that changes in frame 21.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "app/lessons/lesson_file.h"

namespace drover::lessons {

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// Frames 11 to 40; the budget is 4 ms, and 2 ms from frame 21 on.
inline const std::string kLesson = R"({
  "title": "A budget", "text": "One line.",
  // Comments are allowed.
  "steps": [
    {"text": "Look at the budget.", "question": "How large is it?", "scenario": "seam", "start_frame": 10,
     "frames": 30,
     "commands": [{"frame": 21, "command": "budget", "with": {"fixed_ms": 2}}],
     "prediction": {"kind": "number", "label": "budget", "measure": "td_ms", "first_frame": 31, "least": 0, "greatest": 8, "tolerance": 0.5},
     "checks": [{"text": "It falls.", "measure": "td_ms", "first_frame": 21, "last_frame": 40, "value": 2}],
     "explain": "The command says so.", "link": "4. The task manager",
     "script": {"number": 2.2},
     "wrong": [{"number": 4}, {"number": 1.4}, {"number": 2.6}]},
    {"text": "Again.", "question": "What happens?", "scenario": "seam", "start_frame": 10, "frames": 30,
     "commands": [{"frame": 21, "command": "budget", "with": {"fixed_ms": 2}}],
     "prediction": {"kind": "choice", "label": "budget", "choices": [
       {"text": "It grows.", "measure": "td_ms", "first_frame": 21, "last_frame": 40, "is": "at_least", "value": 5},
       {"text": "It shrinks.", "measure": "td_ms", "first_frame": 21, "last_frame": 40, "value": 3}]},
     "checks": [{"text": "It falls.", "measure": "td_ms", "first_frame": 21, "last_frame": 40, "value": 2}],
     "explain": "The command says so.", "link": "4. The task manager",
     "script": {"choice": 2},
     "wrong": [{"choice": 1}, {"choice": 1}, {"choice": 1}]},
    {"text": "Draw.", "question": "How does it go?", "scenario": "seam", "start_frame": 10, "frames": 30,
     "prediction": {"kind": "curve", "label": "budget", "measure": "td_ms", "least": 0, "greatest": 8, "tolerance": 0.5},
     "checks": [{"text": "It is there.", "measure": "td_ms", "first_frame": 11, "last_frame": 40, "is": "at_least", "value": 1}],
     "challenge": {"text": "Make it 3 ms.", "goals": [
       {"text": "3 ms or less.", "measure": "td_ms", "first_frame": 40, "last_frame": 40, "value": 3}]},
     "explain": "You did it.", "link": "4. The task manager",
     "script": {"curve": [{"frame": 11, "value": 4}, {"frame": 20, "value": 4}, {"frame": 21, "value": 3}, {"frame": 40, "value": 3}],
                "commands": [{"frame": 21, "command": "budget", "with": {"fixed_ms": 3}}]},
     "wrong": [{"curve": [{"frame": 11, "value": 4}, {"frame": 40, "value": 4}]},
               {"curve": [{"frame": 11, "value": 4}, {"frame": 40, "value": 4}],
                "commands": [{"frame": 40, "command": "budget", "with": {"fixed_ms": 3.5}}]},
               {"curve": [{"frame": 11, "value": 8}, {"frame": 40, "value": 8}],
                "commands": [{"frame": 21, "command": "budget", "with": {"fixed_ms": 3}}]}]}
  ]
})";

inline Lesson aLesson(const std::string& source = kLesson) {
    Result<Lesson> lesson = parseLesson("lesson.json", source);
    EXPECT_TRUE(lesson) << lesson.error.message();
    return lesson ? std::move(*lesson) : Lesson{};
}

}  // namespace drover::lessons
