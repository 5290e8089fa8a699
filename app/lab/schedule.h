// drover-lab schedule: what would this manager do with these tasks? Defines the questions and their answers.
// schedule.cpp reads a question from a file and prints the answer; tests and experiments call answer()
// directly. SCHEDULE.md describes the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json_tree.h"
#include "core/load/elastic/compress.h"
#include "core/load/process/activation_delay.h"
#include "core/load/task_table.h"

namespace drover::lab {

// How much of the offered time a task uses.
enum class Consumption : std::uint8_t { kZero, kHalf, kAll, kDouble, kCycle };
struct Consumes {
    Consumption kind = Consumption::kZero;
    std::vector<std::int64_t> cycle_ns = {};  // for kCycle: one cost per call, repeated
};

struct ScheduleTask {
    load::TaskSettings settings;
    std::uint32_t join_after_frames = 0;
    Consumes consumes;
    std::optional<load::SchedulerSettings> scheduler;  // set if the task is a scheduler of `tasks`
    std::vector<ScheduleTask> tasks;
};

struct FrequencyQuestion {
    std::string manager;
    std::uint32_t frames = 100;
    load::SchedulerSettings own;
    std::vector<std::int64_t> budget_ns = {0};  // repeated over the frames
    std::int64_t clock_tick_ns = 0;             // each clock reading returns the time, then adds this
    std::vector<ScheduleTask> tasks;
};

// Tasks are numbered in file order, depth first; schedulers get no number.
struct FrequencyAnswer {
    struct Ran {
        std::uint32_t task;
        std::int64_t offered_ns, consumed_ns;
    };
    std::vector<std::int32_t> phases;            // by task; 0 for a task that had not joined by the end
    std::vector<std::int32_t> scheduler_phases;  // in file order, depth first
    std::vector<std::vector<Ran>> frames;
};
FrequencyAnswer answer(const FrequencyQuestion& question);

struct ElasticQuestion {
    struct Task {
        double cost = 0, nominal = 0, maximum = 0, elasticity = 0;
    };
    double desired_utilization = 0;
    std::vector<Task> tasks;
};
struct ElasticAnswer {
    load::CompressionResult result;
    double utilization = 0;
    std::vector<double> periods;
};
ElasticAnswer answer(const ElasticQuestion& question);

// The process manager's question and answer are in core: planProcess(ProcessPlanRequest).

// Read a question from its file.
Result<FrequencyQuestion> readFrequencyQuestion(const JsonDocument& document);
Result<ElasticQuestion> readElasticQuestion(const JsonDocument& document);
Result<load::ProcessPlanRequest> readProcessQuestion(
    const JsonDocument& document);  // values are in range, so the plan cannot fail

// Reads the document's question and returns the answer as JSON or as a chart.
enum class AnswerForm : std::uint8_t { kJson, kTable };
Result<std::string> answerText(const JsonDocument& document, AnswerForm form);

}  // namespace drover::lab
