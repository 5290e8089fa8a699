// drover-lab scenarios: lists the shipped scenarios, prints one in full, prints the JSON Schema of scenario
// files, and judges the scenarios' claims.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "app/command_line/assets.h"
#include "app/command_line/file_options.h"
#include "app/command_line/number_options.h"
#include "app/lab/claims.h"
#include "app/lab/subcommands.h"

namespace drover::lab {
namespace {

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
