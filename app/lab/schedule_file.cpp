// Reads the questions of `drover-lab schedule` and refuses those that would take too long. SCHEDULE.md
// describes the fields.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/command_line/memory.h"
#include "app/lab/schedule.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kLargestBudget_ns = 1'000'000'000'000'000'000;
constexpr std::int64_t kLongestCost_ns = 1'000'000'000'000;
constexpr std::int64_t kMostFrames = 1'000'000;
// Most entries in an answer, and fewer where they would not fit in memory.
constexpr double kMostTaskRuns = 20'000'000;
constexpr double kBytesPerTaskRun = 80;
// Most steps, such as tasks times frames; more would take longer than some seconds.
constexpr double kMostSteps = 1e9;
constexpr double kLargestNumber = 1e15;
// Holding a frame of a scheduler's dry run costs as much as this many steps.
constexpr double kStepsToHoldAFrame = 10;
constexpr double kSmallestPeriod = 1e-15;  // costs are divided by periods; this keeps every quotient finite

constexpr Choice<load::Sharing> kFrequencyManagers[] = {{load::Sharing::kEqual, "load_balancing", ""},
                                                        {load::Sharing::kPriority, "priority", ""},
                                                        {load::Sharing::kNone, "fixed", ""}};
constexpr Choice<Consumption> kConsumptions[] = {{Consumption::kZero, "zero", ""},
                                                 {Consumption::kHalf, "half", ""},
                                                 {Consumption::kAll, "all", ""},
                                                 {Consumption::kDouble, "double", ""},
                                                 {Consumption::kCycle, "cycle", ""}};

// The settings shared by the whole file, which has frames, and by a scheduler inside it.
void describeScheduler(FieldReader& v, load::SchedulerSettings& s, std::uint32_t* frames = nullptr) {
    const std::span<const Choice<load::Sharing>> managers(kFrequencyManagers);
    v.required("manager", namesOf(managers));
    v.choice("manager", s.sharing, managers, "");
    if (frames) v.integer("frames", *frames, 0, kMostFrames, "");
    v.choice("phasing", s.phasing, "");
    v.integer("dry_run_frames", s.dry_run_frames, 0, load::kLongestDryRun, "");
    v.choice("priority_share", s.priority_share, "");
}

// A scheduler inside another one, with its tasks.
struct Inside {
    load::SchedulerSettings own;
    std::vector<ScheduleTask> tasks;
};

// What a question costs, before it is answered: sums over all tasks.
struct QuestionEffort {
    double runs_a_frame = 0;   // on average
    double steps_a_frame = 0;  // one per task, and one per scheduler for each level it is nested in
    double dry_run_steps = 0;

    // Tasks of a scheduler that runs so often, is nested so deeply, and looks so far.
    void add(const std::vector<ScheduleTask>& tasks, double runs_per_frame, double depth,
             std::uint32_t dry_run_frames) {
        for (const ScheduleTask& task : tasks) {
            const double runs = runs_per_frame / task.settings.frequency;
            steps_a_frame += 1;
            if (!task.settings.phase) dry_run_steps += 2.0 * task.settings.frequency + dry_run_frames;
            if (!task.scheduler) {
                runs_a_frame += runs;
                continue;
            }
            steps_a_frame += depth;
            dry_run_steps += kStepsToHoldAFrame * task.scheduler->dry_run_frames;
            add(task.tasks, runs, depth + 1, task.scheduler->dry_run_frames);
        }
    }
};

template <class Question>
Result<Question> readAs(const JsonDocument& document, Question question = {}) {
    Flaw error;
    FieldReader(document, error).read(document.root, "", question);
    if (error) return std::move(*error);
    return question;
}

InputError tooMuch(const JsonDocument& document, const char* field, const std::string& found,
                   const std::string& allowed) {
    const JsonValue* const at = document.root.find(field);
    return document.error(at ? at->begin : document.root.begin, field, found, allowed);
}

}  // namespace
}  // namespace drover::lab

