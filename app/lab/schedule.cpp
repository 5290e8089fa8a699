// drover-lab schedule FILE: reads a question (schedule.h), and writes its answer: JSON for programs, charts
// for people.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/output.h"
#include "app/lab/quiz.h"
#include "app/lab/schedule.h"
#include "app/lab/subcommands.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

std::string jsonOf(const FrequencyAnswer& a) {
    nlohmann::ordered_json json = {{"phases", a.phases}};
    if (!a.scheduler_phases.empty()) json["scheduler_phases"] = a.scheduler_phases;
    json["counts"] = nlohmann::ordered_json::array();
    for (const auto& frame : a.frames) json["counts"].push_back(frame.size());
    std::string out = json.dump();
    out.back() = ',';
    out += "\"frames\":[";  // written by hand: millions of runs as a tree would take gigabytes
    for (const auto& frame : a.frames) {
        out += &frame == a.frames.data() ? "[" : ",[";
        for (const FrequencyAnswer::Ran& ran : frame)
            fmt::format_to(std::back_inserter(out), "{}[{},{},{}]", &ran == frame.data() ? "" : ",", ran.task,
                           ran.offered_ns, ran.consumed_ns);
        out += ']';
    }
    return out + "]}\n";
}

std::string jsonOf(const ElasticAnswer& a) {
    const nlohmann::ordered_json json = {
        {"status", load::text(a.result.status)}, {"utilization", a.utilization}, {"periods", a.periods}};
    return json.dump() + "\n";
}

std::string jsonOf(const load::ProcessPlanAnswer& a) {
    nlohmann::ordered_json json = {{"delays", a.delays}, {"executing", a.executing}};
    nlohmann::ordered_json::object_t peaks;  // filled by appending: looking each name up would be quadratic
    for (const auto& [due, frames] : a.peaks) peaks.emplace_back(std::to_string(due), frames);
    json["peaks"] = std::move(peaks);
    if (a.lookahead_was_capped) json["lookahead_was_capped"] = true;
    return json.dump() + "\n";
}

struct Chart {
    std::string_view manager;
    std::string_view column;           // heading of the column next to the task numbers
    std::vector<std::int64_t> values;  // the column's values, by task
    std::size_t frames;
    std::string_view total;  // name of the last row: the number of tasks in each frame
};

// The chart's columns before the frames, as wide as their longest entry.
struct Margin {
    std::size_t task = 5, value = 6;
    explicit Margin(const Chart& chart) {
        task = std::max(task, std::to_string(chart.values.size()).size());
        for (const std::int64_t v : chart.values) value = std::max(value, std::to_string(v).size());
    }
};

// Frames across, tasks down. `mark(first, end, rows)` puts a # in the rows for the frames [first, end),
// counted from 0. Lines are wrapped for a terminal of 80 columns; a very long chart is cut off.
template <class Mark>
std::string chartOf(const Chart& chart, Mark mark) {
    constexpr std::size_t kWidth = 60, kMostMarks = 1'000'000;
    const std::size_t tasks = chart.values.size();
    std::string out =
        fmt::format("{}: {}, {}\n", chart.manager, counted(tasks, "task"), counted(chart.frames, "frame"));
    if (tasks == 0) return out;
    const Margin margin(chart);
    const std::size_t charted =
        std::min(chart.frames, std::max<std::size_t>(1, kMostMarks / tasks / kWidth) * kWidth);
    for (std::size_t first = 0; first < charted; first += kWidth) {
        const std::size_t end = std::min(first + kWidth, charted);
        std::vector<std::string> rows(tasks, std::string(end - first, '.'));
        mark(first, end, rows);
        std::vector<std::size_t> counts(end - first, 0);
        out += fmt::format("\nframes {} to {}\n{:>{}} {:>{}}\n", first + 1, end, "task", margin.task,
                           chart.column, margin.value);
        for (std::size_t task = 0; task < tasks; ++task) {
            out += fmt::format("{:>{}} {:>{}}  {}\n", task, margin.task, chart.values[task], margin.value,
                               rows[task]);
            for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += rows[task][i] == '#';
        }
        std::string digits;
        for (const std::size_t n : counts) digits += n == 0 ? ' ' : n < 10 ? static_cast<char>('0' + n) : '+';
        out += fmt::format("{:>{}}  {}\n", chart.total, margin.task + 1 + margin.value, digits);
    }
    if (charted < chart.frames)
        out += fmt::format("\nframes {} to {} are not charted; the JSON answer has them\n", charted + 1,
                           chart.frames);
    return out;
}

