// drover-lab compare: one table for several managers, with the same bytes on every run under the model clock.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/load/manager.h"
#include "tests/app/lab/lab_process.h"

namespace drover::lab::compare_test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::size_t fieldsOf(const std::string& line) {
    return static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
}

// The managers that decide by themselves.
std::vector<std::string> managers() {
    std::vector<std::string> names;
    for (const load::ManagerInfo& info : load::kManagers)
        if (!info.make_from) names.emplace_back(info.name);
    return names;
}

// The lines that begin with a manager's name, in order.
std::vector<std::string> managerRows(const std::string& text) {
    std::vector<std::string> rows;
    for (const std::string& line : linesOf(text)) {
        for (const load::ManagerInfo& info : load::kManagers) {
            if (line.rfind(std::string(info.name) + " ", 0) == 0) rows.push_back(line);
        }
    }
    return rows;
}

TEST_F(Lab, CompareHasARowForEachManagerWithinTheScreen) {
    const Ended all = lab("compare plains --frames 60 --spike step:20ms@20-40");
    EXPECT_EQ(all.code, 0);
    EXPECT_EQ(all.err, "");
    const std::vector<std::string> rows = managerRows(all.out);
    ASSERT_EQ(rows.size(), managers().size());
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].rfind(managers()[i], 0), 0u) << rows[i];
    for (const std::string& line : linesOf(all.out)) EXPECT_LE(line.size(), 120u) << line;
    for (const char* told :
         {"each manager for 1 s of the world, in frames of 16.67 ms or longer", " frames ", "model clock",
          "budget of AI time: 4 ms", "10 us charged for every leaf", "step:20ms@20-40", "fps", "p99", "x 1.2",
          "D_period", "thoughts / s", "quality", "oldest"}) {
        EXPECT_NE(all.out.find(told), std::string::npos) << told;
    }
    const std::vector<std::string> two =
        managerRows(lab("compare seam --frames 20 --managers unmanaged,elastic,unmanaged").out);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0].rfind("unmanaged ", 0), 0u);
    EXPECT_EQ(two[1].rfind("elastic ", 0), 0u);
    EXPECT_EQ(lab("compare seam --frames 20 --quiet").out, "");
}

// A manager over its budget makes longer frames, so it has fewer of them in the same time.
TEST_F(Lab, ComparedManagersRunForTheSameTimeOfTheWorld) {
    for (const char* managers : {"elastic,unmanaged,fixed", "unmanaged,elastic"}) {
        const Json runs = Json::parse(lab("compare plains --frames 90 --json - --managers " +
                                          std::string(managers) + " --spike step:30ms@20-40")
                                          .out)["runs"];
        for (const Json& run : runs) {
            const double frame_s = 1 / run["fps"].get<double>(), all_s = run["simulated_s"];
            EXPECT_NEAR(run["frames"].get<double>() * frame_s, all_s, 1e-6) << run["manager"];
            EXPECT_GE(all_s, 1.5) << run["manager"];
            // It ends with the frame that reaches 1.5 s, which is shorter than two frames on average.
            EXPECT_LT(all_s - 2 * frame_s, 1.5) << run["manager"];
            EXPECT_LT(run["frames"], run["manager"] == "unmanaged" ? 50 : 90);
            if (run["manager"] == "elastic") {
                EXPECT_GT(run["frames"], 60);
            }
        }
    }
    // Without the spike elastic keeps its budget, so all frames are as long as the scenario's.
    const Json run =
        Json::parse(lab("compare plains --frames 90 --json - --managers elastic").out)["runs"][0];
    EXPECT_EQ(run["frames"], 90);
    EXPECT_NEAR(run["simulated_s"].get<double>(), 1.5, 1e-6);
}

