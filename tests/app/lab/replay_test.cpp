// run --record, replay and diff, as processes: the same bits again, whatever happened to the program or the
// file.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

#include "tests/app/lab/lab_process.h"

namespace drover::lab::replay_test {
namespace {

constexpr const char* kRun = "run plains --clock real --frames 150 --quiet --hash ";

class Replay : public Lab {
  protected:
    std::string path(const char* name) const { return folder_ / name; }
};

TEST_F(Replay, GivesTheHashAndEveryRowOfTheRun) {
    const std::string file = path("run.drover"),
                      log = this->file(
                          "log.jsonl",
                          R"({"frame": 40, "command": "budget", "with": {"policy": "fixed", "fixed_ms": 2}}
{"frame": 60, "command": "manager", "with": {"manager": "process", "parameters": []}}
{"frame": 80, "command": "restart", "with": {"seed": 5}}
{"frame": 90, "command": "manager", "with": {"manager": "priority", "parameters": []}}
)");
    const Ended run = lab(kRun + ("--spike step:4ms@50-70 --threads 2 --replay " + log + " --csv " +
                                  path("run.csv") + " --record " + file));
    ASSERT_EQ(run.code, 0) << run.err;
    for (const char* threads : {"1", "2"}) {
        const Ended again =
            lab("replay " + file + " --quiet --hash --threads " + threads + " --csv " + path("again.csv"));
        EXPECT_EQ(again.code, 0) << again.err;
        EXPECT_EQ(again.out, run.out);
        EXPECT_EQ(contentOf(path("again.csv")), contentOf(path("run.csv")));
    }
    const Ended check = lab("replay " + file + " --check");
    EXPECT_EQ(check.code, 0);
    EXPECT_NE(check.out.find("150 frames, the same bits in all of them"), std::string::npos) << check.out;
}

// Whatever --record wrote with exit 0, replay --check opens.
TEST_F(Replay, OpensWhatWasRecordedUnderAnyName) {
    const std::string scenario =
        R"({"title": "a", "text": "b", "species": [{"name": "a", "flocks": 2, "integration": "paper"}]})";
    for (const std::string name : {"\xff.json", "\x1b[31m.json", "a\nb.json", "\xc2\x9b.json", "ä.json"}) {
        file(name, scenario);
        const std::string recording = path("named.drover");
        const Ended run =
            lab("run '" + (folder_ / name).string() + "' --frames 3 --quiet --record " + recording);
        ASSERT_EQ(run.code, 0) << run.err;
        const Ended check = lab("replay --check " + recording);
        EXPECT_EQ(check.code, 0) << check.err;
        const Ended shown = lab("replay " + recording);
        EXPECT_EQ(shown.code, 0) << shown.err;
        EXPECT_EQ(shown.out.find('\x1b'), std::string::npos);
    }
}

TEST_F(Replay, StopsAtAFrame) {
    const std::string file = path("run.drover");
    ASSERT_EQ(lab(kRun + ("--record " + file)).code, 0);
    const Ended part = lab("replay " + file + " --quiet --to 20 --csv -");
    EXPECT_EQ(part.code, 0);
    EXPECT_EQ(std::count(part.out.begin(), part.out.end(), '\n'), 21);
    expectEnd(lab("replay " + file + " --to 151"), 64, "allowed 0 to 150");
}

TEST_F(Replay, SaysWhereTwoRecordingsPart) {
    const std::string a = path("a.drover"), b = path("b.drover"), c = path("c.drover");
    const std::string model = "run plains --clock model --frames 100 --quiet --record ";
    ASSERT_EQ(lab(model + a).code, 0);
    ASSERT_EQ(lab(model + b).code, 0);
    const Ended same = lab("diff " + a + " " + b);
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_NE(same.out.find("the same in all 100 frames"), std::string::npos) << same.out;
    const std::string log =
        file("log.jsonl", R"({"frame": 42, "command": "budget", "with": {"policy": "fixed", "fixed_ms": 1}}
)");
    ASSERT_EQ(lab(model + c + " --replay " + log).code, 0);
    const Ended other = lab("diff " + a + " " + c);
    EXPECT_EQ(other.code, 1);
    EXPECT_NE(other.out.find("the first difference is in frame 42 "), std::string::npos) << other.out;
    EXPECT_NE(other.out.find("commands"), std::string::npos) << other.out;
    EXPECT_NE(other.out.find("td_ms"), std::string::npos) << other.out;
}

// The time in the last whole row of trajectories as .npy, which are written in each frame; 0: there is none.
double lastTimeIn(const std::string& npy) {
    constexpr std::size_t kRow = 72, kTime = 8;  // bytes of a row, and where its time is
    if (npy.size() < 10) return 0;
    const std::size_t header =
        10 + static_cast<unsigned char>(npy[8]) + 256u * static_cast<unsigned char>(npy[9]);
    if (npy.size() < header + kRow) return 0;
    const std::size_t rows = (npy.size() - header) / kRow;
    double time = 0;
    std::memcpy(&time, npy.data() + header + (rows - 1) * kRow + kTime, sizeof time);
    return time;
}

// Whenever the program is killed, what it has written opens, and is all but the last second: of the frames
// that were stepped a table tells, which is written in each of them. DROVER_KILLS says how many times.
TEST_F(Replay, AKilledProgramLeavesARecordingThatOpens) {
    const char* const wanted = std::getenv("DROVER_KILLS");
    const int kills = wanted ? std::atoi(wanted) : 6;
    std::mt19937 random(1);
    double most_lost_s = 0;
    for (int i = 0; i < kills; ++i) {
        const std::string file = path("killed.drover"), table = path("killed.npy");
        std::filesystem::remove(file);
        const pid_t child = start("run seam --clock real --quiet --frames 1000000 --record " + file +
                                  " --trajectories " + table);
        std::error_code not_there_yet;
        while (std::filesystem::file_size(file, not_there_yet) == 0 || not_there_yet)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 400'000));
        kill(child, SIGKILL);
        waitFor(child);
        const double stepped_s = lastTimeIn(contentOf(table));
        const Ended again = lab("replay " + file + " --check --quiet --trajectories " + path("again.npy"));
        ASSERT_EQ(again.code, 0) << again.err << " in kill " << i;
        const double lost_s = stepped_s - lastTimeIn(contentOf(path("again.npy")));
        most_lost_s = std::max(most_lost_s, lost_s);
        EXPECT_LE(lost_s, 1) << "of " << stepped_s << " s in kill " << i;
    }
    RecordProperty("most_lost_s", std::to_string(most_lost_s));
    std::printf("%d kills, at most %.3f s of the world lost\n", kills, most_lost_s);
}

TEST_F(Replay, AnInterruptedRunIsWhole) {
    const std::string file = path("run.drover");
    const pid_t child = start("run plains --clock model --quiet --frames 1000000 --record " + file);
    std::error_code not_there_yet;
    while (std::filesystem::file_size(file, not_there_yet) < 20'000 || not_there_yet)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(child, SIGINT);
    EXPECT_EQ(waitFor(child).code, 130);
    const Ended again = lab("replay " + file);
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.out.find("cut off"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("and at the end"), std::string::npos) << again.out;
}

// Commands to a world that is paused at the end belong to no frame.
TEST_F(Replay, KnowsWhatWasAskedAfterTheLastFrame) {
    const std::string recording = path("paused.drover");
    const std::string log = file("log.jsonl", R"({"frame": 5, "command": "pause", "with": {"is_paused": true}}
{"frame": 6, "command": "budget", "with": {"policy": "fixed", "fixed_ms": 2}}
{"frame": 6, "command": "move_player", "with": {"x": 100, "y": 100}}
)");
    const Ended run =
        lab("run plains --clock model --frames 10 --quiet --hash --replay " + log + " --record " + recording);
    ASSERT_EQ(run.code, 0) << run.err;
    const Ended again = lab("replay " + recording + " --quiet --hash");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.out, run.out);
    const Ended check = lab("replay " + recording + " --check");
    EXPECT_EQ(check.code, 0);
    EXPECT_NE(check.out.find("4 frames, the same bits in all of them\n"), std::string::npos) << check.out;

    // One whose end is missing is told; the other one has another end.
    const std::string whole = contentOf(recording);
    const std::string cut = file("cut.drover", whole.substr(0, whole.size() - 20));
    const Ended cut_check = lab("replay " + cut + " --check");
    EXPECT_EQ(cut_check.code, 0);
    EXPECT_NE(cut_check.out.find("its end is missing"), std::string::npos) << cut_check.out;
    const std::string before = path("before.drover");
    ASSERT_EQ(lab("run plains --clock model --frames 4 --quiet --record " + before).code, 0);
    EXPECT_EQ(lab("diff " + recording + " " + recording).code, 0);
    const Ended diff = lab("diff " + recording + " " + before);
    EXPECT_EQ(diff.code, 1) << diff.out;
}

TEST_F(Replay, RefusesWhatIsNoRecording) {
    const Ended no_file = lab("replay " + path("none.drover"));
    EXPECT_EQ(no_file.code, 66);
    expectEnd(lab("replay " + file("other.drover", "{}")), 65, "does not begin like one");
    const Ended nowhere = lab("run plains --frames 3 --quiet --record " + path("none/run.drover"));
    EXPECT_EQ(nowhere.code, 73) << nowhere.err;
    if (!std::filesystem::exists("/dev/full")) return;
    const Ended endless = lab("replay /dev/zero");
    EXPECT_EQ(endless.code, 65);
    if (kHasLimits) {
        EXPECT_LT(endless.peak_kib, 100'000);
    }
    const Ended full = lab("run plains --frames 3 --quiet --record /dev/full");
    EXPECT_EQ(full.code, 74) << full.err;
}

}  // namespace
}  // namespace drover::lab::replay_test