std::string tableOf(const FrequencyQuestion& question, const FrequencyAnswer& a) {
    const Chart chart{question.manager, "phase", {a.phases.begin(), a.phases.end()}, a.frames.size(), "run"};
    return chartOf(chart, [&](std::size_t first, std::size_t end, std::vector<std::string>& rows) {
        for (std::size_t frame = first; frame < end; ++frame)
            for (const FrequencyAnswer::Ran& ran : a.frames[frame]) rows[ran.task][frame - first] = '#';
    });
}

std::string peaksOf(const load::ProcessPlanAnswer& a) {
    if (a.peaks.empty()) return "\nno two tasks are due in the same frame\n";
    std::string out = fmt::format("\n{:>12}{:>10}\n", "tasks due", "frames");
    for (const auto& [due, frames] : a.peaks) out += fmt::format("{:>12}{:>10}\n", due, frames);
    return out;
}

std::string tableOf(const load::ProcessPlanRequest& request, const load::ProcessPlanAnswer& a) {
    const Chart chart{"process", "delay", a.delays, a.executing.size(), "due"};
    std::string out = chartOf(chart, [&](std::size_t first, std::size_t end, std::vector<std::string>& rows) {
        for (std::size_t task = 0; task < rows.size(); ++task) {
            const load::Rhythm rhythm{a.delays[task], request.tasks[task].period};
            for (std::size_t i = first; i < end; ++i)
                if (load::isDue(rhythm, static_cast<std::int64_t>(i) + 1)) rows[task][i - first] = '#';
        }
    });
    if (!a.delays.empty() && !a.executing.empty()) out += peaksOf(a);
    if (a.lookahead_was_capped)
        out += fmt::format(
            "\nthe search looked {} frames ahead and no further: other delays may have lower peaks later\n",
            load::kMostLookahead);
    return out;
}

std::string tableOf(const ElasticQuestion& question, const ElasticAnswer& a) {
    std::string out =
        fmt::format("{}: {:.6g} of {:.6g} used\n\n{:>6}{:>14}{:>14}{:>14}{:>14}{:>14}{:>14}\n",
                    load::text(a.result.status), a.utilization, question.desired_utilization, "task", "cost",
                    "nominal", "maximum", "elasticity", "period", "utilization");
    for (std::size_t i = 0; i < question.tasks.size(); ++i) {
        const ElasticQuestion::Task& t = question.tasks[i];
        out += fmt::format("{:>6}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}\n", i, t.cost,
                           t.nominal, t.maximum, t.elasticity, a.periods[i], t.cost / a.periods[i]);
    }
    return out;
}

load::ProcessPlanAnswer answer(const load::ProcessPlanRequest& request) { return load::planProcess(request); }

template <class Question>
Result<std::string> answerAs(AnswerForm form, const Result<Question>& question) {
    if (!question) return question.error;
    const auto found = answer(*question.value);
    return form == AnswerForm::kJson ? jsonOf(found) : tableOf(*question.value, found);
}

}  // namespace

Result<std::string> answerText(const JsonDocument& document, AnswerForm form) {
    constexpr const char* kManagers =
        "load_balancing, priority, fixed, elastic, process, edf, rate_monotonic, any";
    if (document.root.kind != JsonValue::Kind::kObject)
        return document.error(document.root.begin, "", document.spelled(document.root), "an object");
    const JsonValue* const manager = document.root.find("manager");
    if (!manager) return document.error(document.root.begin, "manager", "nothing", kManagers);
    const std::string name = manager->kind == JsonValue::Kind::kText ? manager->text : "";
    if (name == "elastic") return answerAs(form, readElasticQuestion(document));
    if (name == "process") return answerAs(form, readProcessQuestion(document));
    if (name == "load_balancing" || name == "priority" || name == "fixed")
        return answerAs(form, readFrequencyQuestion(document));
    if (isQuiz(name)) {
        const Result<Quiz> quiz = readQuiz(document);
        if (!quiz) return quiz.error;
        const QuizChart solution = solutionOf(*quiz.value);
        if (form == AnswerForm::kJson) return jsonOf(*quiz.value, solution);
        std::string text = chartText(*quiz.value, solution);
        for (const QuizMiss& miss : missesOf(*quiz.value)) text += sentenceOf(miss) + "\n";
        return text;
    }
    return document.error(manager->begin, "manager", document.spelled(*manager), kManagers);
}