TEST_F(Lab, CompareWritesTheSameBytesTwice) {
    const std::string arguments = "compare fidelity --frames 100 --fidelity --managers elastic,process,fixed";
    const std::string csv = folder_ / "a.csv", json = folder_ / "a.json";
    const std::string first = lab(arguments + " --csv " + csv + " --json " + json).out;
    EXPECT_EQ(managerRows(first).size(), 6u);  // three of the comparison, three of fidelity
    EXPECT_EQ(lab(arguments).out, first);
    EXPECT_EQ(lab(arguments + " --csv -").out, contentOf(csv));
    EXPECT_EQ(lab(arguments + " --json -").out, contentOf(json));
}

// In worlds of herds, of hunters, of single animals and of people, of whom some have nobody far away.
TEST_F(Lab, RunAndCompareSayTheSameOfEachFigureThatBothHave) {
    constexpr struct {
        const char *compared, *column, *statistic;
    } kBoth[] = {{"c_total_mean_ms", "ai_ms", "mean"},
                 {"c_total_p50_ms", "ai_ms", "p50"},
                 {"c_total_p99_ms", "ai_ms", "p99"},
                 {"c_total_max_ms", "ai_ms", "max"},
                 {"near_d_assigned_ms", "near_d_assigned_ms", "mean"},
                 {"near_d_observed_ms", "near_d_observed_ms", "mean"},
                 {"far_d_assigned_ms", "far_d_assigned_ms", "mean"},
                 {"far_d_observed_ms", "far_d_observed_ms", "mean"},
                 {"oldest_max_ms", "oldest_ms", "max"},
                 {"overhead_mean_ms", "overhead_ms", "mean"},
                 {"leaves_mean", "leaves", "mean"},
                 {"budget_mean_ms", "td_ms", "mean"}};
    std::size_t without_far = 0;
    for (const std::string scenario : {"plains", "bottleneck", "hunt", "wildlife"}) {
        SCOPED_TRACE(scenario);
        const std::string of_run = "run " + scenario + " --clock model --manager elastic";
        const Json compared = Json::parse(lab("compare " + scenario +
                                              " --clock model --managers elastic "
                                              "--frames 150 --json -")
                                              .out)["runs"][0];
        const std::string frames = " --frames " + compared["frames"].dump();
        const Json run = Json::parse(lab(of_run + frames + " --json -").out);
        ASSERT_EQ(run["hash"], compared["hash"]) << "the same run";
        for (const auto& [name, column, statistic] : kBoth)
            EXPECT_EQ(run["frames_summary"][column][statistic], compared[name]) << name;
        EXPECT_EQ(run["share_over_budget"], compared["share_over_budget"]);
        EXPECT_EQ(run["largest_jump_m"], compared["largest_jump_m"]);

        const std::string told = lab(of_run + frames).out;
        const auto shown = [&](const char* name, int decimals, double times = 1) {
            return fmt::format("{:.{}f}", times * compared[name].get<double>(), decimals);
        };
        const bool has_far = !compared["far_d_assigned_ms"].is_null();
        without_far += !has_far;
        for (const std::string& part :
             {"AI time " + shown("c_total_mean_ms", 3) + " ms a frame, p99 " + shown("c_total_p99_ms", 3),
              shown("fps", 1) + " a second; " + shown("share_over_budget", 2, 100) + " % over the budget, " +
                  shown("share_over_1.2_budget", 2, 100) + " % over 1.2",
              "the manager took " + shown("overhead_mean_ms", 3) + " ms",
              shown("near_d_assigned_ms", 1) + " ms over nominal near the player, " +
                  (has_far ? shown("far_d_assigned_ms", 1) + " far from it" : "none is far") +
                  "; oldest wait " + shown("oldest_max_ms", 0) + " ms"})
            EXPECT_NE(told.find(part), std::string::npos) << part << " in\n" << told;
    }
    EXPECT_GT(without_far, 0u);
    EXPECT_LT(without_far, 4u);
}

