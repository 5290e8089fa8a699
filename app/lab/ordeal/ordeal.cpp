// drover-lab ordeal: whole lives of worlds, each from one number, with all that can go wrong in them. What
// must be true is checked after every frame; a life in which it is not is one line that repeats it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/world_options.h"
#include "app/lab/ordeal/shrink.h"
#include "app/lab/ordeal/workers.h"
#include "app/lab/subcommands.h"
#include "core/base/grouped.h"
#include "core/base/outside_text.h"
#include "core/base/planted.h"
#include "core/cores/team.h"

namespace drover::lab {
namespace {

struct OrdealOptions {
    std::uint64_t seed = 1, seeds = 1;
    std::optional<unsigned> jobs;
    double seconds = 0;
    std::string folder;  // for a life that is made smaller
    bool is_quiet = false, stops = false;
};

#ifdef DROVER_CANARY
void addPlantOption(CLI::App& command) {
    command
        .add_option_function<unsigned>(
            "--plant",
            [](unsigned fault) {
                planted = static_cast<Fault>(fault);
                fmt::print("planted: {}\n", kFaultTexts[fault]);
            },
            "Which fault is planted in the core")
        ->transform(command_line::wholeNumber(1, kFaultTexts.size() - 1));
}
#else
void addPlantOption(CLI::App&) {}
#endif

void shrinkOne(std::uint64_t seed, const std::string& folder) {
    const ordeal::Shrunk shrunk = ordeal::shrink(seed);
    if (shrunk.failure.empty()) return fmt::print("life {} goes well\n", seed);
    fmt::print("{}\nafter {} tries: {} moments\n", shown(shrunk.failure), shrunk.tries,
               shrunk.life.moments.size());
    const std::string name = ordeal::writeLife(shrunk, folder);
    command_line::fail(command_line::kNotHeld, "life {} goes wrong; it is {}.json, .jsonl and .drover", seed,
                       shown(name));
}

void suffer(const OrdealOptions& options, bool is_one) {
    if (!options.folder.empty()) return shrinkOne(options.seed, options.folder);
    ordeal::Wanted wanted{.first_seed = options.seed, .seeds = options.seeds, .seconds = options.seconds};
    if (options.seconds > 0 && is_one) wanted.seeds = ~std::uint64_t{0} - options.seed;
    command_line::requireSeeds(options.seed, wanted.seeds);
    wanted.jobs = is_one && options.seconds == 0 ? 1 : options.jobs.value_or(cores::coresToUse());
    wanted.stops_at_failure = options.stops;
    wanted.prints_all = is_one && options.seconds == 0;
    const ordeal::Lived lived = ordeal::liveMany(wanted);
    if (!options.is_quiet && !wanted.prints_all) {
        fmt::print("{}\n{} lives in {:.1f} s: {:.1f} in a second of processor time\n", lived.coverage.text(),
                   grouped(lived.lives), lived.wall_s,
                   static_cast<double>(lived.lives) / std::max(lived.processor_s, 1e-3));
    }
    if (lived.failures > 0)
        command_line::fail(command_line::kNotHeld, "{} of {} lives went wrong", grouped(lived.failures),
                           grouped(lived.lives));
}

}  // namespace

void addOrdeal(CLI::App& app) {
    auto options = std::make_shared<OrdealOptions>();
    CLI::App* command = app.add_subcommand(
        "ordeal", "Whole lives of worlds, each from one number, with all that can go wrong in them.");
    command->add_option("SEED", options->seed, "The number of the first life")
        ->transform(command_line::wholeNumber(0));
    auto* const seeds = command->add_option("--seeds", options->seeds, "How many lives, one after the other")
                            ->transform(command_line::wholeNumber(1));
    command->add_option("--seconds", options->seconds, "No life begins later than this")
        ->check(command_line::finiteRange(0, 1e6));
    command->add_option("--jobs", options->jobs, "Lives at the same time; all cores if not given")
        ->transform(command_line::wholeNumber(1, 1024));
    command_line::isFolder(command->add_option("--shrink", options->folder,
                                               "Make a smaller life of one that goes wrong: a scenario, a "
                                               "command log and a recording in this folder"));
    command->add_flag("--stop", options->stops, "No life begins after one that went wrong");
    addPlantOption(*command);
    command->add_flag("--quiet", options->is_quiet, "Print failures alone");
    command->callback([options, seeds] { suffer(*options, seeds->count() == 0); });
}

}  // namespace drover::lab
