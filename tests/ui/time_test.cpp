// What a lecturer does with time: a spike, back to before it, how the same spike goes under another manager,
// and both courses at hand; frames one by one; two worlds side by side.
#include <cstdio>

#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "window_test.h"

namespace drover::desktop::time_test {
namespace {

class WindowTime : public WindowTest {
  protected:
    // "50 of 160" in the time line: where the world is, and where the line ends.
    int moment() const { return read().moment; }
    int last() const { return read().last; }
    bool saysPast() const { return matches("time.place", "*in the past*"); }

    void goBack(float from, float to) {
        drag("time.strip", from, to);
        until("the moment of the past", [&] { return !session().now().way_to; });
        EXPECT_TRUE(saysPast()) << value("time.place");
    }
    // Some 80 frames with a spike in them, at a pause.
    void runPastASpike(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"plains", "--size", "1280x1300"});
        open(arguments);
        press("P");
        press("O");
        frames(40);
        click("spike.inject");
        frames(40);
        press("Space");
        EXPECT_TRUE(isPaused());
    }
    std::string zoomOf(const char* side) const { return value(side).substr(0, value(side).find(' ')); }

  private:
    struct Strip {
        int moment = -1, last = -1;
    };
    Strip read() const {
        Strip strip;
        EXPECT_EQ(std::sscanf(value("time.strip").c_str(), "%d of %d", &strip.moment, &strip.last), 2)
            << value("time.strip");
        return strip;
    }
};

TEST_F(WindowTime, GoesBackByADragAndFrameByFrameByKeys) {
    runPastASpike({});
    const int end = last();
    EXPECT_EQ(moment(), end);
    EXPECT_FALSE(saysPast());
    goBack(0.9f, 0.3f);
    const int at = moment();
    EXPECT_LT(at, end / 2);
    press(",");
    until("a frame back", [&] { return !session().now().way_to; });
    EXPECT_EQ(moment(), at - 1);
    press(".");
    until("a frame on", [&] { return !session().now().way_to; });
    EXPECT_EQ(moment(), at);
    EXPECT_EQ(last(), end);
    close();
}

TEST_F(WindowTime, TheMouseInAPlotShowsThatFramesTasksWhereverTheWorldIs) {
    runPastASpike({});
    goBack(0.9f, 0.3f);
    const int at = moment();
    click("plot.all");
    moveTo("plot.ai_time");
    until("a preview", [&] { return value("frame.strip") == "preview"; });
    EXPECT_TRUE(matches("frame.summary", "Preview of frame *")) << value("frame.summary");
    EXPECT_EQ(moment(), at) << "the world stays where it is";
    moveTo("status");
    frames(3);
    EXPECT_TRUE(matches("frame.summary", "* herds thought; * wait")) << value("frame.summary");
    EXPECT_EQ(value("frame.strip"), "");
}

// What was is played without the line growing; something else than what was makes a fork, and the line that
// was left is at hand.
TEST_F(WindowTime, ThePastIsPlayedAndForksAtAChange) {
    runPastASpike({"--record", folder() / "class.drover"});
    goBack(0.9f, 0.3f);
    const int at = moment(), before = last();
    press("Space");
    until("some frames of the past", [&] { return session().now().moment > static_cast<Moment>(at + 5); });
    press("Space");
    EXPECT_TRUE(isPaused());
    EXPECT_EQ(last(), before);
    EXPECT_TRUE(saysPast());
    EXPECT_FALSE(has("time.line.0"));

    const int fork = moment();
    drag("load.budget_ms", 0.5f, 0.25f);
    EXPECT_FALSE(saysPast());
    EXPECT_EQ(value("time.line.0"), std::to_string(before)) << "the line that was left";
    EXPECT_EQ(moment(), last());
    EXPECT_LT(last(), before);
    press("Space");
    frames(5);
    EXPECT_GT(last(), fork);
    press("Space");
    const int after = last();
    end();

    for (const auto& [name, length] : {std::pair{"class", before}, {"class-2", after}}) {
        auto recording =
            replay::readRecording(folder() / (std::string(name) + ".drover"), std::uint64_t{1} << 32);
        ASSERT_TRUE(recording) << name;
        EXPECT_EQ(recording->tape.frames(), static_cast<Moment>(length)) << name;
        world::World world(recording->scenario);
        replay::Replayer replayer(recording->tape, world);
        EXPECT_TRUE(replayer.seek(recording->tape.frames())) << name;
        EXPECT_FALSE(replayer.difference()) << name << ": " << replayer.difference()->what;
    }
}

TEST_F(WindowTime, ASecondWorldBesideTheFirstHasItsMeasuresAndIfAskedItsOwnView) {
    runPastASpike({});
    goBack(0.9f, 0.3f);
    unfold("beside");
    click("beside.begin");
    ASSERT_TRUE(has("beside.end"));
    EXPECT_FALSE(saysPast()) << "both go on from here";
    EXPECT_TRUE(has("time.line.0"));
    press("Space");
    frames(30);
    EXPECT_TRUE(has("beside.Thoughts finished, near.right"));
    EXPECT_TRUE(has("beside.Drawn off the truth, far.right"));

    const std::string before = zoomOf("world.view");
    EXPECT_EQ(zoomOf("world.right"), before);
    moveTo("world.right", 0.2f);
    wheel(1);
    EXPECT_NE(zoomOf("world.right"), before);
    EXPECT_EQ(zoomOf("world.right"), zoomOf("world.view")) << "one camera";
    click("beside.camera");
    EXPECT_EQ(value("beside.camera"), "on");
    moveTo("world.right", 0.2f);
    wheel(1);
    EXPECT_NE(zoomOf("world.right"), zoomOf("world.view"));
    click("beside.end");
    EXPECT_FALSE(has("world.right"));
    close();
}

// Of earlier worlds memory for the past may hold no plots: the window says why there are none.
TEST_F(WindowTime, APastWorldWithoutPlotsSaysWhy) {
    write(configFolder() / "settings.json", "{\"rewind_mb\": 1}");
    open({"plains"});
    press("P");
    frames(400);  // more than the memory holds plots of
    press("Shift+R");
    EXPECT_LT(frame(), 100u);
    press("Space");
    EXPECT_FALSE(has("plots.dropped")) << "the present world has its plots";
    goBack(0.5f, 0.1f);
    EXPECT_TRUE(has("plots.dropped"));
    press("End");
    until("the present", [&] { return !session().now().is_past; });
    EXPECT_FALSE(saysPast());
    EXPECT_FALSE(has("plots.dropped"));
    EXPECT_TRUE(has("plot.ai_time"));
}

}  // namespace
}  // namespace drover::desktop::time_test
