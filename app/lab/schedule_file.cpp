// Reads the questions of `drover-lab schedule`. A file may hold whole numbers below zero, words in the place of numbers
// and lists of numbers, so it is read by its own small reader; errors look as everywhere.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <span>

#include "app/lab/schedule.h"
#include "core/base/fields.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kLargestBudget_ns = 1'000'000'000'000'000'000;
constexpr std::int64_t kLongestCost_ns = 1'000'000'000'000;
constexpr std::int64_t kMostFrames = 1'000'000;
// Entries of an answer: past that it would not fit in memory.
constexpr double kMostRuns = 20'000'000;
constexpr double kLargestNumber = 1e15;

// One object of the file. The first thing that is wrong is kept, everything after it is passed over.
class ObjectReader {
  public:
    ObjectReader(const JsonDocument& document, const JsonValue& value, std::string path,
                 std::optional<InputError>& error, std::initializer_list<std::string_view> known)
        : document_(document), value_(value), path_(std::move(path)), error_(error) {
        if (error_) return;
        if (value.kind != JsonValue::Kind::kObject) {
            fail(value, path_, "an object");
            return;
        }
        for (const JsonValue::Member& member : value.members) {
            if (std::find(known.begin(), known.end(), member.name) != known.end()) continue;
            error_ = document.error(member.begin, pathOf(member.name), "'" + printable(member.name) + "'",
                                    fmt::format("{}", fmt::join(known, ", ")));
            return;
        }
    }

    const JsonValue* find(std::string_view name) const { return error_ ? nullptr : value_.find(name); }
    const JsonValue* need(std::string_view name, const std::string& allowed) {
        const JsonValue* const value = find(name);
        if (!value && !error_) error_ = document_.error(value_.begin, pathOf(name), "nothing", allowed);
        return value;
    }
    std::string pathOf(std::string_view name) const {
        return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
    }
    void fail(const JsonValue& at, const std::string& path, const std::string& allowed) {
        if (!error_) error_ = document_.error(at.begin, path, document_.spelled(at), allowed);
    }

    template <class T>
    void whole(std::string_view name, T& field, std::int64_t low, std::int64_t high) {
        if (const JsonValue* value = find(name)) field = static_cast<T>(wholeOf(*value, pathOf(name), low, high));
    }
    double number(std::string_view name, double low, double high, bool is_low_allowed) {
        const std::string allowed = fmt::format("{} {} to {}", is_low_allowed ? "a number," : "a number above", low, high);
        const JsonValue* const value = need(name, allowed);
        if (!value) return 1;
        const bool is_number = value->kind == JsonValue::Kind::kNumber || value->kind == JsonValue::Kind::kInteger;
        const bool is_high_enough = is_low_allowed ? value->number >= low : value->number > low;
        if (!is_number || !is_high_enough || !(value->number <= high)) fail(*value, pathOf(name), allowed);
        return value->number;
    }
    // The place of the word in `words`.
    template <class Words>
    std::size_t word(const JsonValue& value, const std::string& path, const Words& words) {
        const auto found = std::find(std::begin(words), std::end(words), value.text);
        if (value.kind == JsonValue::Kind::kText && found != std::end(words))
            return static_cast<std::size_t>(found - std::begin(words));
        fail(value, path, fmt::format("{}", fmt::join(words, ", ")));
        return 0;
    }
    std::int64_t wholeOf(const JsonValue& value, const std::string& path, std::int64_t low, std::int64_t high,
                         const char* or_word = "") {
        constexpr std::uint64_t kLargest = std::uint64_t{1} << 62;
        if (value.kind == JsonValue::Kind::kInteger && value.magnitude <= kLargest) {
            const auto magnitude = static_cast<std::int64_t>(value.magnitude);
            const std::int64_t number = value.is_negative ? -magnitude : magnitude;
            if (number >= low && number <= high) return number;
        }
        fail(value, path, fmt::format("whole numbers {} to {}{}", low, high, or_word));
        return low;
    }
    std::vector<std::int64_t> wholes(const JsonValue& value, const std::string& path, std::int64_t low,
                                     std::int64_t high) {
        constexpr const char* kAllowed = "a list of at least one whole number";
        if (value.kind != JsonValue::Kind::kList) fail(value, path, kAllowed);
        else if (value.items.empty() && !error_) error_ = document_.error(value.begin, path, "an empty list", kAllowed);
        std::vector<std::int64_t> out;
        for (std::size_t i = 0; i < value.items.size(); ++i)
            out.push_back(wholeOf(value.items[i], fmt::format("{}[{}]", path, i), low, high));
        return out;
    }

  private:
    const JsonDocument& document_;
    const JsonValue& value_;
    std::string path_;
    std::optional<InputError>& error_;
};

