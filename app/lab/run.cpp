// drover-lab run: runs a scenario for a number of frames under its load manager. Prints a summary, writes
// files for programs, and prints the state's hash for comparisons.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line/assets.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/memory.h"
#include "app/command_line/output.h"
#include "app/command_line/steady_clock.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"
#include "app/lab/fidelity.h"
#include "app/lab/frame_files.h"
#include "app/lab/subcommands.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"
#include "core/cores/team.h"
#include "core/replay/recording.h"
#include "core/world/files/command_log.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::lab {
namespace {

struct RunOptions {
    command_line::WorldOptions world;
    bool wants_hash = false, wants_fidelity = false;
    FrameFilePaths files;
    std::string json, replay, record;
};

world::CommandLog logOf(const RunOptions& options) {
    if (options.replay.empty()) return {};
    Result<world::CommandLog> log = world::CommandLog::read(options.replay, command_line::availableMemory());
    if (!log) throw command_line::exitFor(log.error);
    return std::move(*log);
}

// --record: writes the run to a .drover file while it goes on. Throws Exit if the file cannot be written.
class RunRecorder {
  public:
    // The world is at its beginning.
    RunRecorder(const std::string& path, const std::string& source, const world::World& world) {
        const std::string wrong = file_.open(path, {command_line::buildText(), source}, world.scenario());
        check(wrong, file_.isMade() ? command_line::kCannotWrite : command_line::kCannotCreate);
    }

    // After a frame of the world.
    void add(const world::World& world, const Given& given) {
        chunk_.wait(given.commands);
        if (chunk_.hasTooManyWaiting())
            check(fmt::format(
                      "cannot record frame {}: found {} commands since the frame before, allowed up to {}",
                      chunk_.frames() + 1, chunk_.waiting().size(), world::kMostCommands),
                  command_line::kCannotWrite);
        if (!chunk_.add(given.frame_time, {}, world)) return;
        const auto now = std::chrono::steady_clock::now();
        if (!chunk_.isFull() && now - written_ < kLongestUnwritten) return;
        written_ = now;
        check(file_.write(chunk_.take()), command_line::kCannotWrite);
    }

    void close(const world::World& world) {
        if (chunk_.present().frames > 0) check(file_.write(chunk_.take()), command_line::kCannotWrite);
        check(file_.close(chunk_.waiting(), world.stateHash()), command_line::kCannotWrite);
    }

  private:
    static constexpr std::chrono::milliseconds kLongestUnwritten{500};  // where frames take long

    static void check(const std::string& error, command_line::ExitCode code) {
        if (!error.empty()) throw command_line::Exit{code, error};
    }

