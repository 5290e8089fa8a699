// drover-lab schedule FILE: reads a question (schedule.h) and prints or writes its answer.
#include "app/lab/schedule.h"

#include <CLI/CLI.hpp>

#include <memory>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/output.h"
#include "app/lab/subcommands.h"

namespace drover::lab {
namespace {

struct ScheduleOptions {
    std::string file;
    std::string json;
    bool wants_table = false;
};

void schedule(const ScheduleOptions& options) {
    constexpr JsonLimits kLimits = {
        .depth = 3000, .values = 4'000'000, .members = 64, .bytes = std::size_t{1} << 26};
    Result<JsonDocument> document = readJson(options.file, kLimits);
    if (!document) throw command_line::exitFor(document.error);
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
    command->add_flag("--table", options->wants_table, "Print a chart instead: frames across, tasks down");
    command_line::isWritten(command->add_option(
        "--json", options->json, "Write the answer as JSON to a file, or - for standard output"));
    command->callback([options] { schedule(*options); });
}

}  // namespace drover::lab
