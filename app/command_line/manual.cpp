#include "app/command_line/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <vector>

#include "app/command_line/manager_choice.h"

namespace drover::command_line {
namespace {

// A line of text as roff takes it literally.
std::string roff(std::string_view text) {
    std::string out;
    bool begins_line = true;
    for (const char c : text) {
        if (begins_line && (c == '.' || c == '\'')) out += "\\&";
        begins_line = c == '\n';
        if (c == '-' || c == '\\') out += '\\';
        out += c == '\\' ? 'e' : c;
    }
    return out;
}

std::string upperCase(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::vector<const CLI::Option*> shownOptions(const CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}
std::vector<const CLI::App*> subcommands(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

std::vector<std::string> namesOf(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}
bool takesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// What the option takes, as its validator says it: `{a,b}`, `1 to 9`.
std::string valueOf(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(':');
    return colon == std::string::npos ? type : type.substr(colon + 1);
}

void appendOption(std::string& out, const CLI::Option& option) {
    out += ".TP\n";
    std::string names;
    for (const std::string& name : namesOf(option))
        names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
    if (option.get_positional()) names = "\\fI" + roff(option.get_name(true)) + "\\fR";
    if (!option.get_positional() && takesValue(option)) names += " \\fI" + roff(valueOf(option)) + "\\fR";
    out += names + "\n" + roff(option.get_description()) + "\n";
    if (!option.get_default_str().empty())
        out += fmt::format("(if it is left out: {})\n", roff(option.get_default_str()));
}

void appendOptions(std::string& out, const CLI::App& app) {
    for (const CLI::Option* option : shownOptions(app)) appendOption(out, *option);
}

std::string words(const CLI::App& app) {
    std::string out;
    for (const CLI::App* sub : subcommands(app)) out += sub->get_name() + " ";
    for (const CLI::Option* option : shownOptions(app))
        for (const std::string& name : namesOf(*option))
            if (name.starts_with("--")) out += name + " ";
    if (!out.empty()) out.pop_back();
    return out;
}

// The options whose value is a name that the lab can list.
struct Names {
    std::string_view options, command;
};
constexpr Names kNames[] = {
    {"--lesson", "drover-lab lesson --names"},
    {"--show|run|compare|sweep|scenarios", "drover-lab scenarios --names"},
};

// The values of options that take one of a few words, by the option's name.
void findChoices(const CLI::App& app, std::map<std::string, std::string>& words) {
    for (const CLI::Option* option : shownOptions(app)) {
        std::string value = valueOf(*option);
        if (!value.starts_with('{') || !value.ends_with('}')) continue;
        std::replace(value.begin(), value.end(), ',', ' ');
        for (const std::string& name : namesOf(*option)) words[name] = value.substr(1, value.size() - 2);
    }
    for (const CLI::App* sub : subcommands(app)) findChoices(*sub, words);
}

}  // namespace

std::string manualPage(const CLI::App& app) {
    const std::string name = app.get_name();
    std::string out = fmt::format(".TH {} 1 \"\" \"Drover {}\" \"User Commands\"\n", upperCase(roff(name)),
                                  roff(DROVER_VERSION));
    out += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(app.get_description()));
    const std::vector<const CLI::App*> subs = subcommands(app);
    out += fmt::format(".SH SYNOPSIS\n.B {}\n{}[\\fIOPTION\\fR]...", roff(name),
                       subs.empty() ? "" : "\\fISUBCOMMAND\\fR ");
    for (const CLI::Option* option : shownOptions(app))
        if (option->get_positional()) out += " [\\fI" + roff(option->get_name(true)) + "\\fR]";
    out += "\n.SH OPTIONS\n";
    appendOptions(out, app);
    if (!subs.empty()) out += ".SH SUBCOMMANDS\n";
    for (const CLI::App* sub : subs) {
        out += fmt::format(".SS {}\n{}\n", roff(sub->get_name()), roff(sub->get_description()));
        appendOptions(out, *sub);
        for (const CLI::App* below : subcommands(*sub)) {
            out +=
                fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(below->get_name()), roff(below->get_description()));
        }
    }
    if (!app.get_footer().empty()) out += ".SH EXIT STATUS\n" + roff(app.get_footer()) + "\n";
    out += ".SH SEE ALSO\n";
    out += name == "drover" ? ".BR drover\\-lab (1)\n" : ".BR drover (1)\n";
    return out;
}

std::string bashCompletion(const CLI::App& app) {
    const std::string name = app.get_name();
    std::string function = "_" + name;
    for (char& c : function)
        if (c == '-') c = '_';
    std::string out = fmt::format("# Completion of {} for bash.\n{}() {{\n", name, function);
    out +=
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} sub= words names=\n"
        "    local i\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        case ${COMP_WORDS[i]} in -*) ;; *) sub=${COMP_WORDS[i]}; break ;; esac\n"
        "    done\n"
        "    case $before in\n";
    std::map<std::string, std::string> choices;
    findChoices(app, choices);
    const std::string managers = fmt::format("{}", fmt::join(managerNames(), " "));
    choices["--manager"] = managers;
    choices["--managers"] = choices["--compare"] = "all " + managers;
    for (const auto& [option, names] : choices)
        out += fmt::format("        {}) names=\"{}\" ;;\n", option, names);
    for (const Names& names : kNames)
        out += fmt::format("        {}) [[ $word == -* ]] || names=$({} 2>/dev/null) ;;\n", names.options,
                           names.command);
    if (name == "drover")
        out += "        drover) [[ $word == -* ]] || names=$(drover-lab scenarios --names 2>/dev/null) ;;\n";
    out +=
        "        lesson) [[ $word == -* ]] || names=$(drover-lab lesson --names 2>/dev/null) ;;\n"
        "    esac\n"
        "    case $sub in\n";
    for (const CLI::App* sub : subcommands(app))
        out += fmt::format("        {}) words=\"{}\" ;;\n", sub->get_name(), words(*sub));
    out += fmt::format("        *) words=\"{}\" ;;\n", words(app));
    out +=
        "    esac\n"
        "    [[ -n $names ]] && words=$names\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "}\n";
    // What is no word of the program is a file.
    out += fmt::format("complete -o default -F {} {}\n", function, name);
    return out;
}

void addManual(CLI::App& app) {
    const auto prints = [&app](const char* name, std::string (*text)(const CLI::App&), const char* what) {
        app.add_flag_callback(
               name,
               [&app, text] {
                   fmt::print("{}", text(app));
                   throw CLI::Success();
               },
               what)
            ->trigger_on_parse();
    };
    prints("--manual", manualPage, "Print the manual page, for man");
    prints("--completion", bashCompletion, "Print the completion for bash");
}

}  // namespace drover::command_line