namespace {

struct ScheduleOptions {
    std::string file;
    std::string json, answer;
    bool wants_table = false, is_quiz = false;
};

// The errors of an answer, as text for people or JSON for scripts.
void judgeAnswer(const ScheduleOptions& options, const Quiz& quiz, const std::string& text) {
    const Result<QuizChart> chart = readChart(quiz, options.answer, text);
    if (!chart) throw command_line::exitFor(chart.error);
    const std::vector<QuizError> errors = errorsOf(quiz, *chart.value);
    if (!options.json.empty()) {
        nlohmann::ordered_json json = {{"right", errors.empty()},
                                       {"errors", nlohmann::ordered_json::array()}};
        for (const QuizError& error : errors)
            json["errors"].push_back({{"slot", error.slot}, {"kind", error.kind}, {"what", error.what}});
        command_line::writeOutput(options.json, json.dump() + "\n");
    }
    if (options.json != "-") {
        for (const QuizError& error : errors)
            fmt::print("slot {}: {}: {}\n", error.slot, error.kind, error.what);
        if (errors.empty()) fmt::print("right\n");
    }
    if (errors.empty()) return;
    command_line::flushStandardOutput();
    command_line::fail(command_line::kNotHeld, "{}: {}", shown(options.answer),
                       counted(errors.size(), "error"));
}

void askQuiz(const ScheduleOptions& options, const JsonDocument& document) {
    constexpr std::size_t kLongestAnswer = std::size_t{1} << 20;
    const JsonValue* const manager = document.root.find("manager");
    if (manager == nullptr || !isQuiz(manager->text))
        throw command_line::exitFor(document.error(manager ? manager->begin : document.root.begin, "manager",
                                                   manager ? document.spelled(*manager) : "nothing",
                                                   "edf, rate_monotonic, any: --quiz asks for these"));
    const Result<Quiz> quiz = readQuiz(document);
    if (!quiz) throw command_line::exitFor(quiz.error);
    if (const auto miss = missOf(*quiz.value, document)) throw command_line::exitFor(*miss);
    if (options.answer.empty()) {
        if (!options.json.empty())
            command_line::fail(command_line::kUsage,
                               "--json: with --quiz it has the errors of an --answer, and there is none");
        command_line::writeOutput("-", chartText(*quiz.value, emptyChartOf(*quiz.value)));
        return;
    }
    const Result<std::string> text = readFile(options.answer, kLongestAnswer);
    if (!text) throw command_line::exitFor(text.error);
    judgeAnswer(options, *quiz.value, *text.value);
}

void schedule(const ScheduleOptions& options) {
    constexpr JsonLimits kLimits = {
        .depth = 3000, .values = 4'000'000, .members = 64, .bytes = std::size_t{1} << 26};
    Result<JsonDocument> document = readJson(options.file, kLimits);
    if (!document) throw command_line::exitFor(document.error);
    if (options.is_quiz) return askQuiz(options, *document);
    const auto print = [&](AnswerForm form, const std::string& to) {
        const Result<std::string> answer = answerText(*document, form);
        if (!answer) throw command_line::exitFor(answer.error);
        command_line::writeOutput(to, *answer.value);
    };
    if (options.wants_table) print(AnswerForm::kTable, "-");
    if (!options.json.empty() || !options.wants_table)
        print(AnswerForm::kJson, options.json.empty() ? "-" : options.json);
}

}  // namespace

void addSchedule(CLI::App& app) {
    auto options = std::make_shared<ScheduleOptions>();
    CLI::App* command =
        app.add_subcommand("schedule", "Ask a load manager what it would do with the tasks in a file.");
    command_line::isRead(
        command->add_option("FILE", options->file, "The manager and its tasks, as JSON")->required());
    CLI::Option* const table = command->add_flag("--table", options->wants_table,
                                                 "Print a chart instead: frames across, tasks down");
    CLI::Option* const quiz =
        command->add_flag("--quiz", options->is_quiz, "Print an empty chart of the tasks, to fill in")
            ->excludes(table);
    command_line::isRead(
        command
            ->add_option(
                "--answer", options->answer,
                "With --quiz: the chart filled in; prints its errors, and ends with 1 if there are any")
            ->needs(quiz));
    command_line::isWritten(command->add_option(
        "--json", options->json, "Write the answer as JSON to a file, or - for standard output"));
    command->callback([options] { schedule(*options); });
}

}  // namespace drover::lab
