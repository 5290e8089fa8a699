#include "app/lab/quiz.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "core/base/grouped.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::lab {
namespace {

constexpr std::uint32_t kMostQuizTasks = 26, kMostSlots = 1000, kSlotsInALine = 60;
constexpr Choice<QuizOrder> kOrders[] = {
    {QuizOrder::kEdf, "edf", "the earliest deadline first"},
    {QuizOrder::kRateMonotonic, "rate_monotonic", "the shortest period first"},
    {QuizOrder::kAny, "any", "in any order that meets all deadlines"}};
const Choice<QuizOrder>& choiceOf(QuizOrder order) { return kOrders[static_cast<std::size_t>(order)]; }

char letterOf(std::size_t task) { return static_cast<char>('A' + task); }
constexpr char kRuns = '#', kRunsLate = '!', kWaits = '.';
bool runsIn(const QuizChart& chart, std::size_t task, std::uint32_t slot) {
    return chart[task][slot] != kWaits;
}

// Whether the job of `task` in that slot (from 0) is to run before that of `other`.
struct JobPlace {
    std::uint32_t deadline = 0;  // the slot after its last one
    std::uint32_t period = 0;

    bool isBefore(const JobPlace& other, QuizOrder order) const {
        return order == QuizOrder::kRateMonotonic ? period < other.period : deadline < other.deadline;
    }
};

// The jobs that have come and have not ended, task by task one after the other.
class QuizJobs {
  public:
    explicit QuizJobs(const Quiz& quiz)
        : quiz_(quiz), done_(quiz.tasks.size()), left_(quiz.tasks.size()), is_told_(quiz.tasks.size()) {
        for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = quiz.tasks[i].cost;
    }

    JobPlace place(std::size_t i) const {
        const QuizTask& task = quiz_.tasks[i];
        return {task.release + done_[i] * task.period + task.deadline, task.period};
    }
    // A job that has not ended by this slot, of which that was not told before.
    std::optional<std::size_t> late(std::uint32_t slot) {
        std::optional<std::size_t> late;
        for (std::size_t i = 0; i < left_.size(); ++i) {
            if (is_told_[i] || slot < place(i).deadline) continue;
            is_told_[i] = true;
            late = i;
        }
        return late;
    }
    // The one that is to run, the first of equals.
    std::optional<std::size_t> first(std::uint32_t slot) const {
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < left_.size(); ++i) {
            const QuizTask& task = quiz_.tasks[i];
            if (slot < task.release + done_[i] * task.period) continue;
            if (!first || place(i).isBefore(place(*first), quiz_.order)) first = i;
        }
        return first;
    }
    void run(std::size_t task) {
        if (--left_[task] > 0) return;
        left_[task] = quiz_.tasks[task].cost;
        ++done_[task];
        is_told_[task] = false;
    }

  private:
    const Quiz& quiz_;
    std::vector<std::uint32_t> done_, left_;  // left of the present job
    std::vector<bool> is_told_;
};

// What the textbook does. A job that has missed its deadline runs on.
struct Solved {
    QuizChart chart;
    std::vector<QuizMiss> misses = {};
};
Solved solved(const Quiz& quiz) {
    Solved out{emptyChartOf(quiz)};
    QuizJobs jobs(quiz);
    for (std::uint32_t slot = 0; slot <= quiz.slots; ++slot) {
        while (const auto late = jobs.late(slot)) out.misses.push_back({*late, slot});
        const auto next = jobs.first(slot);
        if (slot == quiz.slots || !next) continue;
        out.chart[*next][slot] = slot < jobs.place(*next).deadline ? kRuns : kRunsLate;
        jobs.run(*next);
    }
    return out;
}

// The slots until the pattern repeats, with the first jobs.
std::uint64_t wholePattern(const Quiz& quiz) {
    std::uint64_t common = 1, release = 0;
    for (const QuizTask& task : quiz.tasks) {
        common = std::min<std::uint64_t>(std::lcm(common, std::uint64_t{task.period}), kMostSlots + 1);
        release = std::max<std::uint64_t>(release, task.release);
    }
    return common + release;
}

// Finds the errors of one task, job by job.
class JobErrors {
  public:
    JobErrors(const Quiz& quiz, const QuizChart& chart, std::size_t task, std::vector<QuizError>& errors)
        : quiz_(quiz), task_(quiz.tasks[task]), name_(letterOf(task)), errors_(errors) {
        for (std::uint32_t slot = 0; slot < quiz.slots; ++slot)
            if (runsIn(chart, task, slot)) ran_.push_back(slot);
    }

