// drover-lab schedule: answers compared with the recorded ones, and error messages for invalid files.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/lab/ask_schedule.h"
#include "tests/core/load/scripted.h"
#include "tests/every_number.h"

namespace drover::lab::schedule_test {
namespace {

using Json = nlohmann::json;
using load::goldenCases;

Json ask(const Json& question) { return Json::parse(askText(question.dump())); }

TEST(Schedule, PhasesAndDueListsAreThoseOfTheRecord) {
    for (const Json& example : goldenCases("gdxai_phasing.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        Json question = {{"manager", example["scheduler"]},
                         {"frames", example["runs"].size()},
                         {"dry_run_frames", example["dry_run_frames"]},
                         {"tasks", Json::array()}};
        for (std::size_t i = 0; i < example["frequencies"].size(); ++i) {
            Json task = {{"frequency", example["frequencies"][i]}, {"phase", "auto"}};
            if (example["mode"] != "auto") task["phase"] = example["phases"][i];
            if (example.contains("join_after_frames"))
                task["join_after_frames"] = example["join_after_frames"][i];
            question["tasks"].push_back(task);
        }
        const Json found = ask(question);
        EXPECT_EQ(found["phases"], example["phases"]);
        EXPECT_EQ(found["counts"], example["counts"]);
        for (std::size_t frame = 0; frame < example["runs"].size(); ++frame) {
            Json ran = Json::array();
            for (const Json& entry : found["frames"][frame]) ran.push_back(entry[0]);
            ASSERT_EQ(ran, example["runs"][frame]) << "frame " << frame + 1;
        }
    }
}

TEST(Schedule, EveryNumberOfAQuestionIsBounded) {
    for (const char* const name : {"elastic", "frequency", "process", "quiz"}) {
        SCOPED_TRACE(name);
        const std::string question = tests::sourceText(std::string("tests/fuzz/corpus/") + name + ".json");
        expectEveryNumberIsBounded(question, [](const std::string& text) {
            const Result<JsonDocument> document = parseJson("q.json", text);
            return !document || !answerText(*document.value, AnswerForm::kJson);
        });
    }
}

TEST(Schedule, OffersTheNanosecondsOfTheRecord) {
    for (const Json& example : goldenCases("gdxai_timing.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        Json question = {{"manager", example["scheduler"]},
                         {"frames", example["frames"].size()},
                         {"dry_run_frames", example["dry_run_frames"]},
                         {"budget_ns", example["budget_ns_cycle"]},
                         {"clock_tick_ns", example["clock_tick_ns_per_call"]},
                         {"tasks", Json::array()}};
        for (std::size_t i = 0; i < example["frequencies"].size(); ++i) {
            Json task = {{"frequency", example["frequencies"][i]},
                         {"phase", example["phases"][i]},
                         {"consumes", example["scripts"][i]}};
            if (example.contains("priorities")) task["priority"] = example["priorities"][i];
            question["tasks"].push_back(task);
        }
        EXPECT_EQ(ask(question)["frames"], example["frames"]);
    }
}

Json tasksOf(const Json& node, const Json& scripts) {
    Json out = Json::array();
    for (const Json& child : node["children"]) {
        Json task = {{"frequency", child["frequency"]}};
        if (child.contains("priority")) task["priority"] = child["priority"];
        if (child.contains("task")) {
            task["consumes"] = scripts[std::size_t{child["task"]}];
        } else {
            task["scheduler"] = {{"manager", child["kind"]},
                                 {"dry_run_frames", child["dry_run_frames"]},
                                 {"tasks", tasksOf(child, scripts)}};
        }
        out.push_back(task);
    }
    return out;
}

TEST(Schedule, SchedulersInsideSchedulersDoAsTheRecordSays) {
    for (const Json& example : goldenCases("gdxai_hierarchical.json")) {
        const Json found = ask({{"manager", example["tree"]["kind"]},
                                {"frames", example["frames"].size()},
                                {"dry_run_frames", example["tree"]["dry_run_frames"]},
                                {"budget_ns", example["budget_ns_cycle"]},
                                {"tasks", tasksOf(example["tree"], example["scripts"])}});
        EXPECT_EQ(found["frames"], example["frames"]);
        EXPECT_EQ(found["phases"].size(), 6u);
        EXPECT_EQ(found["scheduler_phases"].size(), 2u);
    }
}

double rational(const std::string& text) {
    const std::size_t slash = text.find('/');
    return std::stod(text) / (slash == std::string::npos ? 1 : std::stod(text.substr(slash + 1)));
}

TEST(Schedule, CompressionsAreTheExactOnes) {
    for (const Json& example : goldenCases("elastic.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        Json question = {
            {"manager", "elastic"}, {"desired_utilization", example["U_d"]}, {"tasks", Json::array()}};
        for (const Json& t : example["tasks"])
            question["tasks"].push_back({{"cost", rational(t["C"])},
                                         {"nominal", rational(t["T0"])},
                                         {"maximum", rational(t["Tmax"])},
                                         {"elasticity", rational(t["E"])}});
        const Json found = ask(question);
        EXPECT_EQ(found["status"], example["status"]);
        EXPECT_NEAR(found["utilization"], example["total_utilization"], 1e-12);
        for (std::size_t i = 0; i < example["periods"].size(); ++i)
            EXPECT_NEAR(found["periods"][i], example["periods"][i], double{example["periods"][i]} * 1e-12);
    }
}

TEST(Schedule, SchedulersNestDeep) {
    std::string question = R"({"frequency": 1, "consumes": {"kind": "all"}})";
    for (int depth = 0; depth < 500; ++depth)
        question =
            R"({"frequency": 1, "scheduler": {"manager": "load_balancing", "tasks": [)" + question + "]}}";
    question = R"({"manager": "priority", "frames": 1, "budget_ns": [1000], "tasks": [)" + question + "]}";
    EXPECT_EQ(Json::parse(askText(question))["frames"], (Json{{{0, 1000, 1000}}}));
}

// Every clock reading advances a ticking clock. A scheduler reads it twice before its first task and once
// before each other task.
TEST(Schedule, AClockThatTicksIsReadAsOftenAsInTheOriginal) {
    const Json found =
        Json::parse(askText(R"({"manager": "load_balancing", "frames": 1, "budget_ns": [1000000],
        "clock_tick_ns": 10, "tasks": [
            {"frequency": 1, "scheduler": {"manager": "load_balancing", "tasks": [
                {"frequency": 1, "consumes": {"kind": "cycle", "ns": [100]}},
                {"frequency": 1, "consumes": {"kind": "cycle", "ns": [100]}}]}},
            {"frequency": 1, "consumes": {"kind": "all"}}]})"));
    // Outside, 10 ns pass before the scheduler gets (1000000 - 10) / 2; inside, another 10, then 10 and 100.
    // The second outer task has 1000000 - 10 - (10 + 3 * 10 + 2 * 100) left.
    EXPECT_EQ(found["frames"][0],
              (Json{{0, (499'995 - 10) / 2, 100}, {1, 499'995 - 10 - 110, 100}, {2, 999'750, 999'750}}));
}

TEST(Schedule, TablesChartFramesAcrossAndTasksDown) {
    EXPECT_EQ(askText(R"({"manager": "fixed", "frames": 8, "tasks": [{"frequency": 2}, {"frequency": 4}]})",
                      AnswerForm::kTable),
              "fixed: 2 tasks, 8 frames\n\nframes 1 to 8\n task  phase\n    0      0  .#.#.#.#\n    1      1 "
              " ..#...#.\n"
              "         run   111 111\n");
    const std::string elastic = askText(R"({"manager": "elastic", "desired_utilization": 0.5, "tasks": [
        {"cost": 10, "nominal": 20, "maximum": 40, "elasticity": 1},
        {"cost": 10, "nominal": 40, "maximum": 80, "elasticity": 1}]})",
                                        AnswerForm::kTable);
    EXPECT_EQ(elastic.rfind("compressed: 0.5 of 0.5 used\n", 0), 0u) << elastic;
    EXPECT_NE(elastic.find("26.6667"), std::string::npos) << elastic;
}

