// drover-lab sweep: one file whatever the jobs, the shards and the interruptions.
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "tests/app/lab/lab_process.h"

namespace drover::lab::sweep_test {
namespace {

constexpr const char* kSweep =
    "sweep seam --frames 20 --clock model --vary budget-ms=0.01,2 --vary flocks=12..48*2 --seeds 2 --quiet";
constexpr int kRows = 2 * 3 * 2;

// Without the cell that names the experiment, the third of each row.
std::string withoutExperiment(const std::string& rows) {
    return std::regex_replace(rows, std::regex("(^|\n)([^,\n]*,[^,\n]*),[^,\n]*"), "$1$2");
}

class Sweep : public Lab {
  protected:
    Ended sweep(const std::string& name, const std::string& more = "", const std::string& what = kSweep) {
        return lab(what + " --out " + path(name) + " " + more);
    }
    std::string path(const std::string& name) const { return folder_ / name; }
    std::string content(const std::string& name) const { return contentOf(path(name)); }
    // The file of an uninterrupted sweep.
    std::string whole() {
        EXPECT_EQ(sweep("whole").code, 0);
        return content("whole");
    }
};

TEST_F(Sweep, HasARowForEachCombinationAndSeed) {
    const std::string text = withoutExperiment(whole());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + kRows);
    EXPECT_EQ(text.find("run,scenario,budget-ms,flocks,seed,frames,"), 0u);
    EXPECT_NE(text.find("\n1,seam,0.01,12,31,20,"), std::string::npos) << text;
    EXPECT_NE(text.find("\n2,seam,0.01,12,32,20,"), std::string::npos);
    EXPECT_NE(text.find("\n5,seam,0.01,48,31,20,"), std::string::npos);
    EXPECT_NE(text.find("\n12,seam,2,48,32,20,"), std::string::npos);
    // Each row's hash, in the last cell, equals that of a single run, and no two hashes are equal.
    const std::string hash =
        lab("run seam --frames 20 --clock model --budget-ms 0.01 --seed 32 --hash --quiet").out;
    EXPECT_NE(text.find("," + hash), std::string::npos) << "flocks=12 are what the scenario has";
}

// Each row has the hash of a single run of a file with the same numbers in it.
TEST_F(Sweep, VariesAnyNumberByItsPath) {
    EXPECT_EQ(sweep("paths", "",
                    "sweep all-minds --frames 30 --clock model --vary species.goats.max_speed=6,9 "
                    "--vary 'wildlife.cost_us=50..200*4' --vary 'spikes[0].first_frame=5' --quiet")
                  .code,
              0);
    const std::string text = withoutExperiment(content("paths"));
    EXPECT_EQ(text.find("run,scenario,species.goats.max_speed,wildlife.cost_us,spikes[0].first_frame,seed,"),
              0u)
        << text;
    std::string shown = lab("scenarios --show all-minds").out;
    nlohmann::ordered_json scenario = nlohmann::ordered_json::parse(shown);
    scenario["spikes"][0]["first_frame"] = 5;
    int row = 0;
    for (const int speed : {6, 9}) {
        for (const int cost : {50, 200}) {
            scenario["species"][0]["max_speed"] = speed;
            scenario["wildlife"]["cost_us"] = cost;
            const std::string alone = lab("run " + file("alone.json", scenario.dump()) +
                                          " --frames 30 --clock model --hash --quiet")
                                          .out;
            const std::size_t start = text.find("\n" + std::to_string(++row) + ",all-minds," +
                                                std::to_string(speed) + "," + std::to_string(cost) + ",5,");
            ASSERT_NE(start, std::string::npos) << row;
            const std::string line = text.substr(start + 1, text.find('\n', start + 1) - start);
            EXPECT_TRUE(line.ends_with("," + alone)) << line << alone;
        }
    }
    // A parameter of the manager need not be in the scenario.
    EXPECT_EQ(sweep("parameter", "",
                    "sweep seam --frames 5 --manager elastic --vary load.parameters.growing_cost=0,1 --quiet")
                  .code,
              0);
}

TEST_F(Sweep, TheNumberOfJobsChangesNothing) {
    const std::string text = whole();
    EXPECT_EQ(sweep("jobs", "--jobs 4").code, 0);
    EXPECT_EQ(content("jobs"), text);
}

TEST_F(Sweep, FourShardsAsFourProcessesAreTheSingleRun) {
    std::vector<pid_t> shards;
    for (int i = 1; i <= 4; ++i)
        shards.push_back(start(std::string(kSweep) + " --shard " + std::to_string(i) + "/4 --out " +
                               path(std::to_string(i))));
    std::string joined;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        EXPECT_EQ(waitFor(shards[i]).code, 0);
        joined += content(std::to_string(i + 1));
    }
    EXPECT_EQ(joined, whole());
    // Also if the rows do not divide evenly, and if there are more shards than rows.
    for (const int count : {5, 17}) {
        joined.clear();
        for (int i = 1; i <= count; ++i) {
            const std::string name = std::to_string(count) + "-" + std::to_string(i);
            EXPECT_EQ(sweep(name, "--shard " + std::to_string(i) + "/" + std::to_string(count)).code, 0);
            joined += content(name);
        }
        EXPECT_EQ(joined, whole()) << count;
    }
}

