// Nobody's file is lost: what a command line may write to, and what is left there when a run ends early.
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>

#include "app/command_line/assets.h"
#include "lab_process.h"

namespace drover::lab::output_files_test {
namespace {

class OutputFiles : public Lab {
  protected:
    // Ends with this status and this text, and `kept` is as it was.
    void expectRefused(const std::string& arguments, int code, const std::string& text) {
        const std::string before = contentOf(mine);
        const Ended ended = lab(arguments);
        EXPECT_EQ(ended.code, code) << arguments << ": " << ended.err;
        EXPECT_NE(ended.err.find(text), std::string::npos) << arguments << ": " << ended.err;
        EXPECT_EQ(contentOf(mine), before) << arguments;
    }
    std::string at(const char* name) { return folder_ / name; }

    const std::string mine = file("mine.json", lab("scenarios --show seam").out);
};

TEST_F(OutputFiles, AnInputIsNotOverwritten) {
    const std::string same = "is the same file";
    for (const char* option : {"--csv", "--json-lines", "--trace", "--json", "--record"})
        expectRefused("run " + mine + " --frames 2 " + option + " " + mine, 64, same);
    expectRefused("compare " + mine + " --frames 2 --csv " + mine, 64, same);
    expectRefused("sweep " + mine + " --frames 2 --vary budget-ms=1 --out " + mine, 64, same);
    std::filesystem::create_symlink(mine, at("link"));
    std::filesystem::create_hard_link(mine, at("hard"));
    expectRefused("run " + mine + " --frames 2 --csv " + at("link"), 64, same);
    expectRefused("run " + at("link") + " --frames 2 --csv " + at("hard"), 64, same);
}

TEST_F(OutputFiles, WhatALessonReadsIsAnInput) {
    std::string lesson = contentOf(command_line::assetsFolder() / "lessons/herd.json");
    const std::string key = "\"scenario\": \"";
    for (std::size_t at = lesson.find(key); at != std::string::npos; at = lesson.find(key, at + 1)) {
        const std::size_t begin = at + key.size();
        lesson.replace(begin, lesson.find('"', begin) - begin, "mine.json");
    }
    expectRefused("lesson " + file("lesson.json", lesson) + " --blank --worksheet " + mine, 64,
                  "is the same file and is read");
}

TEST_F(OutputFiles, AShippedScenarioIsAnInputByItsName) {
    std::filesystem::create_directories(at("share/drover/scenarios"));
    std::filesystem::create_directory(at("bin"));
    std::filesystem::copy(DROVER_LAB, at("bin/drover-lab"));
    const std::string shipped = at("share/drover/scenarios/seam.json");
    std::filesystem::copy(mine, shipped);
    const std::string command =
        at("bin/drover-lab") + " run seam --frames 2 --csv " + shipped + " 2>" + at("err");
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 64);
    EXPECT_NE(contentOf(at("err")).find("seam.json is the same file"), std::string::npos);
    EXPECT_EQ(contentOf(shipped), contentOf(mine));
}

TEST_F(OutputFiles, TwoOutputsAreTwoFiles) {
    const std::string run = "run seam --frames 2 ";
    expectRefused(run + "--csv " + at("a") + " --json-lines " + folder_.string() + "/./a", 64,
                  "is the same file");
    EXPECT_FALSE(std::filesystem::exists(at("a")));
    file("b", "");
    expectRefused(run + "--csv " + at("b") + " --trace " + at("b"), 64, "is the same file");
    expectRefused(run + "--csv - --json -", 64, "is the same file");
    expectRefused(run + "--csv - --json /dev/stdout", 64, "is the same file");
    std::filesystem::create_symlink("nothing yet", at("link"));
    expectRefused(run + "--csv " + at("link") + " --trace '" + at("nothing yet") + "'", 64,
                  "is the same file");
    EXPECT_EQ(lab(run + "--csv /dev/null --trace /dev/null").code, 0);
}

TEST_F(OutputFiles, WhereNothingCanBeWrittenIsSaidBeforeTheRun) {
    const std::string endless = std::string("run seam ") + kEndless + " --csv ";
    expectRefused(endless + at("no/where.csv"), 73, "there is no folder");
    EXPECT_FALSE(std::filesystem::exists(at("no")));
    expectRefused(endless + folder_.string(), 73, "is a folder");
    std::filesystem::create_symlink("circle", at("circle"));
    expectRefused(endless + at("circle"), 73, "Too many levels");
    ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
    expectRefused(endless + at("pipe"), 73, "a pipe without a reader");
    expectRefused(std::string("run seam ") + kEndless + " --record " + at("pipe"), 73, "no plain file");
    expectRefused("run " + std::string(300, 'x') + " --frames 2", 66, "found neither");
}

TEST_F(OutputFiles, WhatTheShellAppendsToIsNotCut) {
    for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
        file("log", "precious\n");
        const Ended ended = lab(std::string("run seam --frames 2 --quiet --csv ") + name + " >>" + at("log"));
        EXPECT_EQ(ended.code, 0) << ended.err;
        const std::string log = contentOf(at("log"));
        EXPECT_EQ(log.substr(0, 15), "precious\nframe,") << name;
        EXPECT_EQ(std::ranges::count(log, '\n'), 4) << name;
    }
}

