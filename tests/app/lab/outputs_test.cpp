// Every output of drover-lab, as its own manual lists them: names, folders and disks that cannot be used, and
// readers that take nothing.
#include <algorithm>
#include <list>
#include <tuple>

#include "app/command_line/assets.h"
#include "app/perception/answers.h"
#include "tests/app/outputs.h"

namespace drover::lab::outputs_test {
namespace {

class LabOutputs : public Outputs {
  protected:
    // The command line of a short run of each command that has outputs.
    std::string shortRun(const std::string& command) {
        if (command == "run") return "run seam --frames 3 --quiet";
        if (command == "replay") return "replay " + recording() + " --quiet";
        if (command == "compare") return "compare seam --frames 3 --managers elastic,modes --quiet";
        if (command == "sweep") return "sweep seam --frames 3 --vary budget-ms=1,2 --quiet";
        if (command == "lesson") return "lesson herd --blank";
        if (command == "perception") return "perception " + answers();
        if (command == "schedule") return "schedule " + question();
        if (command == "grade") return "grade --against none --quiet --class " + brokenClass();
        ADD_FAILURE() << "no run is known here for the outputs of " << command;
        return command;
    }
    // One that lasts until it is stopped, where there is one.
    std::string endlessRun(const std::string& command) {
        std::string line = shortRun(command);
        if (const std::size_t at = line.find("--frames 3"); at != line.npos) line.replace(at, 10, kEndless);
        return line;
    }
    static std::string endingOf(const OutputOption& output) {
        return output.name == "--trajectories" ? ".csv" : ".out";
    }
    std::vector<InputOption> inputs();
    static bool isKeptOpen(const OutputOption& output) {
        return output.command == "sweep" || (output.command == "run" && output.name != "--json");
    }