    replay::RecordingWriter file_;
    replay::ChunkWriter chunk_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

// A log of commands may have exchanged the manager.
std::string managersOf(const world::Scenario& scenario, const RunResult& r) {
    const std::string& first = scenario.load.manager;
    return r.last_manager == first ? first : fmt::format("{}, at the end {}", first, r.last_manager);
}

// A mean over no tasks has no value.
std::string latenessText(const RunResult& r) {
    const std::optional<double> near_ms = r.mean(record::columnOf("near_d_assigned_ms")),
                                far_ms = r.mean(record::columnOf("far_d_assigned_ms"));
    if (near_ms && far_ms)
        return fmt::format("{:.1f} ms over nominal near the player, {:.1f} far from it", *near_ms, *far_ms);
    if (near_ms) return fmt::format("{:.1f} ms over nominal near the player, none is far", *near_ms);
    if (far_ms) return fmt::format("{:.1f} ms over nominal far from the player, none is near", *far_ms);
    return "none is near the player or far from it";
}

void printSummary(const world::Scenario& scenario, unsigned cores, const RunResult& r) {
    const auto latest = [&](const char* name) {
        return grouped(static_cast<std::uint64_t>(r.latest[*record::findColumn(name)]));
    };
    const auto total = [&](const char* name) {
        return grouped(static_cast<std::uint64_t>(r.totals[*record::findColumn(name)]));
    };
    const record::Summary cost = r.summary(record::columnOf("ai_ms"));
    fmt::print("{}\n", shown(scenario.title));
    fmt::print("  world    {} on a {} of {:g} m, seed {}\n", inhabitants(scenario, r.flocks, r.agents),
               scenario.world.edges == Edges::kTorus ? "torus" : "plain", scenario.world.world_size,
               scenario.seed);
    if (r.without_room > 0)
        fmt::print("  room     {} of the people are not there: the areas of their groups are full\n",
                   grouped(r.without_room));
    if (r.in_shapes > 0)
        fmt::print(
            "  room     {} of the people are not there: the areas of their groups lie in walls or other "
            "shapes\n",
            grouped(r.in_shapes));
    if (r.without_way > 0)
        fmt::print(
            "  ways     {} of the people have no way to their goal: a door is closed, or too narrow for the "
            "cells\n",
            grouped(r.without_way));
    fmt::print("  run      {} frames, {:.1f} s of the world in {:.2f} s on {}: {:.3f} ms a frame\n",
               grouped(r.frames), r.simulated_s, r.wall_s, command_line::coresText(cores),
               r.wall_s * 1000 / static_cast<double>(r.frames));
    fmt::print("  load     {}, {} clock{}: AI time {:.3f} ms a frame, p99 {:.3f}, of a budget of {:.3f} ms\n",
               managersOf(scenario, r), nameOf(scenario.load.clock),
               scenario.load.think_us > 0
                   ? fmt::format(", {:g} us think cost per leaf", scenario.load.think_us)
                   : "",
               cost.mean, cost.p99, r.summary(record::columnOf("td_ms")).mean);
    fmt::print(
        "  frames   {:.1f} a second; {:.2f} % over the budget, {:.2f} % over 1.2 times it; the manager took "
        "{:.3f} ms\n",
        r.fps(), 100 * r.shareOver(1), 100 * r.shareOver(1.2),
        r.summary(record::columnOf("overhead_ms")).mean);
    fmt::print("  periods  {}; oldest wait {:.0f} ms\n", latenessText(r),
               r.summary(record::columnOf("oldest_ms")).max);
    if (r.flocks == 0) return;
    fmt::print(
        "  trees    {} {} and {} {} now; {} expansions, {} collapses; largest jump of a centre {:.4f} m\n",
        latest("leaves"), latest("leaves") == "1" ? "leaf" : "leaves", latest("nodes"),
        latest("nodes") == "1" ? "node" : "nodes", total("expansions"), total("collapses"), r.largest_jump_m);
    fmt::print("  memory   {:.2f} MiB for the flocks\n", static_cast<double>(r.bytes) / (1 << 20));
    if (r.refused > 0) {
        fmt::print("  limit    lod.max_leaves ({}) was reached: raise it, or make the zones smaller\n",
                   grouped(scenario.lod.max_leaves));
    }
}

void printFidelity(const std::string& manager, const FidelityReport& report) {
    Table table = fidelityTable();
    addRows(table, manager, report);
    fmt::print("\n{}\n{}", fidelityLegend(), table.text());
}

std::string jsonOf(const RunOptions& options, const world::Scenario& scenario, unsigned cores,
                   const RunResult& r, const std::optional<FidelityReport>& fidelity) {
    nlohmann::ordered_json json = {
        {"scenario", options.world.scenario},
        {"title", scenario.title},
        {"seed", scenario.seed},
        {"manager", scenario.load.manager},
        {"last_manager", r.last_manager},
        {"clock", nameOf(scenario.load.clock)},
        {"think_us", scenario.load.think_us},
        {"threads", cores},
        {"frames", r.frames},
        {"simulated_s", r.simulated_s},
        {"wall_s", r.wall_s},
        {"flocks", r.flocks},
        {"agents", r.agents},
        {"bytes", r.bytes},
        {"leaves", r.latest[record::columnOf("leaves")]},
        {"nodes", r.latest[record::columnOf("nodes")]},
        {"expansions", r.totals[record::columnOf("expansions")]},
        {"collapses", r.totals[record::columnOf("collapses")]},
        {"refused", r.refused},
        {"share_over_budget", r.shareOver(1)},
        {"largest_jump_m", r.largest_jump_m},
    };
    for (std::size_t c = 0; c < record::kColumnCount; ++c) {
        const record::Summary s = r.summary(c);
        const std::optional<double> mean = r.mean(c);
        json["frames_summary"][record::nameOf(record::kColumns[c])] = {
            {"mean", mean ? nlohmann::ordered_json(*mean) : nlohmann::ordered_json(nullptr)},
            {"min", s.min},
            {"p50", s.p50},
            {"p99", s.p99},
            {"max", s.max}};
    }
    if (fidelity) json["fidelity"] = lab::jsonOf(*fidelity);
    json["hash"] = fmt::format("{:016x}", r.hash);
    return json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// A log may ask for more animals than there is memory for.
void refuseAsTheWorldDoes(const RunOptions& options, const world::World& world) {
    if (!world.refusal()) return;
    const command_line::Exit exit = command_line::exitFor(*world.refusal());
    command_line::fail(exit.code, "{}: frame {}: {}", options.replay, world.frame(), exit.message);
}

void run(const RunOptions& options) {
    const world::Scenario scenario = options.world.load();
    const world::CommandLog log = logOf(options);
    command_line::SteadyClock clock;
    const std::unique_ptr<cores::Team> team = command_line::teamOf(options.world.threads);
    const unsigned cores = command_line::sizeOf(team);
    const std::uint64_t memory_bytes = command_line::availableMemory();
    world::World world(scenario, &clock, team.get());
    world.limitMemory(memory_bytes);
    std::optional<Fidelity> fidelity;
    if (options.wants_fidelity) fidelity.emplace(scenario);
    FrameFiles files(options.files, world);
    std::optional<RunRecorder> recorder;
    if (!options.record.empty()) recorder.emplace(options.record, options.world.scenario, world);
    const command_line::InterruptWatch watch;
    const std::uint64_t frames = options.world.framesOf(scenario);
    Progress progress("frames", frames, !options.world.is_quiet);
    const RunResult result = runWorld(
        world, {.frames = frames,
                .progress = &progress,
                .commands = [&](std::uint64_t frame,
                                std::vector<world::Command>& commands) { log.addBefore(frame, commands); },
                .after_frame =
                    [&](const world::World& w, const Given& given) {
                        if (fidelity) fidelity->follow(w, given);
                        files.add(w);
                        if (recorder) recorder->add(w, given);
                        refuseAsTheWorldDoes(options, w);
                    },
                .is_stopped = [&] { return watch.isAsked(); }});
    progress.clear();
    sayTrouble(scenario.load.manager, result);
    files.close();
    if (recorder) recorder->close(world);
    const bool is_silent = options.json == "-" || options.files.takeStandardOutput();
    const std::optional<FidelityReport> report =
        fidelity ? std::optional(fidelity->report(world)) : std::nullopt;
    if (!options.json.empty())
        command_line::writeOutput(options.json, jsonOf(options, scenario, cores, result, report));
    if (!options.world.is_quiet && !is_silent) {
        printSummary(scenario, cores, result);
        if (report) printFidelity(world.scenario().load.manager, *report);
    }
    if (options.wants_hash && !is_silent) fmt::print("{:016x}\n", result.hash);
    if (watch.isAsked()) {
        command_line::fail(watch.code(), "stopped after {} frames; what was written is complete",
                           result.frames);
    }
}

}  // namespace

void addRun(CLI::App& app) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Run a scenario without a window.");
    command_line::addWorldOptions(*command, options->world, true);
    command_line::addQuietOption(*command, options->world);
    command->add_flag("--hash", options->wants_hash, "Print the state's hash last, 16 hexadecimal digits");
    command->add_flag("--fidelity", options->wants_fidelity,
                      "Compare every flock with a twin that is fully updated in every frame");
    command_line::isWritten(command->add_option(
        "--json", options->json, "Write the summary as JSON to a file, or - for standard output"));
    addFrameFileOptions(*command, options->files);
    command_line::isWritten(
        command->add_option("--record", options->record,
                            "Record the run in a .drover file, which drover-lab replay and drover can open"));
    command_line::isRead(command->add_option("--replay", options->replay,
                                             "Replay the commands of a log, each before its frame"));
    command->callback([options] { run(*options); });
}

}  // namespace drover::lab
