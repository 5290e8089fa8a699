// drover-lab compare: the same world, seed and spikes under each load manager, with the results in one table.
// Every run lasts for the same time of the world, in as many frames as its manager makes of it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>

#include "app/command_line/assets.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/manager_choice.h"
#include "app/command_line/output.h"
#include "app/command_line/steady_clock.h"
#include "app/command_line/world_options.h"
#include "app/lab/compare_table.h"
#include "app/lab/subcommands.h"
#include "core/base/grouped.h"
#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/scenario/spike_text.h"

namespace drover::lab {
namespace {

struct CompareOptions {
    command_line::WorldOptions world;
    std::string managers = "all";
    std::uint32_t repeats = 1;
    bool wants_fidelity = false, wants_markdown = false;
    std::string csv, json;

    bool takesStandardOutput() const { return csv == "-" || json == "-"; }
};

// The managers in "all" or "a,b,mine.lua", in the given order, without duplicates.
std::vector<std::string> managersOf(const std::string& list) {
    std::vector<std::string> asked;
    const std::vector<std::string> known = command_line::managerNames();
    if (list == "all") return known;
    std::istringstream words(list + ",");
    for (std::string word; std::getline(words, word, ',');) {
        if (!load::findManager(word) && !command_line::isScriptFile(word)) {
            command_line::fail(
                command_line::kUsage,
                "--managers: found '{}', allowed all, or a comma-separated list of files in Lua and of {}",
                printable(word), fmt::join(known, ", "));
        }
        if (std::find(asked.begin(), asked.end(), word) == asked.end()) asked.push_back(word);
    }
    return asked;
}

// How long each run lasts: as long as the asked frames would at the scenario's frame time. A frame of a world
// is as long as the frame before it took, so over its budget a manager has fewer and longer ones.
std::int64_t timeOf(const command_line::WorldOptions& options, const world::Scenario& scenario) {
    const double frame_ns = std::rint(scenario.frame_time * 1e9);
    return static_cast<std::int64_t>(
        std::min(static_cast<double>(options.framesOf(scenario)) * frame_ns, 9e18));
}

// The finished runs. A run that is stopped half way is left out.
class Comparison {
  public:
    Comparison(const CompareOptions& options, const std::vector<std::string>& managers)
        : options_(options),
          managers_(managers),
          scenarios_(loadAll()),
          time_ns_(timeOf(options.world, scenario())),
          progress_("ms of the world", milliseconds(time_ns_) * managers.size() * options.repeats,
                    !options.world.is_quiet) {}

    // After each run the files are written: a stop within a long frame loses no run that had finished.
    void runAll(const std::function<void()>& write) {
        for (std::size_t i = 0; i < managers_.size(); ++i) {
            for (std::uint32_t repeat = 1; repeat <= options_.repeats && !watch_.isAsked(); ++repeat) {
                runOne(scenarios_[i], nameOfRun(managers_[i]), repeat);
                markBest(runs_);
                if (!watch_.isAsked()) write();
            }
        }
        progress_.clear();
    }

    const world::Scenario& scenario() const { return scenarios_.front(); }
    double time_s() const { return static_cast<double>(time_ns_) * 1e-9; }
    const std::vector<ComparedRun>& runs() const { return runs_; }
    unsigned cores() const { return command_line::sizeOf(team_); }
    const command_line::InterruptWatch& watch() const { return watch_; }

  private:
    static std::uint64_t milliseconds(std::int64_t ns) { return static_cast<std::uint64_t>(ns / 1'000'000); }

    // What is read, and may be wrong, is read before the first run.
    std::vector<world::Scenario> loadAll() const {
        std::vector<world::Scenario> scenarios;
        command_line::WorldOptions world = options_.world;
        const world::Scenario loaded = command_line::loadScenario(world.scenario);
        for (const std::string& manager : managers_) {
            world.manager = manager;
            scenarios.push_back(world.changed(loaded));
        }
        return scenarios;
    }

    // A file goes by its name.
    static std::string nameOfRun(const std::string& manager) {
        return command_line::isScriptFile(manager) ? std::filesystem::path(manager).filename().string()
                                                   : manager;
    }

    void runOne(const world::Scenario& scenario, const std::string& name, std::uint32_t repeat) {
        command_line::SteadyClock clock;
        world::World world(scenario, &clock, team_.get());
        world.listEvents(false);
        std::optional<Fidelity> fidelity;
        if (options_.wants_fidelity) fidelity.emplace(scenario);
        RunLoop loop{.until_ns = time_ns_};
        loop.is_stopped = [&] { return watch_.isAsked(); };
        loop.after_frame = [&](const world::World& w, const Given& given) {
            if (fidelity) fidelity->follow(w, given);
            progress_.show(done_ms_ + milliseconds(std::min(w.record().t_ns, time_ns_)));
        };
        const RunResult result = runWorld(world, loop);
        progress_.clear();
        sayTrouble(name, result);
        if (!result.is_finished) return;
        done_ms_ += milliseconds(time_ns_);
        runs_.push_back(comparedRun(name, repeat, result));
        if (fidelity) runs_.back().fidelity = fidelity->report(world);
    }