constexpr std::string_view kPhasings[] = {"classic", "peak"};
constexpr std::string_view kShares[] = {"classic", "remaining"};
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
        out.tasks = tasks(object, 1);
        if (!error_ && runs_a_frame_ * out.frames > kMostRuns) {
            const JsonValue* const frames = object.find("frames");
            object.fail(frames ? *frames : document_.root, "frames",
                        fmt::format("up to {:.0f} with these tasks", kMostRuns / runs_a_frame_));
        }
        return out;
    }

  private:
    // The settings that the whole file and a scheduler inside it share.
    SchedulerSettings scheduler(ObjectReader& object) {
        SchedulerSettings out;
        if (const JsonValue* name = object.need("manager", fmt::format("{}", fmt::join(kFrequencyManagers, ", "))))
            out.sharing = static_cast<Sharing>(object.word(*name, object.pathOf("manager"), kFrequencyManagers));
        if (const JsonValue* phasing = object.find("phasing"))
            out.phasing = static_cast<Phasing>(object.word(*phasing, object.pathOf("phasing"), kPhasings));
        if (const JsonValue* share = object.find("priority_share"))
            out.priority_share = static_cast<PriorityShare>(object.word(*share, object.pathOf("priority_share"), kShares));
        object.whole("dry_run_frames", out.dry_run_frames, 0, kLongestDryRun);
        return out;
    }

    std::vector<ScheduleTask> tasks(ObjectReader& object, double runs_per_frame) {
        std::vector<ScheduleTask> out;
        const JsonValue* const list = object.need("tasks", "a list of tasks");
        if (!list) return out;
        if (list->kind != JsonValue::Kind::kList) object.fail(*list, object.pathOf("tasks"), "a list of tasks");
        for (std::size_t i = 0; i < list->items.size() && !error_; ++i)
            out.push_back(task(list->items[i], fmt::format("{}[{}]", object.pathOf("tasks"), i), runs_per_frame));
        return out;
    }

    ScheduleTask task(const JsonValue& value, const std::string& path, double runs_per_frame) {
        ScheduleTask out;
        ObjectReader object(document_, value, path, error_,
                            {"frequency", "phase", "priority", "join_after_frames", "consumes", "scheduler"});
        object.need("frequency", "the number of frames from one run to the next");
        object.whole("frequency", out.settings.frequency, 1, kLongestFrequency);
        object.whole("join_after_frames", out.join_after_frames, 0, kMostFrames);
        if (object.find("priority"))
            out.settings.priority = static_cast<float>(object.number("priority", 0, static_cast<double>(kLargestPriority), true));
        const JsonValue* const phase = object.find("phase");
        if (phase && phase->text != "auto") {
            out.settings.phase = static_cast<std::int32_t>(
                object.wholeOf(*phase, object.pathOf("phase"), -kLargestPhase, kLargestPhase, ", or \"auto\""));
        }
        const double runs = runs_per_frame / out.settings.frequency;
        if (const JsonValue* consumes = object.find("consumes")) readConsumption(*consumes, object.pathOf("consumes"), out);
        if (const JsonValue* inner = object.find("scheduler")) {
            if (const JsonValue* consumes = object.find("consumes"))
                object.fail(*consumes, object.pathOf("consumes"), "nothing: a scheduler's tasks consume its time");
            ObjectReader own(document_, *inner, object.pathOf("scheduler"), error_,
                             {"manager", "phasing", "dry_run_frames", "priority_share", "tasks"});
            out.scheduler = scheduler(own);
            out.tasks = tasks(own, runs);
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
    double runs_a_frame_ = 0;  // on average, of all tasks together
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
    out.desired_utilization = object.number("desired_utilization", 0, kLargestNumber, true);
    const JsonValue* const list = object.need("tasks", "a list of tasks");
    if (list && list->kind != JsonValue::Kind::kList) object.fail(*list, "tasks", "a list of tasks");
    for (std::size_t i = 0; list && i < list->items.size() && !error; ++i) {
        ObjectReader task(document, list->items[i], fmt::format("tasks[{}]", i), error,
                          {"cost", "nominal", "maximum", "elasticity"});
        ElasticQuestion::Task& t = out.tasks.emplace_back();
        t.cost = task.number("cost", 0, kLargestNumber, true);
        t.nominal = task.number("nominal", 0, kLargestNumber, false);
        t.maximum = task.number("maximum", 0, kLargestNumber, false);
        t.elasticity = task.number("elasticity", 0, kLargestNumber, true);
        if (!error && t.maximum < t.nominal)
            task.fail(*task.find("maximum"), task.pathOf("maximum"),
                      fmt::format("the nominal period, {}, or more", FieldWriter::spell(t.nominal)));
    }
    if (error) return *error;
    return out;
}

}  // namespace drover::lab
