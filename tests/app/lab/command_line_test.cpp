// drover-lab as a script sees it: what it prints and its exit codes.
#include <cstdio>
#include <regex>

#include "tests/app/lab/lab_process.h"

namespace drover::lab::command_line_test {
namespace {

// What bash offers at the end of a line, by a file that --completion printed.
std::string completed(const std::string& file, const std::string& line) {
    const std::string script = "source " + file + "; COMP_WORDS=(" + line + "); case '" + line +
                               "' in *' ') COMP_WORDS+=('') ;; esac; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                               "_drover_lab; echo ${COMPREPLY[*]}";
    std::string out;
    FILE* const pipe =
        popen(("bash -c \"" + std::regex_replace(script, std::regex("([\"$])"), "\\$1") + "\"").c_str(), "r");
    for (int c = std::fgetc(pipe); c != EOF && c != '\n'; c = std::fgetc(pipe)) out += static_cast<char>(c);
    pclose(pipe);
    return out;
}

TEST_F(Lab, RunEndsWithTheHash) {
    const Ended run = lab("run seam --frames 20 --hash");
    EXPECT_EQ(run.code, 0);
    EXPECT_TRUE(std::regex_search(run.out, std::regex("\n[0-9a-f]{16}\n$"))) << run.out;
    EXPECT_NE(run.out.find("20 frames"), std::string::npos);
    EXPECT_EQ(run.err, "");  // no progress bar in a pipe
    EXPECT_EQ(lab("run seam --frames 20 --hash --quiet").out + "", run.out.substr(run.out.size() - 17));
}

// The program must produce the same bits as the core alone (tests/golden).
TEST_F(Lab, ARunsStateAndFileAreTheRecordedOnes) {
    const std::string golden = contentOf(DROVER_SOURCE_DIR "/tests/golden/hashes.txt");
    EXPECT_NE(golden.find("\nseam " + lab("run seam --frames 2000 --clock model --hash --quiet").out),
              std::string::npos);
    const std::string csv = folder_ / "priority.csv";
    const Ended run =
        lab("run all-minds --frames 400 --clock model --manager priority --quiet --replay " DROVER_SOURCE_DIR
            "/tests/golden/commands.jsonl --csv " +
            csv);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(std::system(("grep -q \"csv/priority $(sha256sum <" + csv +
                           " | cut -d' ' -f1)$\" " DROVER_SOURCE_DIR "/tests/golden/hashes.txt")
                              .c_str()),
              0);
}

// Made from the same table as the help: what one knows, the others know.
TEST_F(Lab, ManualAndCompletionHaveWhatTheHelpHas) {
    const Ended manual = lab("--manual"), completion = lab("--completion");
    EXPECT_EQ(manual.code, 0);
    EXPECT_EQ(completion.code, 0);
    EXPECT_EQ(manual.out.rfind(".TH DROVER\\-LAB 1", 0), 0u) << manual.out.substr(0, 40);
    const std::string words_file = file("completion", completion.out);
    for (const char* sub : {"run", "compare", "sweep", "lesson"}) {
        EXPECT_NE(manual.out.find(std::string("\n.SS ") + sub + "\n"), std::string::npos) << sub;
        const std::string help = lab(std::string(sub) + " --help").out;
        const std::string words = completed(words_file, std::string("drover-lab ") + sub + " --");
        const std::regex option("  (?:-[a-z],)?--([a-z-]+)");
        for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
            const std::string name = (*at)[1];
            EXPECT_NE((words + " ").find("--" + name + " "), std::string::npos) << sub << " --" << name;
        }
    }
    EXPECT_EQ(completed(words_file, "drover-lab run --policy f"), "fixed frame_target");
    EXPECT_NE(completed(words_file, "drover-lab run --manager ").find("elastic modes"), std::string::npos);
    EXPECT_EQ(completed(words_file, "drover-lab com"), "compare");
}

TEST_F(Lab, SeedSecondsAndDefaultScenario) {
    const std::string one = lab("run seam --frames 20 --hash --quiet --seed 1").out;
    EXPECT_NE(one, lab("run seam --frames 20 --hash --quiet --seed 2").out);
    EXPECT_EQ(one, lab("run seam --seconds 0.3333 --hash --quiet --seed 1").out);
    EXPECT_EQ(lab("run --frames 3 --hash --quiet").out, lab("run plains --frames 3 --hash --quiet").out);
}

TEST_F(Lab, SpikesAndTheScenarioComeInAnyOrder) {
    const std::string last =
        lab("run seam --frames 20 --hash --quiet --spike step:90ms@2-9 --spike pulse:50ms@12").out;
    EXPECT_EQ(last.size(), 17u);
    EXPECT_EQ(lab("run --frames 20 --hash --quiet --spike pulse:50ms@12 --spike step:90ms@2-9 seam").out,
              last);
    EXPECT_NE(lab("run --frames 20 --hash --quiet --spike pulse:50ms@12 seam").out, last);
}

TEST_F(Lab, JsonTellsTheRun) {
    const std::string path = folder_ / "run.json";
    EXPECT_EQ(lab("run seam --frames 20 --quiet --json " + path).code, 0);
    const std::string json = contentOf(path);
    for (const char* name :
         {"\"scenario\": \"seam\"", "\"frames\": 20", "\"flocks\": 12", "\"agents\": 324", "\"hash\": \""}) {
        EXPECT_NE(json.find(name), std::string::npos) << name;
    }
    EXPECT_EQ(lab("run seam --frames 20 --json -").out.front(), '{');
}

TEST_F(Lab, VersionNamesCommitCompilerAndVectorTarget) {
    const Ended version = lab("--version");
    EXPECT_EQ(version.code, 0);
    EXPECT_TRUE(std::regex_match(
        version.out, std::regex("drover-lab [0-9.]+ \\(commit [^,]+, (clang|g)\\+\\+ [^,]+, vector "
                                "target: [a-z0-9_]+( of [a-z0-9_, ]+ in this build|, this build has no "
                                "vectors)(; this processor has [a-z0-9_]+)?\\)\n")))
        << version.out;
}

TEST_F(Lab, HelpAndScenarios) {
    EXPECT_EQ(lab("--help").code, 0);
    EXPECT_NE(lab("run --help").out.find("--hash"), std::string::npos);
    const Ended scenarios = lab("scenarios");
    EXPECT_EQ(scenarios.code, 0);
    EXPECT_NE(scenarios.out.find("plains (default)\n  The plains\n"), std::string::npos);
    // The scenario printed by --show runs to the same state.
    const std::string shown = file("shown.json", lab("scenarios --show membrane").out);
    EXPECT_EQ(lab("run " + shown + " --frames 50 --hash --quiet").out,
              lab("run membrane --frames 50 --hash --quiet").out);
}

TEST_F(Lab, UsageEndsWith64) {
    for (const char* arguments :
         {"", "frolic", "run --frames 0", "run --frames -5", "run --frames 1e30", "run --seconds nan",
          "run --seconds inf", "run --seconds -1", "run --frames 3 --seconds 3", "run --seed x",
          "run plains extra", "run --unknown", "bench", "bench nothing"}) {
        const Ended run = lab(arguments);
        EXPECT_EQ(run.code, 64) << arguments;
        EXPECT_NE(run.err, "") << arguments;
    }
}

TEST_F(Lab, AScenarioThatIsNotThereEndsWith66) {
    const Ended run = lab("run plans");
    EXPECT_EQ(run.code, 66);
    EXPECT_EQ(
        run.err,
        "drover-lab: plans: found neither a shipped scenario nor a file of that name, allowed 'plains', "
        "which is the nearest name\n");
    EXPECT_EQ(lab("run " + folder_.string()).code, 66);
}

TEST_F(Lab, BadDataEndsWith65AndOneLineInLittleMemory) {
    const std::string head =
        "{\"title\": \"t\", \"text\": \"p\", \"species\": [{\"name\": \"n\", \"flocks\": ";
    for (const auto& [name, content] :
         std::vector<std::pair<std::string, std::string>>{{"empty", ""},
                                                          {"cut", head},
                                                          {"brackets", std::string(100'000, '[')},
                                                          {"objects",
                                                           [] {
                                                               std::string s;
                                                               for (int i = 0; i < 100'000; ++i)
                                                                   s += "{\"a\":";
                                                               return s;
                                                           }()},
                                                          {"huge", std::string(30u << 20, ' ')},
                                                          {"many", "[" + std::string(1'000'000, ' ') + "]"},
                                                          {"count", head + "1000000000000000000}]}"},
                                                          {"fraction", head + "1.5}]}"},
                                                          {"infinite", head + "1e999}]}"},
                                                          {"utf8", "{\"title\": \"\xc3\x28\"}"},
                                                          {"nul", std::string("{\0}", 3)},
                                                          {"memory", head + "1000000000}]}"}}) {
        const std::string path = file(name, content);
        const Ended run = lab("run " + path);
        EXPECT_EQ(run.code, name == "memory" ? 71 : 65) << name;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_EQ(run.err.rfind("drover-lab: " + path + ":", 0), 0u) << run.err;
        EXPECT_NE(run.err.find("found "), std::string::npos) << run.err;
        EXPECT_NE(run.err.find("allowed "), std::string::npos) << run.err;
        EXPECT_LT(run.peak_kib, 256 * 1024) << name;
    }
}

TEST_F(Lab, OutputsThatCannotBeWrittenSaySo) {
    EXPECT_EQ(lab("run seam --frames 1 --quiet --json /nowhere/at/all").code, 73);
    if (std::filesystem::exists("/dev/full")) {
        EXPECT_EQ(lab("run seam --frames 1 --quiet --json /dev/full").code, 74);
        EXPECT_EQ(lab("run seam --frames 1 > /dev/full").code, 74);
        EXPECT_EQ(lab("scenarios --schema > /dev/full").code, 74);
    }
}

TEST_F(Lab, AClosedPipeIsAnError) {
    // The reader ends before anything is written.
    const std::string code_file = folder_ / "code";
    const std::string script =
        file("pipe.sh", std::string("(sleep 0.2; ") + DROVER_LAB + " scenarios --schema; echo $? > " +
                            code_file + ") | true\n");
    EXPECT_EQ(
        std::system(("bash " + script + " 2>/dev/null; while [ ! -s " + code_file + " ]; do sleep 0.05; done")
                        .c_str()),
        0);
    EXPECT_EQ(contentOf(code_file), "74\n");
}

}  // namespace
}  // namespace drover::lab::command_line_test
