// Reads the questions of `drover-lab schedule` and refuses those that would take too long. SCHEDULE.md
// describes the fields.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/command_line/memory.h"
#include "app/lab/object_reader.h"
#include "app/lab/schedule.h"

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

constexpr std::string_view kPhasings[] = {"classic", "peak"};
constexpr std::string_view kShareWords[] = {"classic", "remaining"};
constexpr std::string_view kConsumptions[] = {"zero", "half", "all", "double", "cycle"};
constexpr std::string_view kFrequencyManagers[] = {"load_balancing", "priority", "fixed"};

class FrequencyReader {
  public:
    FrequencyReader(const JsonDocument& document, std::optional<InputError>& error)
        : document_(document), error_(error) {}

    FrequencyQuestion question() {
        FrequencyQuestion out;
        ObjectReader object(document_, document_.root, "", error_,
                            {"manager", "frames", "phasing", "dry_run_frames", "priority_share", "budget_ns",
                             "clock_tick_ns", "tasks"});
        object.whole("frames", out.frames, 0, kMostFrames);
        object.whole("clock_tick_ns", out.clock_tick_ns, 0, 1'000'000'000);
        if (const JsonValue* budgets = object.find("budget_ns"))
            out.budget_ns = object.wholes(*budgets, "budget_ns", -kLargestBudget_ns, kLargestBudget_ns);
        out.own = scheduler(object);
        out.manager = kFrequencyManagers[static_cast<std::size_t>(out.own.sharing)];
        out.tasks = tasks(object, {1, 1, out.own.dry_run_frames});
        refuseTooMuch(object, out.frames);
        return out;
    }

  private:
    // The scheduler that a task is in: how often it runs, how deeply it is nested, and the length of its dry
    // run.
    struct Place {
        double runs_per_frame, depth;
        std::uint32_t dry_run_frames;
    };

    void refuseTooMuch(ObjectReader& object, std::uint32_t asked) {
        if (error_) return;
        const double most_runs =
            std::min(kMostTaskRuns, static_cast<double>(command_line::availableMemory()) / kBytesPerTaskRun);
        const double excess =
            std::max(asked * runs_a_frame_ / std::max(most_runs, 1.0), asked * steps_a_frame_ / kMostSteps);
        const JsonValue* const frames = object.find("frames");
        if (excess > 1)
            object.fail(frames ? *frames : document_.root, "frames", std::to_string(asked),
                        fmt::format("up to {:.0f} with these tasks", std::floor(asked / excess)));
        if (dry_run_steps_ > kMostSteps)
            object.fail(
                *object.find("tasks"), "tasks", fmt::format("{:.0f} steps of dry runs", dry_run_steps_),
                fmt::format(
                    "up to {:.0f}: fewer automatic phases, lower frequencies, a smaller dry_run_frames",
                    kMostSteps));
    }

    // The settings shared by the whole file and by a scheduler inside it.
    load::SchedulerSettings scheduler(ObjectReader& object) {
        load::SchedulerSettings out;
        if (const JsonValue* name =
                object.need("manager", fmt::format("{}", fmt::join(kFrequencyManagers, ", "))))
            out.sharing =
                static_cast<load::Sharing>(object.word(*name, object.pathOf("manager"), kFrequencyManagers));
        if (const JsonValue* phasing = object.find("phasing"))
            out.phasing =
                static_cast<load::Phasing>(object.word(*phasing, object.pathOf("phasing"), kPhasings));
        if (const JsonValue* share = object.find("priority_share"))
            out.priority_share = static_cast<load::PriorityShare>(
                object.word(*share, object.pathOf("priority_share"), kShareWords));
        object.whole("dry_run_frames", out.dry_run_frames, 0, load::kLongestDryRun);
        return out;
    }

    std::vector<ScheduleTask> tasks(ObjectReader& object, Place place) {
        std::vector<ScheduleTask> out;
        for (const JsonValue& value : object.tasks()) {
            if (error_) break;
            out.push_back(task(value, fmt::format("{}[{}]", object.pathOf("tasks"), out.size()), place));
        }
        return out;
    }

    ScheduleTask task(const JsonValue& value, const std::string& path, Place place) {
        ScheduleTask out;
        ObjectReader object(document_, value, path, error_,
                            {"frequency", "phase", "priority", "join_after_frames", "consumes", "scheduler"});
        object.need("frequency", "the number of frames from one run to the next");
        object.whole("frequency", out.settings.frequency, 1, load::kLongestFrequency);
        object.whole("join_after_frames", out.join_after_frames, 0, kMostFrames);
        if (object.find("priority"))
            out.settings.priority =
                static_cast<float>(object.number("priority", 0, static_cast<double>(load::kLargestPriority)));
        const JsonValue* const phase = object.find("phase");
        if (phase && phase->text != "auto") {
            out.settings.phase = static_cast<std::int32_t>(object.wholeOf(
                *phase, object.pathOf("phase"), -load::kLargestPhase, load::kLargestPhase, ", or \"auto\""));
        } else {
            dry_run_steps_ += 2.0 * out.settings.frequency + place.dry_run_frames;
        }
        const double runs = place.runs_per_frame / out.settings.frequency;
        steps_a_frame_ += 1;
        if (const JsonValue* consumes = object.find("consumes"))
            readConsumption(*consumes, object.pathOf("consumes"), out);
        if (const JsonValue* inner = object.find("scheduler")) {
            if (const JsonValue* consumes = object.find("consumes"))
                object.fail(*consumes, object.pathOf("consumes"),
                            "nothing: a scheduler's tasks consume its time");
            ObjectReader own(document_, *inner, object.pathOf("scheduler"), error_,
                             {"manager", "phasing", "dry_run_frames", "priority_share", "tasks"});
            out.scheduler = scheduler(own);
            steps_a_frame_ += place.depth;
            dry_run_steps_ += kStepsToHoldAFrame * out.scheduler->dry_run_frames;
            out.tasks = tasks(own, {runs, place.depth + 1, out.scheduler->dry_run_frames});
        } else {
            runs_a_frame_ += runs;
        }
        return out;
    }

    void readConsumption(const JsonValue& value, const std::string& path, ScheduleTask& out) {
        ObjectReader object(document_, value, path, error_, {"kind", "ns"});
        if (const JsonValue* kind = object.need("kind", fmt::format("{}", fmt::join(kConsumptions, ", "))))
            out.consumes = static_cast<Consumption>(object.word(*kind, object.pathOf("kind"), kConsumptions));
        if (out.consumes == Consumption::kCycle) {
            if (const JsonValue* cycle = object.need("ns", "a list of at least one whole number"))
                out.cycle_ns = object.wholes(*cycle, object.pathOf("ns"), 0, kLongestCost_ns);
        } else if (const JsonValue* cycle = object.find("ns")) {
            object.fail(*cycle, object.pathOf("ns"), "nothing: only \"cycle\" has costs of its own");
        }
    }

    const JsonDocument& document_;
    std::optional<InputError>& error_;
    // Sums over all tasks.
    double runs_a_frame_ = 0;   // on average
    double steps_a_frame_ = 0;  // one per task, and one per scheduler for each level it is nested in
    double dry_run_steps_ = 0;
};

}  // namespace