    // To a program, if it reads this pipe before it ends.
    static void send(const std::string& content, const std::string& pipe, pid_t to) {
        std::signal(SIGPIPE, SIG_IGN);
        const auto hasEnded = [&] {
            siginfo_t state = {};
            return waitid(P_PID, static_cast<id_t>(to), &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
                   state.si_pid != 0;
        };
        int end = -1;
        while ((end = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && !hasEnded())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        for (std::size_t sent = 0; end >= 0 && sent < content.size() && !hasEnded();) {
            const ssize_t more = write(end, content.data() + sent, content.size() - sent);
            sent += static_cast<std::size_t>(std::max<ssize_t>(more, 0));
        }
        close(end);
    }

  private:
    std::string recording() {
        const std::string recorded = path("recorded.drover");
        if (!std::filesystem::exists(recorded)) lab("run seam --frames 300 --quiet --record " + recorded);
        return recorded;
    }
    std::string answers() {
        return file("answers.json", perception::writeAnswers({.id = "0123456789abcdef",
                                                              .scenario = "The meadow",
                                                              .scenario_hash = "0123456789abcdef"}));
    }
    // Its report is made without a single world.
    std::string brokenClass() {
        std::filesystem::create_directory(path("class"), ignored_);
        file("class/broken.lua", "function\n");
        return path("class");
    }
    std::string question() {
        return file(
            "question.json",
            R"({"manager": "load_balancing", "frames": 300, "tasks": [{"frequency": 3, "phase": "auto"}]})");
    }
};

std::vector<InputOption> LabOutputs::inputs() {
    const std::string scenario = ended("scenarios --show seam").out,
                      script = contentOf(command_line::assetsFolder() / "managers/elastic.lua"),
                      run = "run seam --frames 3 --quiet", compare = "compare seam --frames 3 --quiet",
                      sweep = "sweep seam --frames 3 --quiet --force --vary budget-ms=1,2", lua = "own.lua";
    std::string lesson = contentOf(command_line::assetsFolder() / "lessons/herd.json");
    const std::string its = std::regex_replace(lesson, std::regex("\"scenario\": \"[^\"]*\""),
                                               std::string("\"scenario\": \"beside.json\""));
    file("its.json", its);
    file("other.lua", script);
    std::filesystem::create_directory(path("group"), ignored_);
    const std::string asked = contentOf(question()), jobs = path("jobs.json");
    file("jobs.json", R"({"manager": "edf", "slots": 6, "tasks": [{"cost": 1, "period": 3}]})");
    return {
        {"run SCENARIO", "own.json", scenario, "run {} --frames 3 --quiet"},
        {"run --manager", lua, script, run + " --manager {}"},
        {"run --replay", "own.jsonl",
         R"({"frame": 2, "command": "budget", "with": {"policy": "fixed", "fixed_ms": 2}})",
         run + " --replay {}"},
        {"replay FILE", "own.drover", contentOf(recording()), "replay {} --quiet"},
        {"compare SCENARIO", "own.json", scenario, "compare {} --frames 3 --managers elastic,modes --quiet"},
        {"compare --managers", lua, script, compare + " --managers elastic,{}"},
        {"grade MANAGER", lua, script, "grade {} --against none --quiet"},
        {"grade --against", lua, script, "grade " + path("other.lua") + " --against elastic,{} --quiet"},
        {"grade --class", "group/own.lua", script, "grade --against none --quiet --class " + path("group")},
        {"lesson NAME", "own.json", lesson, "lesson {} --blank"},
        {"lesson NAME", "beside.json", scenario, "lesson " + path("its.json") + " --blank"},
        {"perception FILES", "own.json", contentOf(answers()), "perception {}"},
        {"schedule FILE", "own.json", asked, "schedule {}"},
        {"schedule --answer", "own.txt", "a", "schedule " + jobs + " --quiz --answer {}"},
        {"sweep SCENARIO", "own.json", scenario, "sweep {} --frames 3 --quiet --force --vary budget-ms=1,2"},
        {"sweep --manager", lua, script, sweep + " --manager {}"},
        {"sweep --vary", lua, script, sweep + " --vary manager=elastic,{}"},
    };
}

TEST_F(LabOutputs, LeaveAllInputsAsTheyAre) {
    const std::vector<InputOption> all = inputs();
    expectInputsStay(all, {"lesson --schema", "sweep --force", "sweep --shard"}, endingOf);
}

TEST_F(LabOutputs, BelongToOneProgramAtATime) {
    for (const OutputOption& output : outputs())
        expectLocksAreKept(output, shortRun(output.command), endingOf(output));
}

// A second run is refused while a first one writes.
TEST_F(LabOutputs, ThatAreWrittenWithTheRunAreLockedByIt) {
    std::size_t tried = 0;
    for (const OutputOption& output : outputs()) {
        if (!isKeptOpen(output)) continue;
        ++tried;
        const std::string to = " " + output.name + " " + path("both" + endingOf(output));
        const std::string both = path("both" + endingOf(output));
        const pid_t first = startWith(endlessRun(output.command) + to);
        while (std::filesystem::exists(both, ignored_) == false ||
               std::filesystem::file_size(both, ignored_) == 0) {
            if (kill(first, 0) != 0) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        const std::string before = contentOf(both);
        EXPECT_FALSE(before.empty()) << output.text();
        expectCode(74, output.text(), ended(shortRun(output.command) + to), "another drover writes to it");
        kill(first, SIGTERM);
        EXPECT_EQ(waitFor(first).code, 128 + SIGTERM) << output.text();
        EXPECT_TRUE(contentOf(both).starts_with(before)) << output.text();
        std::filesystem::remove(both);
    }
    EXPECT_GE(tried, 6u);
}

// Of several that replace a file the last one wins: it is never a mixture.
TEST_F(LabOutputs, ThatAreReplacedAreThoseOfOneProgram) {
    std::vector<std::string> lines, wholes;
    for (int i = 1; i <= 8; ++i) {
        lines.push_back("schedule " +
                        file("q" + std::to_string(i),
                             R"({"manager": "load_balancing", "frames": )" + std::to_string(i * 20'000) +
                                 R"(, "tasks": [{"frequency": 3, "phase": "auto"}]})"));
        ASSERT_EQ(ended(lines.back() + " --json " + path("whole")).code, 0);
        wholes.push_back(contentOf(path("whole")));
    }
    std::vector<pid_t> children;
    for (const std::string& line : lines) children.push_back(startWith(line + " --json " + path("both")));
    for (const pid_t child : children) EXPECT_EQ(waitFor(child).code, 0);
    EXPECT_TRUE(std::ranges::count(wholes, contentOf(path("both"))) == 1);
}

// Where a command reads what somebody edits, a pipe without a writer would hold it up for ever.
TEST_F(LabOutputs, AreNotWaitedForByAManagerThatIsAPipe) {
    for (const InputOption& input : inputs()) {
        if (!input.file.ends_with(".lua")) continue;
        const std::string pipe = path(input.file);
        std::filesystem::remove(pipe);
        ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        const bool is_flaw = input.text == "grade --class";  // of one of the class, which is graded
        const std::string rest = is_flaw                      ? " --json -"
                                 : input.command() == "sweep" ? " --out " + path("rows")
                                                              : "";
        const Ended run = ended(input.with(pipe) + rest);
        expectCode(is_flaw ? 0 : 66, input.text, run, is_flaw ? "" : "own.lua: found a pipe, allowed a file");
        EXPECT_TRUE(!is_flaw || run.out.find("a pipe") != run.out.npos) << run.out;
        std::filesystem::remove(pipe);
    }
}

// What another program may send is read from a pipe; without a writer, a signal ends the wait.
TEST_F(LabOutputs, InputsFromAPipeAreReadAndCanBeStopped) {
    std::vector<Waiting> all;
    for (const InputOption& input : inputs()) {
        if (input.file.ends_with(".lua") || input.file == "beside.json") continue;
        const std::string pipe = path("pipe" + input.file),
                          to = input.command() == "sweep"    ? " --out " + path("rows")
                               : input.command() == "lesson" ? " --worksheet " + path("sheet")
                                                             : "";
        std::filesystem::remove(pipe);
        ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        const pid_t child = startWith(input.with(pipe) + to);
        send(input.content, pipe, child);
        const Ended run = waitFor(child);
        EXPECT_TRUE(run.code == 0 || input.text == "schedule --answer") << input.text << ": " << run.err;
        all.push_back({input.text, input.with(pipe) + to});
    }
    expectTheyObey(all);
}

TEST_F(LabOutputs, AreAsPromised) {
    const std::vector<OutputOption> all = outputs();
    ASSERT_GE(all.size(), 15u);
    for (const OutputOption& output : all)
        expectAsPromised(output, shortRun(output.command), endingOf(output));
}

TEST_F(LabOutputs, WithoutAReaderDoNotKeepItFromEnding) {
    std::list<StalledPipe> pipes;
    std::vector<Waiting> all;
    for (const OutputOption& output : outputs()) {
        const std::string name = path("pipe" + std::to_string(pipes.size()) + endingOf(output));
        pipes.emplace_back(name);
        all.push_back({output.text(), endlessRun(output.command) + " " + output.name + " " + name});
    }
    const std::string pipe = path("pipe");
    pipes.emplace_back(pipe);
    for (const char* const line :
         {"run seam --hash ", "compare seam ", "run seam --csv - ", "run seam --json - ",
          "run seam --record /dev/stdout ", "sweep seam --vary budget-ms=1,2 --out - ",
          "scenarios --claims --seeds 1000 # "})
        all.push_back({std::string("standard output: ") + line, line + std::string(kEndless),
                       [=] { std::ignore = std::freopen(pipe.c_str(), "w", stdout); }});
    all.push_back({"standard error", std::string("run seam --quiet ") + kEndless,
                   [=] { std::ignore = std::freopen(pipe.c_str(), "w", stderr); }});
    expectTheyObey(all);
}

TEST_F(LabOutputs, AnEmptyNameIsNone) {
    for (const char* const line :
         {"run ''", "run seam --replay ''", "replay ''", "diff '' ''", "compare ''",
          "sweep '' --vary budget-ms=1 --out x", "lesson ''", "schedule ''", "scenarios --show ''",
          "scenarios --claims ''", "reproduce --out ''", "bench lod --baseline ''"})
        expectCode(64, line, lab(line), "found an empty name");
}

TEST_F(LabOutputs, OfAFolderNeedRoomInIt) {
    std::filesystem::create_directory(path("locked"));
    std::filesystem::permissions(path("locked"), std::filesystem::perms{0555});
    for (const char* const folder : {"locked", "locked/new"}) {
        const Ended run = ended("reproduce gdx-phasing --quick --out " + path(folder), becomeOrdinary);
        if (run.code < 126) expectCode(73, folder, run, "Permission denied");
    }
}

// What it cannot look at, or does not know, a sweep leaves as it is.
TEST_F(LabOutputs, ASweepKeepsWhatItCannotRead) {
    const std::string sweep = "sweep seam --frames 3 --vary budget-ms=1,2 --quiet --out ";
    std::string lines;
    for (int i = 0; i < 10'000; ++i) lines += std::to_string(i) + "\n";
    const std::string hidden = file("hidden", lines);
    const auto lock = [&] {
        std::ignore = chown(hidden.c_str(), kNobody, kNobody);
        std::filesystem::permissions(hidden, std::filesystem::perms::owner_write);
        becomeOrdinary();
    };
    if (const Ended run = ended(sweep + hidden, lock); run.code < 126)
        expectCode(73, "no right to read", run, "hidden: cannot create: Permission denied");
    std::filesystem::permissions(hidden, std::filesystem::perms::all);
    EXPECT_EQ(contentOf(hidden), lines);
    if (const Ended run = ended(sweep + hidden + " --force", lock); run.code < 126)
        expectCode(0, "to write over it needs no right to read", run);

    // A line as long as a large file, and more of both than there is memory for.
    const std::string large = file("large", "run");
    std::filesystem::resize_file(large, kMiB << 10);
    const Ended run = waitFor(start(sweep + large, kHasLimits ? 512 * kMiB : RLIM_INFINITY));
    expectCode(65, "a large file", run, "large:1: found 'run\\x00");
    EXPECT_EQ(std::filesystem::file_size(large), kMiB << 10);
}

// A stderr that cannot be written changes nothing.
TEST_F(LabOutputs, AreTheSameWithoutAWordOnStderr) {
    const std::string odd = file("odd.json", R"({"title": "A", "text": "A",
        "species": [{"name": "a", "alignment": {"weight": 0}}]})");
    ASSERT_NE(lab("run " + odd + " --frames 3").err, "") << "has no warning";
    for (const char* const errors : {"2>/dev/full", "2>&-", "2>/dev/null"}) {
        const std::string rows = path("rows.csv"), summary = path("summary.json");
        expectCode(
            0, errors,
            lab("run " + odd + " --frames 3 --hash --csv " + rows + " --json " + summary + " " + errors));
        EXPECT_EQ(contentOf(rows).substr(0, 6), "frame,") << errors;
        EXPECT_EQ(std::ranges::count(contentOf(rows), '\n'), 4) << errors;
        EXPECT_GT(std::filesystem::file_size(summary), 100u) << errors;
    }
}

// What is printed does not go to the first file that is opened.
TEST_F(LabOutputs, AreNotMistakenForAClosedStandardOutput) {
    const std::string rows = path("rows.csv");
    expectCode(74, "closed", lab("run seam --frames 3 --csv " + rows + " >&-"), "standard output");
    EXPECT_EQ(std::ranges::count(contentOf(rows), '\n'), 4) << contentOf(rows);
}

}  // namespace
}  // namespace drover::lab::outputs_test
