// drover-lab schedule with the process manager: the paper's Table 2, searched delays, and invalid files.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/lab/ask_schedule.h"
#include "tests/folder.h"

namespace drover::lab::schedule_process_test {
namespace {

using Json = nlohmann::json;

std::string askProcess(const std::string& rest) {
    return askText("{\"manager\": \"process\", " + rest + "}");
}

TEST(ScheduleProcess, Table2IsWhatIsAnsweredWithoutASingleSetting) {
    const Json golden = Json::parse(tests::sourceText("tests/golden/wright_table2.json"));
    for (const auto& [periods, published] : golden.at("published").items()) {
        SCOPED_TRACE(periods);
        std::string tasks;
        std::istringstream list(periods);
        for (std::string period; std::getline(list, period, ',');)
            tasks += (tasks.empty() ? "{\"period\": " : ", {\"period\": ") + period + "}";
        const Json found = Json::parse(askProcess("\"tasks\": [" + tasks + "]"));
        EXPECT_EQ(found["delays"], (Json{0, 0, 0}));
        EXPECT_EQ(found["peaks"], (Json{{"2", published["two"]}, {"3", published["three"]}}));
        const Json& executing = found["executing"];
        EXPECT_EQ(executing.size(), 105u);
        for (const auto& [due, frames] : golden.at("recount_exact_frames_1_105").at(periods).items())
            EXPECT_EQ(std::count(executing.begin(), executing.end(), std::stoi(due)), frames)
                << due << " due";
    }
}

TEST(ScheduleProcess, AnswersAreSpelledInOneOrder) {
    EXPECT_EQ(
        askProcess(R"("frames": 6, "tasks": [{"period": 2, "delay": 0}, {"period": 2, "delay": "auto"}])"),
        "{\"delays\":[0,1],\"executing\":[1,1,1,1,1,1],\"peaks\":{}}\n");
    const std::string eleven =
        R"("max_delay": 0, "frames": 2, "tasks": [{"period": 1}, {"period": 1}, {"period": 2},
        {"period": 2}, {"period": 2}, {"period": 2}, {"period": 2}, {"period": 2}, {"period": 2}, {"period": 2}])";
    EXPECT_EQ(askProcess(eleven),
              "{\"delays\":[0,0,0,0,0,0,0,0,0,0],\"executing\":[2,10],\"peaks\":{\"2\":1,\"10\":1}}\n");
}

// 4 and 6 meet first in frame 12. The default lookahead of a period of 6 ends before that, so the search
// keeps a delay of 0.
TEST(ScheduleProcess, LookaheadDecidesWhatIsSeen) {
    const std::string tasks = R"("frames": 120, "tasks": [{"period": 4}, {"period": 6, "delay": "auto"}])";
    EXPECT_EQ(Json::parse(askProcess(tasks))["delays"], (Json{0, 0}));
    EXPECT_EQ(Json::parse(askProcess("\"lookahead\": 11, " + tasks))["delays"], (Json{0, 0}));
    EXPECT_EQ(Json::parse(askProcess("\"lookahead\": 12, " + tasks))["delays"], (Json{0, 1}));
    EXPECT_EQ(Json::parse(askProcess("\"lookahead\": \"lcm\", " + tasks))["delays"], (Json{0, 1}));
    EXPECT_EQ(Json::parse(askProcess("\"max_delay\": 0, \"lookahead\": \"lcm\", " + tasks))["delays"],
              (Json{0, 0}));
}

TEST(ScheduleProcess, ASearchThatCouldNotBeFullSaysSo) {
    const std::string tasks = R"("frames": 3, "lookahead": "lcm", "tasks": [{"period": 999999937},
        {"period": 1000000000, "delay": "auto"}])";
    EXPECT_EQ(Json::parse(askProcess(tasks))["lookahead_was_capped"], true);
    const std::string chart = askText("{\"manager\": \"process\", " + tasks + "}", AnswerForm::kTable);
    EXPECT_NE(chart.find("the search looked 8388608 frames ahead and no further"), std::string::npos)
        << chart;
    const Json nobody_searches =
        Json::parse(askProcess(R"("lookahead": "lcm", "tasks": [{"period": 999999937}])"));
    EXPECT_FALSE(nobody_searches.contains("lookahead_was_capped"));
}

TEST(ScheduleProcess, OddQuestionsHaveAnswers) {
    EXPECT_EQ(askProcess(R"("frames": 2, "tasks": [])"),
              "{\"delays\":[],\"executing\":[0,0],\"peaks\":{}}\n");
    EXPECT_EQ(askProcess(R"("frames": 0, "tasks": [{"period": 1, "delay": "auto"}])"),
              "{\"delays\":[0],\"executing\":[],\"peaks\":{}}\n");
    EXPECT_EQ(
        askProcess(
            R"("frames": 3, "tasks": [{"period": 1000000000, "delay": 2}, {"period": 1, "delay": 1000000000}])"),
        "{\"delays\":[2,1000000000],\"executing\":[0,1,0],\"peaks\":{}}\n");
}

