// Options that are numbers, and those that change a scenario before it runs, shared by the window and by the
// subcommands that run worlds.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/cores/team.h"
#include "core/world/scenario/scenario.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace drover::command_line {

// For an option whose value is a number. CLI11's own checks take NaN, read 010 as eight and -1 as the largest
// whole number, and keep the largest one where a number does not fit.
CLI::Validator finiteRange(double low, double high);
// For Option::transform: 010 becomes 10.
CLI::Validator wholeNumber(std::uint64_t low, std::uint64_t high = std::numeric_limits<std::uint64_t>::max());
// Of an option whose value is one of a few words.
CLI::Validator oneOf(std::vector<std::string> words);
// Throws Exit if the seeds from `first` on are not that many.
void requireSeeds(std::uint64_t first, std::uint64_t count);

struct WorldOptions {
    std::string scenario;
    std::uint64_t frames = 2000;
    double seconds = 0;  // if above 0, used instead of frames
    std::optional<std::uint64_t> seed;
    std::optional<std::string> manager, policy, clock, reinit;
    std::optional<double> budget_ms, target_ms, think_us, base_load_ms;
    std::vector<std::string> spikes;
    std::optional<unsigned> threads;  // none: all cores that the program may use
    bool is_quiet = false;

    // Loads the scenario and applies the options; one that they change loses its claims. Throws Exit if
    // either is invalid.
    world::Scenario load() const;
    // The same for a scenario that is loaded already: a pipe can be read only once.
    world::Scenario changed(const world::Scenario& loaded) const;
    std::uint64_t framesOf(const world::Scenario& scenario) const;
};

// A team of this many threads, or of as many as there are cores. If the system gives fewer, a warning says
// how many. Null for one thread.
std::unique_ptr<cores::Team> teamOf(std::optional<unsigned> threads);
unsigned sizeOf(const std::unique_ptr<cores::Team>& team);
std::string coresText(unsigned threads);  // "one core", "8 cores", "64 threads of 8 cores"

// Adds --threads.
void addThreadsOption(CLI::App& command, std::optional<unsigned>& threads);

// True if the two differ in nothing but seed and clock: then what one claims is about the other too.
bool isSameWorld(world::Scenario a, const world::Scenario& b);

// Adds the options to a program or subcommand. `manager_option` adds --manager. If `options.frames` is 0, the
// run does not end by itself.
void addWorldOptions(CLI::App& command, WorldOptions& options, bool manager_option);
void addQuietOption(CLI::App& command, WorldOptions& options);

}  // namespace drover::command_line