    void find() {
        const std::uint32_t before = ranBefore(task_.release);
        at_ = before;
        if (before > 0) tooMuch(0, task_.release, before);
        for (std::uint32_t come = task_.release; come < quiz_.slots; come += task_.period) findOf(come);
        if (owed_ > 0) missed();
    }

  private:
    std::uint32_t ranBefore(std::uint32_t slot) const {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(ran_, slot) - ran_.begin());
    }

    // The job that comes in this slot.
    void findOf(std::uint32_t come) {
        const std::uint32_t end = std::min(come + task_.period, quiz_.slots), last = ranBefore(end);
        const std::uint32_t deadline = come + task_.deadline;
        // More than this job takes is for the one before, if that is not done.
        if (owed_ > 0 && last - at_ >= task_.cost + owed_) {
            at_ += std::exchange(owed_, 0);
            late(ran_[at_ - 1], owed_until_);
        }
        if (owed_ > 0) missed();
        const std::uint32_t needs = task_.cost - std::exchange(ahead_, 0), has = last - at_;
        if (has < needs) {
            if (deadline <= quiz_.slots) owed_ = needs - has, owed_from_ = come, owed_until_ = deadline;
        } else {
            if (needs > 0 && ran_[at_ + needs - 1] >= deadline) late(ran_[at_ + needs - 1], deadline);
            if (has > needs) tooMuch(at_ + needs, end, has - needs);
        }
        at_ = last;
    }

    // From the place `first` in ran_ on there is more than the job takes. What the next one lacks is its.
    void tooMuch(std::uint32_t first, std::uint32_t next_comes, std::uint32_t more) {
        const std::uint32_t next_has =
            ranBefore(std::min(next_comes + task_.period, quiz_.slots)) - ranBefore(next_comes);
        if (next_comes < quiz_.slots) ahead_ = std::min(more, task_.cost - std::min(next_has, task_.cost));
        const std::uint32_t own = more - ahead_;
        if (first == 0 && next_comes == task_.release) {
            early(ran_[first], next_comes);  // there is no job that it could be of
            return;
        }
        if (own > 0)
            add("too long", ran_[first],
                fmt::format("{} has had its {} and runs on", name_, slots(task_.cost)));
        if (ahead_ > 0) early(ran_[first + own], next_comes);
    }

    void early(std::uint32_t slot, std::uint32_t comes) {
        add("before its time", slot,
            fmt::format("{} runs, and its next job comes in slot {}", name_, comes + 1));
    }
    void late(std::uint32_t slot, std::uint32_t deadline) {
        add("late", slot, fmt::format("{} ends here, and was to end by slot {}", name_, deadline));
    }
    void missed() {
        const std::uint32_t had = task_.cost - owed_;
        owed_ = 0;
        add(had == 0 ? "missing" : "too short", owed_until_ - 1,
            fmt::format("{} has had {} of {} in slots {} to {}", name_,
                        had == 0 ? "none" : std::to_string(had), slots(task_.cost), owed_from_ + 1,
                        owed_until_));
    }
    void add(const char* kind, std::uint32_t slot, std::string what) {
        errors_.push_back({kind, slot + 1, std::move(what)});
    }
    static std::string slots(std::uint32_t count) { return counted(count, "slot"); }

    const Quiz& quiz_;
    const QuizTask& task_;
    const char name_;
    std::vector<QuizError>& errors_;
    std::vector<std::uint32_t> ran_;                           // slots, from 0
    std::uint32_t at_ = 0;                                     // in ran_: those before are explained
    std::uint32_t ahead_ = 0;                                  // of the present job, done before it came
    std::uint32_t owed_ = 0, owed_from_ = 0, owed_until_ = 0;  // of the job before
};

void findTwoAtOnce(const Quiz& quiz, const QuizChart& chart, std::vector<QuizError>& errors) {
    for (std::uint32_t slot = 0; slot < quiz.slots; ++slot) {
        std::string names;
        std::size_t count = 0;
        for (std::size_t task = 0; task < chart.size(); ++task)
            if (runsIn(chart, task, slot))
                names += fmt::format("{}{}", count++ > 0 ? " and " : "", letterOf(task));
        if (count > 1) errors.push_back({"two at once", slot + 1, names + " run"});
    }
}

