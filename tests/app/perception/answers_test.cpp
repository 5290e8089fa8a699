// The file of answers: what is written is read, a session goes on where it ended, and damage is refused.
#include "app/perception/answers.h"

#include <gtest/gtest.h>

#include "app/perception/course.h"
#include "core/base/replace_file.h"
#include "tests/folder.h"

namespace drover::perception::answers_test {
namespace {

class PerceptionFile : public testing::Test {
  protected:
    PerceptionFile() { scenario_.title = "A meadow"; }

    std::filesystem::path file() const { return folder_ / "answers.json"; }
    std::string text() const { return tests::contentOf(file()); }
    static Design tiny() { return {.trials_each = 1, .catch_each = 0, .seed = 3, .steps = {{2}, {0.5}}}; }
    Result<Course> course() const { return Course::at(file(), scenario_, tiny()); }
    static std::string answer(Course& course, std::uint32_t pane) {
        return course.answer(
            {.pane = pane, .seconds = 2.5, .pictures_per_s = 60, .hashes = {1, 2, 3, ~std::uint64_t{0}}});
    }
    // What is said of the file once this is replaced in it.
    std::string refusal(const std::string& from, const std::string& to) {
        std::string damaged = text();
        const std::size_t at = damaged.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        damaged.replace(at, from.size(), to);
        const Result<Answers> read = parseAnswers("a.json", damaged);
        return read ? "it was read" : read.error.message();
    }

    const tests::Folder folder_;
    world::Scenario scenario_;
};

TEST_F(PerceptionFile, HoldsEachAnswerAtOnce) {
    Result<Course> course = this->course();
    ASSERT_TRUE(course);
    EXPECT_FALSE(std::filesystem::exists(file())) << "nothing was answered yet";
    EXPECT_EQ(answer(*course, 3), "");
    const Result<Answers> read = readAnswers(file());
    ASSERT_TRUE(read) << read.error.message();
    ASSERT_EQ(read.value->trials.size(), 1u);
    const Answer& one = read.value->trials[0];
    const Trial trial = trialsOf(tiny())[0];
    EXPECT_EQ(one.answered, 3u);
    EXPECT_EQ(one.place, trial.place);
    EXPECT_EQ(one.step_ms, trial.step_ms);
    EXPECT_EQ(one.seconds, 2.5);
    EXPECT_EQ(one.pictures_per_s, 60);
    EXPECT_EQ(one.looked, Looked::kNotSaid);
    EXPECT_EQ(one.panes[1].seed, trial.seeds[1]);
    EXPECT_EQ(one.panes[3].hash, "ffffffffffffffff");
    EXPECT_EQ(writeAnswers(*read.value), text());
    EXPECT_EQ(course->look(Looked::kFar), "");
    EXPECT_EQ(readAnswers(file()).value->trials[0].looked, Looked::kFar);
}

TEST_F(PerceptionFile, GoesOnWhereItEnded) {
    std::string id;
    {
        Result<Course> first = course();
        id = first->answers().id;
        answer(*first, 1);
    }
    Design other_seed = tiny();
    other_seed.seed = 99;
    Result<Course> again = Course::at(file(), scenario_, other_seed);
    ASSERT_TRUE(again) << again.error.message();
    EXPECT_EQ(again->answers().id, id);
    EXPECT_EQ(again->next(), 1u);
    EXPECT_EQ(again->trials()[1].seeds, trialsOf(tiny())[1].seeds) << "the design is that of the file";
    answer(*again, 2);
    EXPECT_TRUE(again->isOver());
    EXPECT_EQ(readAnswers(file()).value->trials.size(), 2u);
}

TEST_F(PerceptionFile, OfAnotherManagerOrScenarioIsNotGoneOnWith) {
    Result<Course> first = course();
    answer(*first, 1);
    Design other = tiny();
    other.manager = "process";
    EXPECT_EQ(Course::at(file(), scenario_, other).error.message(),
              file().string() +
                  ": design.manager: found elastic, allowed process, the manager that is chosen; "
                  "or another file");
    scenario_.world.world_size = 100;
    EXPECT_EQ(course().error.field, "scenario_hash");
}

TEST_F(PerceptionFile, IsRefusedWhereItIsDamaged) {
    Result<Course> course = this->course();
    answer(*course, 3);
    const Trial trial = trialsOf(tiny())[0];
    EXPECT_NE(refusal("\"answered\": 3", "\"answered\": 5").find("found 5, allowed whole numbers 1 to 4"),
              std::string::npos)
        << refusal("\"answered\": 3", "\"answered\": 5");
    EXPECT_NE(refusal("\"answered\": 3", "\"answered\": 4").find("checksum: found "), std::string::npos);
    EXPECT_NE(refusal("\"seconds\": 2.5", "\"seconds\": -1").find("trials[0].seconds: found -1"),
              std::string::npos);
    EXPECT_NE(refusal("\"seconds\": 2.5", "\"seconds\": 2.25").find("checksum"), std::string::npos);
    EXPECT_EQ(
        refusal("\"place\": " + std::to_string(trial.place), "\"place\": 0"),
        "a.json: trials[0].place: found 0, allowed " + std::to_string(trial.place) + ", as the design says");
    EXPECT_NE(refusal("\"version\": 1", "\"version\": 2").find("version: found 2"), std::string::npos);
    EXPECT_NE(refusal("\"manager\": \"elastic\"", "\"manager\": \"elastik\"").find("design.manager"),
              std::string::npos);
    EXPECT_NE(refusal("\"answered\"", "\"anserwed\"").find("the nearest name"), std::string::npos);
    const std::string whole = text();
    for (std::size_t end = 0; end + 2 < whole.size(); end += 7)
        EXPECT_FALSE(parseAnswers("a.json", whole.substr(0, end))) << end;
}

TEST_F(PerceptionFile, OneChangedLetterIsSeen) {
    Result<Course> course = this->course();
    answer(*course, 3);
    const std::string whole = text();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        const bool is_space = whole[at] == ' ' || whole[at] == '\n';
        if (is_space) continue;
        std::string changed = whole;
        changed[at] = changed[at] == '1' ? '2' : '1';
        EXPECT_FALSE(parseAnswers("a.json", changed)) << whole.substr(at > 20 ? at - 20 : 0, 40);
    }
}

// Two windows that go on with the same file.
TEST_F(PerceptionFile, BelongsToTheOneThatWroteFirst) {
    Result<Course> first = course(), second = course();
    EXPECT_EQ(answer(*first, 1), "");
    const std::string kept = text();
    EXPECT_EQ(answer(*second, 2), file().string() + ": another drover writes to it");
    EXPECT_EQ(text(), kept);
    EXPECT_EQ(answer(*first, 2), "");
    std::filesystem::remove(file());
    EXPECT_EQ(first->look(Looked::kNear), "") << "there is nothing to lose";
}

TEST_F(PerceptionFile, SaysWhyItCannotBeWritten) {
    Course course(folder_ / "missing" / "answers.json", scenario_, tiny());
    EXPECT_NE(answer(course, 1).find("cannot create"), std::string::npos);
}

}  // namespace
}  // namespace drover::perception::answers_test
