// Every option of a program, as its help lists them: numbers that do not fit, and names that a terminal would
// obey. Compiled for drover-lab and for drover, which is run without a display.
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "core/base/outside_text.h"
#include "tests/app/lab/lab_process.h"
#include "tests/hostile_names.h"

namespace drover::lab::options_test {
namespace {

struct Option {
    std::string command, name, type;
    bool isPositional() const { return !name.starts_with("--"); }
};

// What a command needs beside the option that is tried.
struct Needs {
    const char* command;
    std::vector<std::string> positionals;
    std::vector<std::string> options;
};
const Needs& needsOf(const std::string& command) {
    static const std::vector<Needs> all = {
        {"run", {"seam"}, {"--frames=1"}},
        {"replay", {"seam.drover"}, {"--quiet"}},
        {"diff", {"seam.drover", "seam.drover"}, {"--quiet"}},
        {"compare", {"seam"}, {"--frames=1", "--managers=fixed"}},
        {"grade", {"edf"}, {"--against=none"}},
        {"sweep", {"seam"}, {"--frames=1", "--vary=budget-ms=1", "--out=rows.csv"}},
        {"schedule", {"question.json"}, {}},
        {"lesson", {"herd"}, {"--worksheet=sheet.html", "--blank"}},
        {"reproduce", {"gdx-phasing"}, {"--quick", "--out=papers"}},
        {"ordeal", {}, {"--seeds=1"}},
        {"bench lod", {}, {"--rounds=1", "--baseline=nothing"}},
    };
    static const Needs none{"", {}, {}};
    for (const Needs& needs : all)
        if (command.starts_with(needs.command)) return needs;
    return none;
}

// All that a name can do to a terminal; it ends as some options ask.
const std::string kName = "a\nforged \x1b[31m \xc2\x9b \xff\r\t.csv";

class Options : public Lab {
  protected:
    void SetUp() override {
        setenv("HOME", folder_.c_str(), 1);
        for (const char* const name :
             {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
            unsetenv(name);
        std::filesystem::current_path(folder_);
        find("");
        for (Option& option : options)  // a scenario's NAME goes with its claims
            if (option.command == "scenarios" && option.isPositional()) option.command += " --claims";
        lab("run seam --frames=2 --quiet --record=seam.drover");
        file("question.json", R"({"manager": "elastic", "desired_utilization": 0.5, "tasks": []})");
    }
    void TearDown() override { std::filesystem::current_path("/"); }

    // Reads the help of a command and of those below it.
    void find(const std::string& command) {
        std::istringstream help(lab(command + " --help").out);
        const std::regex option("\\s+(?:-[a-z],\\s*)?(--[a-z-]+) (TEXT|FILE|UINT|INT|FLOAT).*"),
            positional("  ([A-Z]+) (TEXT|FILE|UINT|INT|FLOAT).*"), subcommand("  ([a-z]+) .*");
        std::string section;
        for (std::string line; std::getline(help, line);) {
            std::smatch found;
            if (!line.starts_with(" ")) section = line;
            if (std::regex_match(line, found, option) ||
                ((section == "Positionals:" || section == "POSITIONALS:") &&
                 std::regex_match(line, found, positional)))
                options.push_back({command, found[1], found[2]});
            else if ((section == "Subcommands:" || section == "SUBCOMMANDS:") &&
                     std::regex_match(line, found, subcommand))
                find(command.empty() ? found[1].str() : command + " " + found[1].str());
        }
    }

    Ended with(const Option& tried, const std::string& value) {
        const Needs& needs = needsOf(tried.command);
        std::string line = tried.command;
        bool is_placed = !tried.isPositional();
        for (const std::string& positional : needs.positionals) {
            line += " " + (is_placed ? positional : shellWord(value));
            is_placed = true;
        }
        if (!is_placed) line += " " + shellWord(value);
        for (const std::string& option : needs.options)
            if (!option.starts_with(tried.name + "=")) line += " " + option;
        if (!tried.isPositional()) line += " " + shellWord(tried.name + "=" + value);
        return lab(line);
    }

    std::vector<Option> options;
};

TEST_F(Options, NumbersThatDoNotFitAreRefused) {
    std::size_t tried = 0;
    for (const Option& option : options) {
        if (option.type == "TEXT" || option.type == "FILE") continue;
        ++tried;
        for (const char* const value :
             {"18446744073709551616", "-18446744073709551615", "-1", "1e999", "nan", "0x10", "1x", " 1"}) {
            const Ended run = with(option, value);
            EXPECT_EQ(run.code, 64) << option.command << " " << option.name << "=" << value;
            EXPECT_NE(run.err.find(option.name + ": found '"), std::string::npos)
                << option.command << " " << option.name << "=" << value << ": " << run.err;
        }
    }
    EXPECT_GE(tried, 6u);
}

TEST_F(Options, SizesAndViewsThatDoNotFitAreRefused) {
    for (const Option& option : options) {
        if (option.name != "--size" && option.name != "--view") continue;
        for (const char* const value : {"99999999999x720", "4294967616x720", "1280x18446744073709551616",
                                        "1e999,0,9", "0,nan,9", "0,0,1e999", "0,0,-9", "0,0"}) {
            const Ended run = with(option, value);
            EXPECT_EQ(run.code, 64) << option.name << "=" << value;
            EXPECT_NE(run.err.find(option.name + ": found "), std::string::npos) << run.err;
        }
    }
}

// Where, what was found and what is allowed: not the words of the library that reads the command line.
TEST_F(Options, WhatIsWrongIsSaidInOurWords) {
    const std::regex library(
        "required|requires|excludes|expected|expecting|Could not|At [Mm]ost|At least|not in|disallowed|not "
        "one of");
    const std::set<std::string> kPrint = {"--help", "--version", "--manual", "--completion"};
    std::size_t tried = 0;
    const auto expectOurs = [&](const std::string& command, const std::string& wrong) {
        const std::string line = command + " --no-such-option " + wrong;  // so that nothing runs
        const Ended run = lab(line);
        EXPECT_EQ(run.code, 64) << line;
        ++tried;
        const std::string first = run.err.substr(0, run.err.find('\n'));
        EXPECT_FALSE(std::regex_search(first, library)) << line << ": " << first;
        EXPECT_TRUE(first.find("found ") != first.npos && first.find("allowed ") != first.npos)
            << line << ": " << first;
    };
    std::set<std::string> commands = {""};
    for (const Option& option : options) commands.insert(option.command);
    for (const std::string& command : commands) {
        for (const char* const wrong :
             {"--no-such-option", "--frame 2", "seam hunt plains", "a b c d", "", "-x",
              "--seconds 1 --frames 2", "--blank", "--answer x", "--seeds 2", "NAME --schema", "--quiet=x",
              "--hash=2x", "--can-you-tell a.json hunt plains"})
            expectOurs(command, wrong);
        std::istringstream help(lab(command + " --help").out);
        const std::regex any("\\s+(?:-[a-z],\\s*)?(--[a-z-]+)( .*)?");
        std::smatch found;
        for (std::string line; std::getline(help, line);) {
            if (!std::regex_match(line, found, any)) continue;
            for (const char* const end : {"", "=", "=no-such-word"})
                if (!kPrint.contains(found[1])) expectOurs(command, found[1].str() + end);
        }
    }
    EXPECT_GE(tried, 40u);
}

TEST_F(Options, TheBlindTestLeavesTheNextWordToTheScenario) {
    if (std::ranges::none_of(options, [](const Option& one) { return one.name == "--theme"; })) return;
    for (const char* const line : {"--can-you-tell a.json seam", "seam --can-you-tell", "--can-you-tell"})
        EXPECT_EQ(lab(line).code, 69) << line << " is right, and there is no display: " << lab(line).err;
    EXPECT_EQ(lab("--can-you-tell a.json nothing").code, 66);
}

TEST_F(Options, NamesAreShownAndNotObeyed) {
    std::size_t tried = 0;
    for (const Option& option : options) {
        if (option.type != "TEXT" && option.type != "FILE") continue;
        ++tried;
        for (const char* const content :
             {"", "{\"title\"", "{\"title\": \"t\", \"text\": \"t\", \"species\": [{\"name\": \"n\"}]}"}) {
            std::filesystem::remove_all(kName);
            if (*content != '\0') file(kName, content);
            const Ended run = with(option, kName);
            const std::string what = fmt::format("{} {} with '{}': {}\n{}\n{}", option.command, option.name,
                                                 content, run.code, run.out, run.err);
            EXPECT_TRUE(run.code == 0 || run.code == 1 ||
                        (run.code >= 64 && run.code <= 74 && run.code != 70))
                << what;
            for (const std::string& printed : {run.out, run.err}) {
                EXPECT_TRUE(isQuiet(printed)) << what;
                EXPECT_EQ(firstBadUtf8(printed), std::string::npos) << what;
                EXPECT_FALSE(printed.starts_with("forged") || printed.find("\nforged") != std::string::npos)
                    << what;
            }
        }
    }
    EXPECT_GE(tried, 10u);
}

}  // namespace
}  // namespace drover::lab::options_test