Result<FrequencyQuestion> readFrequencyQuestion(const JsonDocument& document) {
    std::optional<InputError> error;
    FrequencyQuestion question = FrequencyReader(document, error).question();
    if (error) return *error;
    return question;
}

Result<ElasticQuestion> readElasticQuestion(const JsonDocument& document) {
    std::optional<InputError> error;
    ElasticQuestion out;
    ObjectReader object(document, document.root, "", error, {"manager", "desired_utilization", "tasks"});
    out.desired_utilization = object.number("desired_utilization", 0, kLargestNumber);
    for (const JsonValue& value : object.tasks()) {
        if (error) break;
        ObjectReader task(document, value, fmt::format("tasks[{}]", out.tasks.size()), error,
                          {"cost", "nominal", "maximum", "elasticity"});
        ElasticQuestion::Task& t = out.tasks.emplace_back();
        t.cost = task.number("cost", 0, kLargestNumber);
        t.nominal = task.number("nominal", kSmallestPeriod, kLargestNumber);
        t.maximum = task.number("maximum", kSmallestPeriod, kLargestNumber);
        t.elasticity = task.number("elasticity", 0, kLargestNumber);
        if (!error && t.maximum < t.nominal)
            task.fail(*task.find("maximum"), task.pathOf("maximum"),
                      fmt::format("the nominal period, {}, or more", FieldWriter::spell(t.nominal)));
    }
    if (error) return *error;
    return out;
}

Result<load::ProcessPlanRequest> readProcessQuestion(const JsonDocument& document) {
    constexpr std::int64_t kFramesOfTable2 = 105;
    std::optional<InputError> error;
    load::ProcessPlanRequest out{.frames = kFramesOfTable2};
    ObjectReader object(document, document.root, "", error,
                        {"manager", "frames", "max_delay", "lookahead", "tasks"});
    object.whole("frames", out.frames, 0, kMostFrames);
    object.whole("max_delay", out.max_delay, 0, load::kMostPlanDelay);
    if (const JsonValue* lookahead = object.find("lookahead")) {
        out.lookahead.kind =
            lookahead->text == "lcm" ? load::LookaheadKind::kLcm : load::LookaheadKind::kFrames;
        if (out.lookahead.kind == load::LookaheadKind::kFrames)
            out.lookahead.frames =
                object.wholeOf(*lookahead, "lookahead", 1, load::kMostLookahead, ", or \"lcm\"");
    }
    for (const JsonValue& value : object.tasks()) {
        if (error) break;
        ObjectReader task(document, value, fmt::format("tasks[{}]", out.tasks.size()), error,
                          {"period", "delay"});
        load::ProcessPlanTask& t = out.tasks.emplace_back();
        task.need("period", "the number of frames from one run to the next");
        task.whole("period", t.period, 1, load::kLongestPlanPeriod);
        const JsonValue* const delay = task.find("delay");
        if (!delay)
            t.delay = 0;
        else if (delay->text != "auto")
            t.delay =
                task.wholeOf(*delay, task.pathOf("delay"), 0, load::kLongestPlanPeriod, ", or \"auto\"");
    }
    if (const double steps = error ? 0 : load::planSteps(out); steps > load::kMostPlanSteps)
        object.fail(*object.find("tasks"), "tasks", fmt::format("{:.0f} steps of planning", steps),
                    fmt::format("up to {:.0f}: fewer tasks or frames, a smaller max_delay or lookahead",
                                load::kMostPlanSteps));
    if (error) return *error;
    return out;
}

}  // namespace drover::lab
