// What the lab prints of names and texts from outside: command lines that are run again, tables, summaries.
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/base/outside_text.h"
#include "tests/app/lab/lab_process.h"
#include "tests/hostile_names.h"

namespace drover::lab::words_test {
namespace {

using Json = nlohmann::ordered_json;

class Words : public Lab {
  protected:
    Words() {
        std::filesystem::current_path(folder_);
        const std::string path = std::getenv("PATH");
        setenv("PATH", (std::filesystem::path(DROVER_LAB).parent_path().string() + ":" + path).c_str(), 1);
    }
    ~Words() override { std::filesystem::current_path("/"); }

    // What a shell makes of a printed line. The line is in a file of its own folder.
    std::string outputOfLine(const std::string& line) {
        const std::filesystem::path script = folder_.string() + ".sh";
        tests::write(script, line + "\n");
        EXPECT_EQ(std::system(("sh " + script.string() + " >" + script.string() + ".out 2>&1").c_str()), 0)
            << line << "\n"
            << contentOf(script.string() + ".out");
        const std::string out = contentOf(script.string() + ".out");
        std::filesystem::remove(script);
        std::filesystem::remove(script.string() + ".out");
        return out;
    }
    std::map<std::string, std::uintmax_t> files() const {
        std::map<std::string, std::uintmax_t> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_))
            all[entry.path()] = entry.is_regular_file() ? entry.file_size() : 0;
        return all;
    }
};

std::string unescaped(std::string html) {
    const std::pair<const char*, const char*> kEntities[] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
    for (const auto& [entity, letter] : kEntities)
        for (std::size_t at = 0; (at = html.find(entity, at)) != std::string::npos; ++at)
            html.replace(at, std::string_view(entity).size(), letter);
    return html;
}

// A scenario whose every text would forge a line.
Json aScenario(const std::string& species = "gnats\nforged") {
    return {{"title", "A title\nforged"},
            {"text", "A text\nforged"},
            {"species", {{{"name", species}, {"flocks", 2}, {"depth", 1}}}},
            {"claims",
             {{{"text", "A claim\nforged"},
               {"measure", "td_ms"},
               {"first_frame", 1},
               {"last_frame", 2},
               {"value", 9}}}}};
}

Json aStep(const std::string& scenario) {
    return {{"text", "Look\nforged"},
            {"question", "What\nforged"},
            {"scenario", scenario},
            {"frames", 2},
            {"prediction",
             {{"kind", "choice"},
              {"label", "a\nforged"},
              {"choices",
               {{{"text", "Small\nforged"},
                 {"measure", "td_ms"},
                 {"first_frame", 1},
                 {"last_frame", 2},
                 {"value", 9}},
                {{"text", "Large\nforged"},
                 {"measure", "td_ms"},
                 {"first_frame", 1},
                 {"last_frame", 2},
                 {"is", "at_least"},
                 {"value", 99}}}}}},
            {"checks",
             {{{"text", "c\nforged"},
               {"measure", "td_ms"},
               {"first_frame", 1},
               {"last_frame", 2},
               {"value", 9}}}},
            {"explain", "e\nforged"},
            {"link", "l\nforged"},
            {"script", {{"choice", 1}}},
            {"wrong", {{{"choice", 2}}, {{"choice", 2}}, {{"choice", 2}}}}};
}

TEST_F(Words, AWorksheetIsRunAgainWhateverItsScenariosAreCalled) {
    // A lesson has names of UTF-8 without controls; the shipped seam is meant, not the file.
    std::vector<std::string> names = {"seam"};
    for (const std::string& name : hostileNames())
        if (!hasControls(name) && firstBadUtf8(name) == std::string::npos) names.push_back(name);
    for (std::size_t i = 0; i < names.size(); ++i) {
        Json scenario = aScenario();
        scenario["seed"] = i;
        file(names[i], scenario.dump());
    }
    for (std::size_t first = 0; first < names.size(); first += 20) {
        Json lesson = {{"title", "t"}, {"text", "t"}, {"steps", Json::array()}};
        for (std::size_t i = first; i < std::min(first + 20, names.size()); ++i)
            lesson["steps"].push_back(aStep(names[i]));
        file("lesson-of-names.json", lesson.dump());
        const Ended run = lab("lesson lesson-of-names.json --worksheet sheet.html");
        ASSERT_EQ(run.code, 0) << run.err;
        const std::string page = contentOf("sheet.html");
        const std::regex again(
            "hash at the end</dt><dd>([0-9a-f]{16})</dd>\n<dt>run again</dt><dd><code>([^\n]*)</code>");
        std::size_t found = first;
        const auto before = files();
        for (std::sregex_iterator at(page.begin(), page.end(), again), end; at != end; ++at, ++found) {
            const std::string line = unescaped((*at)[2]);
            EXPECT_TRUE(isQuiet(line)) << line;
            EXPECT_NE(outputOfLine(line).find((*at)[1]), std::string::npos)
                << line << "\nfor " << names[found];
            EXPECT_EQ(files(), before) << line;
        }
        EXPECT_EQ(found, std::min(first + 20, names.size()));
    }
}

