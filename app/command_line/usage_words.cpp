#include "app/command_line/usage_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <string_view>
#include <vector>

#include "core/base/input_error.h"

namespace drover::command_line {
namespace {

// The subcommand that the line has come to.
const CLI::App& chosenOf(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return chosen.empty() ? app : chosenOf(*chosen.front());
}

std::string nearestOf(const std::string& near) { return "'" + near + "', which is the nearest name"; }

std::string lackingSubcommand(const CLI::App& app, const CLI::App& chosen) {
    std::vector<std::string> names;
    for (const CLI::App* sub : chosen.get_subcommands(nullptr)) names.push_back(sub->get_name());
    const std::vector<std::string> others = app.remaining(true);
    const std::string near = others.empty() ? "" : nearestName(others.front(), names);
    return fmt::format("{}found {}, allowed {}", &chosen == &app ? "" : chosen.get_name() + ": ",
                       others.empty() ? "no subcommand" : "'" + printable(others.front()) + "'",
                       near.empty() ? fmt::format("{}", fmt::join(names, ", ")) : nearestOf(near));
}

std::string superfluous(const CLI::App& app, const CLI::App& chosen) {
    const std::vector<std::string> others = app.remaining(true);
    const std::string found = others.empty() ? "" : others.front();
    std::vector<std::string> names;
    for (const CLI::Option* option : chosen.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const std::string near =
        found.starts_with('-') ? nearestName(found.substr(0, found.find('=')), names) : "";
    return fmt::format("{}found '{}', allowed {}", &chosen == &app ? "" : chosen.get_name() + ": ",
                       printable(found),
                       !near.empty()            ? nearestOf(near)
                       : found.starts_with('-') ? "the options that --help lists"
                                                : "no other argument");
}

// The library's sentences name the option first, and with `middle` another one behind it. Empty: it is
// another sentence.
struct OptionNames {
    std::string option, other;
};
OptionNames namesIn(std::string_view sentence, std::string_view middle) {
    const std::size_t at = sentence.find(middle);
    if (at == sentence.npos) return {};
    return {std::string(sentence.substr(0, at)), std::string(sentence.substr(at + middle.size()))};
}

std::string wrongCount(const std::string& sentence) {
    if (const OptionNames flag = namesIn(sentence, " was given"); !flag.option.empty())
        return flag.option + ": found a value, allowed none";
    const OptionNames names = namesIn(sentence, ": ");
    if (names.option.empty()) return sentence;
    const bool is_too_many = sentence.find("received") != sentence.npos && !sentence.ends_with(" 0");
    return names.option + (is_too_many
                               ? ": found " + sentence.substr(sentence.rfind(' ') + 1) + " values, allowed 1"
                               : ": found no value, allowed one");
}

// Numbers are read by our own validators: this is of a flag.
std::string notConverted(const std::string& sentence) {
    constexpr std::string_view kBegin = "Could not convert: ";
    if (!sentence.starts_with(kBegin)) return sentence;
    const OptionNames names = namesIn(std::string_view(sentence).substr(kBegin.size()), " = ");
    return names.option.empty() ? sentence
                                : names.option + ": found '" + printable(names.other) + "', allowed no value";
}

}  // namespace

std::string usageWords(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& chosen = chosenOf(app);
    const std::string sentence = error.what();
    const auto inOurs = [&](std::string_view middle, auto words) {
        const OptionNames names = namesIn(sentence, middle);
        return names.option.empty() ? sentence : words(names);
    };
    switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
        case CLI::ExitCodes::RequiredError:
            if (chosen.get_require_subcommand_min() > 0) return lackingSubcommand(app, chosen);
            return inOurs(" is required", [](const OptionNames& names) {
                return names.option + ": found nothing, allowed a value";
            });
        case CLI::ExitCodes::ExtrasError: return superfluous(app, chosen);
        case CLI::ExitCodes::ExcludesError:
            return inOurs(" excludes ", [](const OptionNames& names) {
                return fmt::format("{}: found with {}, allowed without it", names.option, names.other);
            });
        case CLI::ExitCodes::RequiresError:
            return inOurs(" requires ", [](const OptionNames& names) {
                return fmt::format("{}: found without {}, allowed with it", names.option, names.other);
            });
        case CLI::ExitCodes::ArgumentMismatch: return wrongCount(sentence);
        case CLI::ExitCodes::ConversionError: return notConverted(sentence);
        default: return sentence;
    }
}

}  // namespace drover::command_line
