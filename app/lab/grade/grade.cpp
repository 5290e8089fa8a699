// drover-lab grade: a manager of one's own in six workloads, with a score and the kinds of its errors; or all
// those of a class.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/memory.h"
#include "app/command_line/output.h"
#include "app/command_line/world_options.h"
#include "app/lab/grade/report.h"
#include "app/lab/subcommands.h"
#include "core/base/named_outputs.h"
#include "core/base/outside_text.h"
#include "core/cores/team.h"
#include "core/load/managers.h"

namespace drover::lab {
namespace {

struct GradeOptions {
    std::string file, class_folder, against = "elastic,round_robin", html, json;
    double least = 0;
    std::optional<unsigned> threads;
    bool is_quiet = false;
};

// A manager of the list, a file, or a shipped file in Lua by its name, with or without its ending.
std::string placeOfManager(const std::string& name) {
    std::error_code ignored;
    if (load::findManager(name) || std::filesystem::exists(name, ignored)) return name;
    const std::filesystem::path shipped =
        command_line::assetsFolder() / "managers" /
        (command_line::isScriptFile(name) ? name : name + command_line::kScriptEnding);
    const bool is_name = std::filesystem::path(name).filename() == name;
    return is_name && std::filesystem::exists(shipped, ignored) ? shipped.string() : name;
}

std::string nameOfCandidate(const std::string& place) {
    return command_line::isScriptFile(place) ? std::filesystem::path(place).filename().string() : place;
}

Candidate candidateOf(const std::string& where, const std::string& name) {
    const std::string place = placeOfManager(name);
    return {.name = nameOfCandidate(place), .choice = command_line::managerOf(where, place), .flaw = {}};
}

// A file that has a flaw takes its place among the others.
std::vector<Candidate> candidatesIn(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed))
        if (command_line::isScriptFile(at->path().filename().string())) files.push_back(at->path().string());
    if (failed)
        command_line::fail(command_line::kNoInput,
                           "--class {}: found {}, allowed a folder with files that end in {}",
                           printable(folder), failed.message(), command_line::kScriptEnding);
    if (files.empty())
        command_line::fail(command_line::kNoInput,
                           "--class {}: found no file that ends in {}, allowed a folder with one at least",
                           printable(folder), command_line::kScriptEnding);
    std::ranges::sort(files);
    std::vector<Candidate> out;
    for (const std::string& file : files) {
        Candidate candidate{.name = nameOfCandidate(file), .choice = {}, .flaw = {}};
        if (Result<std::string> text = command_line::readScript(file))
            candidate.choice = {command_line::kOwnManager, *text};
        else if (outputThatIs(file))
            throw command_line::exitFor(text.error);
        else
            candidate.flaw = text.error.found;
        out.push_back(std::move(candidate));
    }
    return out;
}

std::vector<Candidate> candidatesAgainst(const std::string& list) {
    std::vector<Candidate> out;
    if (list == "none") return out;
    std::istringstream words(list + ",");
    for (std::string word; std::getline(words, word, ',');) {
        out.push_back(candidateOf("--against", word));
        out.back().is_own = false;
    }
    return out;
}

void requireRoom(const std::vector<GradedWorkload>& workloads) {
    for (const GradedWorkload& workload : workloads)
        command_line::requireMemory("grade: the workload " + workload.name, workload.scenario);
}

void writeReport(const GradeOptions& options, const GradeReport& report) {
    if (!options.is_quiet && options.json != "-" && options.html != "-") fmt::print("{}", gradeText(report));
    if (!options.json.empty()) command_line::writeOutput(options.json, gradeJson(report));
    if (!options.html.empty()) command_line::writeOutput(options.html, gradePage(report));
}

void judge(const GradeOptions& options, const GradeReport& report) {
    const bool is_class = !options.class_folder.empty();
    for (const Grade& grade : report.graded) {
        if (!is_class && grade.isStopped())
            command_line::fail(command_line::kNotHeld, "{}: the script stopped; the table says where",
                               shown(grade.candidate.name));
        if (grade.score() < options.least)
            command_line::fail(command_line::kNotHeld, "{}: the score is {:.1f}, and --least asks for {:g}",
                               shown(grade.candidate.name), grade.score(), options.least);
    }
}

void grade(const GradeOptions& options) {
    if (options.file.empty() == options.class_folder.empty())
        command_line::fail(command_line::kUsage,
                           "grade: found {}, allowed one manager, or --class and a folder",
                           options.file.empty() ? "neither a manager nor a folder" : "both");
    std::vector<Candidate> candidates = options.class_folder.empty()
                                            ? std::vector{candidateOf("grade", options.file)}
                                            : candidatesIn(options.class_folder);
    std::ranges::move(candidatesAgainst(options.against), std::back_inserter(candidates));
    GradeReport report{gradedWorkloads(), {}, {}, options.class_folder};
    requireRoom(report.workloads);

    const command_line::InterruptWatch watch;
    Progress progress("worlds", (candidates.size() + 1) * report.workloads.size(), !options.is_quiet);
    std::vector<Grade> grades = gradeAll(candidates, report.workloads,
                                         options.threads.value_or(cores::coresToUse()), progress, watch);
    const std::size_t finished = grades.size();
    for (Grade& one : grades) {
        const bool is_own = one.candidate.is_own;
        (is_own ? report.graded : report.against).push_back(std::move(one));
    }
    std::ranges::stable_sort(report.graded, std::greater(), &Grade::score);
    writeReport(options, report);
    if (watch.isAsked()) {
        command_line::flushStandardOutput();
        command_line::fail(watch.code(), "stopped; {} of {} managers were finished and are reported",
                           finished, candidates.size());
    }
    judge(options, report);
}

}  // namespace

void addGrade(CLI::App& app) {
    auto options = std::make_shared<GradeOptions>();
    CLI::App* command = app.add_subcommand(
        "grade", "Try a manager of your own in six workloads: a score, and the kinds of its errors.");
    command_line::isRead(command->add_option(
        "MANAGER", options->file, "A file in Lua, a shipped one by its name, or a manager of the list"));
    command->add_option("--class", options->class_folder,
                        "Grade all files in Lua of this folder, and list them by their score");
    command
        ->add_option("--against", options->against,
                     "Managers beside it, separated by commas: names, files in Lua, or none")
        ->capture_default_str();
    command->add_option("--least", options->least, "End with 1 if a score is below this")
        ->transform(command_line::finiteRange(0, 100));
    command_line::isWritten(
        command->add_option("--html", options->html, "Write the report as one HTML page"));
    command_line::isWritten(command->add_option(
        "--json", options->json, "Write the report as JSON to a file, or - for standard output"));
    command
        ->add_option(
            "--threads", options->threads,
            "Worlds that run at a time; default: as many as there are cores that the program may use")
        ->transform(command_line::wholeNumber(1, cores::kMostThreads));
    command->add_flag("--quiet", options->is_quiet, "Print nothing but errors");
    command->callback([options] { grade(*options); });
}

}  // namespace drover::lab
