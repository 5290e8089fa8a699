// Every claim of every shipped scenario, and `drover-lab scenarios --claims` itself.
#include <algorithm>
#include <csignal>
#include <thread>

#include "app/command_line/world_options.h"
#include "tests/app/lab/lab_process.h"

namespace drover::lab::claims_test {
namespace {

class Claims : public Lab {
  protected:
    // A small herd whose budget of 4 ms is never used, with one claim.
    std::string herdWith(const std::string& name, const std::string& claim) {
        return file(name,
                    "{\"title\": \"t\", \"text\": \"p\", \"seed\": 5, \"load\": {\"clock\": \"real\"},\n"
                    " \"species\": [{\"name\": \"n\", \"flocks\": 3}],\n \"claims\": [" +
                        claim + "]}");
    }
};

constexpr const char* kTrue =
    R"({"text": "Cheap.", "measure": "ai_ms", "statistic": "most", "last_frame": 20, "value": 4})";
constexpr const char* kFalse =
    R"({"text": "Dear.", "measure": "ai_ms", "last_frame": 20, "is": "at_least", "value": 4})";

TEST_F(Claims, OfEveryShippedScenarioHold) {
    const Ended run = lab("scenarios --claims");
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    std::string without;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(DROVER_SOURCE_DIR) /
                                                                 "assets" / "scenarios")) {
        const std::string name = entry.path().stem();
        if (name != "scenario.schema" && run.out.find(name + ", seed ") == std::string::npos)
            without += name + " ";
    }
    EXPECT_EQ(without, "") << "have no claims";
}

// What animals do to each other is another story with each seed.
TEST_F(Claims, OfHerdsThatMeetHoldForFiveSeeds) {
    const Ended run = lab("scenarios --claims --seeds 5 hunt gap waterhole");
    EXPECT_EQ(run.code, 0) << run.out << run.err;
}

TEST_F(Claims, AreJudgedUnderTheModelClockForEachSeed) {
    const std::string path = herdWith("good.json", kTrue);
    const Ended run = lab("scenarios --claims --seeds 2 " + path);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find(path + ", seed 5, 20 frames\n  held    Cheap.\n"
                                  "          most ai_ms in frames 1 to 20: at most 4 ms\n          found 0."),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find(path + ", seed 6, 20 frames\n"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("all 2 claims held\n"), std::string::npos);
    EXPECT_EQ(lab("scenarios --claims --seeds 2 " + path).out, run.out) << "the same bytes again";
}

TEST_F(Claims, ABrokenOneEndsWith1) {
    const std::string good = herdWith("good.json", kTrue);
    const std::string bad = herdWith("bad.json", std::string(kTrue) + ", " + kFalse);
    const Ended run = lab("scenarios --claims " + good + " " + bad);
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("  broken  Dear.\n"), std::string::npos) << run.out;
    EXPECT_EQ(run.err, "drover-lab: 1 of 3 claims are broken\n");
    const Ended quiet = lab("scenarios --claims --quiet " + bad);
    EXPECT_EQ(quiet.code, 1);
    EXPECT_EQ(quiet.out, "");
}

TEST_F(Claims, MistakesSayWhatIsAllowed) {
    const std::string unknown =
        lab("scenarios --claims " +
            herdWith("a.json", R"({"text": "t", "measure": "ai_m", "last_frame": 2})"))
            .err;
    EXPECT_NE(
        unknown.find("a.json:3:38: claims[0].measure: found \"ai_m\", allowed 'ai_ms', which is the nearest"),
        std::string::npos)
        << unknown;
    const std::string none = file("none.json",
                                  "{\"title\": \"t\", \"text\": \"p\", \"species\": "
                                  "[{\"name\": \"n\", \"flocks\": 3}]}");
    expectEnd(lab("scenarios --claims " + none), 65, "none.json: found no claims, allowed 1 to 100");
    for (const char* arguments :
         {"scenarios plains", "scenarios --seeds 2", "scenarios --claims --seeds 0", "scenarios --quiet"}) {
        EXPECT_EQ(lab(arguments).code, 64) << arguments;
    }
    EXPECT_EQ(lab("scenarios --claims nowhere").code, 66);
}

TEST_F(Claims, AreLostWhenOptionsMakeAnotherWorld) {
    command_line::WorldOptions options;
    options.scenario = "membrane";
    options.seed = 99;
    options.clock = "real";
    options.threads = 2;
    EXPECT_FALSE(options.load().claims.empty());
    options.budget_ms = 7;
    EXPECT_TRUE(options.load().claims.empty());
}

TEST_F(Claims, CanBeStopped) {
    const std::string endless =
        herdWith("endless.json", R"({"text": "t", "measure": "ai_ms", "last_frame": 1000000, "value": 4})");
    const std::string good = herdWith("good.json", kTrue);
    const Ended run = stopOnceWritten("scenarios --claims " + good + " " + endless, folder_ / "out", SIGINT);
    EXPECT_EQ(run.code, 130);
    EXPECT_EQ(run.err, "drover-lab: stopped; 1 claims were judged and 0 of them are broken\n");
}

}  // namespace
}  // namespace drover::lab::claims_test
