// Lessons by mouse and keys: a curve that is drawn, a number that is typed, a choice and a challenge;
// wandering off and coming back; and every shipped lesson. What comes out is what the lessons' own check
// finds.
#include <fmt/format.h>

#include <cstdlib>

#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"
#include "render/gl/image.h"
#include "render/gl/offscreen.h"
#include "window_test.h"

namespace drover::desktop::lesson_test {
namespace {

std::string spelled(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

// The state at the end of a step in which nothing is done but what the lesson does.
std::string hashOf(const lessons::LoadedLesson& loaded, int step_number) {
    const lessons::Step& step = loaded.lesson.steps[static_cast<std::size_t>(step_number - 1)];
    world::World world = lessons::worldAtStart(step, lessons::scenarioOf(step, loaded.folder));
    lessons::StepWatch watch(step);
    lessons::runStep(world, step, {}, watch);
    return spelled(world.stateHash());
}

// Of a page of HTML, as text.
std::string preformattedAfter(const std::string& page, std::size_t at) {
    const std::size_t begin = page.find("<pre>", at) + 5;
    std::string text = page.substr(begin, page.find("</pre>", begin) - begin);
    for (std::size_t quote; (quote = text.find("&quot;")) != std::string::npos;) text.replace(quote, 6, "\"");
    return text;
}

class WindowLessons : public WindowTest {
  protected:
    // So that frames are quick.
    void openSmall(const std::vector<std::string>& arguments) {
        std::vector<std::string> all = {"--size", "640x1300"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        ASSERT_EQ(open(all), 0);
    }
    void beginLesson() { openSmall({"--lesson", file_}); }
    std::string hashOfStep(int step) const { return hashOf(lessons::loadLesson(file_), step); }

    bool isReady() const { return has("lesson.run") && value("lesson.run") != "disabled"; }
    bool isAtStep(int step) const {
        return matches("lesson.step", fmt::format("{} of *", step)) && !has("lesson.verdict");
    }
    void awaitStart() {
        until("the start of the step", [&] { return isAtStart(session()); });
    }
    // The step's frames, one in each frame of the window.
    void awaitEnd() {
        until("what happened", [&] { return has("lesson.verdict"); }, 1000);
    }

    // The steps of lesson.json, each from its start to its end.
    void drawTheCurve() {
        awaitStart();
        EXPECT_FALSE(isReady()) << "Run waits for a prediction";
        drag("lesson.plot", 0.2f, 0.95f);
        EXPECT_TRUE(isReady());
        click("lesson.run");
        awaitEnd();
    }
    void typeTheNumber() {
        awaitStart();
        typeInto("lesson.number", "2.2");
        EXPECT_TRUE(isReady());
        press("Return");
        awaitEnd();
    }
    void chooseTheFirst() {
        awaitStart();
        press("1");
        EXPECT_EQ(value("lesson.choice.1"), "chosen");
        EXPECT_TRUE(isReady());
        press("Return");
        awaitEnd();
    }
    // Nothing is locked: the budget at the start, then the run.
    void meetTheChallenge() {
        click("lesson.again");
        awaitStart();
        EXPECT_EQ(value("lesson.choice.1"), "chosen") << "the prediction stays";
        EXPECT_TRUE(isReady());
        drag("load.budget_ms", 0.5f, 0.1f);
        click("lesson.run");
        awaitEnd();
    }

    const std::string file_ = DROVER_SOURCE_DIR "/tests/ui/lesson.json";
};

TEST_F(WindowLessons, ACurveIsDrawnAndComparedWithWhatHappens) {
    beginLesson();
    EXPECT_TRUE(has("lesson.question"));
    drawTheCurve();
    EXPECT_EQ(value("lesson.plot"), "24 frames") << "up to the step's last";
    EXPECT_EQ(value("lesson.explain"), "The lesson gave a command.");
    EXPECT_EQ(value("lesson.hash"), hashOfStep(1));
    press("Return");
    EXPECT_TRUE(isAtStep(2)) << "Enter goes on to the next step";
    close();
}

TEST_F(WindowLessons, ANumberIsTypedAndEnterRuns) {
    beginLesson();
    click("lesson.next");
    EXPECT_TRUE(isAtStep(2));
    typeTheNumber();
    EXPECT_EQ(value("lesson.said"), "2.2 ms");
    EXPECT_EQ(value("lesson.happened"), "2 ms");
    EXPECT_EQ(value("lesson.verdict"), "As you said.");
    EXPECT_EQ(value("lesson.hash"), hashOfStep(2));
}

TEST_F(WindowLessons, AChallengeThatIsMissedIsTriedAgainWithTheSamePrediction) {
    beginLesson();
    click("lesson.next");
    click("lesson.next");
    EXPECT_TRUE(isAtStep(3));
    chooseTheFirst();
    EXPECT_TRUE(matches("lesson.verdict", "Not there yet*")) << value("lesson.verdict");
    EXPECT_TRUE(matches("lesson.goal.0", "broken*")) << value("lesson.goal.0");
    EXPECT_EQ(value("lesson.hash"), hashOfStep(3)) << "nothing was done";
    meetTheChallenge();
    EXPECT_EQ(value("lesson.verdict"), "As you said.");
    EXPECT_TRUE(matches("lesson.goal.0", "held*")) << value("lesson.goal.0");
}

// Running the commands that the page lists again, as its command line does, leads to the same state.
// tests/app/lab runs such a line.
TEST_F(WindowLessons, TheWorksheetHasAllStepsAndWhatARerunNeeds) {
    beginLesson();
    drawTheCurve();
    click("lesson.next");
    typeTheNumber();
    click("lesson.next");
    chooseTheFirst();
    meetTheChallenge();
    const std::string hash = value("lesson.hash");
    click("lesson.worksheet");
    expectSaid("Saved as */lesson-1.html");

    const std::string page = contentOf(exports() / "lesson-1.html");
    std::size_t reruns = 0;
    for (std::size_t at = 0; (at = page.find("run again", at)) != std::string::npos; ++at) ++reruns;
    EXPECT_EQ(reruns, 3u);
    EXPECT_NE(page.find(hash), std::string::npos);
    const std::size_t line =
        page.find("drover-lab run seam --clock model --frames 44 --hash --replay step-3.jsonl");
    ASSERT_NE(line, std::string::npos);
    const std::string log = preformattedAfter(page, line);
    EXPECT_NE(log.find("\"command\": \"budget\""), std::string::npos) << log;
    write(folder() / "step-3.jsonl", log);
    auto commands = world::CommandLog::read(in("step-3.jsonl"), std::uint64_t{1} << 34);
    ASSERT_TRUE(commands) << log;
    lessons::Step rerun{.scenario = "seam", .start_frame = 44};
    for (std::uint64_t frame = 1; frame <= rerun.start_frame; ++frame) {
        std::vector<world::Command> before;
        commands->addBefore(frame, before);
        for (world::Command& command : before) rerun.commands.push_back({frame, std::move(command)});
    }
    EXPECT_EQ(spelled(lessons::worldAtStart(rerun, lessons::scenarioOf(rerun, "")).stateHash()), hash) << log;
}

TEST_F(WindowLessons, OneWandersOffAndComesBack) {
    beginLesson();
    click("lesson.next");
    click("lesson.next");
    click("lesson.back");
    EXPECT_TRUE(isAtStep(2));
    awaitStart();
    press("Shift+R");
    EXPECT_TRUE(matches("lesson.place", "You are elsewhere*")) << value("lesson.place");
    click("lesson.commit");
    EXPECT_TRUE(isReady());
    click("lesson.run");
    awaitEnd();
    EXPECT_EQ(value("lesson.verdict"), "Not as you said.");
    EXPECT_EQ(value("lesson.hash"), hashOfStep(2));
    click("lesson.leave");
    EXPECT_FALSE(has("lesson.step"));
    EXPECT_TRUE(has("lesson.list.spike"));
}

// The first step of each; any prediction will do. With DROVER_PICTURES=FOLDER every step, and a picture of
// each result goes there.
class WindowLesson : public WindowLessons, public testing::WithParamInterface<std::string> {
  protected:
    void predict() {
        if (has("lesson.choice.1"))
            click("lesson.choice.1");
        else if (has("lesson.commit"))
            click("lesson.commit");
        else
            drag("lesson.plot", 0.1f, 0.9f, 0.6f);
    }
};

TEST_P(WindowLesson, RunsToTheStateThatItsCheckFinds) {
    const char* const pictures = std::getenv("DROVER_PICTURES");
    if (pictures)
        ASSERT_EQ(open({"--size", "1280x1000"}), 0);
    else
        openSmall({});
    unfold("lessons");
    click("lesson.list." + GetParam());
    const lessons::LoadedLesson loaded = lessons::loadLesson(GetParam());
    const int steps = pictures ? static_cast<int>(loaded.lesson.steps.size()) : 1;
    for (int step = 1; step <= steps; ++step) {
        EXPECT_TRUE(isAtStep(step)) << value("lesson.step");
        EXPECT_TRUE(has("lesson.question"));
        awaitStart();
        predict();
        EXPECT_TRUE(isReady());
        click("lesson.run");
        awaitEnd();
        EXPECT_EQ(value("lesson.hash"), hashOf(loaded, step)) << "step " << step;
        if (!pictures) break;
        keepPicture(fmt::format("{}-{}", GetParam(), step));
        if (step < steps) click("lesson.next");
    }
    click("lesson.leave");
    EXPECT_TRUE(has("lesson.list." + GetParam()));
    close();
}

std::vector<std::string> shippedNames() {
    std::vector<std::string> names;
    for (const lessons::LoadedLesson& loaded : lessons::shippedLessons()) names.push_back(loaded.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Shipped, WindowLesson, testing::ValuesIn(shippedNames()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace drover::desktop::lesson_test