// For a chart in which all jobs are done in their time.
void findWrongOrder(const Quiz& quiz, const QuizChart& chart, std::vector<QuizError>& errors) {
    const auto text = [&](std::size_t task, const JobPlace& place) {
        return quiz.order == QuizOrder::kEdf
                   ? fmt::format("{}, whose deadline is the end of slot {}", letterOf(task), place.deadline)
                   : fmt::format("{}, whose period is {}", letterOf(task), place.period);
    };
    QuizJobs jobs(quiz);
    for (std::uint32_t slot = 0; slot < quiz.slots; ++slot) {
        const auto first = jobs.first(slot);
        std::optional<std::size_t> runs;
        for (std::size_t task = 0; task < chart.size(); ++task)
            if (runsIn(chart, task, slot)) runs = task;
        if (!runs && first)
            errors.push_back({"idle", slot + 1,
                              fmt::format("nothing runs, and {}, waits", text(*first, jobs.place(*first)))});
        if (!runs) continue;
        if (jobs.place(*first).isBefore(jobs.place(*runs), quiz.order))
            errors.push_back({"wrong order", slot + 1,
                              fmt::format("{}, runs, and {}, waits", text(*runs, jobs.place(*runs)),
                                          text(*first, jobs.place(*first)))});
        jobs.run(*runs);
    }
}

}  // namespace
}  // namespace drover::lab

namespace drover {

static void describe(FieldReader& v, lab::QuizTask& task) {
    v.required("cost", "how many slots a job takes");
    v.integer("cost", task.cost, 1, lab::kMostSlots, "");
    v.required("period", "the number of slots from one job to the next");
    v.integer("period", task.period, 1, lab::kMostSlots, "");
    v.integer("release", task.release, 0, lab::kMostSlots, "");
    task.deadline = task.period;
    v.integer("deadline", task.deadline, 1, task.period, "");
}

static void describe(FieldReader& v, lab::Quiz& quiz) {
    v.choice("manager", quiz.order, std::span<const Choice<lab::QuizOrder>>(lab::kOrders), "");
    v.integer("slots", quiz.slots, 1, lab::kMostSlots, "");
    v.list("tasks", quiz.tasks, 1, lab::kMostQuizTasks, "");
}

}  // namespace drover

