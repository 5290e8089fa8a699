// drover-lab scenarios: lists the shipped scenarios, prints one in full, prints the JSON Schema of scenario
// files, and judges the scenarios' claims.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "app/command_line/assets.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/output.h"
#include "app/command_line/world_options.h"
#include "app/lab/progress.h"
#include "app/lab/subcommands.h"
#include "app/lab/world_run.h"
#include "core/world/animals/population.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/claim_watch.h"

namespace drover::lab {
namespace {

// --claims: runs scenarios and judges what they say will be seen.
struct ClaimOptions {
    std::vector<std::string> names;  // shipped names or files; none: every shipped scenario
    std::uint32_t seeds = 1;         // from the scenario's own seed on
    bool is_quiet = false;
};

struct Case {
    std::string name;
    world::Scenario scenario;
};

// A scenario that is asked for by name and has no claims is a mistake; of all shipped ones it is left out.
std::vector<Case> casesOf(const ClaimOptions& options) {
    const bool is_all = options.names.empty();
    std::vector<Case> cases;
    for (const std::string& name : is_all ? command_line::scenarioNames() : options.names) {
        world::Scenario scenario = command_line::loadScenario(name);
        if (!scenario.claims.empty()) {
            command_line::requireSeeds(scenario.seed, options.seeds);
            scenario.load.clock = world::ClockKind::kModel;
            cases.push_back({name, std::move(scenario)});
        } else if (!is_all) {
            command_line::fail(command_line::kBadData, "{}: found no claims, allowed 1 to 100",
                               printable(name));
        }
    }
    return cases;
}

void print(const world::Claim& claim, const world::ClaimState& state) {
    const auto number = [&](const std::optional<double>& value) {
        return value ? world::spelled(claim.seen, *value) : std::string("nothing to measure");
    };
    fmt::print("  {:<6}  {}\n", state.verdict == world::Verdict::kHeld ? "held" : "broken",
               shown(claim.text));
    fmt::print("          {}\n", world::conditionOf(claim));
    fmt::print("          found {}, asked {} {}\n", number(state.found),
               claim.is == world::Bound::kAtLeast ? "at least" : "at most", number(state.asked));
}

struct Judged {
    std::uint64_t claims = 0, broken = 0;
};

void report(const Case& one, const world::ClaimWatch& claims, bool is_quiet, Judged& judged) {
    if (!is_quiet)
        fmt::print("{}, seed {}, {} frames\n", shown(one.name), one.scenario.seed,
                   world::lastFrameOf(one.scenario.claims));
    for (std::size_t i = 0; i < claims.claims().size(); ++i) {
        const world::ClaimState state = claims.stateOf(i);
        if (!is_quiet) print(claims.claims()[i], state);
        ++judged.claims;
        judged.broken += state.verdict != world::Verdict::kHeld;
    }
    command_line::flushStandardOutput();
}

// Throws Exit if a claim is broken, and if the run is stopped.
void checkClaims(const ClaimOptions& options) {
    std::vector<Case> cases = casesOf(options);
    std::uint64_t frames_in_all = 0, done = 0;
    for (const Case& one : cases)
        frames_in_all += std::uint64_t{world::lastFrameOf(one.scenario.claims)} * options.seeds;
    const command_line::InterruptWatch watch;
    Progress progress("frames", frames_in_all, !options.is_quiet);
    Judged judged;
    for (Case& one : cases) {
        if (watch.isAsked()) break;
        const std::uint64_t seed = one.scenario.seed;
        one.scenario = world::measured(std::move(one.scenario));
        for (std::uint32_t i = 0; i < options.seeds && !watch.isAsked(); ++i) {
            one.scenario.seed = seed + i;
            world::World world(one.scenario);
            world.listEvents(false);
            world::ClaimWatch claims(one.scenario.claims);
            const RunResult result = runWorld(world, {.frames = world::lastFrameOf(one.scenario.claims),
                                                      .after_frame =
                                                          [&](const world::World& w, const Given&) {
                                                              claims.observe(w.record());
                                                              progress.show(++done);
                                                          },
                                                      .is_stopped = [&] { return watch.isAsked(); }});
            if (!result.is_finished) continue;
            progress.clear();
            report(one, claims, options.is_quiet, judged);
        }
    }
    progress.clear();
    if (watch.isAsked())
        command_line::fail(watch.code(), "stopped; {} claims were judged and {} of them are broken",
                           judged.claims, judged.broken);
    if (judged.broken > 0)
        command_line::fail(command_line::kNotHeld, "{} of {} claims are broken", judged.broken,
                           judged.claims);
    if (!options.is_quiet) fmt::print("all {} claims held\n", judged.claims);
}

// Prints a paragraph wrapped to a terminal's width.
void printParagraph(std::string_view text) {
    constexpr std::size_t kWidth = 98;
    while (!text.empty()) {
        std::size_t end = text.size();
        if (end > kWidth) end = std::min(text.rfind(' ', kWidth), text.size());
        fmt::print("  {}\n", text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void listScenarios() {
    for (const std::string& name : command_line::scenarioNames()) {
        const world::Scenario scenario = command_line::loadScenario(name);
        fmt::print("{}{}\n  {}\n", shown(name), name == command_line::kDefaultScenario ? " (default)" : "",
                   shown(scenario.title));
        printParagraph(shown(scenario.text));
        fmt::print("\n");
    }
}

}  // namespace

void addScenarios(CLI::App& app) {
    struct Options {
        std::string show;
        bool wants_schema = false;
        bool wants_names = false;
        bool wants_claims = false;
        ClaimOptions claims;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("scenarios", "List the shipped scenarios.");
    command_line::isRead(command->add_option(
        "--show", options->show, "Print a shipped scenario or a file with every field written out"));
    command->add_flag("--names", options->wants_names, "Print only the names, for scripts");
    command->add_flag("--schema", options->wants_schema, "Print the JSON Schema of scenario files");
    CLI::Option* claims = command->add_flag("--claims", options->wants_claims,
                                            "Run the scenarios under the model clock and judge what they "
                                            "claim; ends with 1 if a claim is broken");
    command_line::isRead(
        command->add_option(
            "NAME", options->claims.names,
            "With --claims: shipped scenarios or files; without a name every shipped scenario"))
        ->needs(claims);
    command
        ->add_option("--seeds", options->claims.seeds,
                     "With --claims: seeds to run, from the scenario's own on")
        ->transform(command_line::wholeNumber(1, 1000))
        ->capture_default_str()
        ->needs(claims);
    command->add_flag("--quiet", options->claims.is_quiet, "With --claims: no progress, no verdicts")
        ->needs(claims);
    command->callback([options] {
        if (options->wants_claims) {
            checkClaims(options->claims);
        } else if (options->wants_schema) {
            fmt::print("{}", world::scenarioSchema());
        } else if (options->wants_names) {
            fmt::print("{}\n", fmt::join(command_line::scenarioNames(), "\n"));
        } else if (!options->show.empty()) {
            fmt::print("{}", world::writeScenario(command_line::loadScenario(options->show)));
        } else {
            listScenarios();
        }
    });
}

}  // namespace drover::lab