TEST(Schedule, ChartsWrapAndStopWhereNobodyWouldReadOn) {
    const std::string two = R"("tasks": [{"period": 2}, {"period": 3}]})";
    const std::string wrapped = askText(R"({"manager": "process", "frames": 61, )" + two, AnswerForm::kTable);
    EXPECT_NE(
        wrapped.find("\nframes 61 to 61\n task  delay\n    0      0  .\n    1      0  .\n         due   \n"),
        std::string::npos)
        << wrapped;
    const std::string cut =
        askText(R"({"manager": "process", "frames": 1000000, )" + two, AnswerForm::kTable);
    EXPECT_NE(cut.find("\nframes 499981 to 1000000 are not charted; the JSON answer has them\n"),
              std::string::npos);
    EXPECT_LT(cut.size(), 4'000'000u);
    for (std::size_t at = 0, end; (end = cut.find('\n', at)) != std::string::npos; at = end + 1)
        ASSERT_LE(end - at, 80u);
    EXPECT_EQ(askText(R"({"manager": "fixed", "tasks": []})", AnswerForm::kTable),
              "fixed: 0 tasks, 100 frames\n");
}

std::string listOf(std::size_t count, const std::string& task) {
    std::string out = task;
    while (--count > 0) out += "," + task;
    return out;
}