namespace drover {

static void describe(FieldReader& v, lab::Consumes& consumes) {
    const std::span<const Choice<lab::Consumption>> kinds(lab::kConsumptions);
    v.required("kind", namesOf(kinds));
    v.choice("kind", consumes.kind, kinds, "");
    if (consumes.kind == lab::Consumption::kCycle) {
        v.required("ns", "a list of at least one whole number");
        v.integers("ns", consumes.cycle_ns, 0, lab::kLongestCost_ns);
    } else {
        v.forbidden("ns", "nothing: only \"cycle\" has costs of its own");
    }
}

static void describe(FieldReader& v, lab::Inside& inside) {
    lab::describeScheduler(v, inside.own);
    v.items("tasks", inside.tasks, "a list of tasks");
}

static void describe(FieldReader& v, lab::ScheduleTask& task) {
    v.required("frequency", "the number of frames from one run to the next");
    v.integer("frequency", task.settings.frequency, 1, load::kLongestFrequency, "");
    v.integerOr("auto", "phase", task.settings.phase, -load::kLargestPhase, load::kLargestPhase);
    v.amount("priority", task.settings.priority, 0, static_cast<double>(load::kLargestPriority));
    v.integer("join_after_frames", task.join_after_frames, 0, lab::kMostFrames, "");
    std::optional<lab::Inside> inside;
    if (v.has("scheduler"))
        v.forbidden("consumes", "nothing: a scheduler's tasks consume its time");
    else
        v.object("consumes", task.consumes, "");
    v.object("scheduler", inside);
    if (!inside) return;
    task.scheduler = inside->own;
    task.tasks = std::move(inside->tasks);
}

static void describe(FieldReader& v, lab::FrequencyQuestion& question) {
    lab::describeScheduler(v, question.own, &question.frames);
    v.integers("budget_ns", question.budget_ns, -lab::kLargestBudget_ns, lab::kLargestBudget_ns);
    v.integer("clock_tick_ns", question.clock_tick_ns, 0, 1'000'000'000, "");
    v.items("tasks", question.tasks, "a list of tasks");
}

static void describe(FieldReader& v, lab::ElasticQuestion::Task& task) {
    const auto amount = [&](const char* name, double& field, double low) {
        v.required(name, fmt::format("a number, {} to {}", low, lab::kLargestNumber));
        v.amount(name, field, low, lab::kLargestNumber);
    };
    amount("cost", task.cost, 0);
    amount("nominal", task.nominal, lab::kSmallestPeriod);
    amount("maximum", task.maximum, lab::kSmallestPeriod);
    amount("elasticity", task.elasticity, 0);
    if (task.maximum < task.nominal)
        v.forbidden("maximum", fmt::format("the nominal period, {}, or more", task.nominal).c_str());
}

static void describe(FieldReader& v, lab::ElasticQuestion& question) {
    std::string manager;
    v.text("manager", manager, 0, 100, "");
    v.required("desired_utilization", fmt::format("a number, 0 to {}", lab::kLargestNumber));
    v.amount("desired_utilization", question.desired_utilization, 0, lab::kLargestNumber);
    v.items("tasks", question.tasks, "a list of tasks");
}

static void describe(FieldReader& v, load::ProcessPlanTask& task) {
    task.delay = 0;  // "auto" empties it
    v.required("period", "the number of frames from one run to the next");
    v.integer("period", task.period, 1, load::kLongestPlanPeriod, "");
    v.integerOr("auto", "delay", task.delay, 0, load::kLongestPlanPeriod);
}

static void describe(FieldReader& v, load::ProcessPlanRequest& request) {
    std::string manager;
    v.text("manager", manager, 0, 100, "");
    v.integer("frames", request.frames, 0, lab::kMostFrames, "");
    v.integer("max_delay", request.max_delay, 0, load::kMostPlanDelay, "");
    constexpr std::int64_t kNone = -1;
    std::optional<std::int64_t> frames = kNone;
    v.integerOr("lcm", "lookahead", frames, 1, load::kMostLookahead);
    if (frames != kNone)
        request.lookahead = {frames ? load::LookaheadKind::kFrames : load::LookaheadKind::kLcm,
                             frames.value_or(0)};
    v.items("tasks", request.tasks, "a list of tasks");
}

}  // namespace drover

namespace drover::lab {

Result<FrequencyQuestion> readFrequencyQuestion(const JsonDocument& document) {
    Result<FrequencyQuestion> question = readAs<FrequencyQuestion>(document);
    if (!question) return question;
    question->manager = kFrequencyManagers[static_cast<std::size_t>(question->own.sharing)].name;
    QuestionEffort effort;
    effort.add(question->tasks, 1, 1, question->own.dry_run_frames);
    const double asked = question->frames;
    const double most_runs =
        std::min(kMostTaskRuns, static_cast<double>(command_line::availableMemory()) / kBytesPerTaskRun);
    const double excess = std::max(asked * effort.runs_a_frame / std::max(most_runs, 1.0),
                                   asked * effort.steps_a_frame / kMostSteps);
    if (excess > 1)
        return tooMuch(document, "frames", std::to_string(question->frames),
                       fmt::format("up to {:.0f} with these tasks", std::floor(asked / excess)));
    if (effort.dry_run_steps > kMostSteps)
        return tooMuch(
            document, "tasks", fmt::format("{:.0f} steps of dry runs", effort.dry_run_steps),
            fmt::format("up to {:.0f}: fewer automatic phases, lower frequencies, a smaller dry_run_frames",
                        kMostSteps));
    return question;
}

Result<ElasticQuestion> readElasticQuestion(const JsonDocument& document) {
    return readAs<ElasticQuestion>(document);
}

Result<load::ProcessPlanRequest> readProcessQuestion(const JsonDocument& document) {
    constexpr std::int64_t kFramesOfTable2 = 105;
    Result<load::ProcessPlanRequest> request =
        readAs<load::ProcessPlanRequest>(document, {.frames = kFramesOfTable2});
    if (!request) return request;
    if (const double steps = load::planSteps(*request); steps > load::kMostPlanSteps)
        return tooMuch(document, "tasks", fmt::format("{:.0f} steps of planning", steps),
                       fmt::format("up to {:.0f}: fewer tasks or frames, a smaller max_delay or lookahead",
                                   load::kMostPlanSteps));
    return request;
}

}  // namespace drover::lab