    const CompareOptions& options_;
    const std::vector<std::string>& managers_;
    const std::unique_ptr<cores::Team> team_ = command_line::teamOf(options_.world.threads);
    const std::vector<world::Scenario> scenarios_;
    const command_line::InterruptWatch watch_;
    std::int64_t time_ns_;
    std::uint64_t done_ms_ = 0;
    Progress progress_;
    std::vector<ComparedRun> runs_;
};

std::string budgetText(const load::BudgetSettings& budget) {
    if (budget.policy == load::BudgetPolicy::kFixed)
        return fmt::format("{:g} ms a frame", static_cast<double>(budget.fixed_ns) * 1e-6);
    return fmt::format("what a frame of {:g} ms leaves", static_cast<double>(budget.target_frame_ns) * 1e-6);
}

// The lines above the table: what is compared.
std::string headOf(const Comparison& comparison) {
    const world::Scenario& s = comparison.scenario();
    const bool is_real = s.load.clock == world::ClockKind::kReal;  // else the cores change nothing
    std::string out = fmt::format("{}: {}, seed {}, {} clock{}\n", shown(s.title),
                                  inhabitants(s, s.flocks(), s.agents()), s.seed, nameOf(s.load.clock),
                                  is_real ? " on " + command_line::coresText(comparison.cores()) : "");
    out += fmt::format("  each manager for {:.6g} s of the world, in frames of {:.4g} ms or longer\n",
                       comparison.time_s(), s.frame_time * 1e3);
    out += fmt::format("  budget of AI time: {}; the rest of a frame takes {:g} ms\n",
                       budgetText(s.load.budget), s.load.base_load_ms);
    if (s.load.think_us > 0) {
        out += fmt::format(
            "  think cost: {:g} us charged for every leaf that is updated; it stands for richer minds and is "
            "not the\n"
            "  flocks' own cost\n",
            s.load.think_us);
    }
    for (const world::Spike& spike : s.spikes) out += fmt::format("  spike: {}\n", world::spelled(spike));
    return out +
           "  D_period: the mean of period - nominal period; oldest: the longest wait of any task; overhead: "
           "ms a frame\n"
           "  thoughts / s: of one mind; quality: the share that thought, of the minds whose task ran; "
           "points:\n  that stand for a herd near the player\n";
}

void print(const CompareOptions& options, const Comparison& comparison) {
    const auto show = [&](const Table& table) {
        fmt::print("\n{}", options.wants_markdown ? table.markdown() : table.text());
    };
    fmt::print("{}", headOf(comparison));
    show(comparisonTable(comparison.runs(), options.repeats > 1));
    if (!options.wants_fidelity) return;
    fmt::print("\n{}", fidelityLegend());
    show(comparedFidelity(comparison.runs(), options.repeats > 1));
}

void compare(const CompareOptions& options) {
    const std::vector<std::string> managers = managersOf(options.managers);
    Comparison comparison(options, managers);
    const std::vector<ComparedRun>& runs = comparison.runs();
    const auto write = [&](const std::string& path, const std::string& text) {
        std::error_code failure;  // into a pipe or a device they go once
        const bool is_file =
            std::filesystem::is_regular_file(path, failure) || !std::filesystem::exists(path, failure);
        if (!path.empty() && path != "-" && is_file) command_line::writeOutput(path, text);
    };
    comparison.runAll([&] {
        write(options.csv, comparisonCsv(runs));
        write(options.json, comparisonJson(options.world.scenario, comparison.scenario(), runs));
    });
    if (!options.world.is_quiet && !options.takesStandardOutput() && !runs.empty())
        print(options, comparison);
    if (!options.csv.empty()) command_line::writeOutput(options.csv, comparisonCsv(runs));
    if (!options.json.empty()) {
        command_line::writeOutput(options.json,
                                  comparisonJson(options.world.scenario, comparison.scenario(), runs));
    }
    if (comparison.watch().isAsked()) {
        command_line::flushStandardOutput();
        command_line::fail(comparison.watch().code(), "stopped; {} of {} runs were finished and are reported",
                           runs.size(), managers.size() * options.repeats);
    }
}

}  // namespace

void addCompare(CLI::App& app) {
    auto options = std::make_shared<CompareOptions>();
    options->world.frames = 1000;
    CLI::App* command = app.add_subcommand("compare", "Run the same world under several load managers.");
    command_line::addWorldOptions(*command, options->world, false);
    command_line::addQuietOption(*command, options->world);
    command->get_option("--frames")
        ->description("Length in frames of the scenario's frame time; longer frames are fewer");
    command
        ->add_option("--managers", options->managers,
                     "all, or a comma-separated list; files with your own in Lua, too")
        ->capture_default_str();
    command
        ->add_option("--repeats", options->repeats,
                     "Runs of each manager; helps under the real clock on a busy machine")
        ->transform(command_line::wholeNumber(1, 1000))
        ->capture_default_str();
    command->add_flag("--fidelity", options->wants_fidelity,
                      "Compare every flock with a twin that is fully updated in every frame");
    command->add_flag("--markdown", options->wants_markdown, "Print the tables as GitHub markdown");
    command_line::isWritten(command->add_option(
        "--csv", options->csv, "Write one CSV row per run to a file, or - for standard output"));
    command_line::isWritten(command->add_option(
        "--json", options->json, "Write the runs as JSON to a file, or - for standard output"));
    command->callback([options] { compare(*options); });
}

}  // namespace drover::lab