TEST_F(OutputFiles, LinksAreFollowed) {
    for (const char* option : {"--csv", "--json"}) {
        file("target", "old");
        std::filesystem::remove(at("link"));
        std::filesystem::create_symlink("target", at("link"));
        EXPECT_EQ(lab(std::string("run seam --frames 2 --quiet ") + option + " " + at("link")).code, 0);
        EXPECT_TRUE(std::filesystem::is_symlink(at("link")));
        EXPECT_GT(contentOf(at("target")).size(), 100u);
    }
}

TEST_F(OutputFiles, ASweepTakesOnlyItsOwnFile) {
    const std::string sweep = "sweep seam --frames 5 --vary budget-ms=1,2 --out ";
    const std::string foreign = file("one.json", R"({"my":"only copy"})");
    EXPECT_EQ(lab(sweep + foreign).code, 65);
    EXPECT_EQ(contentOf(foreign), R"({"my":"only copy"})");

    const std::string rows = at("rows.csv");
    ASSERT_EQ(lab(sweep + rows).code, 0);
    const std::string before = contentOf(rows);
    for (const char* other : {"--think-us 3", "--manager process", "--base-load-ms 1", "--frames 6"}) {
        std::string changed = sweep + rows + " " + other;
        if (std::string(other).starts_with("--frames")) changed.replace(changed.find("--frames 5"), 10, "");
        const Ended ended = lab(changed);
        EXPECT_EQ(ended.code, 65) << other;
        EXPECT_NE(ended.err.find("belongs to another sweep"), std::string::npos) << ended.err;
        EXPECT_EQ(contentOf(rows), before);
    }
    EXPECT_EQ(lab(sweep + rows).code, 0);
    EXPECT_EQ(contentOf(rows), before);
    EXPECT_EQ(lab(sweep + rows + " --think-us 3 --force").code, 0);
    EXPECT_NE(contentOf(rows), before);
    EXPECT_EQ(lab(sweep + "/dev/full").code, 74);
}

TEST_F(OutputFiles, RowsAreWholeAfterASignal) {
    const std::string rows = at("rows.csv");
    const auto cells = [](const std::string& row) { return std::ranges::count(row, ','); };
    for (const int signal : {SIGHUP, SIGTERM, SIGINT, SIGKILL}) {
        const Ended ended =
            stopOnceWritten(std::string("run seam ") + kEndless + " --csv " + rows, rows, signal, 40'000);
        EXPECT_EQ(ended.code, 128 + signal);
        const std::string content = contentOf(rows);
        ASSERT_FALSE(content.empty());
        EXPECT_EQ(content.back(), '\n') << signal;
        const std::string header = content.substr(0, content.find('\n'));
        const std::string last = content.substr(content.rfind('\n', content.size() - 2) + 1);
        EXPECT_EQ(cells(last), cells(header)) << signal;
    }
}

TEST_F(OutputFiles, RowsAreWholeWhereTheFileMayNotGrow) {
    const std::string rows = at("rows.csv");
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit = {90'000, 90'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        if (!std::freopen(at("err").c_str(), "w", stderr)) _exit(126);
        execl(DROVER_LAB, "drover-lab", "run", "seam", "--quiet", "--frames", "1000000000", "--csv",
              rows.c_str(), nullptr);
        _exit(127);
    }
    expectEnd(waitFor(child), 74, "File too large");
    ASSERT_FALSE(contentOf(rows).empty());
    EXPECT_EQ(contentOf(rows).back(), '\n');
}

TEST_F(OutputFiles, AMinusIsNoSeed) {
    expectRefused("run seam --frames 2 --seed -1", 64, "found '-1', allowed 0 to 18446744073709551615");
}

}  // namespace
}  // namespace drover::lab::output_files_test