TEST_F(Sweep, GoesOnWhereverItWasCutOff) {
    const std::string text = whole();
    const std::size_t header = text.find('\n') + 1, row = text.find('\n', header) + 1;
    for (const std::size_t cut : {std::size_t{0}, std::size_t{7}, header - 1, header, header + 1, header + 9,
                                  row - 1, row, row + 30, text.size() / 2, text.size() - 1, text.size()}) {
        file("cut", text.substr(0, cut));
        EXPECT_EQ(sweep("cut").code, 0);
        EXPECT_EQ(content("cut"), text) << "cut off after byte " << cut;
    }
    // Only the first shard has a header.
    EXPECT_EQ(sweep("second", "--shard 2/2").code, 0);
    const std::string second = content("second");
    for (const std::size_t cut : {std::size_t{0}, std::size_t{2}, second.size() / 2}) {
        file("cut", second.substr(0, cut));
        EXPECT_EQ(sweep("cut", "--shard 2/2").code, 0);
        EXPECT_EQ(content("cut"), second) << cut;
    }
}

TEST_F(Sweep, ASignalLeavesWholeRowsAndTheSameCommandGoesOn) {
    const std::string what = "sweep seam --frames 3000 --clock model --vary budget-ms=1..12+1 --quiet";
    for (const int signal : {SIGINT, SIGKILL}) {
        const std::string name = "signal" + std::to_string(signal);
        const pid_t child = start(what + " --out " + path(name));
        for (int look = 0; look < 20'000 && content(name).find("\n1,") == std::string::npos; ++look)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        kill(child, signal);
        const Ended ended = waitFor(child);
        EXPECT_EQ(ended.code, signal == SIGINT ? 130 : 128 + SIGKILL);
        if (signal == SIGINT) {
            EXPECT_NE(ended.err.find("rows are in"), std::string::npos) << ended.err;
        }
        EXPECT_EQ(content(name).back(), '\n');
        EXPECT_EQ(sweep(name, "", what).code, 0);
    }
    EXPECT_EQ(content("signal2"), content("signal9"));
    const std::string text = content("signal2");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 13);
}

TEST_F(Sweep, AFileOfAnotherSweepIsNotTouched) {
    const std::string text = whole();
    for (const char* other :
         {"sweep seam --frames 20 --vary budget-ms=1,3 --quiet",
          "sweep seam --frames 21 --vary budget-ms=0.01,2 --vary flocks=12..48*2 --seeds 2 --quiet",
          "sweep membrane --frames 20 --vary budget-ms=0.01,2 --vary flocks=12..48*2 --seeds 2 --quiet"}) {
        const Ended ended = sweep("whole", "", other);
        EXPECT_EQ(ended.code, 65) << other;
        EXPECT_NE(ended.err.find("another sweep"), std::string::npos) << ended.err;
        EXPECT_EQ(content("whole"), text);
    }
    // A second shard has no header that says what varies.
    EXPECT_EQ(sweep("second", "--shard 2/2").code, 0);
    const std::string second = content("second");
    EXPECT_EQ(sweep("second", "--shard 2/2",
                    "sweep seam --frames 20 --vary think-us=0.01,2 --vary flocks=12..48*2 --seeds 2 --quiet")
                  .code,
              65);
    EXPECT_EQ(content("second"), second);
}

