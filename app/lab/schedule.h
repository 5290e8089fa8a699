// drover-lab schedule: what would this manager do with these tasks? A question read from a file, and its
// answer. The command reads and prints; the tests ask without a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json_tree.h"
#include "core/load/activation_delay.h"
#include "core/load/compress.h"
#include "core/load/task.h"

namespace drover::lab {

// What a task makes of the time it is offered.
enum class Consumption : std::uint8_t { kZero, kHalf, kAll, kDouble, kCycle };

struct ScheduleTask {
    load::TaskSettings settings;
    std::uint32_t join_after_frames = 0;
    Consumption consumes = Consumption::kZero;
    std::vector<std::int64_t> cycle_ns;  // of kCycle: one for each call, then again from the first
    std::optional<load::SchedulerSettings> scheduler;  // it is one, of `tasks`
    std::vector<ScheduleTask> tasks;
};

struct FrequencyQuestion {
    std::string manager;
    std::uint32_t frames = 100;
    load::SchedulerSettings own;
    std::vector<std::int64_t> budget_ns = {0};  // cycled over the frames
    std::int64_t clock_tick_ns = 0;             // a reading of the clock returns now, then adds this
    std::vector<ScheduleTask> tasks;
};

// Tasks are numbered in file order, depth first; schedulers have no number.
struct FrequencyAnswer {
    struct Ran {
        std::uint32_t task;
        std::int64_t offered_ns, consumed_ns;
    };
    std::vector<std::int32_t> phases;            // by task; 0 for one that had not joined by the end
    std::vector<std::int32_t> scheduler_phases;  // of the schedulers, in file order, depth first
    std::vector<std::vector<Ran>> frames;
};
FrequencyAnswer answer(const FrequencyQuestion& question);

struct ElasticQuestion {
    struct Task {
        double cost, nominal, maximum, elasticity;
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

// What the process manager is asked and answers stands in the core: planProcess(ProcessPlanRequest).

// A question as files spell it.
Result<FrequencyQuestion> readFrequencyQuestion(const JsonDocument& document);
Result<ElasticQuestion> readElasticQuestion(const JsonDocument& document);
Result<load::ProcessPlanRequest> readProcessQuestion(
    const JsonDocument& document);  // in range: the plan has no error

// Reads whichever question the document asks and spells the answer: as JSON, or as a chart for people.
enum class AnswerForm : std::uint8_t { kJson, kTable };
Result<std::string> answerText(const JsonDocument& document, AnswerForm form);

}  // namespace drover::lab