TEST(ScheduleProcess, TheChartHasTheCountsAndThePeaks) {
    EXPECT_EQ(askText(R"({"manager": "process", "frames": 8, "tasks": [
                  {"period": 2}, {"period": 4}, {"period": 4, "delay": 1}]})",
                      AnswerForm::kTable),
              "process: 3 tasks, 8 frames\n\nframes 1 to 8\n task  delay\n    0      0  .#.#.#.#\n"
              "    1      0  ...#...#\n    2      1  #...#...\n         due  11 211 2\n\n"
              "   tasks due    frames\n           2         2\n");
    EXPECT_EQ(askText(R"({"manager": "process", "frames": 2, "tasks": [{"period": 1, "delay": 1000000000}]})",
                      AnswerForm::kTable),
              "process: 1 task, 2 frames\n\nframes 1 to 2\n task      delay\n    0 1000000000  ..\n"
              "             due    \n\nno two tasks are due in the same frame\n");
    EXPECT_EQ(askText(R"({"manager": "process", "frames": 0, "tasks": []})", AnswerForm::kTable),
              "process: 0 tasks, 0 frames\n");
}

TEST(ScheduleProcess, WhatIsWrongIsToldWithItsPlace) {
    const std::pair<std::string, std::string> examples[] = {
        {R"("task": [])", "task: found an unknown field, allowed 'tasks', which is the nearest name"},
        {R"("frames": 1)", "1:1: tasks: found nothing, allowed a list of tasks"},
        {R"("tasks": 3)", "1:33: tasks: found 3, allowed a list of tasks"},
        {R"("tasks": [3])", "1:34: tasks[0]: found 3, allowed an object"},
        {R"("tasks": [{}])",
         "tasks[0].period: found nothing, allowed the number of frames from one run to the next"},
        {R"("tasks": [{"period": 0}])",
         "1:45: tasks[0].period: found 0, allowed whole numbers 1 to 1000000000"},
        {R"("tasks": [{"period": -3}])", "tasks[0].period: found -3, allowed whole numbers 1 to 1000000000"},
        {R"("tasks": [{"period": 1000000001}])", "found 1000000001, allowed whole numbers 1 to 1000000000"},
        {R"("tasks": [{"period": "4"}])",
         "tasks[0].period: found \"4\", allowed whole numbers 1 to 1000000000"},
        {R"("tasks": [{"period": 2.5}])",
         "tasks[0].period: found 2.5, allowed whole numbers 1 to 1000000000"},
        {R"("tasks": [{"period": 1, "delay": -1}])",
         "tasks[0].delay: found -1, allowed whole numbers 0 to 1000000000, or \"auto\""},
        {R"("tasks": [{"period": 1, "delay": "best"}])",
         "tasks[0].delay: found \"best\", allowed whole numbers 0 to 1000000000, or \"auto\""},
        {R"("tasks": [{"period": 1, "dealy": 1}])",
         "tasks[0].dealy: found an unknown field, allowed 'delay', which is the nearest name"},
        {R"("tasks": [{"frequency": 1}])",
         "tasks[0].frequency: found an unknown field, allowed period, delay"},
        {R"("max_delay": 4097, "tasks": [])", "max_delay: found 4097, allowed whole numbers 0 to 4096"},
        {R"("max_delay": -1, "tasks": [])", "max_delay: found -1, allowed whole numbers 0 to 4096"},
        {R"("lookahead": 0, "tasks": [])",
         "lookahead: found 0, allowed whole numbers 1 to 8388608, or \"lcm\""},
        {R"("lookahead": "all", "tasks": [])",
         "lookahead: found \"all\", allowed whole numbers 1 to 8388608, or \"lcm\""},
        {R"("lookahead": null, "tasks": [])",
         "lookahead: found null, allowed whole numbers 1 to 8388608, or \"lcm\""},
        {R"("frames": 1000001, "tasks": [])", "frames: found 1000001, allowed whole numbers 0 to 1000000"},
    };
    for (const auto& [rest, message] : examples) {
        const std::string found = askProcess(rest);
        EXPECT_EQ(found.rfind("q.json:1:", 0), 0u) << found;
        EXPECT_EQ(found.substr(found.size() - std::min(found.size(), message.size())), message) << rest;
    }
}

TEST(ScheduleProcess, MoreWorkThanSecondsIsRefusedBeforeItBegins) {
    std::string tasks = R"({"period": 1, "delay": "auto"})";
    for (int i = 1; i < 1000; ++i) tasks += R"(,{"period": 1, "delay": "auto"})";
    const std::string question = "\"lookahead\": 8388608, \"tasks\": [" + tasks + "]";
    EXPECT_EQ(askProcess(question),
              "q.json:1:55: tasks: found 50331758000 steps of planning, allowed up to 2000000000: fewer "
              "tasks or frames, a smaller max_delay or lookahead");
    EXPECT_EQ(Json::parse(askProcess("\"lookahead\": 1000, \"tasks\": [" + tasks + "]"))["delays"].size(),
              1000u);
}

}  // namespace
}  // namespace drover::lab::schedule_process_test