// A world without herds has no "0 flocks".
TEST_F(Lab, RunAndCompareNameTheSameInhabitants) {
    for (const char* const scenario : {"plains", "bottleneck", "hunt", "wildlife"}) {
        const std::string run = lab(std::string("run --frames 2 ") + scenario).out,
                          compared = lab(std::string("compare --frames 2 --managers fixed ") + scenario).out;
        const std::size_t begin = run.find("  world    ") + 11;
        const std::string living = run.substr(begin, run.find(" on a ", begin) - begin);
        EXPECT_NE(compared.find(": " + living + ", seed "), std::string::npos) << living << "\n" << compared;
        const bool has_one = std::string_view(scenario) == "bottleneck";
        EXPECT_EQ(living.ends_with(", 1 way finder"), has_one) << living;
    }
}

TEST_F(Lab, ComparedFilesAgree) {
    const std::string csv = folder_ / "runs.csv";
    EXPECT_EQ(
        lab("compare plains --frames 100 --quiet --managers elastic,unmanaged --repeats 2 --csv " + csv).code,
        0);
    const std::vector<std::string> lines = linesOf(contentOf(csv));
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(
        lines[0],
        "manager,run,is_best,frames,simulated_s,budget_mean_ms,fps,c_total_mean_ms,c_total_p50_ms,c_total_"
        "p99_ms,c_total_"
        "max_ms,"
        "share_over_budget,share_over_1.2_budget,near_d_assigned_ms,near_d_observed_ms,far_d_assigned_ms,"
        "far_d_observed_ms,near_thoughts_per_s,far_thoughts_per_s,near_quality,far_quality,near_leaves_per_"
        "task,oldest_max_ms,"
        "overhead_mean_ms,leaves_mean,largest_jump_m,hash");
    for (const std::string& line : lines) EXPECT_EQ(fieldsOf(line), fieldsOf(lines[0])) << line;
    EXPECT_EQ(lines[1].rfind("elastic,1,1,100,1.6666667,4,", 0), 0u) << lines[1];
    EXPECT_EQ(lines[2].rfind("elastic,2,0,100,1.6666667,4,", 0), 0u) << lines[2];
    EXPECT_EQ(lines[3].rfind("unmanaged,1,1,", 0), 0u) << lines[3];

    const Json json =
        Json::parse(lab("compare plains --frames 100 --managers elastic,unmanaged --json -").out);
    ASSERT_EQ(json["runs"].size(), 2u);
    const Json& elastic = json["runs"][0];
    EXPECT_EQ(elastic["share_over_1.2_budget"], 0);
    EXPECT_LT(elastic["near_d_assigned_ms"].get<double>(), elastic["far_d_assigned_ms"].get<double>() / 5);
    EXPECT_EQ(json["runs"][1]["share_over_budget"], 1);
    EXPECT_EQ(lines[1].substr(lines[1].size() - 16), elastic["hash"].get<std::string>());
    const Json alone = Json::parse(lab("run plains --frames 100 --json -").out);
    EXPECT_EQ(alone["hash"], elastic["hash"]);
    EXPECT_EQ(alone["frames_summary"]["c_total_ms"]["p99"], elastic["c_total_p99_ms"]);
}

// All flocks are far away, so the near figures are null. D by hand: unmanaged, every task's period is the
// frame time.
TEST_F(Lab, ComparedDeviationsAreThoseOfTheIntervals) {
    const std::string path = file("far.json", R"({"title": "t", "text": "p", "frame_time": 0.02,
        "world": {"world_size": 10000}, "player": {"x": 5000, "y": 5000}, "species": [{"name": "n", "flocks": 3,
        "region": {"x": 1000, "y": 1000, "radius": 10}, "task": {"nominal_ms": 30}}]})");
    const Json run =
        Json::parse(lab("compare " + path + " --frames 50 --managers unmanaged --json -").out)["runs"][0];
    EXPECT_TRUE(run["near_d_assigned_ms"].is_null());
    EXPECT_TRUE(run["near_d_observed_ms"].is_null());
    EXPECT_NEAR(run["far_d_assigned_ms"].get<double>(), -10, 1e-9);
    EXPECT_NEAR(run["far_d_observed_ms"].get<double>(), -10, 1e-9);
    EXPECT_NEAR(run["fps"].get<double>(), 50, 1e-9);
}