TEST_F(Words, AReproducedPageIsMadeAgainWhateverItsFolderIsCalled) {
    for (const std::string& name : hostileNames()) {
        if (name == "-") continue;  // a folder like any other, but not for this test's own command
        const Ended run = lab("reproduce gdx-phasing --quick " + shellWord("--out=" + name));
        ASSERT_EQ(run.code, 0) << run.err;
        EXPECT_TRUE(isQuiet(run.out)) << run.out;
        const std::string page = contentOf(std::filesystem::path(name) / "index.html");
        std::smatch found;
        const std::regex line("command line</dt><dd><code>([^\n]*)</code>");
        ASSERT_TRUE(std::regex_search(page, found, line)) << name;
        const auto before = files();
        outputOfLine(unescaped(found[1]));
        EXPECT_EQ(files(), before) << found[1];
    }
}

// The cells of each row, as RFC 4180 has them.
std::vector<std::vector<std::string>> cellsOf(const std::string& csv) {
    std::vector<std::vector<std::string>> rows(1, {""});
    bool is_quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (c == '"' && is_quoted && i + 1 < csv.size() && csv[i + 1] == '"') {
            rows.back().back() += csv[++i];
        } else if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            rows.back().emplace_back();
        } else if (c == '\n' && !is_quoted) {
            rows.push_back({""});
        } else {
            rows.back().back() += c;
        }
    }
    rows.pop_back();
    return rows;
}

TEST_F(Words, NoCellOfATableIsAFormula) {
    for (const char* const name :
         {"=1+1.json", "+1.json", "-1.json", "@sum.json", "\t=1.json", "\r=1.json", "a,\"b\"\n=1.json"}) {
        file(name, aScenario("@a,\"b\"\n\t=1").dump());
        const std::string scenario = " " + shellWord(std::string("./") + name),
                          bare = " -- " + shellWord(name);
        ASSERT_EQ(lab("run --frames 2 --csv run.csv --trajectories way.csv" + scenario).code, 0);
        ASSERT_EQ(lab("compare --frames 2 --managers fixed --csv compare.csv" + bare).code, 0);
        const std::string vary = shellWord("species.@a,\"b\"\n\t=1.flocks=1,2");
        Ended swept = lab("sweep --frames 2 --force --out sweep.csv --vary budget-ms=1,2" + bare);
        ASSERT_EQ(swept.code, 0) << swept.err;
        const auto rows = cellsOf(contentOf("sweep.csv"));
        EXPECT_EQ(rows[1][1], shown(plainPath(name))) << "the name of the file";
        swept = lab("sweep --frames 2 --out sweep.csv --vary budget-ms=1,2" + bare);
        EXPECT_NE(swept.out.find("2 of them from earlier runs"), std::string::npos) << swept.out << swept.err;
        for (const char* const table : {"run.csv", "way.csv", "compare.csv", "sweep.csv"}) {
            for (const auto& row : cellsOf(contentOf(table))) {
                EXPECT_EQ(row.size(), cellsOf(contentOf(table))[0].size()) << table << " of " << name;
                for (const std::string& cell : row) {
                    char* end = nullptr;
                    std::strtod(cell.c_str(), &end);
                    const bool is_number = !cell.empty() && *end == '\0';
                    EXPECT_TRUE(is_number || cell.empty() ||
                                std::string("=+-@\t\r").find(cell[0]) == std::string::npos)
                        << table << ": " << cell;
                }
            }
        }
    }
}

