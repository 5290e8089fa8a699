// drover-lab reproduce: runs the experiments and writes their results as text, CSV, SVG and one HTML page.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <memory>

#include "app/command_line/file_options.h"
#include "app/command_line/output.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"
#include "app/lab/page/page.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/subcommands.h"
#include "core/base/input_error.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::lab {
namespace {

struct ReproduceOptions {
    std::vector<std::string> names;
    std::string out = "drover-papers";
    std::string clock = "model";
    std::uint64_t seed = 1;
    bool is_quick = false, is_quiet = false, wants_markdown = false;
};

// The named experiments in the order of the list; all of them if no names are given.
std::vector<const Experiment*> chosen(const std::vector<std::string>& names) {
    std::vector<const Experiment*> out;
    for (const std::string& name : names) {
        if (name == "all" || findExperiment(name)) continue;
        std::string allowed = "all";
        for (const Experiment& e : kExperiments) allowed += std::string(", ") + e.name;
        command_line::fail(command_line::kUsage, "reproduce: found '{}', allowed {}", printable(name),
                           allowed);
    }
    const auto isAsked = [&](const char* name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const Experiment& e : kExperiments) {
        if (names.empty() || isAsked("all") || isAsked(e.name)) out.push_back(&e);
    }
    return out;
}

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

std::string commandLine(const ReproduceOptions& o) {
    std::string out = "drover-lab reproduce";
    for (const std::string& name : o.names) out += " " + shellWord(name);
    if (o.is_quick) out += " --quick";
    return out + fmt::format(" --clock {} --seed {} --out {}", o.clock, o.seed, shellWord(plainPath(o.out)));
}

// The words wrapped to a terminal's width.
std::string folded(const std::string& words, std::size_t indent) {
    constexpr std::size_t kWidth = 110;
    std::string out, line(indent, ' ');
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (line.size() + end - at > kWidth) out += line + "\n", line = std::string(indent, ' ');
        line += words.substr(at, end - at) + " ";
        at = end + 1;
    }
    line.pop_back();
    return out + line + "\n";
}

void print(const Finished& f, const ReproduceOptions& options) {
    const Experiment& e = *f.experiment;
    fmt::print("{}\n{}: {}\n", e.name, e.source, e.title);
    for (const std::string& words : f.report.setting) fmt::print("{}", folded(words, 2));
    for (const ReportTable& table : f.report.tables) {
        if (table.is_for_files) continue;
        fmt::print("\n{}\n{}", table.title,
                   options.wants_markdown ? "\n" + table.shown().markdown() : table.shown().text());
    }
    fmt::print("\n");
    for (const Check& c : f.report.checks) {
        fmt::print("  [{}] {}\n      theirs: {}\n      ours:   {}\n      same if: {}\n", text(c.verdict),
                   c.what, c.theirs, c.ours, c.tolerance);
        if (!c.why.empty()) fmt::print("      {}\n", c.why);
    }
    for (const std::string& words : f.report.remarks) fmt::print("\n{}", folded(words, 2));
    fmt::print("\n");
}

// One line per experiment: its verdict and its first check.
std::string summaryOf(const std::vector<Finished>& finished, bool is_markdown) {
    std::string out = is_markdown ? "| experiment | source | what | theirs | ours | verdict |\n| --- | --- | "
                                    "--- | --- | --- | --- |\n"
                                  : "";
    for (const Finished& f : finished) {
        const Experiment& e = *f.experiment;
        const Check& first = f.report.checks.front();
        if (is_markdown) {
            out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", e.name, e.source, first.what,
                               first.theirs, first.ours, f.report.verdictText());
        } else {
            out += fmt::format("{:<16} {:<25} {}\n", e.name, e.source, f.report.verdictText());
        }
    }
    return out;
}

// An index.html of something else stays.
void makeFolder(const std::string& path) {
    std::error_code failed;
    const std::string page = path + "/index.html";
    if (std::filesystem::exists(page, failed)) {
        const Result<std::string> there = readFile(page, std::size_t{64} << 20);
        if (!there || there.value->find("drover-lab reproduce") == std::string::npos)
            command_line::fail(command_line::kUsage,
                               "--out {}: index.html in it is of something else, allowed is another folder",
                               path);
    }
    std::filesystem::create_directories(path, failed);
    if (!std::filesystem::is_directory(path))
        command_line::fail(command_line::kCannotCreate, "{}: cannot create: {}", path, failed.message());
}

