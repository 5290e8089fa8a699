// Lesson files: what is read, and what errors say.
#include <variant>

#include "tests/app/lessons/a_lesson.h"
#include "tests/every_number.h"
#include "tests/folder.h"

namespace drover::lessons::lesson_file_test {
namespace {

std::string refusal(const std::string& from, const std::string& to) {
    return parseLesson("lesson.json", replaced(kLesson, from, to)).error.message();
}

std::string words(int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += "word ";
    return out;
}

TEST(LessonFile, HasWhatTheFileSays) {
    const Lesson lesson = aLesson();
    ASSERT_EQ(lesson.steps.size(), 3u);
    const Step& step = lesson.steps[0];
    EXPECT_EQ(step.firstFrame(), 11u);
    EXPECT_EQ(step.lastFrame(), 40u);
    EXPECT_EQ(step.prediction.measured.first_frame, 31u);
    EXPECT_EQ(step.prediction.measured.last_frame, 40u) << "the step's last, as it is left out";
    ASSERT_EQ(step.commands.size(), 1u);
    EXPECT_EQ(std::get<world::SetBudget>(step.commands[0].command).budget.fixed_ns, 2'000'000);
    EXPECT_FALSE(step.isChallenge());
    EXPECT_TRUE(lesson.steps[2].isChallenge());
    EXPECT_EQ(lesson.steps[1].plotted().measure, "td_ms");
}

TEST(LessonFile, EveryNumberIsBounded) {
    expectEveryNumberIsBounded(kLesson, [](const std::string& text) { return !parseLesson("l.json", text); });
}

TEST(LessonFile, ErrorsNamePlaceAndWhatIsAllowed) {
    EXPECT_EQ(refusal("\"question\": \"How large is it?\"", "\"qestion\": \"How large is it?\""),
              "lesson.json:5:37: steps[0].qestion: found an unknown field, allowed 'question', which is the "
              "nearest name");
    EXPECT_EQ(refusal("\"question\": \"How large is it?\",", ""),
              "lesson.json:5:5: steps[0].question: found nothing, allowed a text of 1 to 300 bytes");
    EXPECT_EQ(refusal("\"frames\": 30", "\"frames\": 7201"),
              "lesson.json:6:16: steps[0].frames: found 7201, allowed whole numbers 1 to 7200");
    EXPECT_EQ(refusal("\"command\": \"budget\"", "\"command\": \"bugdet\""),
              "lesson.json:7:44: steps[0].commands[0].command: found \"bugdet\", allowed move_player, view, "
              "budget, manager, species_task, species, tree, sets, animals, mind_costs, relations, lod, "
              "importance, "
              "add_shape, remove_shape, gate, building, add_people, spike, "
              "load, pause, time_scale, restart, scenario");
    EXPECT_EQ(refusal("{\"fixed_ms\": 2}", "{\"fixed_sm\": 2}"),
              "lesson.json:7:63: steps[0].commands[0].with.fixed_sm: found an unknown field, allowed "
              "'fixed_ms', which is the nearest name");
    EXPECT_EQ(
        refusal("\"measure\": \"td_ms\", \"first_frame\": 31", "\"measure\": \"dt_ms\", \"first_frame\": 31"),
        "lesson.json:8:69: steps[0].prediction.measure: found \"dt_ms\", allowed 't_ms', which is the "
        "nearest name");
    EXPECT_EQ(refusal(", {\"number\": 2.6}", ""),
              "lesson.json:12:15: steps[0].wrong: found a list of 2, allowed a list of 3 to 3");
}

TEST(LessonFile, ChecksWhatTakesMoreThanOneField) {
    EXPECT_EQ(refusal("Look at the budget.", words(57)),
              "lesson.json:5:14: steps[0].text: found 61 words, allowed 60 at most");
    EXPECT_EQ(aLesson(replaced(kLesson, "Look at the budget.", words(56))).steps.size(), 3u);
    EXPECT_EQ(refusal("The command says so.", words(61)),
              "lesson.json:10:17: steps[0].explain: found 61 words, allowed 60 at most");
    EXPECT_EQ(
        refusal("\"frame\": 21, \"command\"", "\"frame\": 41, \"command\""),
        "lesson.json:7:29: steps[0].commands[0].frame: found 41, allowed 1 to 40, in the order of frames");
    EXPECT_EQ(refusal("\"command\": \"budget\", \"with\": {\"fixed_ms\": 2}", "\"command\": \"pause\""),
              "lesson.json:7:44: steps[0].commands[0].command: found what ends the step's course of frames, "
              "allowed any command but restart, scenario and pause");
    EXPECT_EQ(
        refusal("\"first_frame\": 21, \"last_frame\": 40, \"value\": 2}",
                "\"first_frame\": 10, \"last_frame\": 40, \"value\": 2}"),
        "lesson.json:9:74: steps[0].checks[0].first_frame: found 10, allowed the step's frames, 11 to 40");
    EXPECT_EQ(refusal("\"tolerance\": 0.5", "\"tolerance\": 3"),
              "lesson.json:8:137: steps[0].prediction.tolerance: found 3, allowed more than 0, 2 at most");
    EXPECT_EQ(refusal("\"script\": {\"number\": 2.2}", "\"script\": {\"number\": 9}"),
              "lesson.json:11:27: steps[0].script.number: found 9, allowed 0 to 8");
    EXPECT_EQ(refusal("{\"choice\": 1}, {\"choice\": 1}, {\"choice\": 1}",
                      "{\"choice\": 1}, {\"choice\": 3}, {\"choice\": 1}"),
              "lesson.json:21:42: steps[1].wrong[1].choice: found 3, allowed 1 to 2");
    EXPECT_EQ(refusal("{\"frame\": 21, \"value\": 3}, {\"frame\": 40",
                      "{\"frame\": 21, \"value\": 3}, {\"frame\": 21")
                  .substr(0, 62),
              "lesson.json:28:118: steps[2].script.curve[3].frame: found 21, ");
    EXPECT_EQ(
        refusal("\"script\": {\"number\": 2.2}",
                "\"script\": {\"number\": 2.2, \"commands\": [{\"frame\": 12, \"command\": \"load\"}]}"),
        "lesson.json:11:44: steps[0].script.commands: found a list of 1, allowed commands only in a step "
        "with a challenge");
}

TEST(LessonFile, TheSchemaBesideTheLessonsIsTheReaders) {
    EXPECT_TRUE(tests::sourceText("assets/lessons/lesson.schema.json") == lessonSchema())
        << "write it anew: drover-lab lesson --schema > assets/lessons/lesson.schema.json";
}

TEST(LessonFile, CountsWords) {
    EXPECT_EQ(wordsIn(""), 0u);
    EXPECT_EQ(wordsIn("  one,  two\nthree "), 3u);
}

TEST(LessonFile, ACurveIsLevelOutsideItsPoints) {
    const std::vector<CurvePoint> points{{10, 1}, {20, 3}};
    EXPECT_EQ(curveAt(points, 5), 1);
    EXPECT_EQ(curveAt(points, 15), 2);
    EXPECT_EQ(curveAt(points, 20), 3);
    EXPECT_EQ(curveAt(points, 30), 3);
}

}  // namespace
}  // namespace drover::lessons::lesson_file_test
