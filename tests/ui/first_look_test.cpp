// What a newcomer and a lecturer do in the first minutes: the two things that the line over the world says,
// the colourings, a presentation with a clicker, the other clock, spikes, animals that come and go.
#include <algorithm>
#include <cmath>
#include <limits>

#include "window_test.h"

#include "app/command_line/assets.h"
#include "core/world/world_view.h"
#include "render/gl/image.h"

namespace drover::desktop::first_look_test {
namespace {

class WindowFirstLook : public WindowTest {};

TEST_F(WindowFirstLook, ShowsWhatToTryUntilItWasTried) {
    open({"plains"});
    EXPECT_TRUE(matches("notice", "65,536 animals share*")) << value("notice");
    EXPECT_EQ(value("world.legend"), "Lateness") << "the colours at first";
    press("X");
    EXPECT_TRUE(isSpiking());
    EXPECT_TRUE(matches("notice", "65,536 animals share*")) << value("notice");
    drag("load.budget_ms", 0.5f, 0.3f);
    EXPECT_TRUE(matches("notice", "65,536 animals share*")) << value("notice");
    press("V");
    frames(60);
    EXPECT_EQ(value("notice"), "compare");
    click("notice.compare");
    EXPECT_EQ(value("panel.beside.tab"), "open");
    click("beside.begin");
    frames(2);
    EXPECT_FALSE(has("notice"));
    click("beside.end");
    frames(2);
    EXPECT_FALSE(has("notice")) << "all three were tried";
}

// From pixels: how warm the world's left edge is, which no card covers. A manager that thinks for every herd
// in every frame has no late one to show, so its frames must show what it costs.
TEST_F(WindowFirstLook, ABudgetThatIsMissedLooksWorseThanLateHerds) {
    const auto warmth = [&](const char* manager) {
        open({"plains", "--manager", manager});
        frames(60);
        EXPECT_EQ(has("world.over_budget"), std::string("unmanaged") == manager);
        const render::Image image = render::readPixels(1280, 720);
        double sum = 0;
        for (int y = 240; y < 480; ++y)
            for (int x = 0; x < 8; ++x) {
                const std::size_t at = 3 * (static_cast<std::size_t>(y) * 1280 + static_cast<std::size_t>(x));
                sum += image.rgb[at] - image.rgb[at + 2];
            }
        close();
        return sum / (240 * 8);
    };
    const double managed = warmth("elastic"), unmanaged = warmth("unmanaged");
    EXPECT_GT(unmanaged, managed + 20) << managed;
}

TEST_F(WindowFirstLook, SaysWhatToWatchWhereLionsHunt) {
    open({"hunt"});
    EXPECT_EQ(value("notice"), "Two rings: lions hunt this herd, or it flees. Who waits for it?");
    close();
    open({"fire-drill"});
    EXPECT_EQ(value("notice"), "Press G and click a door: it closes. What then?");
}

TEST_F(WindowFirstLook, ColoursByKeysAndByButtons) {
    open({"plains"});
    const std::vector<std::string> titles = {"Lateness",     "Species", "Detail",
                                             "Last thought", "Waiting", "Crowding"};
    ASSERT_EQ(titles.size(), render::kColourBys.size());
    for (std::size_t by = titles.size(); by-- > 0;) {
        press(std::to_string(by + 1));
        EXPECT_EQ(value("world.legend"), titles[by]);
    }
    click("world.legend");
    for (std::size_t by = titles.size(); by-- > 0;) {
        click("world.colour." + std::string(render::kColourBys[by].name));
        EXPECT_EQ(value("world.legend"), titles[by]);
    }
    press("Escape");
    click("world.close_up");
    frames(60);
    EXPECT_TRUE(has("world.minimap")) << "near by, a map takes the place of the close-up";
    press("V");
    frames(60);
    EXPECT_TRUE(has("world.close_up"));
}

TEST_F(WindowFirstLook, BudgetAndManagerByKeysAreUndone) {
    open({"plains"});
    const std::string budget = value("load.budget_ms"), manager = value("load.manager");
    press("=");
    EXPECT_EQ(value("load.budget_ms"), "5.00 ms");
    press("Ctrl+Z");
    EXPECT_EQ(value("load.budget_ms"), budget);
    press("M");
    EXPECT_NE(value("load.manager"), manager);
    press("Ctrl+Z");
    EXPECT_EQ(value("load.manager"), manager);
}

TEST_F(WindowFirstLook, PresentsWithAClicker) {
    open({"plains"});
    frames(60);
    unfold("scenario");
    const float before = width("reading.ai");
    press("F5");
    EXPECT_TRUE(matches("reading.ai", "* / *")) << value("reading.ai");
    EXPECT_GT(width("reading.ai"), before) << "larger letters";
    EXPECT_FALSE(has("panel.scenario.tab")) << "a presentation has no panels";
    for (const char* const gone : {"menu.view", "load.budget_ms", "drawer", "frame.strip"})
        EXPECT_FALSE(has(gone)) << gone;
    const auto height = [&](const char* name) { return find(name)->max.y - find(name)->min.y; };
    ASSERT_TRUE(has("plot.deviation") && has("reading.near"));
    EXPECT_GT(height("plot.deviation"), 0.12f * 720);
    EXPECT_GE(height("reading.near"), 720 / 28.0f - 0.5f) << "read from the last row";
    EXPECT_FALSE(has("plot.ai_time")) << "one plot";
    press("PageDown");
    EXPECT_TRUE(matches("spike.banner", "Spike: each frame takes * ms longer")) << value("spike.banner");
    press("PageUp");
    press("Escape");
    EXPECT_NEAR(width("reading.ai"), before, 6);
    EXPECT_TRUE(matches("time.place", "*in the past*")) << "the key for again goes back";
    press("Space");  // or it would come to the present by itself
    press("End");
    until("the present", [&] { return value("time.now") == "disabled"; });
}

// Each shipped world is seen first where something is, with a sentence on what to look at. With
// DROVER_PICTURES=FOLDER a picture goes there, and one of 15 s later.
TEST_F(WindowFirstLook, EachWorldHasSomethingToSee) {
    lookFirstAsWritten();
    for (const std::string& name : command_line::scenarioNames()) {
        if (name == "million") continue;  // the tests of the flight open it
        SCOPED_TRACE(name);
        open({name});
        frames(60);
        const bool are_people = has("reading.inside");
        EXPECT_GT(number(are_people ? "reading.inside" : "reading.sight"), 0);
        EXPECT_GT(value("notice").size(), 20u) << value("notice");
        const double begin_s = session().scenario().view.begin_s;
        EXPECT_GE(session().world().time(), std::min(begin_s, 6.0)) << "it begins later";
        if (!std::getenv("DROVER_PICTURES")) continue;
        keepPicture(name + "-first");
        frames(900);
        keepPicture(name + "-after");
    }
}

TEST_F(WindowFirstLook, ANewManagerSaysWhatItDoesForAWhile) {
    open({"plains"});
    EXPECT_FALSE(has("toast"));
    press("M");
    EXPECT_TRUE(matches("toast", "Modes*herds fold into fewer points*")) << value("toast");
    frames(360);
    EXPECT_FALSE(has("toast"));
    click("load.manager");
    EXPECT_TRUE(has("load.manager.Priorities"));
}

TEST_F(WindowFirstLook, TheCameraFliesToWhatHappens) {
    open({"hunt"});
    frames(240);
    press("R");
    frames(90);
    const auto selected = session().world().view().hunted;
    ASSERT_FALSE(selected.empty());
    EXPECT_TRUE(has("inspector"));
    EXPECT_GT(frame(), 240u) << "R restarts no world";
}

TEST_F(WindowFirstLook, AMessageTakesAllKeysAndClicks) {
    open({"plains"});
    const std::string manager = value("load.manager");
    click("menu.view");
    EXPECT_TRUE(has("menu.trees"));
    press("Escape");
    EXPECT_FALSE(has("menu.trees"));
    drop(std::vector<std::string>{});
    frames(3);
    ASSERT_TRUE(has("message.close"));
    const std::uint64_t before = frame();
    press("M");
    press("Shift+R");
    moveTo(Place{150, 90});
    button(true);
    button(false);
    frames(3);
    EXPECT_EQ(value("load.manager"), manager);
    EXPECT_GT(frame(), before) << "R restarts the world";
    EXPECT_TRUE(has("message.close"));
    press("Escape");
    EXPECT_FALSE(has("message.close"));
    press("M");
    EXPECT_NE(value("load.manager"), manager);
}

TEST_F(WindowFirstLook, TheDrawersBorderMovesAndComesBackByADoubleClick) {
    open({"plains"});
    unfold("load");
    const float before = width("load.cores");
    const Place border = placeIn("border.drawer");
    drag(border, {border.x - 90, border.y});
    EXPECT_GT(width("load.cores"), before + 20);
    doubleClick("border.drawer");
    EXPECT_EQ(width("load.cores"), before);
}

// Three words and Enter, wherever it is: an action, a panel.
TEST_F(WindowFirstLook, AnythingIsFoundByItsWords) {
    open({"plains"});
    press("/");
    type("show pl");
    EXPECT_TRUE(has("find.plots"));
    press("Return");
    EXPECT_FALSE(has("find.text"));
    EXPECT_TRUE(has("plot.ai_time"));
    press("/");
    type("import");
    press("Return");
    EXPECT_EQ(value("panel.importance.tab"), "open");
    press("/");
    type("no such thing");
    EXPECT_TRUE(has("find.text"));
    press("Escape");
    press("Escape");
    EXPECT_FALSE(has("find.text"));
}

// Under the real clock a machine that shows few frames is offered the model clock.
TEST_F(WindowFirstLook, ASlowMachineIsOfferedTheModelClock) {
    open({"plains", "--clock", "real", "--base-load-ms", "30"});
    frames(60);
    EXPECT_NE(value("notice"), "slow") << "60 frames a second";
    framesOf(1.0 / 25, 100);
    EXPECT_EQ(value("notice"), "slow");
    click("notice.model_clock");
    unfold("load");
    EXPECT_EQ(value("load.clock"), "model");
    EXPECT_NE(value("notice"), "slow");
    frames(30);
    EXPECT_EQ(value("reading.near"), "on time");
}

TEST_F(WindowFirstLook, AVerySlowMachineBeginsSlowMotionByItselfAndAClickEndsIt) {
    open({"plains", "--clock", "real", "--base-load-ms", "30"});
    framesOf(1.0 / 8, 60);
    EXPECT_EQ(value("notice"), "slow motion");
    EXPECT_EQ(session().scenario().load.clock, world::ClockKind::kModel);
    click("notice.real_clock");
    framesOf(1.0 / 8, 60);
    EXPECT_EQ(session().scenario().load.clock, world::ClockKind::kReal) << "what was asked for stays";
}

TEST_F(WindowFirstLook, ASpikeMakesTheTasksUseASmallerShare) {
    open({"plains", "--csv", in("frames.csv")});
    frames(60);
    unfold("spikes");
    click("spike.inject");
    EXPECT_TRUE(has("spike.list.1"));
    frames(100);
    close();
    const std::vector<double> share = column(folder() / "frames.csv", "u_total");
    const std::vector<double> time = column(folder() / "frames.csv", "tf_ms");
    ASSERT_GT(share.size(), 100u);
    ASSERT_EQ(time.size(), share.size());
    double before = 0, during = 0;
    int long_frames = 0;
    for (std::size_t i = 30; i < 60; ++i) before += share[i] / 30;
    for (std::size_t i = 60; i < share.size(); ++i)
        if (time[i] > 1.5 * time[30]) ++long_frames, during += share[i];
    EXPECT_GT(long_frames, 20);
    EXPECT_LT(during / long_frames, 0.8 * before);
}

TEST_F(WindowFirstLook, AHundredHerdsComeAndGo) {
    open({"all-minds", "--size", "1400x2400"});
    unfold("animals");
    EXPECT_EQ(value("animals.goats.count"), "60");
    click("animals.goats.add");
    EXPECT_EQ(value("animals.goats.count"), "160");
    EXPECT_TRUE(matches("status", "*in 160 herds*")) << value("status");
    press("Ctrl+Z");
    EXPECT_EQ(value("animals.goats.count"), "60");
    press("Ctrl+Shift+Z");
    EXPECT_EQ(value("animals.goats.count"), "160");
    click("animals.goats.take");
    EXPECT_EQ(value("animals.goats.count"), "60");
    click("animals.wildlife.add");
    EXPECT_EQ(value("animals.wildlife.count"), "4 x 125");
}

TEST_F(WindowFirstLook, AnAnimalIsPickedWithTheMouse) {
    open({"wildlife"});
    for (int i = 0; i < 22; ++i) press("PageUp");  // so near that no other animal is under the mouse
    press("Space");
    press("I");
    ASSERT_TRUE(has("inspect.mind"));
    const std::string name = value("inspect.mind");
    const world::WorldView view = session().world().view();
    float nearest_m = std::numeric_limits<float>::infinity();
    for (std::size_t task = 0; task < view.tasks.size(); ++task)
        nearest_m = std::min(nearest_m, length(view.plane().offset(view.player, view.placeOf(task))));
    EXPECT_TRUE(value("inspect.distance").starts_with(std::to_string(std::lround(nearest_m)) + " m, "))
        << value("inspect.distance");
    if (value("inspect.follow") != "on") click("inspect.follow", 0.1f);
    EXPECT_EQ(value("inspect.follow"), "on");
    frames(120);  // the view has the animal in its middle
    press("Escape");
    EXPECT_FALSE(has("inspect.mind"));
    click("world.view");
    EXPECT_EQ(value("inspect.mind"), name);
    for (const char* const part : {"inspect.state", "inspect.energy", "inspect.t"})
        EXPECT_TRUE(has(part)) << part;
}

// The sets of minds under the process manager.
TEST_F(WindowFirstLook, TheInspectorSaysWhatEachSetOfMindsDid) {
    open({"sets", "--size", "1400x1580"});
    press("O");
    moveTo("frame.strip", 0.02f);
    frames(3);
    EXPECT_TRUE(has("frame.sets")) << "under the mouse it grows, and has its keys";
    press("Space");
    click("frame.strip", 0.02f);
    ASSERT_TRUE(has("inspect.set.move"));
    const std::string move = value("inspect.set.move");
    EXPECT_TRUE(move == "1 of 1 atoms: ran to its end" || move == "not due") << move;
    EXPECT_EQ(value("inspect.set.separation.how"), "unsuspendable, priority 60, every run");
    unfold("load");
    click("load.sets");
    EXPECT_EQ(value("load.sets"), "open");
    EXPECT_EQ(value("load.set.separation.method"), "unsuspendable");
    drag("load.set.separation.priority", 0.5f, 0.9f);
    EXPECT_GT(number("load.set.separation.priority"), 60);
    EXPECT_EQ(value("inspect.set.separation.how"),
              "unsuspendable, priority " + value("load.set.separation.priority") + ", every run");
    press("Ctrl+Z");
    EXPECT_EQ(value("load.set.separation.priority"), "60");
    EXPECT_EQ(value("inspect.set.separation.how"), "unsuspendable, priority 60, every run");
}

}  // namespace
}  // namespace drover::desktop::first_look_test
