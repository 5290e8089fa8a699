// The shipped lessons hold, and a lesson that does not is found out.
#include "app/lessons/lesson_check.h"

#include <fstream>
#include <map>
#include <set>

#include "app/command_line/exit.h"
#include "core/world/animals/population.h"
#include "tests/app/lessons/a_lesson.h"

namespace drover::lessons::lesson_check_test {
namespace {

CheckedStep checked(const std::string& source, std::size_t step) {
    const Lesson lesson = aLesson(source);
    return checkStep(lesson.steps.at(step), scenarioOf(lesson.steps[step], "."));
}

TEST(LessonCheck, AStepHoldsWithItsScriptAndFailsWithWrongOnes) {
    for (std::size_t step = 0; step < 3; ++step) EXPECT_EQ(checked(kLesson, step).flaw(), "") << step;
    EXPECT_EQ(checked(kLesson, 0).outcome.hash, checked(kLesson, 0).outcome.hash);
    EXPECT_NE(checked(kLesson, 0).outcome.hash,
              checked(replaced(kLesson, "\"start_frame\": 10", "\"seed\": 5, \"start_frame\": 10"), 0)
                  .outcome.hash);
}

TEST(LessonCheck, SaysWhatDoesNotHold) {
    EXPECT_EQ(checked(replaced(kLesson, "\"number\": 2.2", "\"number\": 3"), 0).flaw(),
              "its script predicts 3 ms, and what happened is 2 ms");
    EXPECT_EQ(
        checked(replaced(kLesson, "\"last_frame\": 40, \"value\": 2}", "\"last_frame\": 40, \"value\": 1.9}"),
                0)
            .flaw(),
        "checks[0] is broken");
    EXPECT_EQ(checked(replaced(kLesson, "{\"number\": 2.6}", "{\"number\": 2.4}"), 0).flaw(),
              "wrong[2] passes");
    EXPECT_EQ(checked(replaced(kLesson, "\"is\": \"at_least\", \"value\": 5}",
                               "\"is\": \"at_least\", \"value\": 1}"),
                      1)
                  .flaw(),
              "2 of its choices turn out right, allowed 1");
    EXPECT_EQ(checked(replaced(kLesson, "\"last_frame\": 40, \"value\": 3}]},\n     \"explain\"",
                               "\"last_frame\": 40, \"value\": 2}]},\n     \"explain\""),
                      2)
                  .flaw(),
              "its script does not reach challenge.goals[0]");
    EXPECT_EQ(checked(replaced(kLesson, "\"fixed_ms\": 3.5", "\"fixed_ms\": 2.5"), 2).flaw(),
              "wrong[1] passes");
}

TEST(LessonCheck, EveryShippedLessonHolds) {
    const std::vector<LoadedLesson> lessons = shippedLessons();
    EXPECT_GE(lessons.size(), 8u);
    std::map<std::string, world::Scenario> scenarios;
    for (const LoadedLesson& loaded : lessons) {
        for (const Step& step : loaded.lesson.steps) {
            auto found = scenarios.find(step.scenario);
            if (found == scenarios.end())
                found =
                    scenarios.emplace(step.scenario, world::measured(scenarioOf(step, loaded.folder))).first;
            const CheckedStep result = checkStep(step, found->second);
            EXPECT_EQ(result.flaw(), "") << loaded.name << ": " << step.question;
        }
    }
}

TEST(LessonCheck, ShippedLessonsHavePlacesOfTheirOwnAndLinksThatExist) {
    std::set<std::string> headings;
    std::ifstream model(std::filesystem::path(DROVER_SOURCE_DIR) / "docs/MODEL.md");
    for (std::string line; std::getline(model, line);)
        if (line.starts_with("#")) headings.insert(line.substr(line.find_first_not_of("# ")));
    ASSERT_FALSE(headings.empty());
    std::set<std::uint32_t> places;
    for (const LoadedLesson& loaded : shippedLessons()) {
        EXPECT_TRUE(places.insert(loaded.lesson.place).second) << loaded.name;
        for (const Step& step : loaded.lesson.steps) EXPECT_TRUE(headings.contains(step.link)) << step.link;
    }
}

TEST(LessonCheck, AScenarioMayLieBesideItsLesson) {
    Step step = aLesson().steps[0];
    step.scenario = "seam.json";
    step.seed = 77;
    const auto folder = std::filesystem::path(DROVER_SOURCE_DIR) / "assets/scenarios";
    const world::Scenario scenario = scenarioOf(step, folder);
    EXPECT_EQ(scenario.title, "Across the seam");
    EXPECT_EQ(scenario.seed, 77u);
    EXPECT_EQ(scenario.load.clock, world::ClockKind::kModel);
    step.scenario = "nowhere";
    EXPECT_THROW(scenarioOf(step, folder), command_line::Exit);
}

}  // namespace
}  // namespace drover::lessons::lesson_check_test