TEST_F(Words, ATextForgesNoLine) {
    file("s.json", aScenario().dump());
    Json lesson = {{"title", "t\nforged"}, {"text", "t\nforged"}, {"steps", {aStep("s.json")}}};
    file("lesson.json", lesson.dump());
    lesson["steps"][0]["script"]["choice"] = 2;
    file("broken.json", lesson.dump());
    for (const auto& [line, code] : std::vector<std::pair<const char*, int>>{
             {"run s.json --frames 2 --record a.drover --fidelity", 0},
             {"run s.json --frames 2 --quiet --seed 2 --record b.drover", 0},
             {"replay a.drover", 0},
             {"replay a.drover --check", 0},
             {"diff a.drover a.drover", 0},
             {"diff a.drover b.drover", 1},
             {"compare s.json --frames 2 --managers fixed --fidelity", 0},
             {"compare s.json --frames 2 --managers fixed --markdown", 0},
             {"sweep s.json --frames 2 --vary budget-ms=1 --out sweep.csv", 0},
             {"sweep s.json --frames 2 --vary species.x.flocks=1 --out sweep.csv", 64},
             {"scenarios --claims s.json", 0},
             {"lesson lesson.json", 0},
             {"lesson lesson.json --check", 0},
             {"lesson broken.json --check", 1}}) {
        const Ended run = lab(line);
        EXPECT_EQ(run.code, code) << line << "\n" << run.out << run.err;
        EXPECT_EQ((run.out + run.err).find("\nforged"), std::string::npos) << line << "\n"
                                                                           << run.out << run.err;
    }
}

// Of a script: its name, what it raises, and what the reader of Lua says of it.
TEST_F(Words, AScriptIsShownAndNotObeyed) {
    const std::string name = "a\nforged \x1b[31m \xc2\x9b \x7f\r\t.lua", word = shellWord("./" + name);
    Json scenario = aScenario();
    file("s.json", scenario.dump());
    std::filesystem::create_directory("class");
    const std::vector<std::string> scripts = {
        "function plan(frame, tasks)\n  error('\\27[2J\\nforged \\194\\155 \\255\\127')\nend\n",
        "function plan(frame, tasks) error(setmetatable({}, {__tostring = function() return '\\27[2J' "
        "end})) end",
        "x = = '\x1b[2J \xc2\x9b'\n", "x = '\x1b[2J\nforged", ""};
    for (const std::string& script : scripts) {
        file(name, script);
        file("class/" + name, script);
        const bool is_run = script.starts_with("function");
        scenario["load"] = {{"manager", "own"}, {"script", script}};
        if (is_run) file("own.json", scenario.dump());
        for (const std::string& line :
             {"run s.json --frames 2 --record a.drover --manager " + word,
              "run s.json --frames 2 --json - --manager " + word, std::string("run own.json --frames 2"),
              std::string("replay a.drover"), std::string("diff a.drover a.drover"),
              "compare s.json --frames 2 --fidelity --managers fixed," + word,
              "compare s.json --frames 2 --markdown --managers fixed," + word,
              "compare s.json --frames 2 --csv - --managers fixed," + word,
              "compare s.json --frames 2 --json - --managers fixed," + word,
              "sweep s.json --frames 2 --out - --vary " + shellWord("manager=fixed,./" + name),
              "grade --against none " + word, std::string("grade --against none --json - --class class"),
              std::string("grade --against none --quiet --html - --class class")}) {
            if (line.starts_with("grade") && script == scripts[1]) continue;  // as the first
            const Ended run = lab(line);
            const std::string printed = run.out + run.err;
            EXPECT_TRUE(isQuiet(printed)) << line << "\n" << printed;
            EXPECT_EQ(firstBadUtf8(printed), std::string::npos) << line << "\n" << printed;
            EXPECT_EQ(printed.find("\nforged"), std::string::npos) << line << "\n" << printed;
            EXPECT_TRUE(run.code <= 1 || (run.code >= 64 && run.code <= 66)) << line << "\n" << printed;
        }
    }
}

// A terminal gets it, too.
TEST_F(Words, InJsonIsObeyedByNoTerminal) {
    const std::string name = "\x1b[2J \xc2\x9b \x7f h\xc3\xa4rd.json", word = shellWord("./" + name);
    file(name, aScenario().dump());
    for (const std::string& line :
         {"run --frames 2 --json - " + word, "compare --frames 2 --managers fixed --json - " + word}) {
        const Ended run = lab(line);
        EXPECT_EQ(run.code, 0) << run.err;
        EXPECT_TRUE(isQuiet(run.out)) << run.out;
        EXPECT_EQ(Json::parse(run.out)["scenario"], "./" + name);
    }
}

