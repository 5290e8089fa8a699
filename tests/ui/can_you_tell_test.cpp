// The blind test by keyboard alone and by the mouse alone: answered, left, killed and gone on with, refused.
// A file without answers makes it as short as a test likes: a session takes its design from its file. With
// DROVER_PICTURES=FOLDER the panes are those of people, and a picture of each stage goes there.
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/perception/course.h"
#include "app/perception/panes.h"
#include "render/gl/image.h"
#include "window_test.h"

namespace drover::desktop::can_you_tell_test {
namespace {

class WindowCanYouTell : public WindowTest {
  protected:
    WindowCanYouTell() {
        if (!pictures_) drawNothing();
    }

    void keepPicture(const char* name) {
        if (!pictures_) return;
        frames(90);
        const std::filesystem::path picture = std::filesystem::path(pictures_) / name;
        EXPECT_EQ(render::writePng(picture, render::readPixels(1280, 720)), "");
    }

    std::string file() const { return in("answers.json"); }
    // Two trials with one step, of two frames each.
    void makeShort(perception::Part part = perception::Part::kThoughts,
                   perception::ViewFrom view = perception::ViewFrom::kAbove) const {
        const perception::Design design{.part = part,
                                        .view = view,
                                        .frames = pictures_ ? 300u : 2u,
                                        .trials_each = 2,
                                        .catch_each = 0,
                                        .seed = 5,
                                        .steps = {{part == perception::Part::kThoughts ? 0.25 : 50}}};
        const perception::Course course(file(), perception::meadow(), design);
        ASSERT_FALSE(perception::saveAnswers(file(), course.answers()));
    }
    perception::Answers answers() const {
        Result<perception::Answers> read = perception::readAnswers(file());
        EXPECT_TRUE(read) << read.error.message();
        return read ? *read : perception::Answers();
    }
    // A thread makes the panes: frames of a window that draws nothing would be over before it is.
    void waitFor(const char* name) {
        const auto isThere = [&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return has(name);
        };
        until(name, isThere, 60'000);
    }
    void begin() {
        ASSERT_EQ(open({"plains", "--can-you-tell", file()}), 0);
        waitFor("tell.ready");
        keepPicture("tell-ready.png");
        press("Space");
        waitFor("tell.question");
    }
    // By keys, to the result.
    void answerBoth(const std::string& picture) {
        keepPicture(("tell-" + picture + ".png").c_str());
        press("2");
        press("N");
        waitFor("tell.question");
        press("3");
        press("Return");
        EXPECT_TRUE(has("tell.result"));
        keepPicture(("tell-" + picture + "-result.png").c_str());
        ASSERT_EQ(answers().trials.size(), 2u);
    }

    const char* const pictures_ = std::getenv("DROVER_PICTURES");
};

TEST_F(WindowCanYouTell, IsAnsweredByKeysAlone) {
    makeShort();
    begin();
    EXPECT_EQ(value("tell.question"), "1 of 2");
    for (const char* const pane : {"tell.pane.1", "tell.pane.2", "tell.pane.3", "tell.pane.4"})
        EXPECT_GT(width(pane), 630) << pane;
    keepPicture("tell-watching.png");
    const std::uint64_t before = frame();
    frames(30);
    EXPECT_EQ(frame(), before) << "the session's world stands still";
    press("Space");  // again
    press("3");
    EXPECT_TRUE(has("tell.looked"));
    EXPECT_EQ(value("tell.pane.3"), "answered");
    keepPicture("tell-looked.png");
    ASSERT_EQ(answers().trials.size(), 1u);
    EXPECT_EQ(answers().trials[0].answered, 3u);
    EXPECT_GT(answers().trials[0].seconds, 0.4);
    EXPECT_NE(answers().trials[0].panes[0].hash, answers().trials[0].panes[1].hash);
    press("F");
    EXPECT_EQ(answers().trials[0].looked, perception::Looked::kFar);
    waitFor("tell.question");
    EXPECT_EQ(value("tell.question"), "2 of 2");
    press("1");
    press("Return");
    ASSERT_EQ(answers().trials.size(), 2u);
    EXPECT_EQ(answers().trials[1].looked, perception::Looked::kNotSaid);
    EXPECT_TRUE(has("tell.result"));
    press("Escape");
    EXPECT_TRUE(has("world.view"));
    frames(3);
    EXPECT_GT(frame(), before) << "and goes on";
    close();
}

TEST_F(WindowCanYouTell, IsAnsweredByTheMouseAlone) {
    makeShort();
    ASSERT_EQ(open({"plains", "--can-you-tell", file()}), 0);
    waitFor("tell.begin");
    click("tell.begin");
    waitFor("tell.question");
    click("tell.pane.2");
    EXPECT_FALSE(has("tell.looked")) << "a double click on the button answers nothing";
    frames(30);
    moveTo("tell.pane.4");
    frames(2);
    EXPECT_EQ(value("tell.pane.4"), "hovered");
    EXPECT_EQ(value("tell.pane.1"), "");
    keepPicture("tell-hovered.png");
    click("tell.again");
    EXPECT_FALSE(has("tell.looked"));
    click("tell.pane.4");
    ASSERT_TRUE(has("tell.looked"));
    EXPECT_EQ(value("tell.pane.4"), "answered");
    click("tell.pane.1");
    EXPECT_EQ(answers().trials[0].answered, 4u) << "answered once";
    click("tell.far");
    EXPECT_EQ(answers().trials[0].looked, perception::Looked::kFar);
    waitFor("tell.question");
    frames(30);
    click("tell.pane.1");
    click("tell.near");
    ASSERT_EQ(answers().trials.size(), 2u);
    EXPECT_EQ(answers().trials[1].answered, 1u);
    EXPECT_EQ(answers().trials[1].looked, perception::Looked::kNear);
    EXPECT_TRUE(has("tell.result"));
    click("tell.leave");
    EXPECT_TRUE(has("world.view"));
    close();
}

TEST_F(WindowCanYouTell, IsShownToTheEyes) {
    makeShort(perception::Part::kThoughts, perception::ViewFrom::kEyes);
    begin();
    EXPECT_EQ(value("tell.question"), "1 of 2");
    answerBoth("eyes");
    EXPECT_EQ(answers().design.view, perception::ViewFrom::kEyes);
    close();
}

TEST_F(WindowCanYouTell, ShowsLateFrames) {
    makeShort(perception::Part::kFrames);
    begin();
    answerBoth("frames");
    EXPECT_EQ(answers().trials[0].step_ms, 50);
    close();
}

// By keys and by clicks, before the first answer; a file keeps its test.
TEST_F(WindowCanYouTell, OffersThreeTests) {
    open({"plains"});
    press("F6");
    EXPECT_EQ(value("tell.test.above"), "chosen");
    press("2");
    EXPECT_EQ(value("tell.test.eyes"), "chosen");
    EXPECT_EQ(value("tell.test.above"), "");
    if (pictures_) waitFor("tell.ready");
    keepPicture("tell-tests.png");
    click("tell.test.frames");
    EXPECT_EQ(value("tell.test.frames"), "chosen");
    press("Escape");
    makeShort(perception::Part::kFrames);
    EXPECT_EQ(open({"plains", "--can-you-tell", file()}), 0);
    EXPECT_EQ(value("tell.test.frames"), "chosen");
    EXPECT_FALSE(has("tell.test.above"));
    press("1");
    EXPECT_EQ(value("tell.test.frames"), "chosen");
    close();
}

TEST_F(WindowCanYouTell, HasAShortFormAndSaysWhatWasSeenToWhoLeaves) {
    ASSERT_EQ(open({"plains", "--can-you-tell", file()}), 0);
    press("4");
    EXPECT_EQ(value("tell.test.short"), "chosen");
    waitFor("tell.begin");
    press("Space");
    waitFor("tell.question");
    EXPECT_EQ(value("tell.question"), "1 of 12");
    press("1");
    press("N");
    press("Escape");
    EXPECT_TRUE(has("tell.result"));
    press("Escape");
    EXPECT_TRUE(has("world.view"));
    close();
}

TEST_F(WindowCanYouTell, GoesOnAfterAKill) {
    makeShort();
    begin();
    press("2");  // killed before it was said where they looked
    begin();
    EXPECT_EQ(value("tell.question"), "2 of 2");
    press("4");
    press("N");
    EXPECT_TRUE(has("tell.result"));
    ASSERT_EQ(answers().trials.size(), 2u);
    EXPECT_EQ(answers().trials[0].answered, 2u);
    EXPECT_EQ(answers().trials[1].looked, perception::Looked::kNear);
    close();
}

TEST_F(WindowCanYouTell, RefusesADamagedFile) {
    makeShort();
    std::string text = contentOf(file());
    text.replace(text.find("\"seed\": 5"), 9, "\"seed\": 6");
    write(file(), text);
    EXPECT_EQ(open({"--can-you-tell", file()}), 65);
    EXPECT_EQ(open({"--can-you-tell", (folder() / "missing" / "a.json").string()}), 73);
}

TEST_F(WindowCanYouTell, OpensFromTheWorldWithAFileOfItsOwn) {
    open({"plains"});
    press("F6");
    EXPECT_TRUE(has("tell.progress") || has("tell.ready"));
    EXPECT_FALSE(has("world.view"));
    press("Escape");
    EXPECT_TRUE(has("world.view"));
    EXPECT_FALSE(std::filesystem::exists(exports() / "can-you-tell-1.json")) << "nothing was answered";
    close();
}

}  // namespace
}  // namespace drover::desktop::can_you_tell_test
