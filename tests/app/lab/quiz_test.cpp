// drover-lab schedule --quiz: the solution, each kind of error, what a wrong file is told, exit codes.
#include "app/lab/quiz.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "core/base/random.h"
#include "tests/app/lab/ask_schedule.h"
#include "tests/app/lab/lab_process.h"

namespace drover::lab::quiz_test {
namespace {

const std::string kThreeTasks = R"({"manager": "edf", "slots": 12, "tasks": [
    {"cost": 1, "period": 4}, {"cost": 2, "period": 6, "deadline": 5}, {"cost": 2, "period": 12, "release": 1}]})";

Quiz quizOf(const std::string& text) {
    Result<JsonDocument> document = parseJson("q.json", text);
    EXPECT_TRUE(document) << document.error.message();
    Result<Quiz> quiz = readQuiz(*document);
    EXPECT_TRUE(quiz) << quiz.error.message();
    return quiz ? *quiz : Quiz{};
}

// The errors in one text.
std::string judged(const Quiz& quiz, const QuizChart& chart) {
    std::string out;
    for (const QuizError& error : errorsOf(quiz, chart))
        out += fmt::format("{}: {}: {}\n", error.slot, error.kind, error.what);
    return out;
}

TEST(Quiz, TheSolutionIsThatOfTheTextbook) {
    EXPECT_EQ(solutionOf(quizOf(kThreeTasks)), (QuizChart{"#...#...#...", ".##...##....", "...#.#......"}));
    // Liu and Layland's example in which only the earliest deadline keeps all.
    const std::string tasks = R"("tasks": [{"cost": 2, "period": 5}, {"cost": 4, "period": 7}]})";
    EXPECT_EQ(solutionOf(quizOf(R"({"manager": "edf", )" + tasks)).front().substr(0, 14), "##....##....##");
}

// What a set does that misses is what teachers show. As a question to students it is refused.
TEST(Quiz, AMissedDeadlineIsShown) {
    const std::string text =
        R"({"manager": "rate_monotonic", "slots": 14, "tasks": [{"cost": 2, "period": 5}, {"cost": 4, "period": 7}]})";
    const Quiz quiz = quizOf(text);
    EXPECT_EQ(solutionOf(quiz), (QuizChart{"##...##...##..", "..###..!##..##"}));
    ASSERT_EQ(missesOf(quiz).size(), 1u);
    EXPECT_EQ(sentenceOf(missesOf(quiz)[0]), "B misses its deadline, the end of slot 7");
    const std::string chart = chartText(quiz, solutionOf(quiz));
    EXPECT_NE(chart.find("! where it runs after its deadline"), std::string::npos) << chart;
    const auto json = nlohmann::json::parse(jsonOf(quiz, solutionOf(quiz)));
    EXPECT_EQ(json["misses"], nlohmann::json::parse(R"([{"task": "B", "slot": 7}])"));
    EXPECT_EQ(json["runs"][7], "B");
    Result<JsonDocument> document = parseJson("q.json", text);
    EXPECT_EQ(missOf(quiz, *document)->message(),
              "q.json:1:53: tasks: found B misses its deadline, the end of slot 7, allowed tasks that meet "
              "all deadlines under rate_monotonic");
    EXPECT_FALSE(missOf(quizOf(kThreeTasks), *parseJson("q.json", kThreeTasks)));
}

TEST(Quiz, EachKindOfErrorIsNamed) {
    const Quiz quiz = quizOf(kThreeTasks);
    const std::tuple<QuizChart, std::string> examples[] = {
        {{"#...#...#...", ".##...##....", "...#.#......"}, ""},
        {{"#...#...##..", ".##...##....", "...#.#......"},
         "10: too long: A has had its 1 slot and runs on\n"},
        {{"#..#....#...", ".##...##....", ".....#...#.."},
         "4: before its time: A runs, and its next job comes in slot 5\n"},
        {{"#...#...#...", "#.#...##....", "...#.#......"}, "1: two at once: A and B run\n"},
        {{"#...#...#...", ".#...###....", "..##........"},
         "6: late: B ends here, and was to end by slot 5\n"},
        {{"#...#...#...", ".#....##....", "...#.#......"},
         "5: too short: B has had 1 of 2 slots in slots 1 to 5\n"},
        {{"#...#...#...", "......##....", "...#.#......"},
         "5: missing: B has had none of 2 slots in slots 1 to 5\n"},
        {{"#...#...#...", "..##..##....", ".#...#......"},
         "2: wrong order: C, whose deadline is the end of slot 13, runs, and B, whose deadline is the end of "
         "slot 5, waits\n"},
        {{"#...#...#...", "..##..##....", ".....#...#.."},
         "2: idle: nothing runs, and B, whose deadline is the end of slot 5, waits\n"},
    };
    for (const auto& [chart, errors] : examples) {
        SCOPED_TRACE(chartText(quiz, chart));
        EXPECT_EQ(judged(quiz, chart), errors);
    }
    Quiz any = quiz;
    any.order = QuizOrder::kAny;
    EXPECT_EQ(judged(any, std::get<0>(examples[7])), "");
}