TEST_F(Words, CommentsAreAllowedInAllThatPeopleWrite) {
    const std::string comments = "// one\n/* two */ ";
    file("s.json", comments + aScenario().dump());
    Json lesson = {{"title", "t"}, {"text", "t"}, {"steps", {aStep("s.json")}}};
    file("lesson.json", comments + lesson.dump());
    for (const char* const name : {"elastic", "frequency", "process"})
        file(std::string(name) + ".json",
             comments + contentOf(std::string(DROVER_SOURCE_DIR) + "/tests/fuzz/corpus/" + name + ".json"));
    file("log.jsonl",
         R"({"frame": 1, /* later */ "command": "pause", "with": {"is_paused": false}} // and on)");
    for (const char* const line :
         {"run s.json --frames 1 --quiet", "lesson lesson.json --check", "schedule elastic.json",
          "schedule frequency.json", "schedule process.json",
          "run s.json --frames 2 --quiet --replay log.jsonl"}) {
        const Ended run = lab(line);
        EXPECT_EQ(run.code, 0) << line << "\n" << run.err;
    }
}

TEST_F(Words, ASubcommandThatIsMissingIsNamed) {
    const std::string more = "Run with --help for more information.\n";
    EXPECT_EQ(
        lab("").err,
        "drover-lab: found no subcommand, allowed run, replay, diff, compare, grade, scenarios, lesson, "
        "perception, schedule, reproduce, sweep, ordeal, bench\n" +
            more);
    EXPECT_EQ(lab("comapre").err,
              "drover-lab: found 'comapre', allowed 'compare', which is the nearest name\n" + more);
    EXPECT_EQ(lab("bench").err,
              "drover-lab: bench: found no subcommand, allowed kernel, lod, managers, scale, frame, meeting, "
              "people, replay\n" +
                  more);
    EXPECT_EQ(lab("bench nothing").err.find("drover-lab: bench: found 'nothing', allowed kernel, "), 0u);
}

TEST_F(Words, NumbersInTextsFitOrAreRefused) {
    file("s.json", aScenario().dump());
    for (const char* const arguments :
         {"run s.json --spike step:1e999ms@1-2", "run s.json --spike step:18446744073709551616ns@1-2",
          "run s.json --spike step:1ms@1-18446744073709551617",
          "run s.json --spike noise:1ms@1-2,seed=18446744073709551616",
          "run s.json --spike train:1ms@1-9/18446744073709551617",
          "sweep s.json --out o.csv --vary budget-ms=1e999",
          "sweep s.json --out o.csv --vary flocks=18446744073709551617",
          "sweep s.json --out o.csv --vary species[0].flocks=18446744073709551617",
          "sweep s.json --out o.csv --vary species[18446744073709551616].flocks=1",
          "sweep s.json --out o.csv --vary species[0].flocks=4294967297",
          "sweep s.json --out o.csv --vary flocks=1..1e999*10",
          "sweep s.json --out o.csv --vary budget-ms=1 --shard 18446744073709551617/2",
          "sweep s.json --out o.csv --vary budget-ms=1 --shard 1/18446744073709551618",
          "sweep s.json --out o.csv --vary budget-ms=1 --seed 18446744073709551615 --seeds 2",
          "scenarios --claims s.json --seeds 1001"}) {
        const Ended run = lab(arguments);
        EXPECT_EQ(run.code, 64) << arguments << "\n" << run.err;
        EXPECT_NE(run.err.find("found "), std::string::npos) << arguments;
    }
    EXPECT_EQ(lab("run s.json --frames 010 --seed 007 --hash --quiet").out,
              lab("run s.json --frames 10 --seed 7 --hash --quiet").out);
    // All 64 bits of a whole number stay.
    Json noisy = aScenario();
    noisy["spikes"] = {
        {{"shape", "noise"}, {"size_ms", 1}, {"first_frame", 1}, {"last_frame", 2}, {"seed", 1}}};
    file("noisy.json", noisy.dump());
    ASSERT_EQ(lab("sweep noisy.json --frames 1 --out o.csv --vary "
                  "spikes[0].seed=18446744073709551615,9007199254740993")
                  .code,
              0);
    EXPECT_NE(contentOf("o.csv").find(",18446744073709551615,"), std::string::npos);
    EXPECT_NE(contentOf("o.csv").find(",9007199254740993,"), std::string::npos);
    Json last = aScenario();
    last["seed"] = 18446744073709551615u;
    file("last.json", last.dump());
    EXPECT_EQ(lab("scenarios --claims last.json --seeds 2").code, 64);
    EXPECT_EQ(lab("scenarios --claims last.json --seeds 1").code, 0);
}

}  // namespace
}  // namespace drover::lab::words_test