namespace drover::lab {

bool isQuiz(std::string_view manager) {
    return std::ranges::any_of(kOrders,
                               [&](const Choice<QuizOrder>& order) { return manager == order.name; });
}

Result<Quiz> readQuiz(const JsonDocument& document) {
    Quiz quiz;
    Flaw error;
    FieldReader(document, error).read(document.root, "", quiz);
    if (error) return std::move(*error);
    const auto refuse = [&](const char* field, const std::string& found, const std::string& allowed) {
        const JsonValue* const at = document.root.find(field);
        return document.error(at ? at->begin : document.root.begin, field, found, allowed);
    };
    if (quiz.tasks.empty()) return refuse("tasks", "nothing", "a list of tasks");
    if (quiz.slots == 0) {
        const std::uint64_t pattern = wholePattern(quiz);
        if (pattern > kMostSlots)
            return refuse("slots", "nothing",
                          fmt::format("1 to {}: the periods have no shorter pattern", kMostSlots));
        quiz.slots = static_cast<std::uint32_t>(pattern);
    }
    return quiz;
}

Flaw missOf(const Quiz& quiz, const JsonDocument& document) {
    const std::vector<QuizMiss> misses = missesOf(quiz);
    if (misses.empty()) return std::nullopt;
    return document.error(
        document.root.find("tasks")->begin, "tasks", sentenceOf(misses.front()),
        fmt::format(
            "tasks that meet all deadlines{}",
            quiz.order == QuizOrder::kAny ? "" : fmt::format(" under {}", choiceOf(quiz.order).name)));
}

std::vector<QuizMiss> missesOf(const Quiz& quiz) { return solved(quiz).misses; }

std::string sentenceOf(const QuizMiss& miss) {
    return fmt::format("{} misses its deadline, the end of slot {}", letterOf(miss.task), miss.slot);
}

QuizChart solutionOf(const Quiz& quiz) { return solved(quiz).chart; }

QuizChart emptyChartOf(const Quiz& quiz) {
    return QuizChart(quiz.tasks.size(), std::string(quiz.slots, kWaits));
}

std::string chartText(const Quiz& quiz, const QuizChart& chart) {
    std::string out = fmt::format("# One task at a time, {}.\n# {:>4}{:>8}{:>10}{:>10}{:>10}\n",
                                  choiceOf(quiz.order).text, "task", "cost", "period", "deadline", "release");
    for (std::size_t i = 0; i < quiz.tasks.size(); ++i) {
        const QuizTask& task = quiz.tasks[i];
        out += fmt::format("# {:>4}{:>8}{:>10}{:>10}{:>10}\n", letterOf(i), task.cost, task.period,
                           task.deadline, task.release);
    }
    const bool is_late = std::ranges::any_of(
        chart, [](const std::string& row) { return row.find(kRunsLate) != std::string::npos; });
    out += fmt::format("# A row a task: # where it runs, . where it does not{}.\n",
                       is_late ? ", ! where it runs after its deadline" : "");
    for (std::uint32_t first = 0; first < quiz.slots; first += kSlotsInALine) {
        const std::uint32_t end = std::min(first + kSlotsInALine, quiz.slots);
        out += fmt::format("\n# slots {} to {}\n# ", first + 1, end);
        for (std::uint32_t slot = first; slot < end; ++slot) out += static_cast<char>('0' + (slot + 1) % 10);
        out += '\n';
        for (std::size_t i = 0; i < chart.size(); ++i)
            out += fmt::format("{} {}\n", letterOf(i), chart[i].substr(first, end - first));
    }
    return out;
}

std::string jsonOf(const Quiz& quiz, const QuizChart& chart) {
    nlohmann::ordered_json json = {{"slots", quiz.slots}, {"runs", nlohmann::ordered_json::array()}};
    for (std::uint32_t slot = 0; slot < quiz.slots; ++slot) {
        std::string name;
        for (std::size_t task = 0; task < chart.size(); ++task)
            if (runsIn(chart, task, slot)) name = letterOf(task);
        json["runs"].push_back(name.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(name));
    }
    for (const QuizMiss& miss : missesOf(quiz))
        json["misses"].push_back({{"task", std::string(1, letterOf(miss.task))}, {"slot", miss.slot}});
    return json.dump() + "\n";
}

Result<QuizChart> readChart(const Quiz& quiz, const std::string& file, std::string_view text) {
    QuizChart chart(quiz.tasks.size());
    std::size_t line = 0;
    const auto refuse = [&](std::size_t column, const std::string& found, const std::string& allowed) {
        InputError error;
        error.file = file, error.line = line, error.column = column;
        error.field = "row", error.found = found, error.allowed = allowed;
        return error;
    };
    const char last = letterOf(quiz.tasks.size() - 1);
    while (!text.empty()) {
        ++line;
        std::string_view row = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(row.size() + 1, text.size()));
        row = row.substr(0, row.find_last_not_of(" \t\r") + 1);
        if (row.empty() || row.front() == '#') continue;
        const auto task = static_cast<std::size_t>(row.front() - 'A');
        const std::size_t marks = std::min(row.find_first_not_of(" \t", 1), row.size());
        if (task >= chart.size() || (marks == 1 && row.size() > 1))
            return refuse(1, printable(row.substr(0, 20)),
                          fmt::format("a task, A to {}, a space, and its slots", last));
        for (std::size_t i = marks; i < row.size(); ++i)
            if (row[i] != '#' && row[i] != '.')
                return refuse(i + 1, printable(row.substr(i, 1)),
                              "# where the task runs, . where it does not");
        chart[task] += row.substr(marks);
        if (chart[task].size() > quiz.slots)
            return refuse(1, fmt::format("{} of {}", counted(chart[task].size(), "slot"), letterOf(task)),
                          std::to_string(quiz.slots));
    }
    for (std::size_t task = 0; task < chart.size(); ++task)
        if (line = 0; chart[task].size() != quiz.slots)
            return refuse(0, fmt::format("{} of {}", counted(chart[task].size(), "slot"), letterOf(task)),
                          std::to_string(quiz.slots));
    return chart;
}

std::vector<QuizError> errorsOf(const Quiz& quiz, const QuizChart& chart) {
    std::vector<QuizError> errors;
    findTwoAtOnce(quiz, chart, errors);
    for (std::size_t task = 0; task < chart.size(); ++task) JobErrors(quiz, chart, task, errors).find();
    if (errors.empty() && quiz.order != QuizOrder::kAny) findWrongOrder(quiz, chart, errors);
    std::ranges::stable_sort(errors, {}, &QuizError::slot);
    return errors;
}

}  // namespace drover::lab
