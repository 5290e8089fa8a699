// Side by side: the second world's manager, budget and clock, and what the table says of the two.
#include <gtest/gtest.h>

#include "panel_frames.h"

namespace drover::desktop::beside_panel_test {
namespace {

TEST(BesidePanel, TheSecondWorldHasItsOwnPolicyAndClock) {
    PanelFrames frames("plains", drawBesidePanel);
    ASSERT_TRUE(frames.choose("beside.budget", "frame target"));
    EXPECT_TRUE(frames.find("beside.frame_ms"));
    ASSERT_TRUE(frames.choose("beside.clock", "real"));
    ASSERT_TRUE(frames.click("beside.begin"));
    const auto right = [&]() -> const world::World& { return frames.session.beside()->world(); };
    frames.step();
    EXPECT_EQ(right().scenario().load.budget.policy, load::BudgetPolicy::kFrameTarget);
    EXPECT_EQ(right().scenario().load.clock, world::ClockKind::kReal);
    EXPECT_EQ(frames.session.scenario().load.budget.policy, load::BudgetPolicy::kFixed) << "only the right";
    EXPECT_EQ(frames.session.scenario().load.clock, world::ClockKind::kModel);
    EXPECT_STRNE(clocksOf(frames.session.world(), right()), "");
    ASSERT_TRUE(frames.choose("beside.clock", "as on the left"));
    EXPECT_EQ(right().scenario().load.clock, world::ClockKind::kModel);
    EXPECT_STREQ(clocksOf(frames.session.world(), right()), "");
    ASSERT_TRUE(frames.choose("beside.budget", "fixed"));
    ASSERT_TRUE(frames.drag("beside.budget_ms", 0.5f, 0));
    frames.step();
    EXPECT_EQ(right().record().budget_ns, 50'000);
    ASSERT_TRUE(frames.choose("beside.budget", "as on the left"));
    frames.step();
    EXPECT_EQ(right().record().budget_ns, frames.session.world().record().budget_ns);
}

TEST(BesidePanel, TellsTheFidelityOfBoth) {
    PanelFrames frames("plains", drawBesidePanel);
    ASSERT_TRUE(frames.choose("beside.manager", "Everything every frame"));
    ASSERT_TRUE(frames.click("beside.begin"));
    for (int i = 0; i < 200; ++i) frames.step();
    const auto number = [&](const char* name) { return std::stod(frames.value(name)); };
    EXPECT_GT(number("beside.Drawn off the truth, far.left"), number("beside.Drawn off the truth, far.right"))
        << "far herds wait on the left alone";
    EXPECT_FALSE(frames.value("beside.Drawn off the truth, far.right").ends_with("+"))
        << "it is over its budget";
    EXPECT_TRUE(frames.value("beside.Frames 20 % over budget.left").ends_with("+"));
    EXPECT_TRUE(frames.value("beside.Frames a second.left").ends_with("+"));
    EXPECT_TRUE(frames.value("beside.apart").starts_with("near ")) << frames.value("beside.apart");
    EXPECT_FALSE(frames.value("beside.apart").ends_with("far 0.00 m")) << "they go their own ways";
}

// Nobody is far in this world, and no herd lives there.
TEST(BesidePanel, AMeanOverNobodyIsNoNumber) {
    PanelFrames frames("bottleneck", drawBesidePanel);
    ASSERT_TRUE(frames.click("beside.begin"));
    for (int i = 0; i < 60; ++i) frames.step();
    ASSERT_EQ(frames.session.world().record().bands[record::row(record::Band::kFar)].tasks, 0u);
    for (const char* const side : {"left", "right"}) {
        for (const char* const name : {"Far, late by", "Thoughts finished, far", "Drawn off the truth, far"})
            EXPECT_EQ(frames.value((std::string("beside.") + name + "." + side).c_str()), "-");
        EXPECT_NE(frames.value((std::string("beside.Near, late by.") + side).c_str()), "-");
    }
    EXPECT_EQ(frames.value("beside.apart"), "near -, far -");
}

TEST(BesidePanel, AViewOfItsOwnBeginsWhereTheSharedOneIs) {
    PanelFrames frames("plains", drawBesidePanel);
    ASSERT_TRUE(frames.click("beside.begin"));
    EXPECT_FALSE(frames.view.right_camera);
    frames.view.camera.seen_m = 70;
    ASSERT_TRUE(frames.click("beside.camera"));
    ASSERT_TRUE(frames.view.right_camera);
    EXPECT_EQ(frames.view.right_camera->seen_m, 70);
    ASSERT_TRUE(frames.click("beside.camera"));
    EXPECT_FALSE(frames.view.right_camera);
}

}  // namespace
}  // namespace drover::desktop::beside_panel_test