TEST(Schedule, WhatIsWrongIsToldWithItsPlace) {
    const std::string head = "{\"manager\": \"priority\",\n \"tasks\": [";
    const std::pair<std::string, std::string> examples[] = {
        {"[]", "q.json:1:1: found a list, allowed an object"},
        {"{\"tasks\": []}",
         "q.json:1:1: manager: found nothing, allowed load_balancing, priority, fixed, elastic, process, "
         "edf, "
         "rate_monotonic, any"},
        {"{\"manager\": \"best\"}",
         "q.json:1:13: manager: found \"best\", allowed load_balancing, priority, fixed, elastic, process, "
         "edf, "
         "rate_monotonic, any"},
        {head + "{\"frequency\": 0}]}",
         "q.json:2:26: tasks[0].frequency: found 0, allowed whole numbers 1 to 1000000"},
        {head + "{\"frequency\": 1.5}]}",
         "q.json:2:26: tasks[0].frequency: found 1.5, allowed whole numbers 1 to 1000000"},
        {head + "{}]}",
         "q.json:2:12: tasks[0].frequency: found nothing, allowed the number of frames from one run to the "
         "next"},
        {head + "{\"frequency\": 1, \"priority\": -1}]}",
         "q.json:2:41: tasks[0].priority: found -1, allowed a number, 0 to 1000000"},
        {head + "{\"frequency\": 1, \"phase\": \"none\"}]}",
         "q.json:2:38: tasks[0].phase: found \"none\", allowed whole numbers -1000000000 to 1000000000, or "
         "\"auto\""},
        {head + "{\"frequency\": 1, \"consumes\": {\"kind\": \"cycle\", \"ns\": [1, -1]}}]}",
         "q.json:2:69: tasks[0].consumes.ns[1]: found -1, allowed whole numbers 0 to 1000000000000"},
        {head + "{\"frequency\": 1, \"consumes\": {\"kind\": \"cycle\"}}]}",
         "q.json:2:41: tasks[0].consumes.ns: found nothing, allowed a list of at least one whole number"},
        {head + "{\"frequency\": 1, \"scheduler\": {\"tasks\": []}}]}",
         "q.json:2:42: tasks[0].scheduler.manager: found nothing, allowed load_balancing, priority, fixed"},
        {head + "{\"frequency\": 1, \"wish\": 3}]}",
         "q.json:2:29: tasks[0].wish: found an unknown field, allowed frequency, phase, priority, "
         "join_after_frames, "
         "consumes, scheduler"},
        {head + "{\"frequency\": 1, \"pahse\": 3}]}",
         "q.json:2:29: tasks[0].pahse: found an unknown field, allowed 'phase', which is the nearest name"},
        {"{\"manager\": \"fixed\", \"frames\": 1000000, \"tasks\": [" +
             listOf(1500, "{\"frequency\": 1000000, \"phase\": 0}") + "]}",
         "q.json:1:32: frames: found 1000000, allowed up to 666666 with these tasks"},
        {"{\"manager\": \"fixed\",\n \"tasks\": [" + listOf(500, "{\"frequency\": 1000000}") + "]}",
         "q.json:2:11: tasks: found 1000050000 steps of dry runs, allowed up to 1000000000: fewer automatic "
         "phases, "
         "lower frequencies, a smaller dry_run_frames"},
        {"{\"manager\": \"priority\", \"budget_ns\": [], \"tasks\": []}",
         "q.json:1:38: budget_ns: found an empty list, allowed a list of at least one whole number"},
        {"{\"manager\": \"fixed\", \"frames\": 1000000, \"tasks\": [" + listOf(40, "{\"frequency\": 1}") +
             "]}",
         "q.json:1:32: frames: found 1000000, allowed up to 500000 with these tasks"},
    };
    for (const auto& [question, message] : examples) EXPECT_EQ(askText(question), message);
}