TEST_F(Sweep, ErrorsNameWhatIsAllowed) {
    const auto expectUsage = [&](const std::string& arguments, const char* allowed) {
        const Ended ended = lab("sweep seam --frames 1 --out " + path("none") + " " + arguments);
        EXPECT_EQ(ended.code, 64) << arguments;
        EXPECT_NE(ended.err.find(allowed), std::string::npos) << ended.err;
        EXPECT_FALSE(std::filesystem::exists(path("none"))) << arguments;
    };
    expectUsage("--vary budgt-ms=1", "allowed budget-ms, target-ms, flocks");
    expectUsage("--vary flocks=1.5", "a whole number 1 to");
    expectUsage("--vary budget-ms=-1", "a number 0 to 1000");
    expectUsage("--vary budget-ms=nan", "a number 0 to 1000");
    expectUsage("--vary budget-ms=", "a number 0 to 1000");
    expectUsage("--vary budget-ms", "a number 0 to 1000");
    expectUsage("--vary budget-ms=1..4", "FIRST..LAST+STEP");
    expectUsage("--vary budget-ms=4..1+1", "a range that rises");
    expectUsage("--vary budget-ms=1..4*1", "a factor above 1");
    expectUsage("--vary budget-ms=0..1000+0.00001", "10000 of one key");
    expectUsage("--vary manager=elastik", "elastic, modes, process");
    expectUsage("--vary budget-ms=1 --vary budget-ms=2", "allowed once");
    expectUsage("--vary maximum-ms=2", "the nominal period");
    expectUsage("--vary species.groundhog.flocks=1",
                "species: found 'groundhog', allowed [0], or a name: groundhogs");
    expectUsage("--vary 'species[3].flocks=1'", "species: found [3], allowed [0], or a name: groundhogs");
    expectUsage("--vary 'species[0].tusk.priority=1'",
                "species[0]: found 'tusk', allowed flocks, region, branching");
    expectUsage("--vary lod.reinit=1", "lod.reinit: found a text, allowed a number");
    expectUsage("--vary lod.enabled=1", "lod.enabled: found true or false, allowed a number");
    expectUsage("--vary load.budget=1",
                "load.budget: found a group of fields, allowed a number in it: fixed_ms");
    expectUsage("--vary 'spikes[0].size_ms=1'", "spikes: found [0], allowed nothing: this list is empty");
    expectUsage("--vary seed.x=1", "seed: found 'x', allowed the path of a number, which ends here");
    expectUsage("--vary seed=1", "allowed --seed");
    expectUsage("--vary world=1", "world: found a group of fields, allowed a number in it: world_size");
    expectUsage("--vary 'species[0=1'", "or the path of a number, which begins with one of seed, frame_time");
    expectUsage("--vary frame_tim=1", "or the path of a number");
    expectUsage("--vary lod.zone_width=wide", "found 'wide', allowed a number, or FIRST");
    expectUsage("--vary 'species[0].task.priority=1,101'",
                "run 2: species[0].task.priority: found 101, allowed 1 to 100");
    expectUsage("--vary species.groundhogs.flocks=1.5", "found 1.5, allowed whole numbers 0 to");
    expectUsage("--vary 'species[0].task.maximum_ms=2'", "the nominal period");
    expectUsage("--vary load.parameters.nothing=1", "allowed none: this manager has no parameters");
    expectUsage("--manager elastic --vary load.parameters.nothing=1", "growing_cost 0 to 1");
    expectUsage("--vary 'species[0].flocks=1' --vary species.groundhogs.flocks=2", "allowed once");
    expectUsage("--vary budget-ms=1 --shard 0/4", "I from 1 to N");
    expectUsage("--vary budget-ms=1 --shard 5/4", "I from 1 to N");
    expectUsage("--vary flocks=100000000", "what fits in");
}

}  // namespace
}  // namespace drover::lab::sweep_test
