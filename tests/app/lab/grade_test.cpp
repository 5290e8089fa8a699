// drover-lab grade: the same bytes each time, the kinds of errors, scores, a class, exit codes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/app/lab/lab_process.h"

namespace drover::lab::grade_test {
namespace {

using Json = nlohmann::ordered_json;

std::string shippedManager(const std::string& name) {
    const std::string text = contentOf(std::string(DROVER_SOURCE_DIR) + "/assets/managers/" + name);
    EXPECT_FALSE(text.empty()) << name;
    return text;
}

// elastic.lua, with something wrong as the last thing that it does for each herd.
std::string elasticBut(const std::string& line) {
    std::string text = shippedManager("elastic.lua");
    const std::size_t end = text.rfind("  end\nend");
    EXPECT_NE(end, std::string::npos);
    return text.insert(end, "    " + line + "\n");
}

// Round robin with a third of the budget.
std::string lazyRoundRobin() {
    std::string text = shippedManager("round_robin.lua");
    const std::size_t end = text.find("frame.budget_ms") + std::string("frame.budget_ms").size();
    return text.insert(end, " * 0.3");
}

struct Planted {
    std::string kind, text;
    std::string words;     // in the example
    bool is_worst = true;  // of the kinds that are found
};
std::map<std::string, Planted> plantedErrors() {
    return {
        {"1.lua",
         {"stopped",
          "local n = 0\nfunction plan(frame, tasks)\n  n = n + 1\n  if n > 50 then tasks.period[0] = 1 "
          "end\nend\n",
          "line 4"}},
        {"2.lua", {"too long", elasticBut("period[i] = nominal[i]"), "asked for"}},
        {"3.lua", {"before its time", elasticBut("if i <= 5 then period[i] = 10 end"), "ran herd "}},
        {"4.lua", {"two at once", elasticBut("tasks.run[i] = 1"), "herds the place 1"}},
        {"5.lua", {"wrong order", elasticBut("tasks.run[i] = -tasks.distance[i]"), "had to wait"}},
        {"6.lua",
         {"beyond its maximum", elasticBut("if i == 5 then period[i] = 900 end"),
          "gave herd 5 a period of 900 ms; its maximum is 500 ms"}},
        {"7.lua",
         {"never thought", "function plan(frame, tasks)\n  for i = 1, 40 do tasks.run[i] = i end\nend\n",
          "has never thought", false}},
        {"8.lua", {"idle", lazyRoundRobin(), "herds were late", false}},
    };
}

std::set<std::string> kindsOf(const Json& graded) {
    std::set<std::string> kinds;
    for (const Json& workload : graded["workloads"])
        for (const Json& error : workload["errors"]) kinds.insert(error["kind"].get<std::string>());
    return kinds;
}

const Json& find(const Json& grades, const std::string& name) {
    const auto at = std::ranges::find_if(grades, [&](const Json& grade) { return grade["manager"] == name; });
    EXPECT_NE(at, grades.end()) << name;
    return *at;
}

class Graded : public Lab {
  protected:
    std::string fileOfClass(const std::string& name, const std::string& text) {
        std::filesystem::create_directories(folder_ / "class");
        return file("class/" + name, text);
    }
    std::string ofClass() const { return "grade --quiet --class " + (folder_ / "class").string(); }
};

TEST_F(Graded, TheSameBytesOnOneThreadAndOnTwo) {
    const auto grade = [&](const std::string& threads) {
        const std::string page = folder_ / (threads + ".html"), json = folder_ / (threads + ".json");
        const Ended run = lab("grade nearest.lua --against none --html " + page + " --json " + json +
                              " --threads " + threads);
        EXPECT_EQ(run.code, 0) << run.err;
        return std::array{run.out, contentOf(page), contentOf(json)};
    };
    const auto one = grade("1"), two = grade("2");
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_FALSE(one[i].empty());
        EXPECT_EQ(one[i], two[i]);
    }
}

TEST_F(Graded, TheShippedOnesAreGradedAsTheyShould) {
    const std::string page = folder_ / "page.html";
    const Ended run = lab("grade elastic.lua --against elastic,nearest,round_robin --json - --html " + page);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(contentOf(page).find("<h3>Beside others</h3>"), std::string::npos);
    const Json json = Json::parse(run.out);
    const Json& mine = json["graded"][0];
    EXPECT_EQ(mine["workloads"].size(), 6u);
    EXPECT_EQ(kindsOf(mine), std::set<std::string>{}) << mine.dump(2);
    EXPECT_EQ(kindsOf(json["against"][0]), std::set<std::string>{}) << json["against"][0].dump(2);
    EXPECT_NEAR(mine["score"].get<double>(), json["against"][0]["score"].get<double>(), 1);
    EXPECT_GT(json["against"][1]["score"], json["against"][2]["score"]);
    for (const Json& workload : mine["workloads"]) {
        double points = 0;
        for (const Json& measure : workload["measures"]) points += measure["points"].get<double>();
        EXPECT_NEAR(points, workload["score"].get<double>(), 1e-9);
        EXPECT_LE(points, 100);
    }
}

// Where no near herd was seen to think, there is no mean of how late it was; that is not on time.
TEST_F(Graded, AManagerUnderWhichNobodyThinksIsNotOnTime) {
    fileOfClass("never.lua",
                "function plan(frame, tasks)\n  if frame.number == 1 then tasks.run[1] = 1 end\nend\n");
    const Ended run = lab(ofClass() + " --against none --json -");
    ASSERT_EQ(run.code, 0) << run.err;
    const Json json = Json::parse(run.out);
    for (const Json& workload : json["graded"][0]["workloads"])
        EXPECT_LT(workload["measures"]["near on time"]["points"].get<double>(), 1) << workload.dump(2);
}

TEST_F(Graded, EachKindOfErrorIsNamed) {
    for (const auto& [name, planted] : plantedErrors()) fileOfClass(name, planted.text);
    const Ended run = lab(ofClass() + " --against none --json -");
    EXPECT_EQ(run.code, 0) << run.err;  // a script that stops is no reason for a class to end otherwise
    const Json graded = Json::parse(run.out)["graded"];
    ASSERT_EQ(graded.size(), plantedErrors().size());
    for (const auto& [name, planted] : plantedErrors()) {
        const Json& grade = find(graded, name);
        if (planted.is_worst) {
            EXPECT_EQ(grade["worst"], planted.kind) << grade.dump(2);
        }
        bool is_told = false;
        for (const Json& workload : grade["workloads"])
            for (const Json& error : workload["errors"])
                is_told |= error["kind"] == planted.kind && error["frame"] >= 1 && error["count"] >= 1 &&
                           error["example"].get<std::string>().find(planted.words) != std::string::npos;
        EXPECT_TRUE(is_told) << planted.kind << grade.dump(2);
    }
}

TEST_F(Graded, ABrokenFileOfAClassHasItsLine) {
    fileOfClass("broken.lua", "function plan(frame, tasks\n  local\nend\n");
    const std::string good_place = fileOfClass("good.lua", shippedManager("elastic.lua"));
    fileOfClass("notes.txt", "not a manager");
    const std::string page = folder_ / "class.html";
    const Ended run = lab("grade --class " + (folder_ / "class").string() + " --against " + good_place +
                          " --least 50 --html " + page);
    EXPECT_EQ(run.code, 1) << run.err;
    const std::size_t good = run.out.find("\ngood.lua "), broken = run.out.rfind("\nbroken.lua ");
    ASSERT_NE(good, std::string::npos);
    ASSERT_NE(broken, std::string::npos);
    EXPECT_LT(good, broken);  // by their score
    EXPECT_NE(run.out.find("no manager: line 2"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("notes"), std::string::npos);
    EXPECT_NE(run.out.find("\nbeside: good.lua "), std::string::npos) << run.out;
    EXPECT_NE(contentOf(page).find("<summary>broken.lua: 0.0</summary>"), std::string::npos);
    std::filesystem::remove(folder_ / "class" / "broken.lua");
    EXPECT_EQ(lab(ofClass() + " --against none --least 50").code, 0);
}

TEST_F(Graded, TheExitCodeTellsScripts) {
    const std::string good = file("good.lua", shippedManager("round_robin.lua"));
    EXPECT_EQ(lab("grade --against none --least 30 " + good).code, 0);
    expectEnd(lab("grade --against none --least 99 " + good), 1, "--least asks for 99");
    const Ended stopped = lab("grade --against none " + file("stops.lua", plantedErrors()["1.lua"].text));
    expectEnd(stopped, 1, "the script stopped");
    EXPECT_NE(stopped.out.find("steady: stopped: frame 51: "), std::string::npos) << stopped.out;

    EXPECT_EQ(lab("grade").code, 64);
    EXPECT_EQ(lab("grade elastic --class /tmp").code, 64);
    EXPECT_EQ(lab("grade nonsense").code, 64);
    EXPECT_EQ(lab("grade nowhere.lua").code, 66);
    EXPECT_EQ(lab("grade --class /nowhere").code, 66);
    EXPECT_EQ(lab("grade --against elastic,nonsense elastic").code, 64);
    EXPECT_EQ(lab("grade --least 101 elastic").code, 64);
    std::filesystem::create_directory(folder_ / "empty");
    for (const auto& [arguments, words] : std::initializer_list<std::pair<std::string, std::string>>{
             {"elastic --against ''", "--against: found an empty name, allowed a file in Lua"},
             {"/dev/null", "grade: found /dev/null, which does not end in .lua, allowed a file in Lua"},
             {"/tmp", "grade: found /tmp, a folder, allowed a file in Lua"},
             {"--class /dev/null", "Not a directory, allowed a folder with files that end in .lua"},
             {"--class " + (folder_ / "empty").string(),
              "found no file that ends in .lua, allowed a folder"}})
        EXPECT_NE(lab("grade " + arguments).err.find(words), std::string::npos) << arguments;
}

}  // namespace
}  // namespace drover::lab::grade_test
