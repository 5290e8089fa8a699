// The budget and the managers: what a person drags, types and chooses is what the frames then keep.
#include <cmath>
#include <set>

#include "window_test.h"

#include "core/world/commands/outside.h"

namespace drover::desktop::load_test {
namespace {

using Window = WindowTest;

// The slider is logarithmic, 0.05 to 50: 4 ms is at 0.634 of its width, 1 ms at 0.434, 16 ms at 0.835.
TEST_F(Window, ADraggedBudgetIsKeptByTheFrames) {
    open({"plains", "--csv", in("frames.csv")});
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.01);
    frames(10);
    drag("load.budget_ms", 0.634f, 0.434f);
    const double budget = number("load.budget_ms");
    EXPECT_NEAR(budget, 1, 0.25);
    frames(60);
    const std::string status = value("status");
    const double ai_ms = std::strtod(status.c_str() + status.find("thinking ") + 9, nullptr);
    EXPECT_GT(ai_ms, 0);
    EXPECT_LT(ai_ms, budget * 1.1);
    press("Ctrl+Z");
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << "one undo takes the whole drag back";
    press("Ctrl+Shift+Z");
    EXPECT_EQ(number("load.budget_ms"), budget);
    close();

    const std::vector<double> td = column(folder() / "frames.csv", "td_ms");
    const std::vector<double> total = column(folder() / "frames.csv", "c_total_ms");
    ASSERT_EQ(td.size(), total.size());
    int before = 0, after = 0;
    double sum = 0;
    for (std::size_t i = 0; i < td.size(); ++i) {
        before += td[i] >= 3.99;
        if (td[i] < budget * 1.01) ++after, sum += total[i];
    }
    EXPECT_GT(before, 5);
    EXPECT_GT(after, 50);
    EXPECT_LT(sum / after, budget * 1.1);
}

// A recording of it is played exactly, on one core.
TEST_F(Window, TheCoresAreDraggedWhileTheWorldRuns) {
    const std::string recording = in("cores.drover");
    drawNothing();
    open({"plains", "--clock", "real", "--threads", "4", "--record", recording});
    unfold("load");
    const auto cores = [&] { return session().world().outside().cores; };
    const double most = session().cores().most;
    frames(10);
    EXPECT_EQ(number("load.cores"), 4);
    EXPECT_EQ(cores(), 4u);
    drag("load.cores", static_cast<float>(3 / most), 0.01f);
    EXPECT_EQ(number("load.cores"), 1);
    frames();
    EXPECT_EQ(cores(), 1u);
    press("Ctrl+Z");
    EXPECT_EQ(number("load.cores"), 4) << "one undo takes the whole drag back";
    frames();
    EXPECT_EQ(cores(), 4u);
    press("Ctrl+Shift+Z");
    EXPECT_EQ(number("load.cores"), 1);
    typeInto("load.cores", "2.6");
    EXPECT_EQ(number("load.cores"), 3) << "a whole number";
    typeInto("load.cores", "0");
    EXPECT_TRUE(has("load.cores.error"));
    typeInto("load.cores", "100000");
    EXPECT_TRUE(has("load.cores.error"));
    EXPECT_EQ(number("load.cores"), 3);
    clickRight("load.cores");
    EXPECT_EQ(number("load.cores"), 4) << "as many as at first";
    frames(10);
    close();

    const Result<replay::Recording> read = replay::readRecording(recording, ~std::uint64_t{0});
    ASSERT_TRUE(read) << read.error.message();
    command_line::SteadyClock clock;
    world::World world(read.value->scenario, &clock);
    replay::Replayer replayer(read.value->tape, world);
    std::set<unsigned> had;
    while (replayer.step() != nullptr) had.insert(world.outside().cores);
    EXPECT_FALSE(replayer.difference());
    EXPECT_EQ(replayer.frame(), read.value->tape.frames());
    EXPECT_TRUE(had.contains(1) && had.contains(3) && had.contains(4));
}

TEST_F(Window, TheBudgetsLineInThePlotIsDragged) {
    open({"plains"});
    press("P");
    frames(30);
    const Place line = placeIn("plot.ai_time.budget_line");
    drag(line, {line.x, placeIn("plot.ai_time", 0.5f, 0.05f).y});
    EXPECT_GT(number("load.budget_ms"), 4.2);
    press("Ctrl+Z");
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001);
}

TEST_F(Window, TextThatIsNoNumberChangesNothing) {
    open({"plains"});
    for (const char* const text : {"nan", "inf", "-inf", "1e999", "-1", "51000", "12x", ""}) {
        typeInto("load.budget_ms", text);
        EXPECT_TRUE(has("load.budget_ms.error")) << text;
        EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << text;
        typeInto("load.budget_ms", "4");
        EXPECT_FALSE(has("load.budget_ms.error")) << text;
    }
    typeInto("load.budget_ms", "2.5");
    EXPECT_NEAR(number("load.budget_ms"), 2.5, 0.001);
    clickRight("load.budget_ms");
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << "a right click brings the scenario's number back";
}

// Under `modes` a ring shows up to where herds are unfolded.
TEST_F(Window, ModesShowUpToWhereHerdsAreUnfolded) {
    open({"plains", "--size", "1400x1200"});
    EXPECT_EQ(value("load.manager"), "Elastic tasks");
    press("M");
    EXPECT_EQ(value("load.manager"), "Modes");
    const auto front = [&] {
        double metres = 0;
        EXPECT_EQ(std::sscanf(value("world.front").c_str(), "unfolded up to %lf m", &metres), 1)
            << value("world.front");
        return metres;
    };
    frames(500);  // it settles
    const double before = front();
    unfold("lod");
    EXPECT_TRUE(has("lod.unseen")) << "the zones are not looked at";
    drag("load.budget_ms", 0.634f, 0.835f);
    frames(220);
    EXPECT_GT(front(), 1.5 * before) << before;

    press("O");
    click("frame.strip", 0.02f);
    EXPECT_TRUE(matches("inspect.mode", "level * of 5, every * ms")) << value("inspect.mode");
    press("M");
    EXPECT_EQ(value("load.manager"), "Process manager");
    EXPECT_FALSE(has("world.front"));
    EXPECT_FALSE(has("lod.unseen"));
    EXPECT_FALSE(has("inspect.mode"));
    close();
}

}  // namespace
}  // namespace drover::desktop::load_test
