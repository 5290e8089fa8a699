// drover-lab run: a scenario for a number of frames, with a summary for people, JSON for programs and a hash for those
// who compare.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/lab/assets.h"
#include "app/lab/output.h"
#include "app/lab/progress.h"
#include "app/lab/subcommands.h"
#include "core/world/scenario_fields.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

struct Options {
    std::string scenario = kDefaultScenario;
    std::uint64_t frames = 2000;
    double seconds = 0;
    std::uint64_t seed = 0;
    bool has_seed = false;
    bool wants_hash = false;
    bool is_quiet = false;
    std::string json;
};

struct RunResult {
    std::uint64_t frames = 0;
    double simulated_s = 0, wall_s = 0;
    LodCounts lod;
    FrameSummary last;
    std::uint64_t flocks = 0, agents = 0;
    std::size_t bytes = 0;
    std::uint64_t hash = 0;
};

RunResult runFrames(const Scenario& scenario, std::uint64_t frames, bool shows_progress) {
    World world(scenario);
    RunResult result;
    const auto start = std::chrono::steady_clock::now();
    {
        Progress progress("frames", frames, shows_progress);
        for (std::uint64_t i = 0; i < frames; ++i) {
            result.last = world.step(scenario.frame_time);
            result.lod += result.last.lod;
            progress.show(i + 1);
        }
    }
    result.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.frames = frames;
    result.simulated_s = world.time();
    result.flocks = world.flocks().size();
    result.agents = world.flocks().agents();
    result.bytes = world.flocks().bytes();
    result.hash = world.stateHash();
    return result;
}

// 65536 as 65,536.
std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

void printSummary(const Scenario& scenario, const RunResult& r) {
    fmt::print("{}\n", scenario.title);
    fmt::print("  world    {} flocks that stand for {} agents, on a {} of {:g} m, seed {}\n", grouped(r.flocks),
               grouped(r.agents), scenario.world.edges == Edges::kTorus ? "torus" : "plain", scenario.world.world_size,
               scenario.seed);
    fmt::print("  run      {} frames, {:.1f} s of the world in {:.2f} s: {:.3f} ms a frame\n", grouped(r.frames),
               r.simulated_s, r.wall_s, r.wall_s * 1000 / static_cast<double>(r.frames));
    fmt::print("  trees    {} leaves and {} nodes now; {} expansions, {} collapses, {} refused\n", grouped(r.last.leaves),
               grouped(r.last.nodes), grouped(r.lod.expansions), grouped(r.lod.collapses), grouped(r.lod.refused));
    fmt::print("  memory   {:.2f} MiB for the flocks\n", static_cast<double>(r.bytes) / (1 << 20));
    if (r.last.lod.refused > 0) {
        fmt::print("  limit    lod.max_leaves ({}) was reached: raise it, or make the zones smaller\n",
                   grouped(scenario.lod.max_leaves));
    }
}

std::string jsonOf(const Options& options, const Scenario& scenario, const RunResult& r) {
    const nlohmann::ordered_json json = {
        {"scenario", options.scenario},     {"title", scenario.title},
        {"seed", scenario.seed},            {"frames", r.frames},
        {"simulated_s", r.simulated_s},     {"wall_s", r.wall_s},
        {"flocks", r.flocks},               {"agents", r.agents},
        {"leaves", r.last.leaves},          {"nodes", r.last.nodes},
        {"expansions", r.lod.expansions},   {"collapses", r.lod.collapses},
        {"refused", r.last.lod.refused},    {"bytes", r.bytes},
        {"hash", fmt::format("{:016x}", r.hash)},
    };
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void run(const Options& options) {
    Scenario scenario = loadScenario(options.scenario);
    if (options.has_seed) scenario.seed = options.seed;
    std::uint64_t frames = options.frames;
    if (options.seconds > 0) {
        frames = static_cast<std::uint64_t>(std::ceil(options.seconds / scenario.frame_time - 1e-6));
    }
    const RunResult result = runFrames(scenario, frames, !options.is_quiet);
    const bool json_takes_stdout = options.json == "-";
    if (!options.is_quiet && !json_takes_stdout) printSummary(scenario, result);
    if (!options.json.empty()) writeOutput(options.json, jsonOf(options, scenario, result));
    if (options.wants_hash && !json_takes_stdout) fmt::print("{:016x}\n", result.hash);
}

}  // namespace

void addRun(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("run", "Run a scenario without a window.");
    command->add_option("SCENARIO", options->scenario, "A shipped scenario's name, or a file")->capture_default_str();
    CLI::Option* frames = command->add_option("--frames", options->frames, "How many frames")
                              ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
                              ->capture_default_str();
    command->add_option("--seconds", options->seconds, "How many seconds of the world, instead")
        ->check(finiteRange(0.001, 1e6))
        ->excludes(frames);
    CLI::Option* seed = command->add_option("--seed", options->seed, "Another seed than the scenario's");
    command->add_flag("--hash", options->wants_hash, "End with the state's hash, 16 hexadecimal digits");
    command->add_option("--json", options->json, "Write the summary as JSON to a file, or - for standard output");
    command->add_flag("--quiet", options->is_quiet, "No progress and no summary");
    command->callback([options, seed] {
        options->has_seed = seed->count() > 0;
        run(*options);
    });
}

}  // namespace drover::lab