// Of many questions the solution is right, and with any slot changed it is not.
TEST(Quiz, AnySlotThatDiffersFromTheSolutionIsFound) {
    std::uint32_t asked = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        std::uint32_t at = 0;
        const auto draw = [&](std::uint32_t low, std::uint32_t high) {
            return low + randomBlock(seed, at++, 0, 0, Purpose::kBirth)[0] % (high - low + 1);
        };
        nlohmann::json question = {{"manager", seed % 2 == 0 ? "edf" : "rate_monotonic"},
                                   {"slots", draw(1, 40)},
                                   {"tasks", nlohmann::json::array()}};
        for (std::uint32_t i = draw(1, 4); i > 0; --i) {
            const std::uint32_t period = draw(1, 12), deadline = draw(1, period);
            question["tasks"].push_back({{"cost", draw(1, deadline)},
                                         {"period", period},
                                         {"deadline", deadline},
                                         {"release", draw(0, 5)}});
        }
        Result<JsonDocument> document = parseJson("q.json", question.dump());
        Result<Quiz> quiz = readQuiz(*document);
        if (!quiz || !missesOf(*quiz).empty()) continue;
        ++asked;
        QuizChart chart = solutionOf(*quiz);
        EXPECT_EQ(judged(*quiz, chart), "") << question << chartText(*quiz, chart);
        EXPECT_EQ(*readChart(*quiz, "a.txt", chartText(*quiz, chart)), chart);
        for (std::string& row : chart) {
            for (char& slot : row) {
                const char before = slot;
                slot = before == '#' ? '.' : '#';
                EXPECT_NE(judged(*quiz, chart), "") << question << chartText(*quiz, chart);
                slot = before;
            }
        }
    }
    EXPECT_GT(asked, 500u);
}

TEST(Quiz, AWrongAnswerFileIsToldWithItsLine) {
    const Quiz quiz = quizOf(kThreeTasks);
    const std::pair<std::string, std::string> examples[] = {
        {"A ............\nB ............\nC ............\n", ""},
        {"\n# as given\nA #...#...#...  \r\nB ............\nC ......\nC ......\n", ""},
        {"A ............\nD ............\n",
         "a.txt:2:1: row: found D ............, allowed a task, A to C, a space, and its slots"},
        {"A............\n",
         "a.txt:1:1: row: found A............, allowed a task, A to C, a space, and its slots"},
        {"A ....x.......\n", "a.txt:1:7: row: found x, allowed # where the task runs, . where it does not"},
        {"A .............\n", "a.txt:1:1: row: found 13 slots of A, allowed 12"},
        {"A ............\nB ...........\nC ............", "a.txt: row: found 11 slots of B, allowed 12"},
        {"", "a.txt: row: found 0 slots of A, allowed 12"},
    };
    for (const auto& [text, message] : examples) {
        const Result<QuizChart> chart = readChart(quiz, "a.txt", text);
        EXPECT_EQ(chart ? "" : chart.error.message(), message);
    }
}

TEST(Quiz, AWrongQuestionIsToldWithItsPlace) {
    const std::pair<std::string, std::string> examples[] = {
        {R"({"manager": "any"})", "q.json:1:1: tasks: found nothing, allowed a list of 1 to 26"},
        {R"({"manager": "any", "tasks": [{"cost": 1}]})",
         "q.json:1:30: tasks[0].period: found nothing, allowed the number of slots from one job to the next"},
        {R"({"manager": "any", "tasks": [{"cost": 1, "period": 4, "deadline": 5}]})",
         "q.json:1:67: tasks[0].deadline: found 5, allowed whole numbers 1 to 4"},
        {R"({"manager": "any", "tasks": [{"cost": 1, "period": 97}, {"cost": 1, "period": 89}]})",
         "q.json:1:1: slots: found nothing, allowed 1 to 1000: the periods have no shorter pattern"},
    };
    for (const auto& [question, message] : examples) EXPECT_EQ(askText(question), message);
}

class QuizCommand : public Lab {};

TEST_F(QuizCommand, AsksAndJudges) {
    const std::string question = file("q.json", kThreeTasks);
    const Ended empty = lab("schedule --quiz " + question);
    EXPECT_EQ(empty.code, 0) << empty.err;
    EXPECT_NE(empty.out.find("\n#    B       2         6         5         0\n"), std::string::npos)
        << empty.out;
    EXPECT_NE(empty.out.find("# 123456789012\nA ............\n"), std::string::npos) << empty.out;

    const std::string blank = file("blank.txt", empty.out);
    const Ended wrong = lab("schedule --quiz " + question + " --answer " + blank);
    EXPECT_EQ(wrong.code, 1);
    EXPECT_EQ(wrong.out.substr(0, wrong.out.find('\n')),
              "slot 4: missing: A has had none of 1 slot in slots 1 to 4");
    EXPECT_NE(wrong.err.find("blank.txt: 5 errors"), std::string::npos) << wrong.err;
    const auto errors =
        nlohmann::json::parse(lab("schedule --quiz " + question + " --json - --answer " + blank).out);
    EXPECT_EQ(errors["right"], false);
    EXPECT_EQ(errors["errors"][0]["kind"], "missing");

    const std::string solution = file("solution.txt", lab("schedule --table " + question).out);
    const Ended right = lab("schedule --quiz " + question + " --answer " + solution);
    EXPECT_EQ(right.code, 0) << right.err;
    EXPECT_EQ(right.out, "right\n");

    EXPECT_EQ(lab("schedule --quiz " + question + " --answer " + file("bad.txt", "E ..\n")).code, 65);
    EXPECT_EQ(lab("schedule --quiz " + question + " --answer /nowhere").code, 66);
    EXPECT_EQ(lab("schedule --quiz " + question + " --json -").code, 64);
    EXPECT_EQ(lab("schedule --quiz --table " + question).code, 64);
    EXPECT_EQ(lab("schedule " + question + " --answer " + blank).code, 64);
    expectEnd(lab("schedule --quiz " + file("p.json", R"({"manager": "process", "tasks": []})")), 65,
              "found \"process\", allowed edf, rate_monotonic, any");
}

}  // namespace
}  // namespace drover::lab::quiz_test
