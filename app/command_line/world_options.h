// The options that change a scenario before it runs, shared by the subcommands that run worlds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/world/pool.h"
#include "core/world/scenario.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace drover::command_line {

struct WorldOptions {
    std::string scenario;
    std::uint64_t frames = 2000;
    double seconds = 0;  // instead of frames, when above 0
    std::optional<std::uint64_t> seed;
    std::optional<std::string> manager, policy, clock, reinit;
    std::optional<double> budget_ms, target_ms, think_us, base_load_ms;
    std::vector<std::string> spikes;
    unsigned threads = 1;
    bool is_quiet = false;

    // The named scenario with the options applied; throws Exit when either is wrong.
    world::Scenario load() const;
    std::uint64_t framesOf(const world::Scenario& scenario) const;
};

// The range check of a number option: CLI11's own lets NaN through.
CLI::Validator finiteRange(double low, double high);

// Adds the options to a program or a subcommand; `manager_option` is whether there is one manager to choose.
// Where `options.frames` is 0, nothing ends the run by itself.
void addWorldOptions(CLI::App& command, WorldOptions& options, bool manager_option);
void addQuietOption(CLI::App& command, WorldOptions& options);

}  // namespace drover::command_line
