// A question as exams ask it: jobs that come again and again, one at a time, in slots of equal length. The
// solution by the textbook, the empty chart, and what is wrong with a chart that a student filled in.
// schedule.cpp asks; SCHEDULE.md describes the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.h"
#include "core/base/json_tree.h"

namespace drover::lab {

enum class QuizOrder : std::uint8_t { kEdf, kRateMonotonic, kAny };

// Times are in slots. Its jobs come at `release`, a period later, and so on.
struct QuizTask {
    std::uint32_t cost = 1, period = 1, release = 0;
    std::uint32_t deadline = 0;  // from a job's coming to its end; 0: the period
};

struct Quiz {
    QuizOrder order = QuizOrder::kAny;
    std::uint32_t slots = 0;
    std::vector<QuizTask> tasks;  // their names are the letters from A on
};
// A file whose manager is "edf", "rate_monotonic" or "any".
bool isQuiz(std::string_view manager);
Result<Quiz> readQuiz(const JsonDocument& document);

// A job that has not ended by its deadline, the end of this slot (from 1).
struct QuizMiss {
    std::size_t task = 0;
    std::uint32_t slot = 0;
};
std::vector<QuizMiss> missesOf(const Quiz& quiz);
std::string sentenceOf(const QuizMiss& miss);
// What is wrong with a question to students: its solution misses a deadline.
Flaw missOf(const Quiz& quiz, const JsonDocument& document);

// A row a task; # where it runs, . where it does not, ! where it runs after its deadline.
using QuizChart = std::vector<std::string>;
QuizChart solutionOf(const Quiz& quiz);
QuizChart emptyChartOf(const Quiz& quiz);
// As a file: the tasks as comments, and the rows.
std::string chartText(const Quiz& quiz, const QuizChart& chart);
std::string jsonOf(const Quiz& quiz, const QuizChart& chart);
Result<QuizChart> readChart(const Quiz& quiz, const std::string& file, std::string_view text);

struct QuizError {
    std::string kind;        // such as "late"
    std::uint32_t slot = 0;  // from 1
    std::string what;        // a sentence
};
// In the order of their slots. Order and idle slots are judged once nothing else is wrong.
std::vector<QuizError> errorsOf(const Quiz& quiz, const QuizChart& chart);

}  // namespace drover::lab
