// drover-lab lesson: lists the lessons, checks that they hold, prints the schema of lesson files, and writes
// a worksheet.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/output.h"
#include "app/command_line/version.h"
#include "app/lab/subcommands.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/worksheet.h"
#include "core/world/animals/population.h"

namespace drover::lab {
namespace {

// Runs the steps of lessons. How herds move is measured once for each scenario, and not for each step.
class LessonSteps {
  public:
    lessons::CheckedStep check(const lessons::LoadedLesson& loaded, std::size_t number) {
        const lessons::Step& step = loaded.lesson.steps[number];
        const std::string key = (loaded.folder / step.scenario).string();
        auto found = scenarios_.find(key);
        if (found == scenarios_.end())
            found = scenarios_.emplace(key, world::measured(lessons::scenarioOf(step, loaded.folder))).first;
        world::Scenario scenario = found->second;
        scenario.seed = lessons::scenarioOf(step, loaded.folder).seed;
        return lessons::checkStep(step, scenario);
    }

  private:
    std::map<std::string, world::Scenario> scenarios_;
};

// What a step predicted and what happened, on one line; a second one says what does not hold.
std::string lineOf(std::size_t number, const lessons::CheckedStep& checked) {
    const lessons::StepOutcome& outcome = checked.outcome;
    std::string out = fmt::format("  {}. {:<6} said {}; happened: {}; {} checks", number,
                                  checked.holds() ? "holds" : "broken", shown(outcome.judgement.said),
                                  shown(outcome.judgement.happened), outcome.checks.size());
    if (!outcome.goals.empty()) out += fmt::format(", {} goals", outcome.goals.size());
    out += fmt::format("; hash {:016x}", outcome.hash);
    return checked.holds() ? out : out + "\n            " + shown(checked.flaw());
}

struct LessonOptions {
    std::string name;
    bool wants_check = false, wants_schema = false, wants_names = false, is_blank = false;
    std::string worksheet;
};

std::vector<lessons::LoadedLesson> chosen(const LessonOptions& options) {
    if (options.name.empty()) return lessons::shippedLessons();
    return {lessons::loadLesson(options.name)};
}

void list() {
    for (const lessons::LoadedLesson& loaded : lessons::shippedLessons()) {
        fmt::print("{:<10} {} ({} steps)\n           {}\n", shown(loaded.name), shown(loaded.lesson.title),
                   loaded.lesson.steps.size(), shown(loaded.lesson.text));
    }
}

void printNames() {
    for (const lessons::LoadedLesson& loaded : lessons::shippedLessons()) fmt::print("{}\n", loaded.name);
}

void show(const std::string& name) {
    const lessons::LoadedLesson loaded = lessons::loadLesson(name);
    fmt::print("{}\n{}\n", shown(loaded.lesson.title), shown(loaded.lesson.text));
    for (std::size_t i = 0; i < loaded.lesson.steps.size(); ++i) {
        const lessons::Step& step = loaded.lesson.steps[i];
        fmt::print("\n{}. {}\n   {}\n", i + 1, shown(step.text), shown(step.question));
        for (const world::Claim& choice : step.prediction.choices)
            fmt::print("   - {}\n", shown(choice.text));
        if (step.isChallenge()) fmt::print("   {}\n", shown(step.challenge.text));
    }
}

void check(const std::vector<lessons::LoadedLesson>& all) {
    const command_line::InterruptWatch watch;
    std::size_t steps = 0, broken = 0;
    LessonSteps run;
    for (const lessons::LoadedLesson& loaded : all) {
        if (watch.isAsked()) break;
        fmt::print("{}\n", shown(loaded.name));
        for (std::size_t i = 0; i < loaded.lesson.steps.size() && !watch.isAsked(); ++i) {
            const lessons::CheckedStep checked = run.check(loaded, i);
            fmt::print("{}\n", lineOf(i + 1, checked));
            command_line::flushStandardOutput();
            ++steps;
            broken += !checked.holds();
        }
    }
    if (watch.isAsked()) command_line::fail(watch.code(), "stopped after {} steps", steps);
    if (broken > 0) command_line::fail(command_line::kNotHeld, "{} of {} steps do not hold", broken, steps);
    fmt::print("all {} steps hold\n", steps);
}

void writeWorksheet(const LessonOptions& options) {
    const lessons::LoadedLesson loaded = lessons::loadLesson(options.name);
    command_line::requireNoOutputs(lessons::filesOf(loaded));
    std::vector<std::optional<lessons::StepOutcome>> outcomes(loaded.lesson.steps.size());
    LessonSteps run;
    for (std::size_t i = 0; i < outcomes.size() && !options.is_blank; ++i)
        outcomes[i] = run.check(loaded, i).outcome;
    command_line::writeOutput(
        options.worksheet,
        lessons::worksheetOf(loaded.lesson, outcomes, command_line::versionText("drover-lab")));
}

}  // namespace

void addLesson(CLI::App& app) {
    auto options = std::make_shared<LessonOptions>();
    CLI::App* command =
        app.add_subcommand("lesson", "List the lessons, check that they hold, write a worksheet.");
    CLI::Option* name = command_line::isRead(
        command->add_option("NAME", options->name, "A shipped lesson or a file; without it all lessons"));
    CLI::Option* check_flag = command->add_flag(
        "--check", options->wants_check,
        "Run each step: it holds with its own script and fails with its wrong ones, else this ends with 1");
    CLI::Option* schema =
        command->add_flag("--schema", options->wants_schema, "Print the JSON Schema of lesson files");
    CLI::Option* names =
        command->add_flag("--names", options->wants_names, "Print only the names, for scripts");
    CLI::Option* worksheet = command_line::isWritten(command->add_option(
        "--worksheet", options->worksheet,
        "Run the lesson with its own predictions and write them and what happened, as one page of HTML"));
    worksheet->needs(name)->excludes(check_flag);
    command
        ->add_flag("--blank", options->is_blank,
                   "A worksheet to be filled in by hand: without predictions and results")
        ->needs(worksheet);
    schema->excludes(name, check_flag, names);
    names->excludes(name, check_flag);
    command->callback([options] {
        if (options->wants_schema) return fmt::print("{}", lessons::lessonSchema());
        if (options->wants_names) return printNames();
        if (!options->worksheet.empty()) return writeWorksheet(*options);
        if (options->wants_check) return check(chosen(*options));
        options->name.empty() ? list() : show(options->name);
    });
}

}  // namespace drover::lab