TEST(Schedule, WhatIsWrongWithElasticTasksIsToldWithItsPlace) {
    const std::pair<std::string, std::string> examples[] = {
        {"{\"manager\": \"elastic\", \"desired_utilization\": -1, \"tasks\": []}",
         "q.json:1:47: desired_utilization: found -1, allowed a number, 0 to 1000000000000000"},
        {"{\"manager\": \"elastic\", \"desired_utilization\": 1, \"tasks\": [\n"
         "{\"cost\": -2, \"nominal\": 1, \"maximum\": 2, \"elasticity\": 1}]}",
         "q.json:2:10: tasks[0].cost: found -2, allowed a number, 0 to 1000000000000000"},
        {"{\"manager\": \"elastic\", \"desired_utilization\": 1, \"tasks\": [\n"
         "{\"cost\": NaN, \"nominal\": 1, \"maximum\": 2, \"elasticity\": 1}]}",
         "q.json:2:10: tasks[0].cost: found 'NaN', allowed a number, a text in quotes, true, false, null, a "
         "list or an object"},
        {"{\"manager\": \"elastic\", \"desired_utilization\": 1, \"tasks\": [\n"
         "{\"cost\": 2, \"nominal\": 3, \"maximum\": 2, \"elasticity\": 1}]}",
         "q.json:2:38: tasks[0].maximum: found 2, allowed the nominal period, 3, or more"},
        {"{\"manager\": \"elastic\", \"desired_utilization\": 1, \"tasks\": [\n"
         "{\"cost\": 2, \"nominal\": 0, \"maximum\": 2, \"elasticity\": 1}]}",
         "q.json:2:24: tasks[0].nominal: found 0, allowed a number, 1e-15 to 1000000000000000"},
    };
    for (const auto& [question, message] : examples) EXPECT_EQ(askText(question), message);
}

// A total of zero is not an error: each task is offered nothing and runs, as in gdx-ai.
TEST(Schedule, PrioritiesOfZeroAndNegativeBudgetsArePassedOn) {
    const Json found =
        Json::parse(askText(R"({"manager": "priority", "frames": 1, "budget_ns": [-50], "tasks": [
        {"frequency": 1, "priority": 0}, {"frequency": 1, "priority": 0}]})"));
    EXPECT_EQ(found["frames"][0], (Json{{0, 0, 0}, {1, 0, 0}}));
    const Json owed =
        Json::parse(askText(R"({"manager": "load_balancing", "frames": 1, "budget_ns": [-50], "tasks": [
        {"frequency": 1, "consumes": {"kind": "all"}}, {"frequency": 1}]})"));
    EXPECT_EQ(owed["frames"][0], (Json{{0, -25, 0}, {1, -50, 0}}));
}

int exitOf(const std::string& arguments) {
    const int status =
        std::system((std::string(DROVER_LAB) + " schedule " + arguments + " >/dev/null 2>&1").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Schedule, EndsWithTheCodesOfTheHouse) {
    const std::string good = testing::TempDir() + "/schedule-good.json",
                      bad = testing::TempDir() + "/schedule-bad.json";
    std::ofstream(good) << R"({"manager": "fixed", "tasks": [{"frequency": 2}]})";
    std::ofstream(bad) << R"({"manager": "fixed", "tasks": [{"frequency": 0}]})";
    EXPECT_EQ(exitOf(good), 0);
    EXPECT_EQ(exitOf(good + " --table"), 0);
    EXPECT_EQ(exitOf(""), 64);
    EXPECT_EQ(exitOf(good + " --chart"), 64);
    EXPECT_EQ(exitOf(bad), 65);
    EXPECT_EQ(exitOf(good + ".not"), 66);
    EXPECT_EQ(exitOf(good + " --json /nowhere/at/all"), 73);
    EXPECT_EQ(exitOf(good + " --json /dev/full"), 74);
    std::remove(good.c_str()), std::remove(bad.c_str());
}

}  // namespace
}  // namespace drover::lab::schedule_test
