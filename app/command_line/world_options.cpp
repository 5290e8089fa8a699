#include "app/command_line/world_options.h"
#include "app/command_line/manager_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/memory.h"
#include "app/command_line/output.h"
#include "core/base/outside_text.h"
#include "core/base/read_number.h"
#include "core/load/manager.h"
#include "core/world/animals/population.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/scenario/spike_text.h"

namespace drover::command_line {
namespace {

// The text becomes the number as CLI11 reads it.
template <class T>
CLI::Validator numberWithin(T low, T high) {
    const std::string range = fmt::format("{} to {}", low, high);
    return {[=](std::string& text) {
                T value{};
                const bool is_inside =
                    readWhole(text, value) && value >= low && value <= high;  // false for NaN
                if (!is_inside) return fmt::format("found '{}', allowed {}", printable(text), range);
                text = fmt::format("{}", value);
                return std::string();
            },
            range};
}

}  // namespace

CLI::Validator finiteRange(double low, double high) { return numberWithin(low, high); }
CLI::Validator wholeNumber(std::uint64_t low, std::uint64_t high) { return numberWithin(low, high); }

CLI::Validator oneOf(std::vector<std::string> words) {
    // The manual and the completion know lists of words by their braces.
    const std::string list = fmt::format("{{{}}}", fmt::join(words, ","));
    return {[words = std::move(words)](std::string& text) {
                if (std::ranges::find(words, text) != words.end()) return std::string();
                return fmt::format("found '{}', allowed {}", printable(text), fmt::join(words, ", "));
            },
            list};
}

void requireSeeds(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - first;  // after the first one
    if (count - 1 > most)
        fail(kUsage, "--seeds: found {}, allowed 1 to {} from seed {} on", count, most + 1, first);
}

namespace {

template <class E>
std::vector<std::string> spellings() {
    std::vector<std::string> names;
    for (const Choice<E>& choice : choices(E{})) names.emplace_back(choice.name);
    return names;
}

template <class E>
void choose(const std::optional<std::string>& name, E& field) {
    for (const Choice<E>& choice : choices(E{})) {
        if (name && *name == choice.name) field = choice.value;
    }
}

void milliseconds(const std::optional<double>& ms, std::int64_t& field_ns) {
    if (ms) field_ns = std::llround(*ms * 1e6);
}

}  // namespace

std::unique_ptr<cores::Team> teamOf(std::optional<unsigned> threads) {
    const unsigned wanted = threads.value_or(cores::coresToUse());
    std::unique_ptr<cores::Team> team = cores::makeTeam(wanted);
    if (sizeOf(team) < wanted)
        warn(fmt::format("{} of {} threads can be had; the results are the same", sizeOf(team), wanted));
    return team;
}

unsigned sizeOf(const std::unique_ptr<cores::Team>& team) { return team ? team->size() : 1; }

std::string coresText(unsigned threads) {
    if (threads == 1) return "one core";
    const unsigned cores = cores::coresToUse();
    return threads <= cores ? fmt::format("{} cores", threads)
                            : fmt::format("{} threads of {}", threads, coresText(cores));
}

void addThreadsOption(CLI::App& command, std::optional<unsigned>& threads) {
    command
        .add_option("--threads", threads,
                    "Cores that move flocks; the budget is time on each of them; default: all that the "
                    "program may use")
        ->transform(wholeNumber(1, cores::kMostThreads));
}

bool isSameWorld(world::Scenario a, const world::Scenario& b) {
    a.seed = b.seed;
    a.load.clock = b.load.clock;
    return world::writeScenario(a) == world::writeScenario(b);
}

world::Scenario WorldOptions::load() const { return changed(loadScenario(scenario)); }

world::Scenario WorldOptions::changed(const world::Scenario& loaded) const {
    world::Scenario out = loaded;
    if (seed) out.seed = *seed;
    if (manager) setManager(out.load, managerOf("--manager", *manager));
    choose(clock, out.load.clock);
    choose(reinit, out.lod.reinit);
    choose(policy, out.load.budget.policy);
    milliseconds(budget_ms, out.load.budget.fixed_ns);
    milliseconds(target_ms, out.load.budget.target_frame_ns);
    if (think_us) out.load.think_us = *think_us;
    if (base_load_ms) out.load.base_load_ms = *base_load_ms;
    for (const std::string& text : spikes) {
        Result<world::Spike> spike = world::parseSpike(text);
        if (!spike) throw Exit{kUsage, "--spike " + printable(text) + ": " + spike.error.message()};
        out.spikes.push_back(*spike);
    }
    if (!isSameWorld(out, loaded)) out.claims.clear();  // they are about the other one
    requireMemory(scenario, out);                       // the options may have made it larger
    out = world::measured(std::move(out));
    for (const std::string& warning : world::warningsOf(out)) warn(warning);
    return out;
}

std::uint64_t WorldOptions::framesOf(const world::Scenario& world) const {
    if (seconds <= 0) return frames;
    return static_cast<std::uint64_t>(std::ceil(seconds / world.frame_time - 1e-6));
}

void addWorldOptions(CLI::App& command, WorldOptions& o, bool manager_option) {
    o.scenario = kDefaultScenario;
    command_line::isRead(command.add_option("SCENARIO", o.scenario, "A shipped scenario's name, or a file")
                             ->capture_default_str());
    CLI::Option* frames = command.add_option("--frames", o.frames, "Number of frames")
                              ->transform(wholeNumber(1, 1'000'000'000));
    if (o.frames > 0) frames->capture_default_str();
    command.add_option("--seconds", o.seconds, "Length in simulated seconds, instead of --frames")
        ->check(finiteRange(0.001, 1e6))
        ->excludes(frames);
    command.add_option("--seed", o.seed, "Seed to use instead of the scenario's")->transform(wholeNumber(0));
    if (manager_option)
        command
            .add_option("--manager", o.manager,
                        fmt::format("The load manager: {}, or a file with your own in Lua",
                                    fmt::join(managerNames(), ", ")))
            ->check(managerName());
    command.add_option("--budget-ms", o.budget_ms, "The budget of a frame, Td")->check(finiteRange(0, 1000));
    command.add_option("--policy", o.policy, "Where the budget comes from")
        ->check(oneOf(spellings<load::BudgetPolicy>()));
    command.add_option("--target-ms", o.target_ms, "The frame time that policy frame_target keeps")
        ->check(finiteRange(0.1, 1000));
    command.add_option("--clock", o.clock, "Charge costs by the model, or measure real time")
        ->check(oneOf(spellings<world::ClockKind>()));
    command.add_option("--think-us", o.think_us, "Think cost charged for every updated leaf")
        ->check(finiteRange(0, 1e6));
    command.add_option("--base-load-ms", o.base_load_ms, "Time of the rest of the frame")
        ->check(finiteRange(0, 1000));
    command.add_option("--reinit", o.reinit, "How the children of an expanded node are placed")
        ->check(oneOf(spellings<flock::Reinit>()));
    command
        .add_option("--spike", o.spikes,
                    "Extra load, such as step:20ms@200-400 or train:8ms@100-500/20,inside; can be repeated")
        ->allow_extra_args(false);  // the next argument is the scenario, not another spike
    addThreadsOption(command, o.threads);
}

void addQuietOption(CLI::App& command, WorldOptions& o) {
    command.add_flag("--quiet", o.is_quiet, "No progress and no summary");
}

}  // namespace drover::command_line