TEST_F(Lab, RepeatsEndWithTheBestAndMarkdownIsATable) {
    for (const std::string& line : linesOf(lab("compare plains --frames 20 --repeats 2").out))
        EXPECT_LE(line.size(), 120u) << line;
    const std::vector<std::string> rows =
        managerRows(lab("compare seam --frames 20 --managers elastic,fixed --repeats 3").out);
    ASSERT_EQ(rows.size(), 8u);
    EXPECT_NE(rows[6].find(" best "), std::string::npos);
    EXPECT_NE(rows[7].find(" best "), std::string::npos);
    const std::vector<std::string> lines = linesOf(lab("compare seam --frames 20 --markdown").out);
    std::vector<std::string> table;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(table),
                 [](const std::string& l) { return l.rfind("| ", 0) == 0; });
    ASSERT_EQ(table.size(), managers().size() + 2);
    for (const std::string& line : table) {
        EXPECT_EQ(std::count(line.begin(), line.end(), '|'),
                  std::count(table[0].begin(), table[0].end(), '|'))
            << line;
    }
}

TEST_F(Lab, CompareRefusesWhatItDoesNotKnow) {
    const Ended run = lab("compare plains --managers elastic,nonsense");
    EXPECT_EQ(run.code, 64);
    EXPECT_EQ(run.err,
              "drover-lab: --managers: found 'nonsense', allowed all, or a comma-separated list of files in "
              "Lua and "
              "of elastic, "
              "modes, process, load_balancing, priority, fixed, budget_allocator, unmanaged, edf, mk_firm, "
              "harmonic, predictive, tiers, feedback\n");
    for (const char* arguments :
         {"--managers ''", "--managers elastic,,fixed", "--repeats 0", "--manager elastic", "--frames 0"}) {
        EXPECT_EQ(lab(std::string("compare plains ") + arguments).code, 64) << arguments;
    }
    EXPECT_EQ(lab("compare nowhere").code, 66);
    EXPECT_EQ(lab("compare seam --frames 2 --csv /nowhere/at/all").code, 73);
    if (std::filesystem::exists("/dev/full")) {
        EXPECT_EQ(lab("compare seam --frames 2 --csv /dev/full").code, 74);
    }
}

TEST_F(Lab, ATwinThatWouldBeTooLargeIsRefusedWithTheFigure) {
    const std::string head = R"({"title": "t", "text": "p", "species": [{"name": "n", )";
    const std::string many = file("many.json", head + R"("flocks": 10000}]})");
    const std::string dense = file("dense.json", head + R"("flocks": 2, "depth": 10, "branching": 3}]})");
    const std::pair<std::string, std::string> cases[] = {
        {"run " + many, "found 320,000 agents, allowed up to 200,000"},
        {"compare " + many, "found 320,000 agents, allowed up to 200,000"},
        {"run " + dense, "pairs of agents in flocks, allowed up to 100,000,000"}};
    for (const auto& [arguments, message] : cases) {
        const Ended run = lab(arguments + " --frames 2 --fidelity");
        EXPECT_EQ(run.code, 65) << arguments;
        EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
    }
}

TEST_F(Lab, RunTellsOfFidelity) {
    const Ended run = lab("run seam --frames 40 --fidelity");
    EXPECT_NE(run.out.find("every flock against its twin"), std::string::npos);
    const Json json = Json::parse(lab("run seam --frames 40 --fidelity --json -").out);
    std::uint64_t flocks = 0;
    for (const char* band : {"near", "middle", "far"})
        flocks += json["fidelity"][band]["flocks"].get<std::uint64_t>();
    EXPECT_EQ(flocks, json["flocks"]);
    EXPECT_EQ(json["hash"],
              Json::parse(lab("run seam --frames 40 --json -").out)["hash"]);  // no effect of the twin
}

}  // namespace
}  // namespace drover::lab::compare_test
