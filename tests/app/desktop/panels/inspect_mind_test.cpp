// The Inspect panel for animals that are no flocks, and for what those do to a herd.
#include <gtest/gtest.h>

#include "app/desktop/selection.h"
#include "core/world/animals/population.h"
#include "core/world/world_view.h"
#include "panel_frames.h"

namespace drover::desktop::inspect_mind_test {
namespace {

TEST(InspectPanel, ShowsABobcatItsPreyAndItsTask) {
    PanelFrames frames("all-minds", drawInspectPanel);
    const world::World& world = frames.session.world();
    // The first animal that chases or flees.
    std::optional<std::uint32_t> animat;
    for (int i = 0; i < 1200 && !animat; ++i) {
        frames.session.step(1.0 / 60);
        for (std::uint32_t a = 0; a < world.population().find<minds::Wildlife>()->size() && !animat; ++a)
            if (world.population().find<minds::Wildlife>()->targetOf(a)) animat = a;
    }
    ASSERT_TRUE(animat);
    pause(frames.session, true);
    frames.step();
    const auto task = static_cast<std::uint32_t>(world.view().firstOther()) + *animat;
    frames.view.draw.selected_task = task;
    frames.frame();
    EXPECT_EQ(frames.value("inspect.mind"), nameOf(world, task));
    const std::string state = frames.value("inspect.state");
    EXPECT_TRUE(state == "flee" || state == "chase") << state;
    EXPECT_NE(frames.value("inspect.energy").find(" %"), std::string::npos);
    const std::uint32_t target = static_cast<std::uint32_t>(*world.view().targetOf(task));
    EXPECT_NE(frames.value("inspect.target").find(nameOf(world, target)), std::string::npos);
    const std::string t0 = frames.value("inspect.t0");
    EXPECT_NEAR(std::stod(t0), 33.33, 0.06);
    EXPECT_TRUE(frames.find("inspect.period"));
    ASSERT_TRUE(frames.click("inspect.select_target"));
    EXPECT_EQ(frames.view.draw.selected_task, target);
}

TEST(InspectPanel, ShowsAPursuitAgent) {
    PanelFrames frames("pursuit", drawInspectPanel);
    for (int i = 0; i < 10; ++i) frames.step();
    const world::WorldView view = frames.session.world().view();
    frames.view.draw.selected_task = static_cast<std::uint32_t>(view.population.firstRow(1)) + 3;
    frames.frame();
    EXPECT_EQ(frames.value("inspect.mind"), "pursuit agent 3");
    EXPECT_NE(frames.value("inspect.target").find("follows pursuit agent "), std::string::npos);
    EXPECT_NE(frames.value("inspect.speed").find(" m/s"), std::string::npos);
}

// Of a herd that is hunted, and of a folded one too, whose neighbours it keeps apart from.
TEST(InspectPanel, TellsWhatPushesAHerd) {
    PanelFrames frames("hunt", drawInspectPanel);
    const auto newton = [&](const char* name) {
        const std::string text = frames.value(std::string("inspect.push.") + name);
        const std::size_t line = text.find('\n');
        return line == std::string::npos ? -1.0 : std::stod(text.substr(line + 1));
    };
    std::optional<std::uint32_t> fleeing, folded;
    for (int i = 0; i < 600 && !(fleeing && folded); ++i) {
        frames.session.step(1.0 / 60);
        const world::WorldView view = frames.session.world().view();
        for (const std::uint32_t herd : view.hunted)
            if (view.flocks.flightOf(FlockId{herd}).alarm > 0.5f && !view.flocks.isAlone(FlockId{herd}))
                fleeing = herd;
        for (std::uint32_t herd = 0; herd < 50 && !folded; ++herd)
            if (view.flocks.isAlone(FlockId{herd})) folded = herd;
    }
    ASSERT_TRUE(fleeing && folded);
    pause(frames.session, true);
    frames.step();
    frames.view.draw.selected_task = *fleeing;
    frames.frame();
    EXPECT_GT(newton("Fear"), 1);
    EXPECT_GE(newton("Others"), 0);
    EXPECT_EQ(newton("Ground"), 0) << "there is none";
    frames.view.draw.selected_task = *folded;
    frames.frame();
    EXPECT_EQ(newton("Fear"), 0);
    EXPECT_GE(newton("Others"), 0);
}

}  // namespace
}  // namespace drover::desktop::inspect_mind_test