void write(const Finished& f, const std::string& folder) {
    const auto path = [&](std::size_t n, const char* ending) {
        return fmt::format("{}/{}{}.{}", folder, f.experiment->name, n == 0 ? "" : fmt::format("-{}", n + 1),
                           ending);
    };
    for (std::size_t n = 0; n < f.report.tables.size(); ++n)
        command_line::writeOutput(path(n, "csv"), f.report.tables[n].csv());
    for (std::size_t n = 0; n < f.report.plots.size(); ++n)
        command_line::writeOutput(path(n, "svg"), chart::svgFile(f.report.plots[n]));
}

void writePage(const std::vector<Finished>& finished, const ReproduceOptions& options) {
    const Provenance provenance{command_line::versionText("drover-lab"), processor(), options.seed,
                                options.clock, commandLine(options)};
    command_line::writeOutput(options.out + "/index.html", pageOf(finished, provenance));
    std::string verdicts;
    for (const Finished& f : finished) {
        for (const Check& check : f.report.checks)
            verdicts += fmt::format("{}: {}\t{}\n", f.experiment->name, check.what, text(check.verdict));
    }
    command_line::writeOutput(options.out + "/verdicts.txt", verdicts);
}

void reproduce(const ReproduceOptions& options) {
    const std::vector<const Experiment*> experiments = chosen(options.names);
    makeFolder(options.out);
    const command_line::OutputFolder folder(options.out);
    // Parts of an experiment may take some seconds: then the watch ends the program, so the page is written
    // after each experiment.
    const command_line::InterruptWatch watch;
    const Session session{
        .seed = options.seed,
        .is_quick = options.is_quick,
        .clock = options.clock == "real" ? world::ClockKind::kReal : world::ClockKind::kModel,
        .watch = &watch,
        .shows_progress = !options.is_quiet};
    std::vector<Finished> finished;
    try {
        for (const Experiment* e : experiments) {
            finished.push_back({e, e->run(session)});
            if (!options.is_quiet) print(finished.back(), options);
            command_line::flushStandardOutput();
            write(finished.back(), options.out);
            writePage(finished, options);
        }
    } catch (const Stopped&) {
        // A stop: the finished experiments are reported below.
    }
    if (finished.empty()) writePage(finished, options);
    if (!options.is_quiet && !finished.empty()) {
        fmt::print("{}\n{}/index.html shows everything\n", summaryOf(finished, options.wants_markdown),
                   shown(options.out));
    }
    if (watch.isAsked() && finished.size() < experiments.size()) {
        command_line::flushStandardOutput();
        command_line::fail(watch.code(), "stopped; {} of {} experiments were finished and are written",
                           finished.size(), experiments.size());
    }
}

}  // namespace

void addReproduce(CLI::App& app) {
    auto options = std::make_shared<ReproduceOptions>();
    CLI::App* command =
        app.add_subcommand("reproduce", "Run the papers' tables and figures again and compare the results.");
    command->add_option("NAME", options->names, "The experiments to run; all of them by default");
    command_line::isFolder(command->add_option("--out", options->out, "The folder for the page, CSV and SVG")
                               ->capture_default_str());
    command->add_flag("--quick", options->is_quick, "Shorter runs");
    command->add_option("--clock", options->clock, "Charge costs by models, or measure real time")
        ->check(command_line::oneOf({"model", "real"}))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "Seed of all random numbers")
        ->transform(command_line::wholeNumber(0))
        ->capture_default_str();
    command->add_flag("--markdown", options->wants_markdown, "Print the tables as GitHub markdown");
    command->add_flag("--quiet", options->is_quiet, "Write the files and print nothing");
    std::string names = "Experiments:\n";
    for (const Experiment& e : kExperiments)
        names += fmt::format("  {:<17} {}, {}\n", e.name, e.source, e.title);
    command->footer(names);
    command->callback([options] { reproduce(*options); });
}

}  // namespace drover::lab
